/** Resolves the inputs of functions and resources, and waits for what they depend on; runs in the program. */
import * as pulumi from "@pulumi/pulumi";
import { isPlainObject } from "../../workflows/arguments/plain-values.js";
import { plainArguments } from "../arguments.js";
import type { Properties } from "../properties.js";
import { assertOptions } from "./deployment.js";
import { expandComponents } from "./sdk-internals.js";

/**
 * Calls `reader(args, hasSecretArgument)` once the arguments and the resources of `dependsOn` are known. In a preview
 * where they are not, the result is unknown. The result is secret if an argument is, or if the argument `secret` is
 * true.
 */
export function whenKnown<R>(
  args: object,
  opts: pulumi.InvokeOutputOptions,
  reader: (knownArgs: object, hasSecretArgument: boolean) => Promise<R>,
): pulumi.Output<R> {
  // Checked before any waiting, so that the error's stack contains the caller's line.
  assertOptions(opts);
  if (!isPlainObject(args)) {
    // The reader refuses such arguments, and says what they are.
    return pulumi.output(reader(args, false)) as pulumi.Output<R>;
  }
  // A validator is put aside, because the SDK's unwrapping of Outputs would lose its methods.
  const { schema, ...inputs } = args as Properties;
  const plainArgs = plainArguments(inputs);
  // An Output that is made from a secret Output is secret too.
  const knownArgs = pulumi
    .output<Properties>(plainArgs)
    .apply((known: Properties) => (known["secret"] === true ? pulumi.secret(known) : pulumi.output(known)));
  return pulumi
    .all([knownArgs, settledDependencies(opts.dependsOn)])
    .apply(async ([known]) => reader(schema === undefined ? known : { ...known, schema }, await hasSecret(plainArgs)));
}

/** Returns whether an argument is secret, or contains a secret. One that rejects counts as secret. The SDK says why. */
export async function hasSecret(args: Properties): Promise<boolean> {
  const isSecret = (value: unknown): Promise<boolean> => pulumi.isSecret(pulumi.output(value)).catch(() => true);
  return (await Promise.all(Object.values(args).map(isSecret))).includes(true);
}

/**
 * Returns an Output that resolves when all dependencies are registered. It is not known in a preview in which one of
 * them will be created or replaced.
 *
 * @param self Returns the resource that waits. A component that it depends on may contain it, and it must not wait for
 *   itself.
 */
export function settledDependencies(
  dependsOn: object | undefined,
  self: () => pulumi.Resource | undefined = () => undefined,
): pulumi.Output<unknown> {
  return pulumi.output(dependsOn ?? []).apply(async (given) => {
    const dependent = self();
    const excluded = new Set(dependent === undefined ? [] : [dependent]);
    const resources = new Set((Array.isArray(given) ? given : [given]) as pulumi.Resource[]);
    const dependencies = [...(await expandComponents(resources, excluded))];
    return pulumi.all(dependencies.map(existenceOf)).apply(() => undefined);
  });
}

/** Returns an Output that is known once the resource exists: its id. A component has only its URN. */
function existenceOf(resource: pulumi.Resource): pulumi.Output<string> {
  return pulumi.CustomResource.isInstance(resource) ? resource.id : resource.urn;
}
