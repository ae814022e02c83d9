/** The rehearsal engine's `Stack`: a stand-in for the Pulumi engine, for trying out and testing. */
import { join, resolve } from "node:path";
import { deploy, destroy, refresh, type DeploymentResult } from "./deployments.js";
import { RehearsalError } from "./errors.js";
import { withLock } from "./lock.js";
import type { PhaseOptions } from "./phase.js";
import { qualify, readProject } from "./project.js";
import { createSnapshot } from "./snapshot.js";
import { openStateFile, type ResourceState } from "./state.js";
import { createTranscript, symbolOf, type Transcript } from "./transcript.js";
import type {
  ChangeSummary,
  ConfigValue,
  OperationOptions,
  Operation,
  OperationResult,
  OutputValue,
  RehearsalStack,
  RehearsalStackOptions,
} from "./types.js";
import { STACK_TYPE } from "./urn.js";
import { isSecret, toProvider, toText } from "./values.js";

/** Shorter texts are too common in what is shown to be masked. */
const SHORTEST_MASKED = 3;

const HEADINGS: Readonly<Record<"preview" | "update" | "refresh" | "destroy", string>> = {
  preview: "Previewing update",
  update: "Updating",
  refresh: "Refreshing",
  destroy: "Destroying",
};

/**
 * Opens a stack, be it kept in `stateDir` already or new. Runs nothing: another passphrase than the one it was made with shows
 * in the first operation.
 *
 * @throws Error where `workDir` has no `Pulumi.yaml` that can be used, or the stack's name takes other characters than it may.
 */
export function createRehearsalStack(options: RehearsalStackOptions): RehearsalStack {
  const project = readProject(options.workDir, { name: options.projectName, main: options.main });
  if (!/^[A-Za-z0-9_.-]+$/.test(options.stackName)) {
    throw new Error(`A stack's name takes letters, digits, "-", "_" and ".": ${options.stackName}`);
  }
  const path = join(resolve(options.stateDir), project.name, `${options.stackName}.json`);
  const file = openStateFile(path, options.passphrase);
  const env = { ...process.env, ...options.env };

  const stack: RehearsalStack = {
    name: options.stackName,
    setConfig: async (key, value) => await stack.setAllConfig({ [key]: value }),
    setAllConfig: async (config) =>
      await edit((before) => ({
        ...before,
        ...Object.fromEntries(Object.entries(config).map(([key, value]) => [qualify(project.name, key), value])),
      })),
    getConfig: async (key) => {
      const value = await Promise.resolve(settings()[qualify(project.name, key)]);
      if (value === undefined) {
        throw new Error(`configuration key '${key}' not found for stack '${options.stackName}'`);
      }
      return value;
    },
    removeConfig: async (key) =>
      await edit((before) =>
        Object.fromEntries(Object.entries(before).filter(([name]) => name !== qualify(project.name, key))),
      ),
    preview: async (given = {}) => {
      const { transcript, changes } = await operate("preview", given, async (phase) => await run(phase, given.target));
      return { ...texts(transcript), changeSummary: changes };
    },
    up: async (given = {}) => {
      const begun = given.skipPreview === true ? undefined : await stack.preview(given);
      // What was to be seen is judged in the preview, before anything changes.
      const options = begun === undefined ? given : { ...given, expectNoChanges: false };
      const done = succeeded(await operate("update", options, async (phase) => await run(phase, given.target)));
      return {
        ...done,
        stdout: (begun?.stdout ?? "") + done.stdout,
        stderr: (begun?.stderr ?? "") + done.stderr,
        outputs: await stack.outputs(),
      };
    },
    refresh: async (given = {}) => succeeded(await operate("refresh", given, refresh)),
    destroy: async (given = {}) => succeeded(await operate("destroy", given, destroy)),
    outputs: async () => await Promise.resolve(outputsOf(file.load().resources)),
    exportStack: async () => await Promise.resolve(file.export()),
    importStack: async ({ deployment }) => {
      const resources = (deployment["resources"] ?? []) as readonly ResourceState[];
      if (JSON.stringify(resources).includes('"ciphertext"')) {
        throw new Error("The rehearsal engine imports no deployment that holds secrets.");
      }
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

  async function operate(
    kind: keyof typeof HEADINGS,
    given: OperationOptions,
    work: (phase: PhaseOptions) => Promise<DeploymentResult>,
  ): Promise<{ transcript: Transcript; changes: ChangeSummary }> {
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
    transcript.line(`${HEADINGS[kind]} (${options.stackName})`);
    transcript.line("On the rehearsal engine: a stand-in, for trying out and testing\n");
    const { failed, changes, resources } = await withLock(`${path}.lock`, async () => {
      const before = file.load();
      const snapshot = createSnapshot(before.resources);
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
      throw new RehearsalError(`${HEADINGS[kind]} (${options.stackName}) failed.`, transcript);
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

function succeeded({ transcript, changes }: { transcript: Transcript; changes: ChangeSummary }): OperationResult {
  return { ...texts(transcript), summary: { result: "succeeded", resourceChanges: changes } };
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
