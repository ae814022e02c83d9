/** The rehearsal engine for examples/environments (`--engine rehearsal`): for tests and the try-out on a machine without the Pulumi CLI. */
import { fileURLToPath } from "node:url";
import {
  type Engine,
  type EngineOptions,
  RunFailed,
  type RunOptions,
  type Stack,
  UnderWay,
} from "../../examples/environments/engine.js";
import { EXIT, Failure } from "../../examples/environments/failure.js";
import { RehearsalError } from "../rehearsal/errors.js";
import { createRehearsalStack } from "../rehearsal/stack.js";

export function createEngine({ workDir, environment }: EngineOptions): Engine {
  const env = { ...process.env, ...environment };
  const backend = env["PULUMI_BACKEND_URL"] ?? "";
  const passphrase = env["PULUMI_CONFIG_PASSPHRASE"] ?? "";
  if (!backend.startsWith("file://") || passphrase === "") {
    throw new Failure(
      EXIT.stack,
      "the rehearsal engine needs PULUMI_BACKEND_URL=file://… and PULUMI_CONFIG_PASSPHRASE.",
      "Set both: it keeps its state in that folder, with secrets encrypted by the passphrase.",
    );
  }
  const open = (stackName: string): Promise<Stack> => {
    const stack = createRehearsalStack({
      workDir,
      stackName,
      stateDir: fileURLToPath(backend),
      passphrase,
      env: { ...environment, PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
    });
    return Promise.resolve({
      configure: (values) => locked(() => stack.setAllConfig(values)),
      preview: async (options) => (await run(options, (given) => stack.preview(given))).changeSummary,
      up: async (options) => (await run(options, (given) => stack.up(given))).outputs,
      destroy: async (options) => {
        await run(options, (given) => stack.destroy(given));
      },
      resources: async () => {
        const { resources } = (await stack.exportStack()).deployment as { resources?: { type: string }[] };
        const types = (resources ?? []).map(({ type }) => type);
        return types.filter((type) => type !== "pulumi:pulumi:Stack" && !type.startsWith("pulumi:providers:")).length;
      },
      // The state is saved as a whole at the end of an operation, and a lock of a process that has ended is ignored.
      pending: () => Promise.resolve([]),
      forgetPending: () => Promise.resolve(),
      cancel: () => Promise.resolve(),
      remove: () => Promise.resolve(),
    });
  };
  return {
    name: "the rehearsal engine, a stand-in for tests (install the Pulumi CLI for the real one)",
    open,
    find: open,
  };
}

async function run<T>(
  { onEvent, signal }: RunOptions,
  work: (given: Pick<RunOptions, "onEvent" | "signal">) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  try {
    return await locked(() => work({ onEvent, signal }));
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof RehearsalError ? new RunFailed(error.message) : error;
  }
}

async function locked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const operation =
      error instanceof Error ? /^Another operation is under way on this stack \((.*?)[;)]/.exec(error.message) : null;
    throw operation === null ? error : new UnderWay(operation[1]);
  }
}
