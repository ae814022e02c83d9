/** The resource `Workflows`: a listing that is kept in the state, compared and refreshed; runs in the program. */
import * as pulumi from "@pulumi/pulumi";
import { type Issue, SettingsError } from "../../base/errors.js";
import { isPlainObject } from "../../workflows/arguments/plain-values.js";
import { argumentIssues, lostNameIssues, plainArguments } from "../arguments.js";
import { RESOURCE_ID, RESOURCE_TYPE } from "../properties.js";
import type { Workflow, WorkflowsArgs } from "./args.js";
import { asProgramError, assertOptions, forProgram, getSession, startDeployment } from "./deployment.js";
import type { ReadableResource, ReadOptions } from "./read.js";
import type * as readModule from "./read.js";
import { prepareRegistration } from "./registration.js";
import { capturedByValue } from "./sdk-internals.js";
import type * as typedValuesModule from "./typed-values.js";

/** The SDK does not send properties of these names. */
const DROPPED_BY_SDK: readonly string[] = ["id", "urn"];

/** What `read()` needs, by resource. A field would be exported by a program that exports the resource. */
const readableResources = new WeakMap<object, ReadableResource>();

/**
 * The service's workflows listing, read at every preview, update and refresh.
 *
 * ```ts
 * export = async () => {
 *   const all = new Workflows("all");
 *   for (const { id, name } of await all.read()) new Alarm(`alarm-${id}`, { title: name });
 *   return { count: all.count };
 * };
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
   * `json`, parsed and validated with `schema`. Parsing happens in the program, so only the string `json` crosses the
   * engine. Integers beyond 2^53 are strings. `undefined` if `json` is: in an update with `--target` that skips this
   * resource, and under mocks other than `mockWorkflows`.
   */
  declare public readonly items: pulumi.Output<T[]>;

  /**
   * @param name The resource's name.
   * @param args What to list; all of it is optional.
   * @param opts Options of the resource. `ignoreChanges` does not keep a listing unchanged. Use `mode: "pinned"` for
   *   that.
   * @throws SettingsError for the options `provider` and `import`, which do not work here, for an argument with the
   *   name of an output, and for a `schema` that is not a validator.
   */
  constructor(name: string, args: WorkflowsArgs<T> = {}, opts: pulumi.CustomResourceOptions = {}) {
    startDeployment();
    assertOptions(opts);
    assertArguments(args);
    const { schema, ...inputs } = args;
    const made: { resource?: pulumi.Resource } = {};
    const { properties, options, needs } = prepareRegistration(name, plainArguments(inputs), opts, () => made.resource);
    super(RESOURCE_TYPE, name, properties, options);
    made.resource = this;
    readableResources.set(this, { name, json: this.json, schema, needs });
    defineItems(this, schema);
  }

  /** Reads a listing, also at preview, without owning it. Pulumi never creates, updates or deletes anything for it. */
  static get<T = Workflow>(name: string, args: WorkflowsArgs<T> = {}, opts?: pulumi.CustomResourceOptions) {
    return new Workflows(name, args, { ...opts, id: RESOURCE_ID });
  }

  /**
   * Returns the items as plain values, to create one resource for each workflow. Waits until the engine has registered
   * this resource, at preview and at update. The items are those that the guard has checked. If the guard refuses the
   * listing, or the service fails, the deployment ends here. Sends no request of its own.
   *
   * ```ts
   * for (const { id, name } of await all.read()) new Alarm(`alarm-${id}`, { title: name });
   * ```
   *
   * - Await it, or return it, and do not catch its error to go on: a program that ends without an error deletes what it
   *   did not make.
   * - What decides which resources exist belongs in `where`, because the guard does not see what the program filters
   *   out.
   * - Each call returns a new array of the items that this resource has listed.
   * - A transform or a hook of this resource must not await `read()`, because the resource waits for both and would
   *   never finish.
   *
   * @param options `unwrapSecrets: true` returns the items of a secret listing too.
   * @throws WorkflowsError (`not-known`) if an argument is not known at preview, a resource of `dependsOn` does not
   *   exist yet, or the resource is outside `--target` and not in the state. Use `items.apply(…)` there.
   * @throws SettingsError if the listing is secret. Use `items` there.
   */
  read(options: ReadOptions = {}): Promise<T[]> {
    const resource = readableResources.get(this);
    if (resource === undefined) {
      throw new TypeError("read() was called on an object that no constructor of Workflows has made.");
    }
    const { readItems } = require("./read.js") as typeof readModule;
    return readItems(resource, options) as Promise<T[]>;
  }
}

/** Throws for arguments that do not reach the provider as they are. The provider checks all other arguments. */
function assertArguments<T>(args: WorkflowsArgs<T>): void {
  const issues = localIssues(args);
  if (issues.length > 0) {
    throw asProgramError(new SettingsError(issues));
  }
}

/**
 * Returns the issues of arguments that are no plain object, of a `schema` that is no validator, and of names of
 * outputs.
 */
function localIssues<T>(args: WorkflowsArgs<T>): readonly Issue[] {
  if (!isPlainObject(args)) {
    return argumentIssues("Workflows", args);
  }
  // Without a schema, as in most programs, the validators of arguments are not loaded.
  const schemaIssues = args.schema === undefined ? [] : argumentIssues("Workflows", { schema: args.schema });
  return [...schemaIssues, ...lostNameIssues(args, DROPPED_BY_SDK)];
}

/** Defines `items`, which is computed when it is first read. */
function defineItems<T>(workflows: Workflows<T>, schema: WorkflowsArgs<T>["schema"]): void {
  let items: pulumi.Output<T[]> | undefined;
  const get = capturedByValue(() => (items ??= convertItems(workflows, schema)));
  Object.defineProperty(workflows, "items", { get, configurable: true });
}

/** Returns the items in `json`, as `schema` returns them. */
function convertItems<T>(workflows: Workflows<T>, schema: WorkflowsArgs<T>["schema"]): pulumi.Output<T[]> {
  return workflows.json.apply(async (json: string | null | undefined) => {
    if (json === undefined || json === null) {
      return undefined as unknown as T[];
    }
    const { typedItems } = require("./typed-values.js") as typeof typedValuesModule;
    const isSecret = await pulumi.isSecret(workflows.json);
    return forProgram(() => typedItems(json, schema, { isSecret, session: getSession() }));
  });
}
