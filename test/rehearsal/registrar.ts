/** Turns the program's registrations into steps, and takes them, in previews and updates. */
import { configProperties, providerUrn, referenceTo, setUpProvider } from "./default-provider.js";
import { messageOf, UnsupportedError } from "./errors.js";
import type { Goal, ReadGoal } from "./goal.js";
import type { Phase } from "./phase.js";
import { decideChange } from "./plan.js";
import type { ResourceState } from "./state.js";
import { createStep, readStep, replaceStep, updateStep } from "./steps.js";
import { createTargets } from "./targets.js";
import type { ConfigValue } from "./types.js";
import { createUrn, resolveAlias } from "./urn.js";
import type { Properties } from "./values.js";

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
  /** Whether this run has seen the resource, or may not touch it. */
  keeps(urn: string): boolean;
  /** A target that neither the stack nor the program has. */
  unknownTarget(): string | undefined;
}

export interface RegistrarOptions {
  readonly config: Readonly<Record<string, ConfigValue>>;
  /** URNs; `undefined`: everything. */
  readonly target: readonly string[] | undefined;
}

export function createRegistrar(phase: Phase, options: RegistrarOptions): Registrar {
  const { snapshot, place } = phase;
  const turns = createQueue();
  const targets = createTargets(options.target);
  const seen = new Set<string>();
  const aliased = new Set<string>();

  return {
    register: async (goal) => await inTurn(goal, () => decide(goal)),
    read: async (goal) => await inTurn(goal, () => decideRead(goal)),
    registerOutputs: (urn, outputs) => {
      const state = snapshot.current(urn);
      if (state === undefined && !targets.isSkipped(urn)) {
        throw new Error(`cannot complete a resource '${urn}' whose registration isn't pending`);
      }
      if (state !== undefined) {
        snapshot.put({ ...state, outputs });
      }
    },
    unknownTarget: () => targets.findUnknown((urn) => seen.has(urn) || snapshot.old(urn) !== undefined),
    keeps: (urn) => seen.has(urn) || !targets.includes(urn),
  };

  /** Like the engine: decided one after another, done side by side. */
  async function inTurn(goal: Goal | ReadGoal, work: () => Promise<() => Promise<Registered>>): Promise<Registered> {
    const apply = await turns.add(async () => {
      phase.stopped.throwIfAborted();
      try {
        return await work();
      } catch (error) {
        phase.fail(messageOf(error), createUrn(place, goal.type, goal.name, goal.parent));
        throw error;
      }
    });
    return await apply();
  }

  async function decide(goal: Goal): Promise<() => Promise<Registered>> {
    const { urn, parent } = claim(goal);
    const old = findOld(urn, goal);
    const next: ResourceState = {
      urn,
      custom: goal.custom,
      type: goal.type,
      ...(goal.custom || Object.keys(goal.inputs).length > 0 ? { inputs: goal.inputs } : {}),
      ...named({ parent }),
      ...(goal.protect ? { protect: true } : {}),
      ...listed({ dependencies: goal.dependencies, ignoreChanges: goal.ignoreChanges }),
      ...listed({ additionalSecretOutputs: goal.additionalSecretOutputs }),
      ...(goal.custom ? { provider: setUp(), propertyDependencies: goal.propertyDependencies } : {}),
      ...(old?.created === undefined ? {} : { created: old.created }),
      ...(old?.modified === undefined ? {} : { modified: old.modified }),
    };
    if (!targets.includes(urn)) {
      if (old === undefined) {
        targets.skip(urn);
        const skipped = { op: "same" as const, urn, new: next };
        return async () => {
          await phase.run(skipped, true, async () => await Promise.resolve(skipped));
          return { urn, id: "", outputs: {} };
        };
      }
      return async () => await keep(old, old);
    }
    targets.requireCreated(next);
    const change = await decideChange(phase, goal, next, old);
    return async () => {
      switch (change.op) {
        case "create":
          return toRegistered(await createStep(phase, change.state));
        case "same":
          return await keep({ ...change.state, ...kept(change.old) }, change.old);
        case "update":
          return toRegistered(await updateStep(phase, change.state, change.old));
        case "replace":
          return toRegistered(await replaceStep(phase, change.state, change.old));
      }
    };
  }

  async function decideRead(goal: ReadGoal): Promise<() => Promise<Registered>> {
    const { urn, parent } = claim(goal);
    const next: ResourceState = {
      urn,
      custom: true,
      id: goal.id,
      type: goal.type,
      inputs: goal.inputs,
      external: true,
      provider: setUp(),
      ...named({ parent }),
      ...listed({ dependencies: goal.dependencies, additionalSecretOutputs: goal.additionalSecretOutputs }),
    };
    return await Promise.resolve(async () => toRegistered(await readStep(phase, next, snapshot.old(urn))));
  }

  async function keep(state: ResourceState, old: ResourceState): Promise<Registered> {
    const step = { op: "same" as const, urn: state.urn, old, new: state };
    await phase.run(step, true, async () => {
      snapshot.put(state, old);
      return await Promise.resolve(step);
    });
    return toRegistered(state);
  }

  function claim(goal: Goal | ReadGoal): { urn: string; parent: string } {
    if (aliased.has(goal.parent)) {
      throw new UnsupportedError(`children of a resource with aliases (${goal.parent})`);
    }
    const urn = createUrn(place, goal.type, goal.name, goal.parent);
    if (seen.has(urn)) {
      throw new Error(`Duplicate resource URN '${urn}'; try giving it a unique name`);
    }
    seen.add(urn);
    if ("aliases" in goal && goal.aliases.length > 0) {
      aliased.add(urn);
    }
    return { urn, parent: goal.parent };
  }

  function findOld(urn: string, goal: Goal): ResourceState | undefined {
    for (const name of [urn, ...goal.aliases.map((alias) => resolveAlias(place, alias, goal))]) {
      const old = snapshot.old(name);
      if (old !== undefined) {
        seen.add(name);
        return old;
      }
    }
    return undefined;
  }

  /** The provider comes into the state with the first resource that is its. */
  function setUp(): string {
    const urn = providerUrn(place);
    const current = snapshot.current(urn);
    if (current !== undefined) {
      return referenceTo(current);
    }
    const old = snapshot.old(urn);
    const provider = setUpProvider(place, old, configProperties(options.config));
    snapshot.put(provider, old);
    seen.add(urn);
    return referenceTo(provider);
  }
}

function kept(old: ResourceState): Pick<ResourceState, "id" | "outputs"> {
  return {
    ...(old.id === undefined ? {} : { id: old.id }),
    ...(old.outputs === undefined ? {} : { outputs: old.outputs }),
  };
}

function toRegistered(state: ResourceState): Registered {
  return { urn: state.urn, id: state.id ?? "", outputs: state.outputs ?? {} };
}

function named<T extends Record<string, string>>(names: T): Partial<T> {
  return Object.fromEntries(Object.entries(names).filter(([, name]) => name !== "")) as Partial<T>;
}

function listed<T extends Record<string, readonly string[]>>(lists: T): Partial<T> {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)) as Partial<T>;
}

/** One piece of work at a time, in the order in which it came. */
interface Queue {
  add<T>(work: () => Promise<T>): Promise<T>;
}

function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return {
    add: async (work) => {
      const result = last.then(work);
      last = result.catch(() => undefined);
      return result;
    },
  };
}
