/** The resource `Workflows`: a listing that is tracked in state, diffed and refreshed. */
import * as pulumi from "@pulumi/pulumi";
import { faultOfWhole } from "../workflows/arguments/parse-arguments.js";
import type { Workflow, WorkflowsArgs } from "./args.js";
import { finalTransformation, ID_OF_ARGUMENTS, isArgument } from "./final-arguments.js";
import { checkConfig } from "./program.js";
import type * as programValuesModule from "./program-values.js";
import { type Properties, PROVIDER_PROPERTY, RESOURCE_TYPE } from "./properties.js";
import { shortenDebugLines } from "./sdk.js";
import { PROVIDER_TEXT } from "./stub.js";

/** Frames of a stack trace: the SDK's two constructors, this one, and the line of the program. */
const STACK_TRACE_LIMIT = 4;

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
  /** The number of items. */
  declare public readonly count: pulumi.Output<number>;
  /** SHA-256 (hex) of the items in canonical form. The order of items and of keys does not change it. */
  declare public readonly digest: pulumi.Output<string>;

  // Neither a `#private` field nor an initialised one: a user's closure may capture this resource and be serialised. The SDK
  // leaves names with two underscores out of the stack outputs, if a program exports the resource itself.
  declare private __items: pulumi.Output<Workflow[]> | undefined;

  /**
   * @param name The resource's name.
   * @param args What to list; all of it is optional.
   * @param opts Options of the resource. `ignoreChanges` does not keep a listing unchanged: `mode: "pinned"` does.
   */
  constructor(name: string, args: WorkflowsArgs = {}, opts?: pulumi.CustomResourceOptions) {
    checkConfig();
    shortenDebugLines();
    const fault = faultOfWhole(args);
    const given: Properties = fault === undefined ? { ...args } : {};
    const isGiven = (key: string): boolean => given[key] !== undefined;
    const unknownNames = Object.keys(given).filter((key) => isGiven(key) && !isArgument(key));
    const { stackTraceLimit } = Error;
    try {
      // The SDK makes a stack trace for each of its promises: 20 for a resource like this one. `typescript`, which ts-node
      // loads, raises the limit from 10 frames to 100. The SDK shows them only if this variable is set.
      if (!process.env["PULUMI_DEBUG_PROMISE_LEAKS"]) {
        Error.stackTraceLimit = Math.min(stackTraceLimit, STACK_TRACE_LIMIT);
      }
      const urn = urnOf(name, opts?.parent);
      super(
        RESOURCE_TYPE,
        name,
        {
          ...Object.fromEntries(Object.entries(given).filter(([key]) => isArgument(key))),
          json: undefined,
          count: undefined,
          digest: undefined,
          [PROVIDER_PROPERTY]: PROVIDER_TEXT,
        },
        {
          ...opts,
          transformations: [...(opts?.transformations ?? []), finalTransformation(urn, { unknownNames, fault })],
        },
      );
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
  }

  /**
   * Reads a listing without owning it: nothing of it is created, updated or deleted. At preview too.
   *
   * @param name The resource's name.
   * @param args What to list.
   * @param opts Options of the resource.
   */
  static get(name: string, args: WorkflowsArgs = {}, opts?: pulumi.CustomResourceOptions): Workflows {
    return new Workflows(name, args, { ...opts, id: ID_OF_ARGUMENTS });
  }

  /**
   * `json`, parsed: made from it in the program, so that it crosses the engine as one string. Integers beyond 2^53 are
   * strings. `undefined` where `json` is: when the resource is not among an update's targets, and under mocks.
   */
  get items(): pulumi.Output<Workflow[]> {
    this.__items ??= this.json.apply(async (json: string | null | undefined) => {
      if (json === undefined || json === null) {
        return undefined as unknown as Workflow[];
      }
      const { parseItems } = require("./program-values.js") as typeof programValuesModule;
      return (await parseItems(json, this)) as Workflow[];
    });
    return this.__items;
  }
}

/** As a promise, not an Output: that would make the resource depend on its parent, and so a component's child on itself. */
function urnOf(name: string, parent: pulumi.Resource | undefined): Promise<string> {
  return new Promise((resolve) => {
    pulumi.createUrn(name, RESOURCE_TYPE, parent).apply(resolve);
  });
}
