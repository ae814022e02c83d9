/** Deploys a project against the emulator: up, an up that changes nothing, and a destroy with the service gone. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../../provider/testing/emulator.js";
import { createRehearsalStack } from "../../test/rehearsal/stack.js";
import { findCli, openPulumiStack } from "../../test/support/pulumi-cli.js";

/** What the program may not be given by this process. */
const CLEAN = { NODE_OPTIONS: undefined, TS_NODE_PROJECT: undefined, TS_NODE_TRANSPILE_ONLY: undefined };

interface Stack {
  operate(operation: "up" | "destroy", unchanged?: boolean): Promise<void>;
  outputs(): Promise<Readonly<Record<string, unknown>>>;
}

/** Returns the engine's name; throws if anything is not as expected. `path` has the Node.js that the engine is to use. */
export async function deploy(project: string, path: string): Promise<string> {
  const state = join(project, "..", "state");
  await mkdir(state, { recursive: true });
  const emulator = await startEmulator();
  try {
    const cli = findCli(path);
    const stack = await (cli === undefined
      ? openRehearsal(project, state, path, emulator)
      : openCli(cli, project, state, emulator));
    await stack.operate("up");
    check(await stack.outputs(), emulator);
    await stack.operate("up", true);
    await emulator.close();
    await stack.operate("destroy");
    return cli === undefined ? "the rehearsal engine" : "the Pulumi CLI";
  } finally {
    await emulator.close();
  }
}

/** The program and the provider's host send one request each. */
function check({ count, names, enabled }: Readonly<Record<string, unknown>>, emulator: Emulator): void {
  const workflows = emulator.workflows as { name: string; enabled: boolean }[];
  const got = JSON.stringify({
    count,
    names,
    enabled,
    tokens: emulator.requestsTo("token").length,
    listings: emulator.requestsTo("listing").length,
  });
  const wanted = JSON.stringify({
    count: workflows.length,
    names: workflows.map(({ name }) => name),
    enabled: workflows.filter((workflow) => workflow.enabled).length,
    tokens: 2,
    listings: 2,
  });
  if (got !== wanted) {
    throw new Error(`It gave ${got}, not ${wanted}.`);
  }
}

async function openCli(path: string, project: string, state: string, emulator: Emulator): Promise<Stack> {
  const nothing = (): Promise<never> => Promise.reject(new Error("The matrix has no use for it."));
  const workspace = { project, state, uninstall: nothing, everythingAtRest: nothing, remove: nothing };
  const stack = await openPulumiStack(path, workspace, "matrix", { ...CLEAN, ...emulator.environment() });
  return {
    operate: async (operation, unchanged = false) => {
      const { code, output } = await stack.run(operation, unchanged ? ["--expect-no-changes"] : []);
      if (code !== 0) {
        throw new Error(`pulumi ${operation} failed:\n${output}`);
      }
    },
    outputs: () => stack.outputs(),
  };
}

function openRehearsal(project: string, state: string, path: string, emulator: Emulator): Promise<Stack> {
  const stack = createRehearsalStack({
    workDir: project,
    stateDir: state,
    stackName: "matrix",
    passphrase: "for this run",
    env: {
      ...CLEAN,
      ...emulator.environment(),
      PATH: path,
    },
  });
  return Promise.resolve({
    operate: async (operation, expectNoChanges = false) => {
      await (operation === "up" ? stack.up({ expectNoChanges }) : stack.destroy());
    },
    outputs: async () =>
      Object.fromEntries(Object.entries(await stack.outputs()).map(([name, { value }]) => [name, value])),
  });
}
