/** The steps of a preview and of an update: each takes one resource from its old state to its new one. */
import { InitFailure, UnsupportedError } from "./errors.js";
import type { Phase } from "./phase.js";
import { protectedMessage, statesOf, subjectOf } from "./plan.js";
import { without, type ResourceState } from "./state.js";
import { PROVIDER_PREFIX } from "./urn.js";
import { makeSecrets, sameValues, UNKNOWN, type Properties } from "./values.js";

/** Puts a resource's new state into the snapshot. */
type Settle = (state: ResourceState) => void;

/** In a preview a resource's outputs are its inputs: the SDK's host does not have more without creating it. */
export async function createStep(phase: Phase, state: ResourceState): Promise<ResourceState> {
  const settle: Settle = (created) => phase.snapshot.put(created);
  return await step(phase, "create", state, undefined, async () => await create(phase, state, settle));
}

export async function updateStep(phase: Phase, state: ResourceState, old: ResourceState): Promise<ResourceState> {
  const next = { ...state, ...(old.id === undefined ? {} : { id: old.id }) };
  return await step(phase, "update", next, old, async () => {
    // After a failure the next diff must see the change again.
    const settleFailed: Settle = (failed) => phase.snapshot.put({ ...failed, inputs: old.inputs ?? {} }, old);
    const updated = await keepingFailures(next, settleFailed, async () => {
      return stamped(withOutputs(next, await updatedOutputs(phase, next, old)));
    });
    phase.snapshot.put(updated, old);
    return updated;
  });
}

/** The new one first. The old one is deleted at the end. */
export async function replaceStep(phase: Phase, state: ResourceState, old: ResourceState): Promise<ResourceState> {
  const settle: Settle = (created) => phase.snapshot.replace(created, old);
  const created = await step(phase, "create-replacement", state, old, async () => await create(phase, state, settle));
  return await step(phase, "replace", created, old, async () => await Promise.resolve(created));
}

/** Reads take place in previews too, unless the id is not known yet. */
export async function readStep(
  phase: Phase,
  state: ResourceState,
  old: ResourceState | undefined,
): Promise<ResourceState> {
  if (old !== undefined && (old.external !== true || old.id !== state.id)) {
    throw new UnsupportedError(`reading another resource in the place of ${state.urn}`);
  }
  const read = await step(phase, "read", state, old, async () => {
    if (state.id === UNKNOWN) {
      return { ...state, outputs: {} };
    }
    const inputs = state.inputs ?? {};
    const result = await (await phase.host()).read(subjectOf(state), inputs, inputs);
    if (result.id === "") {
      throw new Error(`resource '${state.id ?? ""}' does not exist`);
    }
    return withOutputs({ ...state, id: result.id }, result.outputs);
  });
  phase.snapshot.put(read, old);
  // A read counts if its outputs are not those of the last one. The first read never counts.
  if (old?.outputs !== undefined && !sameValues(old.outputs, read.outputs ?? {})) {
    phase.count("read");
  }
  return read;
}

export async function deleteStep(
  phase: Phase,
  old: ResourceState,
  op: "delete" | "delete-replaced" | "discard",
): Promise<void> {
  const begun = { op, urn: old.urn, old };
  await phase.run(begun, op !== "delete-replaced" && !old.type.startsWith(PROVIDER_PREFIX), async () => {
    if (old.protect === true && op === "delete") {
      throw new Error(protectedMessage(old.urn, "delete"));
    }
    const ours = old.custom && old.external !== true && !old.type.startsWith(PROVIDER_PREFIX);
    if (ours && !phase.dryRun) {
      await (await phase.host()).delete(subjectOf(old), old.inputs ?? {}, old.outputs ?? {});
    }
    return begun;
  });
  phase.snapshot.remove(old);
}

async function step(
  phase: Phase,
  op: "create" | "create-replacement" | "update" | "replace" | "read",
  state: ResourceState,
  old: ResourceState | undefined,
  work: () => Promise<ResourceState>,
): Promise<ResourceState> {
  let result = state;
  await phase.run({ op, urn: state.urn, old, new: state }, op !== "create-replacement" && op !== "read", async () => {
    result = await work();
    return { op, urn: state.urn, old, new: result };
  });
  return result;
}

async function create(phase: Phase, state: ResourceState, settle: Settle): Promise<ResourceState> {
  const fresh = without(state, "created");
  const created = await keepingFailures(fresh, settle, async () => {
    if (!state.custom) {
      return stamped(fresh);
    }
    if (phase.dryRun) {
      return withOutputs(fresh, fresh.inputs ?? {});
    }
    const { id, outputs } = await (await phase.host()).create(subjectOf(fresh), fresh.inputs ?? {});
    return stamped(withOutputs({ ...fresh, id }, outputs));
  });
  settle(created);
  return created;
}

async function updatedOutputs(phase: Phase, state: ResourceState, old: ResourceState): Promise<Properties> {
  if (!state.custom) {
    return old.outputs ?? {};
  }
  if (phase.dryRun) {
    return state.inputs ?? {};
  }
  return await (await phase.host()).update(subjectOf(old), statesOf(old), state.inputs ?? {});
}

/** A resource that came to be but failed to initialise is kept as it is, with the reasons. */
async function keepingFailures(
  state: ResourceState,
  settle: Settle,
  work: () => Promise<ResourceState>,
): Promise<ResourceState> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof InitFailure) {
      settle(stamped({ ...withOutputs(state, error.outputs), id: error.id, initErrors: error.reasons }));
    }
    throw error;
  }
}

function withOutputs(state: ResourceState, outputs: Properties): ResourceState {
  return { ...state, outputs: makeSecrets(outputs, state.additionalSecretOutputs ?? []) };
}

function stamped(state: ResourceState): ResourceState {
  const now = new Date().toISOString();
  return { ...state, created: state.created ?? now, modified: now };
}
