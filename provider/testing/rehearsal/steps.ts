/** The steps of a preview and of an update: each takes one resource from its old state to its new one. */
import { InitFailure } from "./init-failure.js";
import type { Phase } from "./phase.js";
import { protectedMessage, statesOf, subjectOf } from "./plan.js";
import { without, type ResourceState } from "./state.js";
import { PROVIDER_PREFIX } from "./urn.js";
import { makeSecrets, UNKNOWN, type Properties } from "./values.js";

/** In a preview a resource's outputs are its inputs: the SDK's host cannot say more without creating it. */
export async function createStep(phase: Phase, state: ResourceState): Promise<ResourceState> {
  const created = await step(phase, "create", state, undefined, async () => await createdBy(phase, state));
  phase.snapshot.put(created);
  return created;
}

export async function updateStep(phase: Phase, state: ResourceState, old: ResourceState): Promise<ResourceState> {
  const next = { ...state, ...(old.id === undefined ? {} : { id: old.id }) };
  const updated = await step(phase, "update", next, old, async () => {
    const outputs = !next.custom
      ? (old.outputs ?? {})
      : phase.dryRun
        ? (next.inputs ?? {})
        : await keepingFailures(phase, next, old, async () => {
            return await (await phase.host()).update(subjectOf(old), statesOf(old), next.inputs ?? {});
          });
    return stamped(withOutputs(next, outputs));
  });
  phase.snapshot.put(updated, old);
  return updated;
}

/** The new one first, and the old one deleted at the end; or, where it was asked for, the other way round. */
export async function replaceStep(
  phase: Phase,
  state: ResourceState,
  old: ResourceState,
  deleteFirst: boolean,
): Promise<ResourceState> {
  if (deleteFirst) {
    await deleteStep(phase, old, "delete-replaced");
  }
  const created = await step(phase, "create-replacement", state, old, async () => await createdBy(phase, state));
  await step(phase, "replace", created, old, async () => await Promise.resolve(created));
  if (deleteFirst) {
    phase.snapshot.put(created, old);
  } else {
    phase.snapshot.replace(created, old);
  }
  return created;
}

/** Reads take place in previews too, unless the id is not known yet. */
export async function readStep(
  phase: Phase,
  state: ResourceState,
  old: ResourceState | undefined,
): Promise<ResourceState> {
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
  if (old !== undefined && old.external !== true && old.id !== read.id) {
    phase.snapshot.replace(read, old);
  } else {
    phase.snapshot.put(read, old);
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
    if (ours && old.retainOnDelete !== true && !phase.dryRun) {
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

async function createdBy(phase: Phase, state: ResourceState): Promise<ResourceState> {
  const fresh = without(state, "created");
  if (!state.custom) {
    return stamped(fresh);
  }
  if (phase.dryRun) {
    return withOutputs(fresh, fresh.inputs ?? {});
  }
  const host = await phase.host();
  return await keepingFailures(phase, fresh, undefined, async () => {
    const { id, outputs } = await host.create(subjectOf(fresh), fresh.inputs ?? {});
    return stamped(withOutputs({ ...fresh, id }, outputs));
  });
}

/** A resource that came to be but failed to initialise is kept as it is, with the reasons. */
async function keepingFailures<T>(
  phase: Phase,
  state: ResourceState,
  old: ResourceState | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof InitFailure) {
      const failed = { ...withOutputs(state, error.outputs), id: error.id, initErrors: error.reasons };
      phase.snapshot.put(stamped(failed), old);
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
