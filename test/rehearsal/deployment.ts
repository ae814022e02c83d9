/** One operation of the rehearsal engine: what becomes of each resource, by the provider's check and diff. */
import { messageOf, UnsupportedError } from "./errors.js";
import type { ProviderHost } from "./processes.js";
import type { ChangeSummary, Diagnostic, Operation, StepMetadata } from "./types.js";
import { type Properties, sameValues, sealSecrets, UNKNOWN } from "./values.js";

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
  /** Whether it is only read, not owned. */
  readonly external?: boolean;
  /** The URNs of what it depends on. */
  readonly dependencies: readonly string[];
}

/** What the program registers, or reads. */
export interface Goal extends Omit<ResourceState, "urn" | "outputs" | "external"> {
  readonly name: string;
}

/** Receives what happens while it happens. */
export interface Report {
  /** A step has ended. */
  step(step: StepMetadata): void;
  diagnostic(diagnostic: Diagnostic): void;
}

export interface DeploymentOptions {
  readonly stack: string;
  readonly project: string;
  /** In a preview nothing is created, updated or deleted. */
  readonly dryRun: boolean;
  /** The state before the operation. */
  readonly before: readonly ResourceState[];
  readonly report: Report;
  /** The provider's host, started on first use. */
  readonly host: () => Promise<ProviderHost>;
}

export type Deploying = ReturnType<typeof createDeployment>;

/** Begins an operation. The program, a refresh and the deletion of the rest go through what it returns. */
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

  /** Runs a registration as the engine does: `decide` one after another, and what it returns side by side. */
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

  /** Does the work on one resource. If it fails, it stops the operation. */
  async function run<Result>(urn: string, work: () => Promise<Result>): Promise<Result> {
    const running = work()
      .catch((error: unknown) => {
        fail(messageOf(error), urn);
        throw error;
      })
      .finally(() => underWay.delete(running));
    underWay.add(running);
    return await running;
  }

  /** Counts and reports a step. What is only read is not counted. */
  function endStep(op: Operation, { urn, type, inputs }: ResourceState): void {
    report.step({ op, urn, type, ...(op === "delete" ? {} : { new: { inputs: sealSecrets(inputs) } }) });
    if (op !== "read") {
      changes[op] = (changes[op] ?? 0) + 1;
    }
  }

  /** Makes a resource what it should be. `work` returns its outputs. */
  function step(
    op: "create" | "update" | "read" | "same",
    next: ResourceState,
    work: () => Promise<{ id?: string; outputs: Properties }>,
  ): Promise<ResourceState> {
    return run(next.urn, async () => {
      const done = { ...next, ...(await work()) };
      news.set(done.urn, done);
      endStep(op, done);
      return done;
    });
  }

  /** Checks the inputs. Each failure is reported on its own; the last one is the error. */
  async function check(state: ResourceState, olds: Properties): Promise<Properties> {
    const { inputs, failures } = await (await host()).check(state, olds);
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

  /** Returns whether an update to these inputs would change the resource, by the provider's diff or the inputs. */
  async function isChangedBy(inputs: Properties, state: ResourceState): Promise<boolean> {
    const { changes: differs, replaces } = await (await host()).diff(state, inputs);
    if (replaces) {
      throw new UnsupportedError(`replacing a resource (${state.urn})`);
    }
    return differs ?? !sameValues(state.inputs, inputs);
  }

  /** Decides what becomes of a resource. Returns a function that does it. */
  async function decide(goal: Goal, urn: string): Promise<() => Promise<ResourceState>> {
    const old = olds.get(urn);
    const next = { ...stateOf(goal, urn), ...(old?.id === undefined ? {} : { id: old.id }) };
    if (!goal.custom) {
      const op = old === undefined ? "create" : sameValues(old.inputs, goal.inputs) ? "same" : "update";
      return () => step(op, next, () => Promise.resolve({ outputs: old?.outputs ?? {} }));
    }
    const inputs = await check(next, old?.inputs ?? {});
    const state = { ...next, inputs };
    if (old === undefined) {
      // In a preview a resource's outputs are its inputs: the SDK's host has no more without creating it.
      return () =>
        step("create", state, async () => (dryRun ? { outputs: inputs } : await (await host()).create(state)));
    }
    if (!(await isChangedBy(inputs, old))) {
      return () => step("same", state, () => Promise.resolve({ outputs: old.outputs }));
    }
    return () =>
      step("update", state, async () => ({
        outputs: dryRun ? inputs : await (await host()).update(old, inputs),
      }));
  }

  function deleteOne(old: ResourceState): Promise<void> {
    return run(old.urn, async () => {
      if (old.custom && !dryRun) {
        await (await host()).delete(old);
      }
      removed.add(old.urn);
      endStep("delete", old);
    });
  }

  function refreshOne(old: ResourceState): Promise<void> {
    return run(old.urn, async () => {
      const fresh = old.custom ? { ...old, ...(await (await host()).read(old)) } : old;
      news.set(old.urn, fresh);
      // It has drifted if an update with the old inputs would change what was read.
      const hasDrifted = old.custom && (await isChangedBy(old.inputs, fresh));
      endStep(hasDrifted ? "update" : "same", fresh);
    });
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
          const { id, outputs } = await (await host()).read({ ...state, outputs: state.inputs });
          return { id, outputs };
        };
        return Promise.resolve(() => step("read", state, work));
      }),
    /** Sets the outputs that a component, or the stack, registers after its own registration. */
    registerOutputs: (urn: string, outputs: Properties) => {
      const state = news.get(urn);
      if (state !== undefined) {
        news.set(urn, { ...state, outputs });
      }
    },
    /** Deletes what was not registered, as the engine does: first all that nothing else depends on, and so on. */
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
function stateOf({ type, custom, id, parent, inputs, dependencies }: Goal, urn: string): ResourceState {
  const known = { ...(id === undefined ? {} : { id }), ...(parent === undefined ? {} : { parent }) };
  return { urn, type, custom, ...known, inputs, outputs: {}, dependencies };
}

const nameOf = (urn: string): string => urn.split("::").slice(3).join("::");
