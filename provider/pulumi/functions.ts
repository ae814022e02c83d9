/** Workflows as data: read in the program, at every preview and update, and kept in no state. */
import * as pulumi from "@pulumi/pulumi";
import type {
  GetAccessTokenArgs,
  GetAccessTokenOutputArgs,
  GetWorkflowArgs,
  GetWorkflowOutputArgs,
  GetWorkflowsArgs,
  GetWorkflowsOutputArgs,
} from "./args.js";
import { forProgram } from "./program-error.js";
import { itemsOf, type Workflow } from "./items.js";
import { theSession } from "./program.js";

/** A listing, as `getWorkflows` gives it. */
export interface GetWorkflowsResult<T = Workflow> {
  /** The items; integers beyond 2^53 are strings. */
  readonly items: T[];
  /** The items as one JSON array, numbers exactly as the service wrote them. */
  readonly json: string;
  readonly count: number;
  /** sha-256 (hex) of the items in canonical form: neither the order of items nor of keys changes it. */
  readonly digest: string;
}

/**
 * Lists the workflows.
 *
 * @throws SettingsError where a setting or an argument is missing or bad, before any request; else another `WorkflowsError`.
 */
export function getWorkflows<T = Workflow>(
  args: GetWorkflowsArgs<T> = {},
  opts?: pulumi.InvokeOptions,
): Promise<GetWorkflowsResult<T>> {
  return forProgram(async () => {
    const { lookUpListing } = await import("./look-up.js");
    const { json, count, digest } = await lookUpListing(theSession(), args);
    return { items: await typedItems(json, args.schema, opts), json, count, digest };
  });
}

/** As {@link getWorkflows}, for arguments that are Outputs, and for lookups that wait for resources (`dependsOn`). */
export function getWorkflowsOutput<T = Workflow>(
  args: GetWorkflowsOutputArgs<T> = {},
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetWorkflowsResult<T>> {
  return whenKnown(args, opts, (known) => getWorkflows<T>(known as GetWorkflowsArgs<T>, opts));
}

/**
 * The one workflow that matches.
 *
 * @throws ItemError (`no-match`, `several-matches`) that says how many match and which fields there are.
 */
export function getWorkflow<T = Workflow>(
  args: GetWorkflowArgs<T> & { allowMissing: true },
  opts?: pulumi.InvokeOptions,
): Promise<T | undefined>;
export function getWorkflow<T = Workflow>(args: GetWorkflowArgs<T>, opts?: pulumi.InvokeOptions): Promise<T>;
export function getWorkflow<T = Workflow>(
  args: GetWorkflowArgs<T>,
  opts?: pulumi.InvokeOptions,
): Promise<T | undefined> {
  return forProgram(async () => {
    const { lookUpOne } = await import("./look-up.js");
    const found = await lookUpOne(theSession(), args);
    return found === undefined ? undefined : (await typedItems(found.json, args.schema, opts))[0];
  });
}

/** As {@link getWorkflow}, for arguments that are Outputs, and for lookups that wait for resources (`dependsOn`). */
export function getWorkflowOutput<T = Workflow>(
  args: GetWorkflowOutputArgs<T> & { allowMissing: true },
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<T | undefined>;
export function getWorkflowOutput<T = Workflow>(
  args: GetWorkflowOutputArgs<T>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<T>;
export function getWorkflowOutput<T = Workflow>(
  args: GetWorkflowOutputArgs<T>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<T | undefined> {
  return whenKnown(args, opts, (known) => getWorkflow<T>(known as GetWorkflowArgs<T>, opts));
}

/** The access token in the clear, for calls that this provider does not cover. Prefer {@link getAccessTokenOutput}, which keeps it secret. */
export function getAccessToken(args: GetAccessTokenArgs = {}): Promise<string> {
  return forProgram(async () => {
    const { lookUpToken } = await import("./look-up.js");
    return lookUpToken(theSession(), args);
  });
}

/** The access token as a secret: encrypted in state wherever it goes, and masked in what is printed. */
export function getAccessTokenOutput(
  args: GetAccessTokenOutputArgs = {},
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<string> {
  return pulumi.secret(whenKnown(args, opts, (known) => getAccessToken(known as GetAccessTokenArgs)));
}

/** Calls `read` once the arguments and all that it depends on are known; until then, at preview, the result is unknown. */
function whenKnown<R>(
  args: object,
  opts: pulumi.InvokeOutputOptions | undefined,
  read: (known: object) => Promise<R>,
): pulumi.Output<R> {
  // A validator is no value to wait for, and has methods that unwrapping would lose.
  const { schema, ...rest } = args as { schema?: unknown };
  const dependencies = pulumi.output(opts?.dependsOn ?? []).apply((given) => {
    const resources = (Array.isArray(given) ? given : [given]) as pulumi.Resource[];
    return pulumi.all(resources.map((one) => (pulumi.CustomResource.isInstance(one) ? one.id : one.urn)));
  });
  const result = pulumi
    .all([pulumi.output<object>(rest), dependencies])
    .apply(([known]) => read(schema === undefined ? known : { ...known, schema }));
  return result;
}

async function typedItems<T>(
  json: string,
  schema: GetWorkflowsArgs<T>["schema"],
  opts?: pulumi.InvokeOptions,
): Promise<T[]> {
  const items = await itemsOf(json, opts?.parent);
  if (schema === undefined) {
    return items as T[];
  }
  const { checkItems } = await import("./check-items.js");
  return checkItems(items, schema);
}
