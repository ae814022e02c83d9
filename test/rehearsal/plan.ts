/** Decides what a registered resource needs, by the provider's check and diff. */
import { UnsupportedError } from "./errors.js";
import type { Goal } from "./goal.js";
import type { Phase } from "./phase.js";
import type { Subject } from "./provider-host.js";
import type { ResourceState } from "./state.js";
import { nameOf } from "./urn.js";
import { changedNames, containsUnknown, sameValues, type Properties } from "./values.js";

/** `state` has the inputs as the provider checked them. */
export type Change =
  | { readonly op: "create"; readonly state: ResourceState }
  | { readonly op: "same" | "update"; readonly state: ResourceState; readonly old: ResourceState }
  | { readonly op: "replace"; readonly state: ResourceState; readonly old: ResourceState };

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
  const inputs = ignoreChanges(goal, old?.inputs);
  const state = { ...next, inputs: await check(phase, next, old?.inputs ?? {}, inputs) };
  if (old === undefined) {
    return { op: "create", state };
  }
  const diff = await (await phase.host()).diff(subjectOf(old), statesOf(old), state.inputs);
  const changed = changedNames(old.inputs ?? {}, state.inputs).filter((name) => !goal.ignoreChanges.includes(name));
  const changes = diff.changes ?? changed.length > 0;
  if (changes && diff.replaces.length > 0) {
    if (diff.deleteBeforeReplace) {
      throw new UnsupportedError(`deleteBeforeReplace (${state.urn})`);
    }
    if (old.protect === true && goal.protect) {
      throw new Error(protectedMessage(state.urn, "replace"));
    }
    return { op: "replace", state: { ...state, inputs: await check(phase, next, {}, goal.inputs) }, old };
  }
  return { op: changes || (old.initErrors ?? []).length > 0 ? "update" : "same", state, old };
}

/** The provider's check, each failure reported on its own. */
async function check(phase: Phase, state: ResourceState, olds: Properties, news: Properties): Promise<Properties> {
  const { inputs, failures } = await (await phase.host()).check(subjectOf(state), olds, news, phase.dryRun);
  const [last, ...others] = failures
    .map(({ property, reason }) =>
      property === ""
        ? `${state.type} resource '${nameOf(state.urn)}' has a problem: ${reason}`
        : `${state.type} resource '${nameOf(state.urn)}': property ${property} value ${show(inputs, property)} has a problem: ${reason}`,
    )
    .reverse();
  if (last !== undefined) {
    for (const message of others.reverse()) {
      phase.transcript.diagnostic({ severity: "error", message, urn: state.urn });
    }
    throw new Error(last);
  }
  return inputs;
}

/** As the engine shows a value: nothing of a secret. */
function show(inputs: Properties, property: string): string {
  const value = inputs[property];
  if (value === undefined || value === null) {
    return "{<nil>}";
  }
  return containsUnknown(value) || typeof value === "object" ? "{…}" : `{${String(value)}}`;
}

/** A property that is to stay as it is has its old value, or none. */
function ignoreChanges(goal: Goal, olds: Properties | undefined): Properties {
  if (olds === undefined || goal.ignoreChanges.length === 0) {
    return goal.inputs;
  }
  const ignored = Object.entries(olds).filter(([name]) => goal.ignoreChanges.includes(name));
  const rest = Object.entries(goal.inputs).filter(([name]) => !goal.ignoreChanges.includes(name));
  return Object.fromEntries([...rest, ...ignored]);
}

export function subjectOf(state: ResourceState): Subject {
  return { urn: state.urn, type: state.type, name: nameOf(state.urn), id: state.id ?? "" };
}

export function statesOf(state: ResourceState): { inputs: Properties; outputs: Properties } {
  return { inputs: state.inputs ?? {}, outputs: state.outputs ?? {} };
}

export function protectedMessage(urn: string, operation: "delete" | "replace"): string {
  return [
    operation === "delete" ? `resource "${urn}" cannot be deleted` : `unable to replace resource "${urn}"`,
    "because it is protected. To unprotect the resource, remove the `protect` flag from the resource in your Pulumi " +
      "program and run `pulumi up`",
  ].join("\n");
}
