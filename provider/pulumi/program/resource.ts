/** The resource `Workflows`: a listing that is tracked in state, diffed and refreshed. */
import * as pulumi from "@pulumi/pulumi";
import { SettingsError } from "../../base/errors.js";
import { parseArguments } from "../../workflows/arguments/parse-arguments.js";
import { isPlainObject } from "../../workflows/arguments/plain-values.js";
import type { Workflow, WorkflowsArgs } from "./args.js";
import { asProgramError, assertOptions, forProgram, getDeployment, getSession } from "./deployment.js";
import { addResource } from "./earlier-resources.js";
import { RESOURCE_ID, RESOURCE_TYPE } from "../properties.js";
import { sendArguments } from "./metadata.js";
import type * as typedValuesModule from "./typed-values.js";

/** Node.js's: what makes a stack trace a text, when it is first read. */
const stackTraces: { prepareStackTrace?: ((error: Error, sites: NodeJS.CallSite[]) => unknown) | undefined } = Error;

/**
 * The service's workflows listing, read at every preview, update and refresh.
 *
 * ```ts
 * const all = new Workflows("all");
 * export const names = all.items.apply((items) => items.map((workflow) => workflow.name));
 * ```
 */
export class Workflows<T = Workflow> extends pulumi.CustomResource {
  /** The items as one JSON array, numbers exactly as the service wrote them. */
  declare public readonly json: pulumi.Output<string>;
  /** The number of items. */
  declare public readonly count: pulumi.Output<number>;
  /** SHA-256 (hex) of the items in canonical form. The order of items and of keys does not change it. */
  declare public readonly digest: pulumi.Output<string>;
  /**
   * `json`, parsed, and checked with `schema`: made from it in the program, so that it crosses the engine as one string. Integers
   * beyond 2^53 are strings. `undefined` where `json` is: when the resource is not among an update's targets, and under mocks.
   */
  declare public readonly items: pulumi.Output<T[]>;

  /**
   * @param name The resource's name.
   * @param args What to list; all of it is optional.
   * @param opts Options of the resource. `ignoreChanges` does not keep a listing unchanged: `mode: "pinned"` does.
   * @throws SettingsError for the options `provider` and `import`, which do not work here, and for a `schema` that is no validator.
   */
  constructor(name: string, args: WorkflowsArgs<T> = {}, opts?: pulumi.CustomResourceOptions) {
    // Warns of the stack's config at the first use in a deployment.
    getDeployment();
    assertOptions(opts);
    assertSchema(args);
    const { schema, ...given } = args;
    const { begin, end } = addResource();
    const transformations = [...(opts?.transformations ?? []), sendArguments(begin)];
    const { prepareStackTrace } = stackTraces;
    try {
      stackTraces.prepareStackTrace = withoutPromiseTraces(prepareStackTrace);
      super(RESOURCE_TYPE, name, given, { ...opts, transformations });
      this.urn.apply(end);
    } finally {
      stackTraces.prepareStackTrace = prepareStackTrace;
    }
    defineItems(this, schema);
  }

  /** Reads a listing without owning it: nothing of it is created, updated or deleted. At preview too. */
  static get<T = Workflow>(name: string, args: WorkflowsArgs<T> = {}, opts?: pulumi.CustomResourceOptions) {
    return new Workflows(name, args, { ...opts, id: RESOURCE_ID });
  }
}

/** Also fails for arguments that are no object. All others are checked by the provider. */
function assertSchema<T>(args: WorkflowsArgs<T>): void {
  const isObject = isPlainObject(args);
  if (!isObject || args.schema !== undefined) {
    const parsed = parseArguments("Workflows", isObject ? { schema: args.schema } : args);
    if ("issues" in parsed) {
      throw asProgramError(new SettingsError(parsed.issues));
    }
  }
}

/** Made at the first use. A closure that captures the resource, and is serialised, takes the value and not this code. */
function defineItems<T>(workflows: Workflows<T>, schema: WorkflowsArgs<T>["schema"]): void {
  let items: pulumi.Output<T[]> | undefined;
  const get = (): pulumi.Output<T[]> =>
    (items ??= workflows.json.apply(async (json: string | null | undefined) => {
      if (json === undefined || json === null) {
        return undefined as unknown as T[];
      }
      const { typedItems } = require("./typed-values.js") as typeof typedValuesModule;
      const isSecret = await pulumi.isSecret(workflows.json);
      const context = { isSecret, redactor: getSession().redactor, resource: workflows };
      return forProgram(() => typedItems(json, schema, context));
    }));
  const captureReplacement = (): (() => unknown) => {
    const captured = get();
    return () => captured;
  };
  Object.defineProperty(workflows, "items", { get: Object.assign(get, { captureReplacement }), configurable: true });
}

/**
 * The SDK makes a stack trace for each of its promises, about 30 for a resource, and shows it only with `PULUMI_DEBUG_PROMISE_LEAKS`. To
 * find their lines in the sources took two thirds of the constructor's time. All other stack traces stay as they are.
 */
function withoutPromiseTraces(format: typeof stackTraces.prepareStackTrace): typeof format {
  return format === undefined || process.env["PULUMI_DEBUG_PROMISE_LEAKS"]
    ? format
    : (error, sites) => (sites[0]?.getFunctionName() === "debuggablePromise" ? "" : format(error, sites));
}
