/** Turns the program's registrations into steps, and takes them, in previews and updates. */
import { randomUUID } from "node:crypto";
import { messageOf, UnsupportedError } from "./errors.js";
import type { Goal, ReadGoal } from "./goal.js";
import type { Phase } from "./phase.js";
import type { ResourceState } from "./state.js";
import { createStep, decideChange, readStep, updateStep } from "./steps.js";
import { createUrn, DYNAMIC_PROVIDER_TYPE } from "./urn.js";
import { sameValues, type Properties } from "./values.js";

export interface Registered {
  readonly urn: string;
  /** Empty where a preview does not know it. */
  readonly id: string;
  readonly outputs: Properties;
}

export interface Registrar {
  register(goal: Goal): Promise<Registered>;
  read(goal: ReadGoal): Promise<Registered>;
  /** Outputs that a component, or the stack, registers after its own registration. */
  registerOutputs(urn: string, outputs: Properties): void;
  /** Whether this run has seen the resource. */
  has(urn: string): boolean;
}

/** @param settings Of the provider: the stack's config. */
export function createRegistrar(phase: Phase, settings: Properties): Registrar {
  const { snapshot } = phase;
  const seen = new Set<string>();
  let lastTurn: Promise<unknown> = Promise.resolve();

  return {
    register: async (goal) => await inTurn(goal, async (urn) => await decide(goal, urn)),
    read: async (goal) =>
      await inTurn(goal, (urn) => {
        const state = { ...common(goal, urn), custom: true, id: goal.id, inputs: goal.inputs, external: true };
        const provider = setUpProvider();
        return Promise.resolve(async () => await readStep(phase, { ...state, provider }));
      }),
    registerOutputs: (urn, outputs) => {
      const state = snapshot.current(urn);
      if (state === undefined) {
        throw new Error(`cannot complete a resource '${urn}' whose registration isn't pending`);
      }
      snapshot.put({ ...state, outputs });
    },
    has: (urn) => seen.has(urn),
  };

  /** As the engine does: decided one after another, done side by side. */
  async function inTurn(
    goal: Goal | ReadGoal,
    work: (urn: string) => Promise<() => Promise<ResourceState>>,
  ): Promise<Registered> {
    const urn = createUrn(phase.place, goal.type, goal.name, goal.parent);
    const turn = lastTurn.then(async () => {
      phase.stopped.throwIfAborted();
      try {
        if (seen.has(urn)) {
          throw new Error(`Duplicate resource URN '${urn}'; try giving it a unique name`);
        }
        seen.add(urn);
        return await work(urn);
      } catch (error) {
        phase.fail(messageOf(error), urn);
        throw error;
      }
    });
    lastTurn = turn.catch(() => undefined);
    const { id = "", outputs = {} } = await (await turn)();
    return { urn, id, outputs };
  }

  async function decide(goal: Goal, urn: string): Promise<() => Promise<ResourceState>> {
    const old = snapshot.old(urn);
    if (goal.hasAliases && snapshot.old(phase.stackUrn) !== undefined) {
      throw new UnsupportedError("aliases in a stack that is there already");
    }
    const next: ResourceState = {
      ...common(goal, urn),
      custom: goal.custom,
      ...(goal.custom || Object.keys(goal.inputs).length > 0 ? { inputs: goal.inputs } : {}),
      ...(goal.ignoreChanges.length === 0 ? {} : { ignoreChanges: goal.ignoreChanges }),
      ...(goal.custom ? { provider: setUpProvider(), propertyDependencies: goal.propertyDependencies } : {}),
      ...(old?.created === undefined ? {} : { created: old.created }),
      ...(old?.modified === undefined ? {} : { modified: old.modified }),
    };
    const change = await decideChange(phase, goal, next, old);
    return async () => {
      switch (change.op) {
        case "create":
          return await createStep(phase, change.state);
        case "update":
          return await updateStep(phase, change.state, change.old);
        case "same":
          return await keep(change.state, change.old);
      }
    };
  }

  async function keep(state: ResourceState, old: ResourceState): Promise<ResourceState> {
    const { id, outputs } = old;
    const kept = { ...state, ...(id === undefined ? {} : { id }), ...(outputs === undefined ? {} : { outputs }) };
    const step = { op: "same" as const, urn: state.urn, old, new: kept };
    await phase.run(step, true, () => Promise.resolve(step));
    snapshot.put(kept);
    return kept;
  }

  /** The one provider there is keeps the settings for operations that run no program. It comes with the first resource. */
  function setUpProvider(): string {
    const urn = phase.providerUrn;
    if (!seen.has(urn)) {
      seen.add(urn);
      const old = snapshot.old(urn);
      const now = new Date().toISOString();
      const isSame = old !== undefined && sameValues(old.inputs ?? {}, settings);
      snapshot.put({
        urn,
        custom: true,
        id: old?.id ?? randomUUID(),
        type: DYNAMIC_PROVIDER_TYPE,
        inputs: settings,
        outputs: settings,
        created: old?.created ?? now,
        modified: isSame ? (old.modified ?? now) : now,
      });
    }
    return `${urn}::${snapshot.current(urn)?.id ?? ""}`;
  }
}

/** What a resource that is registered and one that is read have in common; what is empty is left out. */
function common(goal: Goal | ReadGoal, urn: string): Omit<ResourceState, "custom"> {
  const { type, parent, dependencies, additionalSecretOutputs } = goal;
  return {
    urn,
    type,
    ...(parent === "" ? {} : { parent }),
    ...(dependencies.length === 0 ? {} : { dependencies }),
    ...(additionalSecretOutputs.length === 0 ? {} : { additionalSecretOutputs }),
  };
}
