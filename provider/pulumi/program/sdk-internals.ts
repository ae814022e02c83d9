/**
 * All uses of what the Pulumi SDK has but does not declare; runs in the program. Each says what breaks if the SDK changes it.
 * `test/pulumi/sdk-internals.test.ts` fails then. The SDK's versions 3.220 to 3.276 have all of them.
 *
 * The provider's process uses more of the SDK, which is fixed by states and by the engine: `pulumi/engine/stub.ts` and
 * `pulumi/engine-signatures.ts`.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import * as pulumi from "@pulumi/pulumi";
import * as dependsOn from "@pulumi/pulumi/runtime/dependsOn.js";
import * as state from "@pulumi/pulumi/runtime/state.js";

/** The SDK's data of one deployment. */
interface Store {
  readonly settings: {
    /** Resolves when the calls to the engine that have begun so far are done. Each new call replaces it. */
    rpcDone: Promise<unknown>;
  };
  /** True if the engine answered a call with "the deployment has ended". */
  readonly terminated: boolean;
  /** The server that the engine calls for transforms and hooks. It is started with the first of them. */
  readonly callbacks?: object | undefined;
}

function getStore(): Store {
  return (state as unknown as { getStore(): Store }).getStore();
}

interface OutputInternals<T> {
  readonly isKnown: Promise<boolean>;
  promise(): Promise<T>;
  allResources(): Promise<ReadonlySet<pulumi.Resource>>;
}

function internalsOf<T>(output: pulumi.Output<T>): OutputInternals<T> {
  return output as unknown as OutputInternals<T>;
}

/** Returns whether the Output is known, once that is decided. If the SDK changes it, registrations fail with a TypeError. */
export function isKnown(output: pulumi.Output<unknown>): Promise<boolean> {
  return internalsOf(output).isKnown;
}

/** Returns the value of an Output, in plain form. If the SDK changes it, registrations fail with a TypeError. */
export function valueOf<T>(output: pulumi.Output<T>): Promise<T> {
  return internalsOf(output).promise();
}

/** Returns all resources that the Output depends on. If the SDK changes it, registrations fail with a TypeError. */
export function resourcesOf(output: pulumi.Output<unknown>): Promise<ReadonlySet<pulumi.Resource>> {
  return internalsOf(output).allResources();
}

/**
 * Replaces each component by its children that the engine knows, after the component has been constructed. If the SDK
 * changes it, every function with `dependsOn` and every resource fails with a TypeError.
 */
export function expandComponents(
  resources: ReadonlySet<pulumi.Resource>,
  excluded: ReadonlySet<pulumi.Resource>,
): Promise<Iterable<pulumi.Resource>> {
  const { getAllTransitivelyReferencedResources } = dependsOn as {
    getAllTransitivelyReferencedResources: (...sets: ReadonlySet<pulumi.Resource>[]) => Promise<Set<pulumi.Resource>>;
  };
  return getAllTransitivelyReferencedResources(resources, excluded);
}

/**
 * Returns the list of transformations that the constructor of `resource` is running. The SDK also runs those that are added to
 * it meanwhile, last. If the SDK changes it, the constructor of `Workflows` throws.
 *
 * @throws TypeError if there is no list: a transformation that follows could then add a secret that nobody sees.
 */
export function runningTransformations(resource: pulumi.Resource): pulumi.ResourceTransformation[] {
  const { __transformations: list } = resource as { __transformations?: unknown };
  if (!Array.isArray(list)) {
    throw new TypeError(
      "This version of @pulumi/pulumi does not keep its transformations where pulumi-workflows looks for them. Use an older one.",
    );
  }
  return list as pulumi.ResourceTransformation[];
}

/** Returns whether a transform or a hook was registered. If the SDK changes it, the test fails that makes secrets by transforms. */
export function hasCallbacks(): boolean {
  return getStore().callbacks !== undefined;
}

/** Keeps a function out of closures that the SDK serialises. If the SDK changes it, programs that serialise such a closure fail. */
export function notCaptured<F extends (...args: never[]) => unknown>(work: F): F {
  return Object.assign(work, { doNotCapture: true });
}

/** A getter that closures, when the SDK serialises them, replace by its value. If the SDK changes it, such programs fail. */
export function capturedByValue<T>(get: () => T): () => T {
  const captureReplacement = (): (() => T) => {
    const captured = get();
    return () => captured;
  };
  return Object.assign(get, { captureReplacement });
}

/**
 * Marks an error, so that the SDK prints its message alone, as of a `pulumi.RunError`. It keeps its class, for programs that look at
 * it. The frames of packages leave its stack: the SDK inspects the error all the same, and took 15 seconds of processor time for them.
 */
export function hideStack(error: Error): void {
  Object.defineProperty(error, "__pulumiRunError", { value: true, configurable: true });
  const lines = (error.stack ?? "").split("\n");
  const frames = lines.filter((line) => /^\s+at /.test(line) && !line.includes("node_modules"));
  error.stack = [String(error), ...frames].join("\n");
}

/** Returns whether a config value is marked as secret. If the SDK changes it, a warning about a plain secret is lost. */
export function isConfigSecret(key: string): boolean {
  const { isConfigSecret: isSecret } = pulumi.runtime as { readonly isConfigSecret?: (key: string) => boolean };
  return isSecret?.(key) ?? true;
}

/**
 * Resolves when the program has ended with all its calls to the engine; never without a program, such as under mocks. If the
 * SDK changes it, a session is kept longer than its deployment, which costs memory.
 */
export async function endOfProgram(): Promise<void> {
  const { __data: program } = (pulumi.runtime.getStackResource() ?? {}) as { readonly __data?: Promise<unknown> };
  const { waitForRPCs } = pulumi.runtime as { readonly waitForRPCs?: () => Promise<void> };
  if (program === undefined) {
    return new Promise(() => undefined);
  }
  // The SDK reports why a program fails.
  await program.catch(() => undefined);
  await waitForRPCs?.().catch(() => undefined);
}

/** Returns the mocks in use, from the monitor that replaces the engine. If the SDK changes it, tests of users fail: no settings. */
export function getMocks(): object | undefined {
  return (pulumi.runtime.getMonitor() as { readonly mocks?: object } | undefined)?.mocks;
}

/**
 * Returns the address of the engine that a component provider works for. The SDK makes a monitor for each component there, and no
 * stack. Undefined in a program and under mocks. If the SDK changes it, each component has a session and a token of its own.
 */
export function componentEngine(): string | undefined {
  if (pulumi.runtime.getStackResource() !== undefined) {
    return undefined;
  }
  const monitor = pulumi.runtime.getMonitor() as { getChannel?(): { getTarget(): string } } | undefined;
  return monitor?.getChannel?.().getTarget();
}

/** How the calls to the engine ended: each has its answer, or the engine has ended the deployment. */
export type CallsEnd = "answered" | "deployment-ended";

/**
 * Watches the calls to the engine that begin until the returned function is called. That function resolves when they have ended.
 * It is needed because an Output stays pending in three cases that a program must tell apart: the deployment has ended; the
 * resource was not registered, as an argument was rejected (before 3.276); or an argument was rejected with a gRPC error.
 *
 * If the SDK changes `rpcDone`, constructing a `Workflows` fails with a TypeError. If it changes `terminated`, `read()` rejects
 * where it should stay pending.
 */
export function watchCalls(): () => Promise<CallsEnd> {
  const store = getStore();
  const { settings } = store;
  const hasEngine = pulumi.runtime.getEngine() !== undefined;
  const earlierCalls = settings.rpcDone;
  settings.rpcDone = Promise.resolve();
  return async () => {
    const watchedCalls = settings.rpcDone;
    settings.rpcDone = earlierCalls.then(() => watchedCalls);
    await watchedCalls;
    // Outputs that are resolved by a call pass this on to others within this turn.
    await nextTurn();
    return hasEngine && store.terminated ? "deployment-ended" : "answered";
  };
}
