/** Resolves the inputs of functions and resources, and waits for everything that they depend on; runs in the program. */
import * as pulumi from "@pulumi/pulumi";
import { isPlainObject } from "../../workflows/arguments/plain-values.js";
import { plainArguments } from "../arguments.js";
import type { Properties } from "../properties.js";
import { assertOptions } from "./deployment.js";
import { expandComponents } from "./sdk-internals.js";

/**
 * Calls `reader(args, isSecret)` once the arguments and all resources of `dependsOn` are known. In a preview where they are not, the
 * result is unknown. The result is secret if an argument is.
 */
export function whenKnown<R>(
  args: object,
  opts: pulumi.InvokeOutputOptions | undefined,
  reader: (knownArgs: object, isSecret: boolean) => Promise<R>,
): pulumi.Output<R> {
  // Checked before any waiting, so that the error's stack contains the caller's line.
  assertOptions(opts);
  if (!isPlainObject(args)) {
    // The reader refuses such arguments, and says what they are.
    return pulumi.output(reader(args, false)) as pulumi.Output<R>;
  }
  // A validator is put aside, because the SDK's unwrapping of Outputs would lose its methods.
  const { schema, ...rest } = args as { schema?: unknown };
  const plainArgs = plainArguments(rest);
  const resolvedArgs = pulumi.output<Properties>(plainArgs);
  // With `secret: true`, this Output is secret, and so is the result below, because it depends on this Output.
  const secretness = resolvedArgs.apply((knownArgs: Properties) =>
    knownArgs["secret"] === true ? pulumi.secret(true) : pulumi.output(false),
  );
  return pulumi
    .all([resolvedArgs, settledDependencies(opts?.dependsOn), secretness])
    .apply(async ([knownArgs, , isSet]) => {
      const isSecret = isSet || (await hasSecret(plainArgs));
      return reader(schema === undefined ? knownArgs : { ...knownArgs, schema }, isSecret);
    });
}

/** Returns whether an argument is secret, or contains a secret. One that rejects counts as secret; the SDK reports why it rejects. */
export async function hasSecret(args: Properties): Promise<boolean> {
  const isSecret = (value: unknown): Promise<boolean> => pulumi.isSecret(pulumi.output(value)).catch(() => true);
  return (await Promise.all(Object.values(args).map(isSecret))).includes(true);
}

/**
 * Returns an Output that resolves when all dependencies are registered. In a preview in which a dependency will be created or replaced,
 * the Output is not known yet. The resource `self` is skipped, so that it does not wait for itself if it depends on the component that
 * contains it.
 */
export function settledDependencies(
  dependsOn: object | undefined,
  self: () => pulumi.Resource | undefined = () => undefined,
): pulumi.Output<unknown> {
  return pulumi.output(dependsOn ?? []).apply(async (resources) => {
    const direct = new Set((Array.isArray(resources) ? resources : [resources]) as pulumi.Resource[]);
    const dependent = self();
    const all = await expandComponents(direct, new Set(dependent === undefined ? [] : [dependent]));
    return pulumi
      .all([...all].map((resource) => (pulumi.CustomResource.isInstance(resource) ? resource.id : resource.urn)))
      .apply(() => undefined);
  });
}
