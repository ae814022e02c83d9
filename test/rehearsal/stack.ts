/** The rehearsal engine's `Stack`: a stand-in for the Pulumi engine, for the demo and this repository's tests. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { deploy, destroy, refresh, type DeploymentResult } from "./deployments.js";
import { RehearsalError, refuseUnknown, UnsupportedError } from "./errors.js";
import { parseDeployment } from "./import.js";
import type { PhaseOptions } from "./phase.js";
import { qualify, readProject } from "./project.js";
import { createSnapshot } from "./snapshot.js";
import { openStateFile, withLock, type ResourceState } from "./state.js";
import { createTranscript, symbolOf, type Transcript } from "./transcript.js";
import type {
  ChangeSummary,
  ConfigValue,
  Operation,
  OutputValue,
  RehearsalStack,
  RehearsalStackOptions,
  UpdateOptions,
} from "./types.js";
import { STACK_TYPE } from "./urn.js";
import { isSecret, toProvider, toText } from "./values.js";

/** Shorter texts are too common in what is shown to be masked. */
const SHORTEST_MASKED = 3;

const COMMON_OPTIONS = ["onOutput", "onEvent", "signal"];
const OPERATIONS = {
  preview: { heading: "Previewing update", options: [...COMMON_OPTIONS, "expectNoChanges", "target"] },
  update: { heading: "Updating", options: [...COMMON_OPTIONS, "expectNoChanges", "target"] },
  refresh: { heading: "Refreshing", options: [...COMMON_OPTIONS, "expectNoChanges"] },
  destroy: { heading: "Destroying", options: COMMON_OPTIONS },
};

const OPTIONS = ["workDir", "stackName", "stateDir", "passphrase", "env", "maskSecrets"];

/**
 * Opens a stack, which may be new. Runs nothing: a wrong passphrase shows in the first operation.
 *
 * @throws Error if `workDir` has no `Pulumi.yaml` that can be used, or the stack's name has characters that it may not have.
 */
export function createRehearsalStack(options: RehearsalStackOptions): RehearsalStack {
  refuseUnknown("the options of createRehearsalStack", options, OPTIONS);
  const project = readProject(options.workDir);
  if (!/^[A-Za-z0-9_.-]+$/.test(options.stackName)) {
    throw new Error(`A stack's name takes letters, digits, "-", "_" and ".": ${options.stackName}`);
  }
  const path = join(resolve(options.stateDir), project.name, `${options.stackName}.json`);
  const file = openStateFile(path, options.passphrase);

  const stack: RehearsalStack = {
    name: options.stackName,
    setAllConfig: async (config, ...others: unknown[]) => {
      refuseArguments("setAllConfig", others);
      const checked = Object.entries(config).map(([key, value]) => [configKey(key), checkConfigValue(key, value)]);
      await edit((before) => ({ ...before, ...(Object.fromEntries(checked) as StackConfig) }));
    },
    removeConfig: async (key, ...others: unknown[]) => {
      refuseArguments("removeConfig", others);
      await edit((before) => Object.fromEntries(Object.entries(before).filter(([name]) => name !== configKey(key))));
    },
    preview: async (given = {}) => {
      const { transcript, changes } = await operate("preview", given, async (phase) => await run(phase, given.target));
      return { ...texts(transcript), changeSummary: changes };
    },
    up: async (given = {}) => {
      const { transcript } = await operate("update", given, async (phase) => await run(phase, given.target));
      return { ...texts(transcript), outputs: await stack.outputs() };
    },
    refresh: async (given = {}) => texts((await operate("refresh", given, refresh)).transcript),
    destroy: async (given = {}) => texts((await operate("destroy", given, destroy)).transcript),
    outputs: async () => await Promise.resolve(outputsOf(file.load().resources)),
    exportStack: async () => await Promise.resolve(file.export()),
    importStack: async (deployment) => {
      const resources = parseDeployment(deployment, { stack: options.stackName, project: project.name });
      await withLock(`${path}.lock`, async () => {
        file.save({ ...file.load(), resources });
        await Promise.resolve();
      });
    },
  };
  return stack;

  function settings(): Record<string, ConfigValue> {
    const own = Object.entries(project.config).map(([key, value]) => [key, { value, secret: false }] as const);
    return { ...Object.fromEntries(own), ...file.load().config };
  }

  function refuseStackFile(): void {
    const name = `Pulumi.${options.stackName}.yaml`;
    if (existsSync(join(project.root, name))) {
      throw new UnsupportedError(`settings files of stacks (${name})`);
    }
  }

  async function edit(change: (config: StackConfig) => StackConfig): Promise<void> {
    await withLock(`${path}.lock`, async () => {
      const state = file.load();
      file.save({ ...state, config: change(state.config) });
      await Promise.resolve();
    });
  }

  async function run(phase: PhaseOptions, target: readonly string[] | undefined): Promise<DeploymentResult> {
    return await deploy(phase, { config: settings(), target });
  }

  function configKey(key: string): string {
    if (!/^([^:]+:)?[^:]+$/.test(key)) {
      throw new UnsupportedError(`the config key "${key}"`);
    }
    return qualify(project.name, key);
  }

  async function operate(
    kind: keyof typeof OPERATIONS,
    given: UpdateOptions,
    work: (phase: PhaseOptions) => Promise<DeploymentResult>,
  ): Promise<{ transcript: Transcript; changes: ChangeSummary }> {
    refuseUnknown(`the options of ${kind}`, given, OPERATIONS[kind].options);
    refuseStackFile();
    const config = settings();
    const secrets = Object.values(config).filter(
      ({ secret, value }) => secret === true && value.length >= SHORTEST_MASKED,
    );
    const transcript = createTranscript({
      onOutput: given.onOutput,
      onEvent: given.onEvent,
      masked: options.maskSecrets === false ? [] : secrets.map(({ value }) => value),
    });
    const begun = performance.now();
    transcript.line(`${OPERATIONS[kind].heading} (${options.stackName})`);
    transcript.line("On the rehearsal engine: a stand-in for tests and the demo\n");
    const { failed, changes, resources } = await withLock(`${path}.lock`, async () => {
      const before = file.load();
      const snapshot = createSnapshot(before.resources);
      const env = { ...process.env, ...options.env };
      const phase = { project, stackName: options.stackName, env, snapshot, transcript, signal: given.signal };
      const result = await work({ ...phase, dryRun: kind === "preview" });
      const resources = snapshot.resources();
      if (kind !== "preview") {
        file.save({ ...before, resources });
      }
      return { ...result, resources };
    });
    const seconds = Math.round((performance.now() - begun) / 1000);
    conclude(transcript, kind === "destroy" || kind === "refresh" ? [] : resources, changes, seconds);
    if (failed) {
      throw new RehearsalError(`${OPERATIONS[kind].heading} (${options.stackName}) failed.`, transcript);
    }
    if (given.expectNoChanges === true && Object.keys(changes).some((op) => op !== "same" && op !== "read")) {
      throw new RehearsalError("no changes were expected but changes were proposed", transcript);
    }
    return { transcript, changes };
  }
}

type StackConfig = Readonly<Record<string, ConfigValue>>;

function conclude(
  transcript: Transcript,
  resources: readonly ResourceState[],
  changes: ChangeSummary,
  seconds: number,
): void {
  const outputs = resources.find(({ type }) => type === STACK_TYPE)?.outputs ?? {};
  const shown = Object.entries(outputs).map(
    ([name, value]) => `    ${name}: ${toText(value).replaceAll("\n", "\n    ")}`,
  );
  if (shown.length > 0) {
    transcript.line(["\nOutputs:", ...shown].join("\n"));
  }
  const counts = Object.entries(changes) as [Operation, number][];
  transcript.line(
    [
      "\nResources:",
      ...counts.map(([op, count]) => `    ${symbolOf(op)} ${count} ${op}`),
      `\nDuration: ${seconds}s`,
    ].join("\n"),
  );
  transcript.summary(seconds, changes);
}

function refuseArguments(operation: string, others: readonly unknown[]): void {
  if (others.some((value) => value !== undefined)) {
    throw new UnsupportedError(`further arguments of ${operation}`);
  }
}

function checkConfigValue(key: string, value: ConfigValue): ConfigValue {
  refuseUnknown(`the config value of ${key}`, value, ["value", "secret"]);
  return value;
}

function texts({ stdout, stderr }: Transcript): { stdout: string; stderr: string } {
  return { stdout, stderr };
}

function outputsOf(resources: readonly ResourceState[]): Record<string, OutputValue> {
  const outputs = resources.find(({ type }) => type === STACK_TYPE)?.outputs ?? {};
  return Object.fromEntries(
    Object.entries(outputs).map(([name, value]) => [
      name,
      { value: toProvider({ value })["value"], secret: isSecret(value) },
    ]),
  );
}
