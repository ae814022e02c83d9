/** The four operations, each from the state before to the state after. */
import { configProperties, providerUrn } from "./default-provider.js";
import { createRegistrar } from "./registrar.js";
import { createPhase, type Phase, type PhaseOptions } from "./phase.js";
import { statesOf, subjectOf } from "./plan.js";
import { runProgram } from "./run-program.js";
import { startServices } from "./services.js";
import { without, type ResourceState } from "./state.js";
import { deleteStep } from "./steps.js";
import type { ChangeSummary, ConfigValue } from "./types.js";
import { PROVIDER_PREFIX } from "./urn.js";
import { sameValues, type Properties } from "./values.js";

export interface DeploymentResult {
  readonly failed: boolean;
  readonly changes: ChangeSummary;
}

/** A preview if `dryRun` is set, else an update: the program registers what there should be. */
export async function deploy(
  options: PhaseOptions,
  settings: { config: Readonly<Record<string, ConfigValue>>; target: readonly string[] | undefined },
): Promise<DeploymentResult> {
  const phase = createPhase(options);
  const registrar = createRegistrar(phase, settings);
  const services = await startServices(phase, registrar);
  phase.serve(services.address, () => providerSettings(phase) ?? configProperties(settings.config));
  const release = await runProgram(phase, services, settings.config);
  await phase.settled();
  const unknown = registrar.unknownTarget();
  if (unknown !== undefined && !phase.stopped.aborted) {
    phase.fail(`The target ${unknown} is neither in the stack nor in the program.`);
  }
  if (!phase.stopped.aborted) {
    await deleteAll(phase, (state) => !registrar.keeps(state.urn));
  }
  keepStackOutputs(phase);
  await release();
  return await finish(phase);
}

/** Reads every resource again. Runs no program, so the stack's outputs stay as they are. */
export async function refresh(options: PhaseOptions): Promise<DeploymentResult> {
  const phase = createPhase(options);
  const services = await startServices(phase, undefined);
  phase.serve(services.address, () => providerSettings(phase) ?? {});
  const states = [...options.snapshot.remaining()].reverse();
  await Promise.allSettled(states.map((state) => refreshOne(phase, state)));
  const result = await finish(phase);
  await services.close();
  return result;
}

/** Deletes everything. Runs no program. */
export async function destroy(options: PhaseOptions): Promise<DeploymentResult> {
  const phase = createPhase(options);
  const services = await startServices(phase, undefined);
  phase.serve(services.address, () => providerSettings(phase) ?? {});
  await deleteAll(phase, () => true);
  const result = await finish(phase);
  await services.close();
  return result;
}

async function finish(phase: Phase): Promise<DeploymentResult> {
  if (phase.signal?.aborted === true && !phase.failed) {
    phase.fail("canceled");
  }
  await phase.close();
  return { failed: phase.failed, changes: phase.changes };
}

/** The settings with which the provider is set up: of this run, or of the last update. */
function providerSettings(phase: Phase): Properties | undefined {
  const urn = providerUrn(phase.place);
  return (phase.snapshot.current(urn) ?? phase.snapshot.old(urn))?.inputs;
}

/** What was replaced, and what the program no longer has. */
async function deleteAll(phase: Phase, unwanted: (state: ResourceState) => boolean): Promise<void> {
  const { snapshot } = phase;
  let rest = [...snapshot.replaced(), ...snapshot.remaining().filter(unwanted)];
  // As the engine does: together all that nothing else depends on, then the next ones. A failure stops only those.
  while (rest.length > 0 && !phase.stopped.aborted) {
    const needed = new Set(rest.flatMap(neededBy));
    const free = rest.filter(({ urn }) => !needed.has(urn));
    await Promise.allSettled(
      free.map(async (state) => {
        await deleteStep(
          phase,
          state,
          state.delete === true ? "delete-replaced" : state.external === true ? "discard" : "delete",
        );
      }),
    );
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
    phase.snapshot.put(old, old);
    return;
  }
  await phase.run({ op: "refresh", urn: old.urn, old, new: old }, false, async () => {
    if (!old.custom) {
      phase.snapshot.put(old, old);
      phase.count("same");
      return { op: "same", urn: old.urn, old, new: old };
    }
    const host = await phase.host();
    const { inputs, outputs } = statesOf(old);
    const read = await host.read(subjectOf(old), inputs, outputs);
    if (read.id === "") {
      phase.snapshot.remove(old);
      phase.count("delete");
      return { op: "delete", urn: old.urn, old };
    }
    const fresh: ResourceState = {
      // The engine's refresh keeps `dependencies` only.
      ...without(without(old, "initErrors"), "propertyDependencies"),
      id: read.id,
      inputs: read.inputs ?? inputs,
      outputs: read.outputs,
    };
    const changed = await drifted(phase, old, fresh);
    const same = sameValues(outputs, read.outputs) && sameValues(inputs, fresh.inputs ?? {});
    phase.snapshot.put(same ? fresh : { ...fresh, modified: new Date().toISOString() }, old);
    phase.count(changed ? "update" : "same");
    return { op: changed ? "update" : "same", urn: old.urn, old, new: fresh };
  });
}

/** Whether an `up` of the old inputs would change what was read. What is only read has no inputs to compare. */
async function drifted(phase: Phase, old: ResourceState, fresh: ResourceState): Promise<boolean> {
  if (old.external === true) {
    return !sameValues(old.outputs ?? {}, fresh.outputs ?? {});
  }
  const diff = await (await phase.host()).diff(subjectOf(fresh), statesOf(fresh), old.inputs ?? {});
  return diff.changes ?? !sameValues(fresh.inputs ?? {}, old.inputs ?? {});
}

/** After a failure an output that was not registered again is not gone. */
function keepStackOutputs(phase: Phase): void {
  const old = phase.snapshot.old(phase.stackUrn);
  const current = phase.snapshot.current(phase.stackUrn);
  if (phase.failed && current !== undefined) {
    phase.snapshot.put({ ...current, outputs: { ...old?.outputs, ...current.outputs } });
  }
}
