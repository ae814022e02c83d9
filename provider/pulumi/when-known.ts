/** When a function's Output form may read: once its arguments, and all that it depends on, are there. */
import * as pulumi from "@pulumi/pulumi";
import { faultOfWhole } from "../workflows/arguments.js";
import { settledDependencies } from "./dependencies.js";
import { plainInput } from "./plain-input.js";
import type { Properties } from "./properties.js";

/**
 * Calls `read` once the arguments and all that it depends on are known, with the secret ones among the arguments. Until then,
 * at preview, the result is unknown. It is secret if an argument is.
 */
export function whenKnown<R>(
  args: object,
  opts: pulumi.InvokeOutputOptions | undefined,
  read: (known: object, secrets: Properties) => Promise<R>,
): pulumi.Output<R> {
  if (faultOfWhole(args) !== undefined) {
    return pulumi.output(read(args, {})) as pulumi.Output<R>;
  }
  // A validator is no value to wait for, and has methods that unwrapping would lose.
  const { schema, ...rest } = args as { schema?: unknown };
  const given = plainInput(rest) as Properties;
  const settled = pulumi.output<Properties>(given);
  const isAskedFor = settled.apply((known: Properties) =>
    known["secret"] === true ? pulumi.secret(true) : pulumi.output(false),
  );
  return pulumi.all([settled, settledDependencies(opts?.dependsOn), isAskedFor]).apply(async ([known]) => {
    const secrets = await secretsAmong(given, known);
    return read(schema === undefined ? known : { ...known, schema }, secrets);
  });
}

async function secretsAmong(given: Properties, known: Properties): Promise<Properties> {
  const names = Object.keys(given);
  const areSecret = await Promise.all(names.map(async (name) => pulumi.isSecret(pulumi.output(given[name]))));
  return Object.fromEntries(names.filter((_, index) => areSecret[index]).map((name) => [name, known[name]]));
}
