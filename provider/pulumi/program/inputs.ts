/** Resolves the inputs of functions and resources, and waits for everything that they depend on; runs in the program. */
import * as pulumi from "@pulumi/pulumi";
import { isPlainObject } from "../../workflows/arguments/plain-values.js";
import { toPlain } from "../plain-arguments.js";
import { assertOptions } from "./deployment.js";
import type { Properties } from "../properties.js";
import { expandComponents } from "./sdk-internals.js";

/**
 * Calls `reader(args, secretArgs)` once the arguments and all resources of `dependsOn` are known. In a preview where they are not, the
 * result is unknown. The result is secret if an argument is.
 */
export function whenKnown<R>(
  args: object,
  opts: pulumi.InvokeOutputOptions | undefined,
  reader: (knownArgs: object, secrets: Properties) => Promise<R>,
): pulumi.Output<R> {
  // Checked before any waiting, so that the error's stack contains the caller's line.
  assertOptions(opts);
  if (!isPlainObject(args)) {
    // The reader refuses such arguments, and says what they are.
    return pulumi.output(reader(args, {})) as pulumi.Output<R>;
  }
  // A validator is put aside, because the SDK's unwrapping of Outputs would lose its methods.
  const { schema, ...rest } = args as { schema?: unknown };
  const plainArgs: Properties = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, toPlain(name, value)]),
  );
  const resolvedArgs = pulumi.output<Properties>(plainArgs);
  // With `secret: true`, this Output is secret, and so is the result below, because it depends on this Output.
  const secretness = resolvedArgs.apply((knownArgs: Properties) =>
    knownArgs["secret"] === true ? pulumi.secret(true) : pulumi.output(false),
  );
  return pulumi.all([resolvedArgs, settledDependencies(opts?.dependsOn), secretness]).apply(async ([knownArgs]) => {
    const secrets = (await secretNamesIn(plainArgs)).map((name) => [name, knownArgs[name]]);
    return reader(
      schema === undefined ? knownArgs : { ...knownArgs, schema },
      Object.fromEntries(secrets) as Properties,
    );
  });
}

/** Returns the names of the arguments that are secret, or that reject. The SDK reports why they reject. */
export async function secretNamesIn(args: Properties): Promise<string[]> {
  // In a transform, a secret is the engine's wrapper instead of an Output.
  const isSecret = async (value: unknown): Promise<boolean> =>
    pulumi.runtime.isRpcSecret(value) || pulumi.isSecret(pulumi.output(value)).catch(() => true);
  const areSecret = await Promise.all(Object.values(args).map(isSecret));
  return Object.keys(args).filter((_, index) => areSecret[index]);
}

/**
 * Returns an Output that resolves when all dependencies are registered. In a preview in which a dependency will be created or replaced,
 * the Output is not known yet. `dependent` is skipped, so that it does not wait for itself if it depends on the component that contains it.
 */
export function settledDependencies(
  dependsOn: object | undefined,
  dependent?: pulumi.Resource,
): pulumi.Output<unknown> {
  return pulumi.output(dependsOn ?? []).apply(async (resources) => {
    const direct = new Set((Array.isArray(resources) ? resources : [resources]) as pulumi.Resource[]);
    const all = await expandComponents(direct, new Set(dependent === undefined ? [] : [dependent]));
    return pulumi
      .all([...all].map((resource) => (pulumi.CustomResource.isInstance(resource) ? resource.id : resource.urn)))
      .apply(() => undefined);
  });
}
