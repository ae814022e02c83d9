/** Inputs of a program: made plain, and waited for with all that they depend on. */
import * as pulumi from "@pulumi/pulumi";
import { isPlainObject, toPlain } from "../../workflows/arguments/plain-values.js";
import { assertOptions } from "./deployment.js";
import type { Properties } from "../properties.js";
import { expandComponents } from "./sdk-internals.js";

/**
 * Calls `read` once the arguments and all that it depends on are known, with the secret ones among the arguments. Until then,
 * at preview, the result is unknown. It is secret if an argument is.
 */
export function whenKnown<R>(
  args: object,
  opts: pulumi.InvokeOutputOptions | undefined,
  read: (known: object, secrets: Properties) => Promise<R>,
): pulumi.Output<R> {
  // Now, and not only when the arguments are known.
  assertOptions(opts);
  if (!isPlainObject(args)) {
    return pulumi.output(read(args, {})) as pulumi.Output<R>;
  }
  // A validator is no value to wait for, and has methods that unwrapping would lose.
  const { schema, ...rest } = args as { schema?: unknown };
  const given: Properties = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, toPlain(name, value)]),
  );
  const settled = pulumi.output<Properties>(given);
  const secrecy = settled.apply((known: Properties) =>
    known["secret"] === true ? pulumi.secret(true) : pulumi.output(false),
  );
  return pulumi.all([settled, settledDependencies(opts?.dependsOn), secrecy]).apply(async ([known]) => {
    const secrets = (await secretNamesIn(given)).map((name) => [name, known[name]]);
    return read(schema === undefined ? known : { ...known, schema }, Object.fromEntries(secrets) as Properties);
  });
}

/** The names of the arguments that are secret, or that cannot be resolved: the SDK reports why. */
export async function secretNamesIn(args: Properties): Promise<string[]> {
  const isSecret = async (value: unknown): Promise<boolean> =>
    pulumi.runtime.isRpcSecret(value) || pulumi.isSecret(pulumi.output(value)).catch(() => true);
  const areSecret = await Promise.all(Object.values(args).map(isSecret));
  return Object.keys(args).filter((_, index) => areSecret[index]);
}

/**
 * Resolves when all dependencies are there: in a preview it is unknown if one of them will be created or replaced. A resource does
 * not wait for itself, where it depends on the component that it is in.
 */
export function settledDependencies(dependsOn: object | undefined, ...own: pulumi.Resource[]): pulumi.Output<unknown> {
  return pulumi.output(dependsOn ?? []).apply(async (resources) => {
    const given = new Set((Array.isArray(resources) ? resources : [resources]) as pulumi.Resource[]);
    const all = await expandComponents(given, new Set(own));
    return pulumi
      .all([...all].map((one) => (pulumi.CustomResource.isInstance(one) ? one.id : one.urn)))
      .apply(() => undefined);
  });
}
