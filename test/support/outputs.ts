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
