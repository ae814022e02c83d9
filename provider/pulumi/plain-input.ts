/** Plain values in which Outputs and promises may stand. */
import * as pulumi from "@pulumi/pulumi";
import { toPlain, type ToPlainOptions } from "../workflows/arguments/plain-values.js";

/** A plain copy of `value`; its Outputs and promises give plain copies when they resolve. */
export function plainInput(value: unknown, options: Omit<ToPlainOptions, "follow"> = {}): unknown {
  return toPlain(value, { ...options, follow });
}

function follow(value: object, continueWith: (settled: unknown) => unknown): unknown {
  if (pulumi.Output.isInstance(value)) {
    return value.apply(continueWith);
  }
  // Not through `pulumi.output`, which makes an empty object of a Map.
  return (value as PromiseLike<unknown>).then(continueWith);
}
