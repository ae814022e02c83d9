// The real engine: the Pulumi CLI, driven through the Automation API.
import { spawn } from "node:child_process";
import { LocalWorkspace, type Stack as AutomationStack } from "@pulumi/pulumi/automation";
import {
  type ConfigValue,
  type Engine,
  type EngineOptions,
  type FoundPulumi,
  type Pending,
  RunFailed,
  type RunOptions,
  type Stack,
  UnderWay,
} from "./engine";

export function automationEngine({ workDir, environment }: EngineOptions, cli: FoundPulumi): Engine {
  // This process finds the CLI by its own PATH.
  process.env["PATH"] = cli.path;
  const envVars = {
    PULUMI_SKIP_UPDATE_CHECK: "true",
    // `npm run typecheck` checks the program, once; not again at every run.
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    ...environment,
  };
  return {
    name: `Pulumi ${cli.version}`,
    open: async (stackName) => {
      const stack = await LocalWorkspace.createOrSelectStack({ stackName, workDir }, { envVars });
      return wrap(stack, { workDir, env: { ...process.env, ...envVars } });
    },
  };
}

interface Place {
  readonly workDir: string;
  readonly env: NodeJS.ProcessEnv;
}

function wrap(stack: AutomationStack, place: Place): Stack {
  const exported = async (): Promise<{ version: number; deployment: Record<string, unknown> }> => {
    return await stack.exportStack();
  };
  return {
    configure: async (values) => {
      const before = await stack.getAllConfig();
      for (const [key, wanted] of Object.entries(values)) {
        const now = before[key];
        const same = now?.value === wanted.value && (now.secret ?? false) === (wanted.secret ?? false);
        if (!same) await setConfig(stack.name, key, wanted, place);
      }
    },
    preview: async (options) => (await run(options, (given) => stack.preview(given))).changeSummary,
    up: async (options) => (await run(options, (given) => stack.up(given))).outputs,
    destroy: async (options) => {
      await run(options, (given) => stack.destroy(given));
    },
    pending: async () => {
      const operations = (await exported()).deployment["pending_operations"] ?? [];
      return (operations as { resource: { type: string; urn: string }; type: string }[]).map(
        ({ resource, type }): Pending => ({ type: resource.type, urn: resource.urn, operation: type }),
      );
    },
    forgetPending: async () => {
      const { version, deployment } = await exported();
      await stack.importStack({ version, deployment: { ...deployment, pending_operations: [] } });
    },
    cancel: () => stack.cancel(),
    remove: () => stack.workspace.removeStack(stack.name),
  };
}

async function run<T>({ onEvent, signal, interrupt }: RunOptions, work: (options: object) => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  try {
    // A signal of its own: the SDK never takes its listeners away.
    return await work({ signal: AbortSignal.any([interrupt]), color: "never", onEvent });
  } catch (error) {
    signal.throwIfAborted();
    const { name, message } = error as Error;
    if (name === "ConcurrentUpdateError") throw new UnderWay(/created by .*/.exec(message)?.[0] ?? "");
    throw name === "CommandError" ? new RunFailed(message) : error;
  }
}

/** The Automation API's own `setConfig` gives the value as an argument, which every process of the machine may read. */
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
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  child.stdin.end(value);
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new RunFailed(`Could not set ${key}: ${said.trim()}`);
}
