/** One run over a stack: a preview, an update, a refresh or a destroy, with the provider's host that serves it. */
import { messageOf } from "./errors.js";
import { startProviderHost, type ProviderHost } from "./provider-host.js";
import type { Project } from "./project.js";
import type { Snapshot } from "./snapshot.js";
import type { Step, Transcript } from "./transcript.js";
import type { ChangeSummary, Operation } from "./types.js";
import { createUrn, DYNAMIC_PROVIDER_TYPE, STACK_TYPE, type Place } from "./urn.js";
import type { Properties } from "./values.js";

export interface PhaseOptions {
  readonly project: Project;
  readonly stackName: string;
  readonly env: NodeJS.ProcessEnv;
  readonly snapshot: Snapshot;
  readonly transcript: Transcript;
  /** Nothing is created, updated or deleted. */
  readonly dryRun: boolean;
}

export interface Phase extends PhaseOptions {
  readonly place: Place;
  readonly stackUrn: string;
  readonly providerUrn: string;
  readonly changes: ChangeSummary;
  /** Aborted when something has failed: nothing more is begun. */
  readonly stopped: AbortSignal;
  readonly failed: boolean;
  /** The provider's host, started on first use. */
  host(): Promise<ProviderHost>;
  /** Where the engine's log is served, and the settings of the provider. Set before the host is used. */
  serve(engineAddress: string, providerConfig: () => Properties): void;
  /** Runs `work` as the step `step`, which is reported and counted. */
  run(step: Step, counted: boolean, work: () => Promise<Step>): Promise<void>;
  count(operation: Operation): void;
  /** Reports an error, unless it was reported already, and stops the phase. */
  fail(message: string | undefined, urn?: string): void;
  /** Waits for the work that is under way. */
  settled(): Promise<void>;
  /** The same, and ends the provider's host. */
  close(): Promise<void>;
}

export function createPhase(options: PhaseOptions): Phase {
  const { project, transcript, dryRun } = options;
  const place = { stack: options.stackName, project: project.name };
  const stop = new AbortController();
  const changes: ChangeSummary = {};
  const underWay = new Set<Promise<unknown>>();
  let host: Promise<ProviderHost> | undefined;
  let served: { engineAddress: string; providerConfig: () => Properties } | undefined;

  const phase: Phase = {
    ...options,
    place,
    stackUrn: createUrn(place, STACK_TYPE, `${project.name}-${options.stackName}`, ""),
    providerUrn: createUrn(place, DYNAMIC_PROVIDER_TYPE, "default", ""),
    changes,
    stopped: stop.signal,
    get failed() {
      return stop.signal.aborted;
    },
    serve: (engineAddress, providerConfig) => {
      served = { engineAddress, providerConfig };
    },
    host: () => {
      if (served === undefined) {
        throw new Error("The provider's host was requested before the engine served.");
      }
      host ??= startProviderHost({
        sdk: project.sdk,
        engineAddress: served.engineAddress,
        directory: project.directory,
        env: { ...options.env, PULUMI_NODEJS_PROJECT: project.name, PULUMI_PROJECT: project.name },
        config: served.providerConfig(),
        onLine: (message) => transcript.diagnostic({ severity: "info#err", message, urn: phase.stackUrn }),
      });
      return host;
    },
    run: async (step, counted, work) => {
      transcript.stepBegins(step, dryRun);
      const result = work();
      const entry = result.finally(() => underWay.delete(entry));
      underWay.add(entry);
      try {
        const done = await entry;
        transcript.stepEnds(done, dryRun);
        if (counted) {
          phase.count(done.op);
        }
      } catch (error) {
        // A preview reports the error alone.
        if (!dryRun) {
          transcript.stepFails(step);
        }
        phase.fail(messageOf(error), step.urn);
        throw error;
      }
    },
    count: (operation) => {
      changes[operation] = (changes[operation] ?? 0) + 1;
    },
    fail: (message, urn) => {
      if (message !== undefined) {
        transcript.diagnostic({ severity: "error", message, ...(urn === undefined ? {} : { urn }) });
      }
      stop.abort();
    },
    settled: async () => {
      await Promise.allSettled(underWay);
    },
    close: async () => {
      await phase.settled();
      await host?.then(
        (started) => started.stop(),
        () => undefined,
      );
    },
  };
  return phase;
}

export async function onceStopped({ stopped }: Phase): Promise<void> {
  await new Promise<void>((resolve) => {
    stopped.addEventListener("abort", () => resolve(), { once: true });
    if (stopped.aborted) {
      resolve();
    }
  });
}
