/** When a function's output form may read: once its arguments, and all that it depends on, are there. */
import * as pulumi from "@pulumi/pulumi";

/** The fields of a component by which the SDK itself finds what `dependsOn: component` waits for. */
interface Component {
  /** Resolves when the component is wholly made. */
  readonly __data?: Promise<unknown>;
  readonly __childResources?: ReadonlySet<pulumi.Resource>;
}

/**
 * Calls `read` once the arguments and all that it depends on are known; until then, at preview, the result is unknown.
 * It is told whether any of the arguments is secret; the result is then, too.
 */
export function whenKnown<R>(
  args: object,
  opts: pulumi.InvokeOutputOptions | undefined,
  read: (known: object, isSecret: boolean) => Promise<R>,
): pulumi.Output<R> {
  // A validator is no value to wait for, and has methods that unwrapping would lose.
  const { schema, ...rest } = args as { schema?: unknown };
  const given = pulumi.output<object>(rest);
  const dependencies = pulumi.output(opts?.dependsOn ?? []).apply(async (resources) => {
    const all = await withChildren((Array.isArray(resources) ? resources : [resources]) as pulumi.Resource[]);
    return pulumi.all([...all].map((one) => (pulumi.CustomResource.isInstance(one) ? one.id : one.urn)));
  });
  return pulumi
    .all([given, dependencies])
    .apply(async ([known]) =>
      read(
        schema === undefined ? known : { ...known, schema },
        await (given as pulumi.Output<object> & { isSecret: Promise<boolean> }).isSecret,
      ),
    );
}

/** The resources, and all that components among them are made of: a component itself is there before its children are. */
async function withChildren(
  resources: Iterable<pulumi.Resource>,
  found = new Set<pulumi.Resource>(),
): Promise<ReadonlySet<pulumi.Resource>> {
  for (const resource of resources) {
    if (found.has(resource)) {
      continue;
    }
    found.add(resource);
    if (pulumi.ComponentResource.isInstance(resource)) {
      const { __data, __childResources } = resource as Component;
      await __data;
      await withChildren(__childResources ?? [], found);
    }
  }
  return found;
}
