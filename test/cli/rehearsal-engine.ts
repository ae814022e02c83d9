/** The rehearsal engine for examples/environments, which takes it as `--engine`: for tests where no Pulumi CLI is there. */
import { fileURLToPath } from "node:url";
import {
  type Engine,
  type EngineOptions,
  RunFailed,
  type RunOptions,
  type Stack,
  UnderWay,
} from "../../examples/environments/engine.js";
import { RehearsalError } from "../rehearsal/errors.js";
import { createRehearsalStack } from "../rehearsal/stack.js";

// For this process only: programs have options of their own.
delete process.env["TS_NODE_PROJECT"];

export function createEngine({ workDir, environment }: EngineOptions): Engine {
  const env = { ...process.env, ...environment };
  return {
    name: "the rehearsal engine, a stand-in for tests (install the Pulumi CLI for the real one)",
    open: (stackName) => {
      const stack = createRehearsalStack({
        workDir,
        stackName,
        stateDir: fileURLToPath(env["PULUMI_BACKEND_URL"] ?? ""),
        passphrase: env["PULUMI_CONFIG_PASSPHRASE"] ?? "",
        env: { ...environment, PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
      });
      const wrapped: Stack = {
        configure: (values) => locked(() => stack.setAllConfig(values)),
        preview: async (options) => (await run(options, (given) => stack.preview(given))).changeSummary,
        up: async (options) => (await run(options, (given) => stack.up(given))).outputs,
        destroy: async (options) => {
          await run(options, (given) => stack.destroy(given));
        },
        // The state is saved as a whole at the end of an operation, and a lock of a process that has ended is ignored.
        pending: () => Promise.resolve([]),
        forgetPending: () => Promise.resolve(),
        cancel: () => Promise.resolve(),
        remove: () => Promise.resolve(),
      };
      return Promise.resolve(wrapped);
    },
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
    const held =
      error instanceof Error ? /^Another operation is under way on this stack \((.*?)[;)]/.exec(error.message) : null;
    throw held === null ? error : new UnderWay(held[1]);
  }
}
