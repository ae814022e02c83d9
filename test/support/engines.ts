/** Both engines behind one surface: a story runs on the Pulumi CLI, or without one on the rehearsal engine. */
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { RehearsalError, UnsupportedError } from "../rehearsal/errors.js";
import { createRehearsalStack } from "../rehearsal/stack.js";
import type { ChangeSummary, ConfigValue, Deployment, EngineEvent, StepMetadata } from "../rehearsal/types.js";
import {
  cliEnvironment,
  findCli,
  hasCli,
  type Place,
  pulumiOutput,
  removePulumiHome,
  runPulumi,
  stackOutputs,
} from "./pulumi-cli.js";
import { makeWorkspace, type Workspace } from "./workspace.js";

/** What an operation did, or why it failed. */
export interface Run {
  /** All its output, if it failed. */
  readonly failure: string | undefined;
  /** All its output, events too. */
  readonly text: string;
  readonly changes: ChangeSummary;
  /** The resources that it went through, the engine's own provider left out. */
  readonly steps: readonly StepMetadata[];
  readonly events: readonly EngineEvent[];
}

export interface RunOptions {
  readonly expectNoChanges?: boolean;
  /** Further flags of the Pulumi CLI. The rehearsal engine refuses them. */
  readonly flags?: readonly string[];
}

export interface StateResource {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly outputs?: Readonly<Record<string, unknown>>;
}

export interface EngineStack {
  readonly workspace: Workspace;
  setAllConfig(config: Readonly<Record<string, ConfigValue>>): Promise<void>;
  removeConfig(key: string): Promise<void>;
  /** Sets an environment variable of the next operations; `undefined` removes it. */
  setVariable(name: string, value: string | undefined): void;
  preview(options?: RunOptions): Promise<Run>;
  /** Updates, without a preview before. */
  up(options?: RunOptions): Promise<Run>;
  refresh(options?: RunOptions): Promise<Run>;
  destroy(): Promise<Run>;
  outputs(): Promise<Readonly<Record<string, unknown>>>;
  resources(): Promise<readonly StateResource[]>;
  importStack(deployment: Deployment): Promise<void>;
}

export interface StackOptions {
  /** A folder of the checkout. */
  readonly program: string;
  readonly config?: Readonly<Record<string, ConfigValue>>;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export type OpenStack = (options: StackOptions) => Promise<EngineStack>;

export const STACK = "test";

/** Returns the config that leads to a service. */
export function settingsFor({
  url,
  clientId,
  clientSecret,
}: {
  url: string;
  clientId: string;
  clientSecret: string;
}): Record<string, ConfigValue> {
  return {
    "workflows:baseUrl": { value: url },
    "workflows:clientId": { value: clientId },
    "workflows:clientSecret": { value: clientSecret, secret: true },
  };
}

/** Long enough for the few operations of a case on a busy machine, and for one command that hangs. */
jest.setTimeout(300_000);

/** Runs `cases` on the Pulumi CLI; where tests have none, on the rehearsal engine. */
export function describeOnAnEngine(name: string, cases: (open: OpenStack) => void): void {
  (hasCli() ? describeOnCli : describeRehearsed)(name, cases);
}

/** Runs `cases` on both engines, so that the stand-in stays true. Without a CLI its cases count as skipped. */
export function describeOnEachEngine(name: string, cases: (open: OpenStack) => void): void {
  describeOnCli(name, cases);
  describeRehearsed(name, cases);
}

function describeRehearsed(name: string, cases: (open: OpenStack) => void): void {
  describe(`${name}, on the rehearsal engine`, () => cases(tidied(openRehearsal)));
}

/** Runs `cases` on the Pulumi CLI alone: for what the rehearsal engine does not implement. */
export function describeOnCli(name: string, cases: (open: OpenStack) => void): void {
  const path = findCli();
  (hasCli() ? describe : describe.skip)(`${name}, on the Pulumi CLI`, () => {
    afterAll(removePulumiHome);
    cases(tidied((workspace, options) => openOnCli(path ?? "", workspace, options)));
  });
}

/** Removes each workspace at the end of its file's cases. */
function tidied(open: (workspace: Workspace, options: StackOptions) => EngineStack | Promise<EngineStack>): OpenStack {
  const workspaces: Workspace[] = [];
  afterAll(async () => {
    await Promise.all(workspaces.map(async (workspace) => await workspace.remove()));
  });
  return async (options) => {
    const workspace = await makeWorkspace(options.program);
    workspaces.push(workspace);
    const stack = await open(workspace, options);
    await stack.setAllConfig(options.config ?? {});
    return stack;
  };
}

/** Programs are not checked for types at every run: that is the compiler's test, not the engine's. */
const ENVIRONMENT = {
  PULUMI_NODEJS_TRANSPILE_ONLY: "true",
  WORKFLOWS_BASE_URL: undefined,
  WORKFLOWS_CLIENT_ID: undefined,
  WORKFLOWS_CLIENT_SECRET: undefined,
};

/** The rehearsal engine starts its processes with it too. */
const DEFERRED_PACKAGES = JSON.stringify(join(__dirname, "deferred-packages.cjs"));

function openRehearsal(workspace: Workspace, options: StackOptions): EngineStack {
  const env: Record<string, string | undefined> = { ...ENVIRONMENT, ...options.env };
  const stack = createRehearsalStack({
    workDir: workspace.project,
    stackName: STACK,
    env,
  });
  return {
    workspace,
    setVariable: (name, value) => {
      env[name] = value;
    },
    setAllConfig: async (config) => await stack.setAllConfig(config),
    removeConfig: async (key) => await stack.removeConfig(key),
    preview: async (options) => await rehearse((common) => stack.preview({ ...options, ...common })),
    up: async (options) => await rehearse((common) => stack.up({ ...options, ...common })),
    refresh: async (options) => await rehearse((common) => stack.refresh({ ...options, ...common })),
    destroy: async () => await rehearse((common) => stack.destroy(common)),
    outputs: async () => await stack.outputs(),
    resources: async () => (await stack.exportStack()).deployment["resources"] as StateResource[],
    importStack: () => Promise.reject(new UnsupportedError("imports of states")),
  };
}

async function rehearse(operation: (common: { onEvent: (event: EngineEvent) => void }) => Promise<void>): Promise<Run> {
  const events: EngineEvent[] = [];
  const failure = await operation({ onEvent: (event) => events.push(event) }).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof RehearsalError) {
        return error.message;
      }
      throw error;
    },
  );
  const shown = events.flatMap(({ diagnosticEvent }) => (diagnosticEvent === undefined ? [] : [diagnosticEvent]));
  const lines = shown.map(({ urn = "", message }) => `${urn} ${message}`);
  return toRun(events, [...lines, failure ?? ""].join("\n"), failure !== undefined);
}

async function openOnCli(path: string, workspace: Workspace, { env }: StackOptions): Promise<EngineStack> {
  const variables: Record<string, string | undefined> = {
    ...ENVIRONMENT,
    NODE_OPTIONS: `--require ${DEFERRED_PACKAGES}`,
    ...env,
  };
  const place = (): Place => ({
    cwd: workspace.project,
    env: { ...cliEnvironment(path, workspace), ...variables },
  });
  const run = async (operation: string, flags: readonly string[]): Promise<Run> => {
    const log = join(workspace.state, "events.log");
    const { code, stdout, stderr } = await runPulumi(place(), operation, ...flags, "--event-log", log);
    const lines = existsSync(log) ? (await readFile(log, "utf8")).split("\n").filter((line) => line !== "") : [];
    await rm(log, { force: true });
    return toRun(
      lines.map((line) => JSON.parse(line) as EngineEvent),
      stdout + stderr,
      code !== 0,
    );
  };
  const change = (operation: string, flags: readonly string[]): Promise<Run> =>
    run(operation, ["--yes", "--skip-preview", ...flags]);
  await pulumiOutput(place(), "stack", "init", STACK);
  return {
    workspace,
    setVariable: (name, value) => {
      variables[name] = value;
    },
    setAllConfig: async (config) => {
      const given = Object.entries(config).flatMap(([key, { value, secret }]) => [
        secret === true ? "--secret" : "--plaintext",
        `${key}=${value}`,
      ]);
      if (given.length > 0) {
        await pulumiOutput(place(), "config", "set-all", ...given);
      }
    },
    removeConfig: async (key) => {
      await pulumiOutput(place(), "config", "rm", key);
    },
    preview: (options) => run("preview", flagsOf(options)),
    up: (options) => change("up", flagsOf(options)),
    refresh: (options) => change("refresh", flagsOf(options)),
    destroy: () => change("destroy", []),
    outputs: () => stackOutputs(place()),
    resources: async () => {
      const { deployment } = JSON.parse(await pulumiOutput(place(), "stack", "export")) as Deployment;
      return (deployment["resources"] ?? []) as StateResource[];
    },
    importStack: async (deployment) => {
      const file = join(workspace.state, "import.json");
      await writeFile(file, JSON.stringify(deployment));
      await pulumiOutput(place(), "stack", "import", "--file", file);
      await rm(file);
    },
  };
}

function flagsOf({ expectNoChanges = false, flags = [] }: RunOptions = {}): string[] {
  return expectNoChanges ? ["--expect-no-changes", ...flags] : [...flags];
}

function toRun(events: readonly EngineEvent[], output: string, failed: boolean): Run {
  const steps = events.flatMap(({ resOutputsEvent }) =>
    resOutputsEvent === undefined ? [] : [resOutputsEvent.metadata],
  );
  return {
    events,
    failure: failed ? output : undefined,
    text: `${output}\n${JSON.stringify(events)}`,
    changes:
      events.flatMap(({ summaryEvent }) => (summaryEvent === undefined ? [] : [summaryEvent.resourceChanges])).at(-1) ??
      {},
    steps: steps.filter(({ type }) => !type.startsWith("pulumi:providers:")),
  };
}
