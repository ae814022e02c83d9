/** The rehearsal engine's `Stack`: a stand-in for the Pulumi engine, for the demo and this repository's tests. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { deploy, destroy, refresh, type DeploymentResult } from "./deployments.js";
import { RehearsalError, refuseUnknown, UnsupportedError } from "./errors.js";
import type { PhaseOptions } from "./phase.js";
import { qualify, readProject } from "./project.js";
import { createSnapshot } from "./snapshot.js";
import { openStateFile, type ResourceState } from "./state.js";
import { createTranscript } from "./transcript.js";
import type { OutputValue, RehearsalStack, RehearsalStackOptions, UpdateOptions } from "./types.js";
import { STACK_TYPE } from "./urn.js";
import { isSecret, maskSecrets, toProvider, type Properties } from "./values.js";

/** Shorter texts are too common in what is shown to be masked. */
const SHORTEST_MASKED = 3;

const OPERATIONS = {
  preview: { heading: "Previewing update", options: ["onOutput", "onEvent", "expectNoChanges"], showsOutputs: true },
  up: { heading: "Updating", options: ["onOutput", "onEvent", "expectNoChanges"], showsOutputs: true },
  refresh: { heading: "Refreshing", options: ["onOutput", "onEvent", "expectNoChanges"], showsOutputs: false },
  destroy: { heading: "Destroying", options: ["onOutput", "onEvent"], showsOutputs: false },
};

/**
 * Opens a stack, which may be new. Runs nothing: a wrong passphrase shows in the first operation.
 *
 * @throws Error if `workDir` has no `Pulumi.yaml` that can be used.
 */
export function createRehearsalStack(options: RehearsalStackOptions): RehearsalStack {
  const { stackName, passphrase, env, maskSecrets: mayMask = true } = options;
  const project = readProject(options.workDir);
  const file = openStateFile(join(resolve(options.stateDir), project.name, `${stackName}.json`), passphrase);

  async function operate(
    kind: keyof typeof OPERATIONS,
    given: UpdateOptions,
    work: (phase: PhaseOptions) => Promise<DeploymentResult>,
  ): Promise<void> {
    const { heading, options: known, showsOutputs } = OPERATIONS[kind];
    refuseUnknown(`the options of ${kind}`, given, known);
    if (existsSync(join(project.root, `Pulumi.${stackName}.yaml`))) {
      throw new UnsupportedError(`settings files of stacks (Pulumi.${stackName}.yaml)`);
    }
    const before = file.load();
    const secrets = Object.values(before.config).filter(({ secret }) => secret === true && mayMask);
    const masked = secrets.map(({ value }) => value).filter(({ length }) => length >= SHORTEST_MASKED);
    const transcript = createTranscript(given, masked);
    const begun = performance.now();
    transcript.line(`${heading} (${stackName})`);
    transcript.line("On the rehearsal engine: a stand-in for tests and the demo\n");
    const snapshot = createSnapshot(before.resources);
    const phase = { project, stackName, env: { ...process.env, ...env }, snapshot, transcript };
    const { failed, changes } = await work({ ...phase, dryRun: kind === "preview" });
    const resources = snapshot.resources();
    if (kind !== "preview") {
      file.save({ ...before, resources });
    }
    if (showsOutputs) {
      const outputs = Object.entries(maskSecrets(outputsOf(resources))).map(([name, value]) => {
        return `    ${name}: ${JSON.stringify(value, undefined, 2).replaceAll("\n", "\n    ")}`;
      });
      transcript.line(["\nOutputs:", ...outputs].join("\n"));
    }
    transcript.summary(Math.round((performance.now() - begun) / 1000), changes);
    if (failed) {
      throw new RehearsalError(`${heading} (${stackName}) failed.`, transcript.errors);
    }
    if (given.expectNoChanges === true && Object.keys(changes).some((op) => op !== "same" && op !== "read")) {
      throw new RehearsalError("no changes were expected but changes were proposed", transcript.errors);
    }
  }

  return {
    setAllConfig: async (config) => {
      const state = file.load();
      const added = Object.entries(config).map(([key, value]) => [qualify(project.name, key), value] as const);
      file.save({ ...state, config: { ...state.config, ...Object.fromEntries(added) } });
      await Promise.resolve();
    },
    removeConfig: async (key) => {
      const state = file.load();
      const rest = Object.entries(state.config).filter(([name]) => name !== qualify(project.name, key));
      file.save({ ...state, config: Object.fromEntries(rest) });
      await Promise.resolve();
    },
    preview: async (given = {}) => {
      await operate("preview", given, async (phase) => await deploy(phase, file.load().config));
    },
    up: async (given = {}) => {
      await operate("up", given, async (phase) => await deploy(phase, file.load().config));
    },
    refresh: async (given = {}) => {
      await operate("refresh", given, refresh);
    },
    destroy: async (given = {}) => {
      await operate("destroy", given, destroy);
    },
    outputs: async () => {
      const outputs = Object.entries(outputsOf(file.load().resources)).map(([name, value]): [string, OutputValue] => {
        return [name, { value: toProvider({ value })["value"], secret: isSecret(value) }];
      });
      return await Promise.resolve(Object.fromEntries(outputs));
    },
    exportStack: async () => await Promise.resolve(file.export()),
    importStack: async ({ version, deployment }) => {
      const resources = deployment["resources"] as readonly ResourceState[];
      if (version !== 3 || JSON.stringify(resources).includes('"ciphertext"')) {
        throw new UnsupportedError(
          "importing secrets, which are encrypted for another stack, or another version than 3",
        );
      }
      file.save({ ...file.load(), resources });
      await Promise.resolve();
    },
  };
}

function outputsOf(resources: readonly ResourceState[]): Properties {
  return resources.find(({ type }) => type === STACK_TYPE)?.outputs ?? {};
}
