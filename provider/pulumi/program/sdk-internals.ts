/**
 * Contains all uses of the Pulumi SDK's undeclared parts; runs in the program. Each docstring says what breaks "if the SDK changes it",
 * that is, the undeclared part. `test/pulumi/sdk-internals.test.ts` fails then. The SDK's versions 3.220 to 3.276 have all of these parts.
 *
 * The provider's process uses further parts, in `pulumi/lifecycle/stub.ts` and `pulumi/engine-signatures.ts`. The SDK cannot change those,
 * because stored states and the engine depend on them.
 */
import * as pulumi from "@pulumi/pulumi";
import * as dependsOn from "@pulumi/pulumi/runtime/dependsOn.js";

interface OutputInternals<T> {
  readonly isKnown: Promise<boolean>;
  promise(): Promise<T>;
}

function internalsOf<T>(output: pulumi.Output<T>): OutputInternals<T> {
  return output as unknown as OutputInternals<T>;
}

/** Resolves to whether the Output's value is known, once that is decided. If the SDK changes it, registrations fail with a TypeError. */
export function isKnown(output: pulumi.Output<unknown>): Promise<boolean> {
  return internalsOf(output).isKnown;
}

/** Returns the value of an Output, in plain form. If the SDK changes it, registrations fail with a TypeError. */
export function valueOf<T>(output: pulumi.Output<T>): Promise<T> {
  return internalsOf(output).promise();
}

/**
 * Returns the resources, with each component replaced by the resources in it, except those in `excluded`. Waits until each component is
 * constructed. If the SDK changes it, every function whose name ends in Output, and every resource with `dependsOn`, fails with a TypeError.
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
 * Marks a getter. When the SDK serialises a closure that uses the getter, such as a Lambda's callback that calls `all.items.get()`, it then
 * writes the getter's value instead of the getter. If the SDK changes it, programs that serialise such a closure fail.
 */
export function capturedByValue<T>(get: () => T): () => T {
  const captureReplacement = (): (() => T) => {
    const captured = get();
    return () => captured;
  };
  return Object.assign(get, { captureReplacement });
}

/**
 * Marks an error, so that the SDK prints only its message, as it does for a `pulumi.RunError`. The error keeps its class, because programs
 * may check it. If the SDK changes it, programs' errors are printed with their stacks.
 *
 * Packages' lines are removed from the stack, because the SDK inspects a stack even if it does not print it: with those lines, that took
 * 15 seconds of processor time.
 */
export function hideStack(error: Error): void {
  Object.defineProperty(error, "__pulumiRunError", { value: true, configurable: true });
  const lines = (error.stack ?? "").split("\n");
  const linesOfProgram = lines.filter((line) => /^\s+at /.test(line) && !line.includes("node_modules"));
  error.stack = [String(error), ...linesOfProgram].join("\n");
}

/** Returns whether a config value is marked as secret. If the SDK changes it, a warning about a plain secret is lost. */
export function isConfigSecret(key: string): boolean {
  const { isConfigSecret: isSecret } = pulumi.runtime as { readonly isConfigSecret?: (key: string) => boolean };
  return isSecret?.(key) ?? true;
}

/**
 * Resolves when the program has ended with all its calls to the engine. Never resolves without a program, such as under mocks. If the
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

/** Returns the mocks in use, from the monitor that replaces the engine. If the SDK changes it, users' tests fail, because they have no settings. */
export function getMocks(): object | undefined {
  return (pulumi.runtime.getMonitor() as { readonly mocks?: object } | undefined)?.mocks;
}
