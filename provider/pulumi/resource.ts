/** The resource `Workflows`: a listing that is tracked in state, diffed and refreshed. */
import * as pulumi from "@pulumi/pulumi";
import type { WorkflowsArgs } from "./args.js";
import { itemsOf, type Workflow } from "./items.js";
import { checkConfig } from "./program.js";
import { absentValues, type Call, CALL_PROPERTY, idOf, type Properties, RESOURCE_TYPE } from "./properties.js";
import { shortenDebugLines, writeLargeStringsAsBytes } from "./large-strings.js";
import { PROVIDER_TEXT } from "./stub.js";

/**
 * The service's workflows listing, read at every preview, update and refresh.
 *
 * ```ts
 * const all = new Workflows("all");
 * export const names = all.items.apply((items) => items.map((workflow) => workflow.name));
 * ```
 */
export class Workflows extends pulumi.CustomResource {
  /** The items as one JSON array, numbers exactly as the service wrote them. */
  declare public readonly json: pulumi.Output<string>;
  /** How many items there are. */
  declare public readonly count: pulumi.Output<number>;
  /** sha-256 (hex) of the items in canonical form: neither the order of items nor of keys changes it. */
  declare public readonly digest: pulumi.Output<string>;

  // Neither a `#private` field nor an initialised one: a user's closure may capture this resource and be serialised.
  declare private parsed: pulumi.Output<Workflow[]> | undefined;

  /**
   * @param name The resource's name.
   * @param args What to list; all of it is optional.
   * @param opts Options of the resource. `ignoreChanges` does not hold a listing still: `mode: "pinned"` does.
   */
  constructor(name: string, args: WorkflowsArgs = {}, opts?: pulumi.CustomResourceOptions) {
    checkConfig();
    shortenDebugLines();
    writeLargeStringsAsBytes();
    const given: pulumi.Output<object> = pulumi.output(args);
    const isSecret = pulumi.isSecret(given);
    // What is read with a secret argument may show it: the engine takes it for secret where the input of its name is.
    const read = isSecret.then((is) => (is ? pulumi.secret(null) : undefined));
    super(
      RESOURCE_TYPE,
      name,
      {
        ...args,
        json: read,
        count: read,
        digest: read,
        [CALL_PROPERTY]: { urn: urnOf(name, opts?.parent), isSecret, absent: absentIn(given) } satisfies Promised<Call>,
        __provider: PROVIDER_TEXT,
      },
      opts,
    );
  }

  /**
   * Reads a listing without owning it: nothing of it is created, updated or deleted. At preview too.
   *
   * @param name The resource's name.
   * @param args What to list.
   * @param opts Options of the resource.
   */
  static get(name: string, args: WorkflowsArgs = {}, opts?: pulumi.CustomResourceOptions): Workflows {
    const given = pulumi.output(args);
    const id = given.apply(async (known) => idOf(known, await pulumi.isSecret(given)));
    return new Workflows(name, args, { ...opts, id });
  }

  /**
   * `json`, parsed: made from it in the program, so that it crosses the engine as one string. Integers beyond 2^53 are
   * strings. `undefined` where `json` is: when the resource is not among an update's targets, and under mocks.
   */
  get items(): pulumi.Output<Workflow[]> {
    this.parsed ??= this.json.apply(async (json: string | null | undefined) =>
      json === undefined || json === null ? (undefined as unknown as Workflow[]) : itemsOf(json, this),
    );
    return this.parsed;
  }
}

type Promised<T> = { [Key in keyof Required<T>]: Promise<Required<T>[Key]> };

/** At once, where not all of the arguments are known yet: nothing is listed then. */
async function absentIn(given: pulumi.Output<object>): Promise<NonNullable<Call["absent"]>> {
  const settled = given as typeof given & { isKnown: Promise<boolean>; promise(): Promise<Properties> };
  return (await settled.isKnown) ? absentValues(await settled.promise()) : [];
}

/** As a promise, not an Output: that would make the resource depend on its parent, and so a component's child on itself. */
function urnOf(name: string, parent: pulumi.Resource | undefined): Promise<string> {
  return new Promise((resolve) => {
    pulumi.createUrn(name, RESOURCE_TYPE, parent).apply(resolve);
  });
}
