/** What an Output resolves to, and what is known of it: the SDK does not declare how to wait for that. */
import type { Output } from "@pulumi/pulumi";

export function valueOf<T>(output: Output<T>): Promise<T> {
  return (output as Output<T> & { promise(): Promise<T> }).promise();
}

export function isSecret(output: Output<unknown>): Promise<boolean> {
  return (output as Output<unknown> & { isSecret: Promise<boolean> }).isSecret;
}

export function isKnown(output: Output<unknown>): Promise<boolean> {
  return (output as Output<unknown> & { isKnown: Promise<boolean> }).isKnown;
}

/** Returns what an Output fails with. Waits for all parts of it, so that none of them is an unhandled rejection. */
export async function errorOf(output: Output<unknown>): Promise<unknown> {
  const { allResources } = output as unknown as { allResources: () => Promise<unknown> };
  await Promise.allSettled([isKnown(output), isSecret(output), allResources.call(output)]);
  return valueOf(output).then(
    () => new Error("Nothing was refused."),
    (error: unknown) => error,
  );
}
