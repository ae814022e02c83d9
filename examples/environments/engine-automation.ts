// The real engine: the Pulumi CLI, driven through the Automation API.
import { spawn } from "node:child_process";
import { LocalWorkspace, type Stack as AutomationStack } from "@pulumi/pulumi/automation";
import {
  type ConfigValue,
  type Engine,
  type EngineOptions,
  type Pending,
  RunFailed,
  type RunOptions,
  type Stack,
  UnderWay,
} from "./engine";
import type { FoundPulumi } from "./find-pulumi";

export function automationEngine({ workDir, environment }: EngineOptions, cli: FoundPulumi): Engine {
  // This process finds the CLI by its own PATH.
  process.env["PATH"] = cli.path;
  const envVars = {
    PULUMI_SKIP_UPDATE_CHECK: "true",
    // The editor and `tsc` check the program's types: not again at every run.
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    ...environment,
  };
  return {
    name: `Pulumi ${cli.version}`,
    open: async (stackName) => {
      const stack = await attempt(() => LocalWorkspace.createOrSelectStack({ stackName, workDir }, { envVars }));
      return wrap(stack, { workDir, env: { ...process.env, ...envVars } });
    },
    find: async (stackName) => {
      try {
        const stack = await attempt(() => LocalWorkspace.selectStack({ stackName, workDir }, { envVars }));
        return wrap(stack, { workDir, env: { ...process.env, ...envVars } });
      } catch (error) {
        if (error instanceof Error && error.name === "StackNotFoundError") {
          return undefined;
        }
        throw error;
      }
    },
  };
}

interface Place {
  readonly workDir: string;
  readonly env: NodeJS.ProcessEnv;
}

function wrap(stack: AutomationStack, place: Place): Stack {
  const exported = async (): Promise<{ version: number; deployment: Record<string, unknown> }> => {
    return await attempt(() => stack.exportStack());
  };
  return {
    configure: async (values) => {
      const before = await attempt(() => stack.getAllConfig());
      for (const [key, wanted] of Object.entries(values)) {
        const now = before[key];
        const same = now?.value === wanted.value && (now.secret ?? false) === (wanted.secret ?? false);
        if (!same) {
          await setConfig(stack.name, key, wanted, place);
        }
      }
    },
    preview: async (options) => (await run(options, (given) => stack.preview(given))).changeSummary,
    up: async (options) => (await run(options, (given) => stack.up(given))).outputs,
    destroy: async (options) => {
      await run(options, (given) => stack.destroy(given));
    },
    resources: async () => {
      const resources = ((await exported()).deployment["resources"] ?? []) as { type: string }[];
      return resources.filter(({ type }) => type !== "pulumi:pulumi:Stack" && !type.startsWith("pulumi:providers:"))
        .length;
    },
    pending: async () => {
      const operations = (await exported()).deployment["pending_operations"] ?? [];
      return (operations as { resource: { type: string; urn: string }; type: string }[]).map(
        ({ resource, type }): Pending => ({ type: resource.type, urn: resource.urn, operation: type }),
      );
    },
    forgetPending: async () => {
      const { version, deployment } = await exported();
      await attempt(() => stack.importStack({ version, deployment: { ...deployment, pending_operations: [] } }));
    },
    cancel: () => attempt(() => stack.cancel()),
    remove: () => attempt(() => stack.workspace.removeStack(stack.name)),
  };
}

async function run<T>({ onEvent, signal, interrupt }: RunOptions, work: (options: object) => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  try {
    // A signal of its own: the SDK never removes its listeners.
    return await attempt(() => work({ signal: AbortSignal.any([interrupt]), color: "never", onEvent }));
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

/** The CLI's failures as errors of this program. Their messages have what the CLI printed. */
async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { name, message } = error as Error;
    if (name === "ConcurrentUpdateError") {
      throw new UnderWay(/created by .*/.exec(message)?.[0] ?? "");
    }
    throw name === "CommandError" ? new RunFailed(message) : error;
  }
}

/** Not the Automation API's `setConfig`: that passes the value as an argument, which every process of the machine can read. */
async function setConfig(
  stack: string,
  key: string,
  { value, secret }: ConfigValue,
  { workDir, env }: Place,
): Promise<void> {
  const kind = secret === true ? "--secret" : "--plaintext";
  const child = spawn("pulumi", ["config", "set", key, "--stack", stack, kind, "--non-interactive"], {
    cwd: workDir,
    env,
    stdio: ["pipe", "ignore", "pipe"],
  });
  let reported = "";
  child.stderr.on("data", (chunk: Buffer) => (reported += chunk.toString()));
  child.stdin.on("error", () => undefined).end(value);
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) {
    throw new RunFailed(`Could not set ${key}: ${reported.trim()}`);
  }
}
