/** The four operations, each from the state before to the state after. */
import { createRegistrar } from "./registrar.js";
import { createPhase, type Phase, type PhaseOptions } from "./phase.js";
import { runProgram } from "./run-program.js";
import { startServices } from "./services.js";
import type { ResourceState } from "./state.js";
import { deleteStep, statesOf, subjectOf } from "./steps.js";
import type { ChangeSummary, ConfigValue } from "./types.js";
import { PROVIDER_PREFIX } from "./urn.js";
import { makeSecret, sameValues, type Properties } from "./values.js";

export interface DeploymentResult {
  readonly failed: boolean;
  readonly changes: ChangeSummary;
}

type Config = Readonly<Record<string, ConfigValue>>;

/** A preview if `dryRun` is set, else an update: the program registers what there should be. */
export async function deploy(options: PhaseOptions, config: Config): Promise<DeploymentResult> {
  const phase = createPhase(options);
  const settings = configProperties(config);
  const registrar = createRegistrar(phase, settings);
  const services = await startServices(phase, registrar);
  phase.serve(services.address, () => providerSettings(phase) ?? settings);
  const release = await runProgram(phase, services, config);
  await phase.settled();
  if (!phase.stopped.aborted) {
    await deleteAll(phase, (state) => !registrar.has(state.urn));
  }
  keepStackOutputs(phase);
  await release();
  return await finish(phase);
}

/** Reads every resource again. Runs no program, so the stack's outputs stay as they are. */
export async function refresh(options: PhaseOptions): Promise<DeploymentResult> {
  return await withoutProgram(options, async (phase) => {
    await Promise.allSettled(phase.snapshot.remaining().map((state) => refreshOne(phase, state)));
  });
}

/** Deletes everything. Runs no program. */
export async function destroy(options: PhaseOptions): Promise<DeploymentResult> {
  return await withoutProgram(options, async (phase) => await deleteAll(phase, () => true));
}

async function withoutProgram(options: PhaseOptions, work: (phase: Phase) => Promise<void>): Promise<DeploymentResult> {
  const phase = createPhase(options);
  const services = await startServices(phase, undefined);
  phase.serve(services.address, () => providerSettings(phase) ?? {});
  await work(phase);
  const result = await finish(phase);
  await services.close();
  return result;
}

async function finish(phase: Phase): Promise<DeploymentResult> {
  await phase.close();
  return { failed: phase.failed, changes: phase.changes };
}

/** All of a stack's config, of every namespace, as the engine hands it to a dynamic provider. */
function configProperties(config: Config): Properties {
  return Object.fromEntries(
    Object.entries(config)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, { value, secret }]) => [key, secret === true ? makeSecret({ value }) : value]),
  );
}

/** The settings with which the provider is set up: of this run, or of the last update. */
function providerSettings({ snapshot, providerUrn }: Phase): Properties | undefined {
  return (snapshot.current(providerUrn) ?? snapshot.old(providerUrn))?.inputs;
}

/** As the engine does: together all that nothing else depends on, then the next ones. A failure stops only those. */
async function deleteAll(phase: Phase, isUnwanted: (state: ResourceState) => boolean): Promise<void> {
  let rest = phase.snapshot.remaining().filter(isUnwanted);
  while (rest.length > 0 && !phase.stopped.aborted) {
    const needed = new Set(rest.flatMap(neededBy));
    const free = rest.filter(({ urn }) => !needed.has(urn));
    await Promise.allSettled(free.map(async (state) => await deleteStep(phase, state)));
    rest = rest.filter((state) => !free.includes(state));
  }
}

function neededBy({ parent, provider, dependencies, propertyDependencies }: ResourceState): string[] {
  return [
    ...(parent === undefined ? [] : [parent]),
    ...(provider === undefined ? [] : [provider.slice(0, provider.lastIndexOf("::"))]),
    ...(dependencies ?? []),
    ...Object.values(propertyDependencies ?? {}).flat(),
  ];
}

async function refreshOne(phase: Phase, old: ResourceState): Promise<void> {
  if (old.type.startsWith(PROVIDER_PREFIX)) {
    phase.snapshot.put(old);
    return;
  }
  await phase.run({ op: "refresh", urn: old.urn, old, new: old }, false, async () => {
    if (!old.custom) {
      phase.snapshot.put(old);
      phase.count("same");
      return { op: "same", urn: old.urn, old, new: old };
    }
    const { inputs, outputs } = statesOf(old);
    const read = await (await phase.host()).read(subjectOf(old), { inputs, outputs });
    if (read.id === "") {
      phase.snapshot.remove(old.urn);
      phase.count("delete");
      return { op: "delete", urn: old.urn, old };
    }
    // The engine's refresh keeps `dependencies` only.
    const kept = Object.fromEntries(Object.entries(old).filter(([name]) => name !== "propertyDependencies"));
    const parts = { ...kept, id: read.id, inputs: read.inputs ?? inputs, outputs: read.outputs };
    const fresh = parts as unknown as ResourceState;
    const op = (await hasDrifted(phase, old, fresh)) ? "update" : "same";
    const isSame = sameValues(outputs, read.outputs) && sameValues(inputs, fresh.inputs ?? {});
    phase.snapshot.put(isSame ? fresh : { ...fresh, modified: new Date().toISOString() });
    phase.count(op);
    return { op, urn: old.urn, old, new: fresh };
  });
}

/** Whether an `up` of the old inputs would change what was read. What is only read has no inputs to compare. */
async function hasDrifted(phase: Phase, old: ResourceState, fresh: ResourceState): Promise<boolean> {
  if (old.external === true) {
    return !sameValues(old.outputs ?? {}, fresh.outputs ?? {});
  }
  const diff = await (await phase.host()).diff(subjectOf(fresh), statesOf(fresh), old.inputs ?? {});
  return diff.changes ?? !sameValues(fresh.inputs ?? {}, old.inputs ?? {});
}

/** After a failure an output that was not registered again is not gone. */
function keepStackOutputs({ snapshot, stackUrn, failed }: Phase): void {
  const current = snapshot.current(stackUrn);
  if (failed && current !== undefined) {
    snapshot.put({ ...current, outputs: { ...snapshot.old(stackUrn)?.outputs, ...current.outputs } });
  }
}
