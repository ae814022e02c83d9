/** What a registered resource needs, by the provider's check and diff, and the steps that take it there. */
import { UnsupportedError } from "./errors.js";
import type { Goal } from "./goal.js";
import type { Phase } from "./phase.js";
import type { States, Subject } from "./provider-host.js";
import type { ResourceState } from "./state.js";
import { nameOf, PROVIDER_PREFIX } from "./urn.js";
import { changedNames, makeSecrets, sameValues, UNKNOWN, type Properties } from "./values.js";

/** `state` has the inputs as the provider checked them. */
export type Change =
  | { readonly op: "create"; readonly state: ResourceState }
  | { readonly op: "same" | "update"; readonly state: ResourceState; readonly old: ResourceState };

export async function decideChange(
  phase: Phase,
  goal: Goal,
  next: ResourceState,
  old: ResourceState | undefined,
): Promise<Change> {
  if (!goal.custom) {
    if (old === undefined) {
      return { op: "create", state: next };
    }
    return { op: sameValues(old.inputs ?? {}, goal.inputs) ? "same" : "update", state: next, old };
  }
  if (old?.external === true) {
    throw new UnsupportedError(`creating a resource that was only read before (${next.urn})`);
  }
  const state = { ...next, inputs: await check(phase, next, old?.inputs ?? {}, ignoreChanges(goal, old?.inputs)) };
  if (old === undefined) {
    return { op: "create", state };
  }
  const diff = await (await phase.host()).diff(subjectOf(old), statesOf(old), state.inputs);
  if (diff.replaces) {
    throw new UnsupportedError(`replacing a resource (${state.urn})`);
  }
  const changed = changedNames(old.inputs ?? {}, state.inputs).filter((name) => !goal.ignoreChanges.includes(name));
  return { op: (diff.changes ?? changed.length > 0) ? "update" : "same", state, old };
}

/** The provider's check, each failure reported on its own. */
async function check(phase: Phase, state: ResourceState, olds: Properties, news: Properties): Promise<Properties> {
  const { inputs, failures } = await (await phase.host()).check(subjectOf(state), olds, news, phase.dryRun);
  const messages = failures.map(({ property, reason }) => {
    const about = property === "" ? "" : `: property ${property}`;
    return `${state.type} resource '${nameOf(state.urn)}'${about} has a problem: ${reason}`;
  });
  for (const message of messages.slice(0, -1)) {
    phase.transcript.diagnostic({ severity: "error", message, urn: state.urn });
  }
  const last = messages.at(-1);
  if (last !== undefined) {
    throw new Error(last);
  }
  return inputs;
}

/** A property that is to stay as it is has its old value, or none. */
function ignoreChanges(goal: Goal, olds: Properties | undefined): Properties {
  if (olds === undefined) {
    return goal.inputs;
  }
  const ignored = Object.entries(olds).filter(([name]) => goal.ignoreChanges.includes(name));
  const rest = Object.entries(goal.inputs).filter(([name]) => !goal.ignoreChanges.includes(name));
  return Object.fromEntries([...rest, ...ignored]);
}

/** In a preview a resource's outputs are its inputs: the SDK's host does not have more without creating it. */
export async function createStep(phase: Phase, state: ResourceState): Promise<ResourceState> {
  return await step(phase, "create", state, undefined, async () => {
    const inputs = state.inputs ?? {};
    if (!state.custom) {
      return stamped(state);
    }
    if (phase.dryRun) {
      return withOutputs(state, inputs);
    }
    const { id, outputs } = await (await phase.host()).create(subjectOf(state), inputs);
    return stamped(withOutputs({ ...state, id }, outputs));
  });
}

export async function updateStep(phase: Phase, state: ResourceState, old: ResourceState): Promise<ResourceState> {
  const next = { ...state, ...(old.id === undefined ? {} : { id: old.id }) };
  return await step(phase, "update", next, old, async () => {
    const inputs = state.inputs ?? {};
    if (!state.custom) {
      return stamped(withOutputs(next, old.outputs ?? {}));
    }
    const outputs = phase.dryRun ? inputs : await (await phase.host()).update(subjectOf(old), statesOf(old), inputs);
    return stamped(withOutputs(next, outputs));
  });
}

/** Reads take place in previews too, unless the id is not known yet. */
export async function readStep(phase: Phase, state: ResourceState): Promise<ResourceState> {
  const old = phase.snapshot.old(state.urn);
  if (old !== undefined && (old.external !== true || old.id !== state.id)) {
    throw new UnsupportedError(`reading another resource in the place of ${state.urn}`);
  }
  const read = await step(phase, "read", state, old, async () => {
    if (state.id === UNKNOWN) {
      return { ...state, outputs: {} };
    }
    const inputs = state.inputs ?? {};
    const result = await (await phase.host()).read(subjectOf(state), { inputs, outputs: inputs });
    if (result.id === "") {
      throw new Error(`resource '${state.id ?? ""}' does not exist`);
    }
    return withOutputs({ ...state, id: result.id }, result.outputs);
  });
  // A read counts if its outputs are not those of the last one. The first read never counts.
  if (old?.outputs !== undefined && !sameValues(old.outputs, read.outputs ?? {})) {
    phase.count("read");
  }
  return read;
}

export async function deleteStep(phase: Phase, old: ResourceState): Promise<void> {
  const begun = { op: old.external === true ? ("discard" as const) : ("delete" as const), urn: old.urn, old };
  const isProvider = old.type.startsWith(PROVIDER_PREFIX);
  await phase.run(begun, !isProvider, async () => {
    if (old.custom && begun.op === "delete" && !isProvider && !phase.dryRun) {
      await (await phase.host()).delete(subjectOf(old), statesOf(old));
    }
    return begun;
  });
  phase.snapshot.remove(old.urn);
}

/** What is read is not counted as a step. */
async function step(
  phase: Phase,
  op: "create" | "update" | "read",
  state: ResourceState,
  old: ResourceState | undefined,
  work: () => Promise<ResourceState>,
): Promise<ResourceState> {
  let result = state;
  await phase.run({ op, urn: state.urn, old, new: state }, op !== "read", async () => {
    result = await work();
    return { op, urn: state.urn, old, new: result };
  });
  phase.snapshot.put(result);
  return result;
}

export function subjectOf(state: ResourceState): Subject {
  return { urn: state.urn, type: state.type, name: nameOf(state.urn), id: state.id ?? "" };
}

export function statesOf(state: ResourceState): States {
  return { inputs: state.inputs ?? {}, outputs: state.outputs ?? {} };
}

function withOutputs(state: ResourceState, outputs: Properties): ResourceState {
  return { ...state, outputs: makeSecrets(outputs, state.additionalSecretOutputs ?? []) };
}

function stamped(state: ResourceState): ResourceState {
  const now = new Date().toISOString();
  return { ...state, created: state.created ?? now, modified: now };
}
