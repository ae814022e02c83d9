/**
 * Contains all uses of the Pulumi SDK's undeclared parts; runs in the program. Each docstring says what breaks if the
 * SDK changes that part. `test/pulumi/sdk-internals.test.ts` fails then. The SDK's versions 3.220 to 3.276 have all of
 * these parts.
 *
 * `pulumi/lifecycle/stub.ts` and `pulumi/engine-signatures.ts` use further parts, in the provider's process. The SDK
 * cannot change those, because stored states and the engine depend on them.
 */
import * as pulumi from "@pulumi/pulumi";
import * as dependsOn from "@pulumi/pulumi/runtime/dependsOn.js";

/**
 * Resolves to whether the Output's value is known, once that is decided. If it changes: every `Workflows` fails with a
 * TypeError.
 */
export function isKnown(output: pulumi.Output<unknown>): Promise<boolean> {
  return (output as unknown as { readonly isKnown: Promise<boolean> }).isKnown;
}

/** Resolves to the value of an Output. If it changes: every `Workflows` fails with a TypeError. */
export function valueOf<T>(output: pulumi.Output<T>): Promise<T> {
  return (output as unknown as { promise(): Promise<T> }).promise();
}

/**
 * Returns the resources, with each component replaced by the resources in it. Leaves out those in `excluded`. Waits
 * until each component is constructed. If it changes: every function whose name ends in Output, and every resource with
 * `dependsOn`, fails with a TypeError.
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
 * Marks a getter, so that the SDK writes its value in its place when it serialises a closure that uses the getter. An
 * example is a Lambda's callback that calls `all.items.get()`. If it changes: programs that serialise such a closure
 * fail.
 */
export function capturedByValue<T>(get: () => T): () => T {
  const captureReplacement = (): (() => T) => {
    const captured = get();
    return () => captured;
  };
  return Object.assign(get, { captureReplacement });
}

/**
 * Marks an error, so that the SDK prints only its message, as it does for a `pulumi.RunError`. The error keeps its
 * class, because programs may check it. If it changes: errors are printed with their stacks.
 *
 * The lines of packages are removed from the stack. The SDK inspects a stack even if it does not print it, and with
 * these lines that took 15 seconds of processor time.
 */
export function hideStack(error: Error): void {
  Object.defineProperty(error, "__pulumiRunError", { value: true, configurable: true });
  const lines = (error.stack ?? "").split("\n");
  const linesOfProgram = lines.filter((line) => /^\s+at /.test(line) && !line.includes("node_modules"));
  error.stack = [String(error), ...linesOfProgram].join("\n");
}

/** Returns whether a config value is marked as secret. If it changes: the warning about a plain secret is lost. */
export function isConfigSecret(key: string): boolean {
  const { isConfigSecret: isSecret } = pulumi.runtime as { readonly isConfigSecret?: (key: string) => boolean };
  return isSecret?.(key) ?? true;
}

/**
 * Resolves when the program has ended with all its calls to the engine. Never resolves without a program, such as under
 * mocks. If it changes: a session is kept longer than its deployment, which costs memory.
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

/**
 * Returns the mocks in use, from the monitor that replaces the engine. If it changes: users' tests fail, as they have
 * no settings.
 */
export function getMocks(): object | undefined {
  return (pulumi.runtime.getMonitor() as { readonly mocks?: object } | undefined)?.mocks;
}
