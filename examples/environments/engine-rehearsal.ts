// The stand-in, for trying out where there is no Pulumi CLI.
import { createRehearsalStack, RehearsalError } from "pulumi-workflows/testing";
import { type Engine, type EngineOptions, RunFailed, type RunOptions, type Stack, UnderWay } from "./engine";

export function rehearsalEngine({ workDir, environment, rehearsal }: EngineOptions): Engine {
  return {
    name: "the rehearsal engine, a stand-in for trying out (install the Pulumi CLI for the real one)",
    open: (stackName) => {
      const env = { ...environment, PULUMI_NODEJS_TRANSPILE_ONLY: "true" };
      const stack = createRehearsalStack({ workDir, stackName, env, ...rehearsal });
      const wrapped: Stack = {
        configure: (values) => locked(() => stack.setAllConfig(values)),
        preview: async (options) => (await run(options, () => stack.preview(options))).changeSummary,
        up: async (options) => (await run(options, () => stack.up({ ...options, skipPreview: true }))).outputs,
        destroy: async (options) => {
          await run(options, () => stack.destroy(options));
        },
        // It saves the state as a whole when an operation ends, and a lock of a process that is gone does not count.
        pending: () => Promise.resolve([]),
        forgetPending: () => Promise.resolve(),
        cancel: () => Promise.resolve(),
        remove: () => Promise.resolve(),
      };
      return Promise.resolve(wrapped);
    },
  };
}

async function run<T>({ signal }: RunOptions, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  try {
    return await locked(work);
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
