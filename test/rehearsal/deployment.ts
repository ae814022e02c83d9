/** One operation of the rehearsal engine: what becomes of each resource, by the provider's check and diff. */
import { messageOf, UnsupportedError } from "./errors.js";
import type { ProviderHost } from "./processes.js";
import type { ChangeSummary, Diagnostic, Operation } from "./types.js";
import { makeSecrets, type Properties, sameValues, UNKNOWN } from "./values.js";

export const STACK_TYPE = "pulumi:pulumi:Stack";

/** A resource as the deployment format (version 3) names its parts. */
export interface ResourceState {
  readonly urn: string;
  readonly type: string;
  readonly custom: boolean;
  readonly id?: string;
  readonly parent?: string;
  readonly inputs: Properties;
  readonly outputs: Properties;
  /** Read, not owned. */
  readonly external?: boolean;
  /** URNs. */
  readonly dependencies: readonly string[];
  readonly additionalSecretOutputs: readonly string[];
}

/** What the program registers, or reads. */
export interface Goal extends Omit<ResourceState, "urn" | "outputs" | "external"> {
  readonly name: string;
}

/** What there is to say of a step: the resource before it and after it. */
export interface Step {
  readonly op: Operation;
  readonly old?: ResourceState | undefined;
  readonly new?: ResourceState | undefined;
}

export interface Report {
  stepBegins(step: Step): void;
  stepEnds(step: Step): void;
  diagnostic(diagnostic: Diagnostic): void;
}

export interface DeploymentOptions {
  readonly stack: string;
  readonly project: string;
  /** Nothing is created, updated or deleted. */
  readonly dryRun: boolean;
  readonly before: readonly ResourceState[];
  readonly report: Report;
  /** The provider's host, started on first use. */
  readonly host: () => Promise<ProviderHost>;
}

export type Deploying = ReturnType<typeof createDeployment>;

export function createDeployment({ stack, project, dryRun, before, report, host }: DeploymentOptions) {
  const olds = new Map(before.map((state) => [state.urn, state]));
  const news = new Map<string, ResourceState>();
  const removed = new Set<string>();
  const registered = new Set<string>();
  const changes: ChangeSummary = {};
  const stop = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  let lastTurn: Promise<unknown> = Promise.resolve();

  const remaining = (): ResourceState[] => before.filter(({ urn }) => !news.has(urn) && !removed.has(urn));
  const count = (op: Operation): void => void (changes[op] = (changes[op] ?? 0) + 1);

  /** Reports an error, unless it was reported already, and stops the operation: nothing more is begun. */
  function fail(message: string | undefined, urn?: string): void {
    if (message !== undefined) {
      report.diagnostic({ severity: "error", message, urn });
    }
    stop.abort();
  }

  function urnOf({ type, name, parent = "" }: Goal): string {
    const parentType = parent.split("::")[2] ?? "";
    const qualified = parentType === "" || parentType === STACK_TYPE ? type : `${parentType}$${type}`;
    return `urn:pulumi:${stack}::${project}::${qualified}::${name}`;
  }

  /** As the engine does: decided one after another, done side by side. */
  async function inTurn(
    goal: Goal,
    decide: (urn: string) => Promise<() => Promise<ResourceState>>,
  ): Promise<ResourceState> {
    const urn = urnOf(goal);
    const turn = lastTurn.then(async () => {
      stop.signal.throwIfAborted();
      try {
        if (registered.has(urn)) {
          throw new Error(`Duplicate resource URN '${urn}'; try giving it a unique name`);
        }
        registered.add(urn);
        return await decide(urn);
      } catch (error) {
        fail(messageOf(error), urn);
        throw error;
      }
    });
    lastTurn = turn.catch(() => undefined);
    return await (
      await turn
    )();
  }

  /** Runs `work`, which returns the resource after it, as a step that is reported; `undefined`: the resource is gone. */
  async function run(
    op: Operation,
    old: ResourceState | undefined,
    next: ResourceState | undefined,
    work: () => Promise<ResourceState | undefined>,
  ): Promise<ResourceState | undefined> {
    report.stepBegins({ op, old, new: next });
    const result = work();
    const entry = result.finally(() => underWay.delete(entry));
    underWay.add(entry);
    const urn = (next ?? old)?.urn ?? "";
    try {
      const done = await entry;
      if (done === undefined) {
        removed.add(urn);
      } else {
        news.set(urn, done);
      }
      return done;
    } catch (error) {
      fail(messageOf(error), urn);
      throw error;
    }
  }

  async function step(
    op: "create" | "update" | "read" | "same",
    next: ResourceState,
    old: ResourceState | undefined,
    work: () => Promise<{ id?: string; outputs: Properties }>,
  ): Promise<ResourceState> {
    const done = await run(op, old, next, async () => {
      const { outputs, ...made } = await work();
      return { ...next, ...made, outputs: makeSecrets(outputs, next.additionalSecretOutputs) };
    });
    report.stepEnds({ op, old, new: done });
    // What is read is not counted, unless its outputs are not those of the last time.
    if (op !== "read" || (old !== undefined && !sameValues(old.outputs, done?.outputs ?? {}))) {
      count(op);
    }
    return done as ResourceState;
  }

  /** Checks the inputs. Each failure is reported on its own; the last one is the error. */
  async function check(state: ResourceState, olds: Properties): Promise<Properties> {
    const { inputs, failures } = await (await host()).check(subjectOf(state), olds, state.inputs);
    const messages = failures.map((failure) => {
      const about = failure.getProperty() === "" ? "" : `: property ${failure.getProperty()}`;
      return `${state.type} resource '${nameOf(state.urn)}'${about} has a problem: ${failure.getReason()}`;
    });
    messages.slice(0, -1).forEach((message) => report.diagnostic({ severity: "error", message, urn: state.urn }));
    const last = messages.at(-1);
    if (last !== undefined) {
      throw new Error(last);
    }
    return inputs;
  }

  async function decide(goal: Goal, urn: string): Promise<() => Promise<ResourceState>> {
    const old = olds.get(urn);
    if (old?.external === true) {
      throw new UnsupportedError(`creating a resource that was only read before (${urn})`);
    }
    const next = { ...stateOf(goal, urn), ...(old?.id === undefined ? {} : { id: old.id }) };
    if (!goal.custom) {
      const op = old === undefined ? "create" : sameValues(old.inputs, goal.inputs) ? "same" : "update";
      return () => step(op, next, old, () => Promise.resolve({ outputs: old?.outputs ?? {} }));
    }
    const state = { ...next, inputs: await check(next, old?.inputs ?? {}) };
    const { inputs } = state;
    if (old === undefined) {
      // In a preview a resource's outputs are its inputs: the SDK's host has no more without creating it.
      return () =>
        step("create", state, old, async () =>
          dryRun ? { outputs: inputs } : await (await host()).create(subjectOf(state), inputs),
        );
    }
    const { changes: differs, replaces } = await (await host()).diff(subjectOf(old), old, inputs);
    if (replaces) {
      throw new UnsupportedError(`replacing a resource (${urn})`);
    }
    if (!(differs ?? !sameValues(old.inputs, inputs))) {
      return () => step("same", state, old, () => Promise.resolve({ outputs: old.outputs }));
    }
    return () =>
      step("update", state, old, async () => ({
        outputs: dryRun ? inputs : await (await host()).update(subjectOf(old), old, inputs),
      }));
  }

  async function deleteOne(old: ResourceState): Promise<void> {
    const op = old.external === true ? "discard" : "delete";
    await run(op, old, undefined, async () => {
      if (old.custom && op === "delete" && !dryRun) {
        await (await host()).delete(subjectOf(old), old);
      }
      return undefined;
    });
    report.stepEnds({ op, old });
    count(op);
  }

  async function refreshOne(old: ResourceState): Promise<void> {
    let op: Operation = "same";
    const done = await run("refresh", old, old, async () => {
      if (!old.custom) {
        return old;
      }
      const read = await (await host()).read(subjectOf(old), old);
      if (read.id === "") {
        op = "delete";
        return undefined;
      }
      const fresh = { ...old, ...read };
      // It has drifted if an update with the old inputs would change what was read. What is only read has no inputs to compare.
      const diff = old.external === true ? undefined : await (await host()).diff(subjectOf(old), fresh, old.inputs);
      const isSame =
        old.external === true ? sameValues(old.outputs, fresh.outputs) : sameValues(old.inputs, fresh.inputs);
      op = (diff?.changes ?? !isSame) ? "update" : "same";
      return fresh;
    });
    report.stepEnds({ op, old, new: done });
    count(op);
  }

  return {
    changes,
    dryRun,
    fail,
    stopped: stop.signal,
    /** Registers a resource, and makes it what it should be. */
    register: (goal: Goal) => inTurn(goal, (urn) => decide(goal, urn)),
    /** Reads a resource that somebody else owns: in previews too, unless the id is not known yet. */
    read: (goal: Goal) =>
      inTurn(goal, (urn) => {
        const state = { ...stateOf(goal, urn), external: true };
        const work = async (): Promise<{ id?: string; outputs: Properties }> => {
          if (state.id === UNKNOWN) {
            return { outputs: {} };
          }
          const { id, outputs } = await (await host()).read(subjectOf(state), { ...state, outputs: state.inputs });
          if (id === "") {
            throw new Error(`resource '${state.id ?? ""}' does not exist`);
          }
          return { id, outputs };
        };
        return Promise.resolve(() => step("read", state, olds.get(urn), work));
      }),
    /** Sets the outputs that a component, or the stack, registers after its own registration. */
    registerOutputs: (urn: string, outputs: Properties) => {
      const state = news.get(urn);
      if (state !== undefined) {
        news.set(urn, { ...state, outputs });
      }
    },
    /** Deletes what was not registered. As the engine does: together all that nothing else depends on, then the next ones. */
    deleteRest: async () => {
      let rest = remaining().filter(({ urn }) => !registered.has(urn));
      while (rest.length > 0 && !stop.signal.aborted) {
        const needed = new Set(rest.flatMap(({ parent = "", dependencies }) => [parent, ...dependencies]));
        const free = rest.filter(({ urn }) => !needed.has(urn));
        await Promise.allSettled(free.map(deleteOne));
        rest = rest.filter((state) => !free.includes(state));
      }
    },
    refreshAll: () => Promise.allSettled(before.map(refreshOne)),
    /** Waits for the work that is under way. */
    settled: () => Promise.allSettled(underWay),
    /** Returns everything there is now. What a resource depends on comes before it. */
    resources: (): readonly ResourceState[] => [...news.values(), ...remaining()],
  };
}

/** Returns the resource that is wanted, without what it does not have yet. */
function stateOf(
  { type, custom, id, parent, inputs, dependencies, additionalSecretOutputs }: Goal,
  urn: string,
): ResourceState {
  const known = { ...(id === undefined ? {} : { id }), ...(parent === undefined ? {} : { parent }) };
  return { urn, type, custom, ...known, inputs, outputs: {}, dependencies, additionalSecretOutputs };
}

const subjectOf = ({ urn, id = "" }: ResourceState): { urn: string; id: string } => ({ urn, id });

export const nameOf = (urn: string): string => urn.split("::").slice(3).join("::");
