/**
 * The rehearsal engine's `Stack`: a stand-in for the Pulumi engine where there is no CLI, for the demo and the tests.
 *
 * It knows previews, updates, refreshes and destroys of programs in Node.js, their dynamic resources with outputs,
 * secrets, `dependsOn` and `get`, in memory. It does a thing exactly as Pulumi does, or refuses it (errors.ts).
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { parse } from "yaml";
import { createDeployment, type Deploying, type Report, type ResourceState, STACK_TYPE } from "./deployment.js";
import { RehearsalError, refuseUnknown, UnsupportedError } from "./errors.js";
import { type Monitor, startMonitor } from "./monitor.js";
import { type ProviderHost, startChild, startProviderHost } from "./processes.js";
import type { ConfigValue, OperationOptions, RehearsalStack, RehearsalStackOptions } from "./types.js";
import { makeSecret, type Properties, sealSecrets, toProvider } from "./values.js";

interface Project {
  readonly name: string;
  /** Where `Pulumi.yaml` is. */
  readonly root: string;
  /** The working directory of the program and of the provider's host. */
  readonly directory: string;
  /** The program's file in `directory`, or "." for what its `package.json` names. */
  readonly entry: string;
  readonly typescript: boolean;
}

type Kind = "preview" | "up" | "refresh" | "destroy";

/** The runner's exit code after an error that it has printed. */
const ALREADY_TOLD = 32;

/**
 * Opens a stack, which is new. Runs nothing.
 *
 * @throws Error if `workDir` has no `Pulumi.yaml` that can be used.
 */
export function createRehearsalStack({ workDir, stackName, env }: RehearsalStackOptions): RehearsalStack {
  const project = readProject(workDir);
  let config: Readonly<Record<string, ConfigValue>> = {};
  let resources: readonly ResourceState[] = [];
  /** The provider's settings of the last update, for operations that run no program. */
  let settings: Properties = {};

  async function operate(kind: Kind, options: OperationOptions = {}): Promise<void> {
    refuseUnsupported(kind, options);
    const errors: string[] = [];
    const deploying = await deploy(kind, createReport(options.onEvent, errors));
    const { changes, stopped } = deploying;
    if (kind !== "preview") {
      const after = deploying.resources();
      resources = stopped.aborted ? withOutputsOf(resources, after) : after;
    }
    options.onEvent?.({ summaryEvent: { resourceChanges: changes } });
    if (stopped.aborted) {
      throw new RehearsalError(`The ${kind} failed.`, errors);
    }
    if (options.expectNoChanges === true && Object.keys(changes).some((op) => op !== "same")) {
      throw new RehearsalError("no changes were expected but changes were proposed", errors);
    }
  }

  function refuseUnsupported(kind: Kind, options: OperationOptions): void {
    refuseUnknown(`the options of ${kind}`, options, ["onEvent", "expectNoChanges"]);
    if (existsSync(join(project.root, `Pulumi.${stackName}.yaml`))) {
      throw new UnsupportedError(`settings files of stacks (Pulumi.${stackName}.yaml)`);
    }
    const readOnly = resources.find(({ external }) => external === true);
    if (readOnly !== undefined) {
      throw new UnsupportedError(`a second update of a stack with a resource that is only read (${readOnly.urn})`);
    }
  }

  /** Runs an operation to its end, with the processes that it needs. */
  async function deploy(kind: Kind, report: Report): Promise<Deploying> {
    const runsProgram = kind === "preview" || kind === "up";
    const provided = runsProgram ? propertiesOf(config) : settings;
    if (kind === "up") {
      settings = provided;
    }
    let host: Promise<ProviderHost> | undefined;
    const deploying: Deploying = createDeployment({
      ...{ stack: stackName, project: project.name, dryRun: kind === "preview", before: resources, report },
      host: () => (host ??= startHost(monitor.address, provided, report)),
    });
    const monitor = await startMonitor(deploying, report);
    const endProgram = runsProgram ? await runProgram(monitor, deploying, report) : undefined;
    await deploying.settled();
    if (kind === "refresh") {
      await deploying.refreshAll();
    } else if (!deploying.stopped.aborted) {
      await deploying.deleteRest();
    }
    await endProgram?.();
    await (await host?.catch(() => undefined))?.stop();
    monitor.close();
    return deploying;
  }

  function startHost(engineAddress: string, provided: Properties, report: Report): Promise<ProviderHost> {
    return startProviderHost({
      ...{ engineAddress, config: provided, cwd: project.directory },
      env: { ...process.env, ...env, PULUMI_NODEJS_PROJECT: project.name, PULUMI_PROJECT: project.name },
      onLine: (message) => report.diagnostic({ severity: "info#err", message }),
    });
  }

  /**
   * Runs the program until it has registered everything, or has failed, which is reported. The function that it returns
   * releases the program, which waits for the engine to be done, and waits for its end.
   */
  async function runProgram(monitor: Monitor, deploying: Deploying, report: Report): Promise<() => Promise<void>> {
    const { name, root, directory, entry, typescript } = project;
    const args = [
      ...["--monitor", monitor.address, "--engine", monitor.address, "--organization", "organization"],
      ...["--project", name, "--root-directory", root, "--stack", stackName, "--pwd", directory, "--parallel", "16"],
      ...(deploying.dryRun ? ["--dry-run"] : []),
      entry,
    ];
    // The runner takes keys as older SDKs had them, "namespace:config:name", as the engine writes them.
    const values = Object.entries(config).map(([key, { value }]) => [key.replace(":", ":config:"), value]);
    const child = startChild("run", args, {
      cwd: directory,
      env: {
        ...process.env,
        ...env,
        PULUMI_CONFIG: JSON.stringify(Object.fromEntries(values)),
        PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(Object.keys(config).filter((key) => config[key]?.secret === true)),
        ...(typescript ? { PULUMI_NODEJS_TYPESCRIPT: "true" } : {}),
      },
      onLine: (message, stream) => {
        // What a program prints about an engine that is gone is of no use.
        if (!deploying.stopped.aborted) {
          report.diagnostic({ severity: stream === "stderr" ? "info#err" : "info", message });
        }
      },
    });
    const ended = child.exited.then((code) => {
      if (code !== 0 && !deploying.stopped.aborted) {
        deploying.fail(code === ALREADY_TOLD ? undefined : `Program exited with non-zero exit code: ${code}`);
      }
    });
    const stopped = new Promise((done) => deploying.stopped.addEventListener("abort", done, { once: true }));
    await Promise.race([monitor.programDone, ended, stopped]);
    return async () => {
      if (deploying.stopped.aborted) {
        await child.stop();
      }
      monitor.release();
      await ended;
    };
  }

  return {
    setAllConfig: (added) => {
      const entries = Object.entries(added).map(([key, value]) => [
        key.includes(":") ? key : `${project.name}:${key}`,
        value,
      ]);
      config = { ...config, ...(Object.fromEntries(entries) as typeof config) };
      return Promise.resolve();
    },
    removeConfig: (key) => {
      config = Object.fromEntries(Object.entries(config).filter(([name]) => name !== key));
      return Promise.resolve();
    },
    preview: (options) => operate("preview", options),
    up: (options) => operate("up", options),
    refresh: (options) => operate("refresh", options),
    destroy: (options) => operate("destroy", options),
    outputs: () => Promise.resolve(toProvider(outputsOf(resources))),
    exportStack: () => {
      const sealed = resources.map((state) => ({
        ...state,
        inputs: sealSecrets(state.inputs),
        outputs: sealSecrets(state.outputs),
      }));
      return Promise.resolve({ version: 3, deployment: { resources: sealed } });
    },
  };
}

/** Reads `Pulumi.yaml`. */
function readProject(workDir: string): Project {
  const root = resolve(workDir);
  const file = join(root, "Pulumi.yaml");
  const settings = parse(readFileSync(file, "utf8")) as { name: string; runtime: unknown; main?: string };
  refuseUnknown(file, settings, ["name", "runtime", "main", "description", "author", "website", "license", "template"]);
  const { name, main, runtime: given } = settings;
  const runtime = (typeof given === "string" ? { name: given } : given) as {
    name: string;
    options?: { typescript?: boolean };
  };
  if (runtime.name !== "nodejs") {
    throw new UnsupportedError(`other runtimes than nodejs (${file})`);
  }
  const { options = {} } = runtime;
  refuseUnknown(`the runtime's options in ${file}`, options, ["typescript"]);
  const typescript = options.typescript !== false;
  // As the engine does: a folder is itself, a file is its folder and its name.
  const path = resolve(root, main ?? ".");
  return statSync(path).isDirectory()
    ? { name, root, directory: path, entry: ".", typescript }
    : { name, root, directory: dirname(path), entry: basename(path), typescript };
}

/** Returns a stack's config, of every namespace, as the engine hands it to a dynamic provider. */
function propertiesOf(config: Readonly<Record<string, ConfigValue>>): Properties {
  const entries = Object.entries(config).map(([key, { value, secret }]) => [
    key,
    secret === true ? makeSecret(value) : value,
  ]);
  return Object.fromEntries(entries) as Properties;
}

function outputsOf(resources: readonly ResourceState[]): Properties {
  return resources.find(({ type }) => type === STACK_TYPE)?.outputs ?? {};
}

/** Keeps the stack's outputs that were not registered again, because the update failed before. */
function withOutputsOf(before: readonly ResourceState[], after: readonly ResourceState[]): readonly ResourceState[] {
  return after.map((state) =>
    state.type === STACK_TYPE ? { ...state, outputs: { ...outputsOf(before), ...state.outputs } } : state,
  );
}

/** Makes the report of an operation, which sends events. It keeps the errors in `errors` too. */
function createReport(onEvent: OperationOptions["onEvent"], errors: string[]): Report {
  return {
    step: (metadata) => onEvent?.({ resOutputsEvent: { metadata } }),
    diagnostic: (diagnostic) => {
      if (diagnostic.severity === "error") {
        errors.push(diagnostic.message);
      }
      onEvent?.({ diagnosticEvent: { ...diagnostic, urn: diagnostic.urn ?? "" } });
    },
  };
}
