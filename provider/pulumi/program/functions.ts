/** The functions: workflows as data, read at every preview and update, and not stored; runs in the program. */
import { type InvokeOptions, type InvokeOutputOptions, type Output, secret } from "@pulumi/pulumi";
import type {
  GetAccessTokenArgs,
  GetAccessTokenOutputArgs,
  GetJsonArgs,
  GetJsonOutputArgs,
  GetWorkflowArgs,
  GetWorkflowOutputArgs,
  GetWorkflowsArgs,
  GetWorkflowsOutputArgs,
  Workflow,
} from "./args.js";
import { assertOptions, forProgram, getSession } from "./deployment.js";
import { whenKnown } from "./inputs.js";
import type * as lookUpModule from "../look-up.js";
import type * as typedValuesModule from "./typed-values.js";

/** Result of `getWorkflows`. */
export interface GetWorkflowsResult<T = Workflow> {
  /** The items; integers beyond 2^53 are strings. */
  readonly items: T[];
  /** The items as one JSON array, numbers exactly as the service wrote them. */
  readonly json: string;
  /** The number of items. */
  readonly count: number;
  /** SHA-256 (hex) of the items in canonical form. The order of items and of keys does not change it. */
  readonly digest: string;
}

/** Result of `getJson`. */
export interface GetJsonResult<T = unknown> {
  /** `json` parsed; integers beyond 2^53 are strings. */
  readonly value: T;
  /** The response, or the list of all items, as JSON: numbers exactly as the service wrote them. */
  readonly json: string;
  /**
   * SHA-256 (hex) of the value in canonical form: the order of keys does not change it, nor that of a listing's items.
   */
  readonly digest: string;
}

/**
 * Lists the workflows. Equal requests of one deployment share one response.
 *
 * It does not wait for any `Workflows` of the program, so no guard protects what it returns. To make resources of
 * workflows, await `read()` of a `Workflows`.
 *
 * @param args what to list; all of it is optional.
 * @param opts the engine's options.
 * @throws SettingsError if a setting or an argument is missing or bad, before any request; else another
 *   `WorkflowsError`.
 */
export function getWorkflows<T = Workflow>(
  args: GetWorkflowsArgs<T> = {},
  opts?: InvokeOptions,
): Promise<GetWorkflowsResult<T>> {
  return call(readListing<T>, args, opts);
}

/**
 * Does the same as {@link getWorkflows}, for arguments that are Outputs, and for lookups that wait for resources. With
 * `dependsOn: all`, it waits until the `Workflows` named `all` has compared its listing with the last one.
 */
export function getWorkflowsOutput<T = Workflow>(
  args: GetWorkflowsOutputArgs<T> = {},
  opts?: InvokeOutputOptions,
): Output<GetWorkflowsResult<T>> {
  return callWhenKnown(readListing<T>, args, opts);
}

/**
 * Returns the one workflow that matches. It does not wait for any `Workflows` of the program.
 *
 * @param args which one; `allowMissing: true` turns none into `undefined`.
 * @throws WorkflowsError (`no-match`, `several-matches`) with the number of matches and the fields; else with another
 *   code.
 */
export function getWorkflow<T = Workflow>(
  args: GetWorkflowArgs<T> & { allowMissing?: false | undefined },
  opts?: InvokeOptions,
): Promise<T>;
export function getWorkflow<T = Workflow>(args: GetWorkflowArgs<T>, opts?: InvokeOptions): Promise<T | undefined>;
export function getWorkflow(args: GetWorkflowArgs, opts?: InvokeOptions): Promise<unknown> {
  return call(readOne, args, opts);
}

/**
 * Does the same as {@link getWorkflow}, for arguments that are Outputs, and for lookups with the option `dependsOn`.
 */
export function getWorkflowOutput<T = Workflow>(
  args: GetWorkflowOutputArgs<T> & { allowMissing?: false | undefined },
  opts?: InvokeOutputOptions,
): Output<T>;
export function getWorkflowOutput<T = Workflow>(
  args: GetWorkflowOutputArgs<T>,
  opts?: InvokeOutputOptions,
): Output<T | undefined>;
export function getWorkflowOutput(args: GetWorkflowOutputArgs, opts?: InvokeOutputOptions): Output<unknown> {
  return callWhenKnown(readOne, args, opts);
}

/**
 * Reads another path of the service with the same token: one GET, with the same retries, limits and redaction. Equal
 * requests of one deployment share one response. With `pagination` or `itemsPath`, or if the response is a list,
 * `value` is the list of all items of all pages.
 *
 * ```ts
 * const { value } = await getJson<{ steps: number }>({ path: "/v2/workflows/{id}", parameters: { id: "wf_1" } });
 * ```
 *
 * @param args what to read; `allowMissing: true` turns a path that does not exist into `undefined`.
 * @throws WorkflowsError (`not-found`) if the path does not exist; else with another code.
 */
export function getJson<T = unknown>(
  args: GetJsonArgs<T> & { allowMissing?: false | undefined },
  opts?: InvokeOptions,
): Promise<GetJsonResult<T>>;
export function getJson<T = unknown>(args: GetJsonArgs<T>, opts?: InvokeOptions): Promise<GetJsonResult<T> | undefined>;
export function getJson(args: GetJsonArgs, opts?: InvokeOptions): Promise<unknown> {
  return call(readServicePath, args, opts);
}

/** Does the same as {@link getJson}, for arguments that are Outputs, and for lookups with the option `dependsOn`. */
export function getJsonOutput<T = unknown>(
  args: GetJsonOutputArgs<T> & { allowMissing?: false | undefined },
  opts?: InvokeOutputOptions,
): Output<GetJsonResult<T>>;
export function getJsonOutput<T = unknown>(
  args: GetJsonOutputArgs<T>,
  opts?: InvokeOutputOptions,
): Output<GetJsonResult<T> | undefined>;
export function getJsonOutput(args: GetJsonOutputArgs, opts?: InvokeOutputOptions): Output<unknown> {
  return callWhenKnown(readServicePath, args, opts);
}

/**
 * Returns the access token in the clear, for calls that this provider does not cover. Prefer
 * {@link getAccessTokenOutput}, which keeps it secret.
 *
 * @param args whose token.
 * @throws WorkflowsError (`token-refused`, `token-response`) if the credentials are refused, or no usable token comes;
 *   else with another code.
 */
export function getAccessToken(args: GetAccessTokenArgs = {}): Promise<string> {
  return call(readToken, args);
}

/** Returns the access token as a secret: encrypted in state wherever it goes, and redacted in what the CLI prints. */
export function getAccessTokenOutput(args: GetAccessTokenOutputArgs = {}, opts?: InvokeOutputOptions): Output<string> {
  return secret(callWhenKnown(readToken, args, opts));
}

/** Reads the result of a function, whose arguments are known. */
type Reader<Args, R> = (args: Args, context: typedValuesModule.ConversionContext) => Promise<R>;

/** Reads the result. Throws for a refused option. */
function call<Args, R>(
  reader: Reader<Args, R>,
  args: Args,
  opts: InvokeOptions = {},
  hasSecretArgument = false,
): Promise<R> {
  return forProgram(async () => {
    assertOptions(opts);
    const isSecret = hasSecretArgument || (args as { secret?: unknown } | null)?.secret === true;
    return reader(args, { isSecret, session: getSession() });
  });
}

/** Reads the result once the arguments, and the resources of `dependsOn`, are known. */
function callWhenKnown<Args, R>(reader: Reader<Args, R>, args: object, opts: InvokeOutputOptions = {}): Output<R> {
  return whenKnown(args, opts, (knownArgs, isSecret) => call(reader, knownArgs as Args, opts, isSecret));
}

// Both modules are loaded on first use, so that the start of a program does not wait for them.
const lookUps = () => require("../look-up.js") as typeof lookUpModule;
const typedValues = () => require("./typed-values.js") as typeof typedValuesModule;

const readListing = async <T>(args: GetWorkflowsArgs<T>, context: typedValuesModule.ConversionContext) => {
  const { items, json, count, digest } = await lookUps().lookUpListing(context.session, args, context.isSecret);
  return { items: await typedValues().typedItems(items, args.schema, context), json, count, digest };
};

const readOne: Reader<GetWorkflowArgs, unknown> = async (args, context) => {
  const workflow = (await lookUps().lookUpOne(context.session, args, context.isSecret))?.items[0];
  return workflow === undefined ? undefined : typedValues().typedValue("workflow", workflow, args.schema, context);
};

const readServicePath: Reader<GetJsonArgs, unknown> = async (args, context) => {
  const response = await lookUps().lookUpJson(context.session, args, context.isSecret);
  return (
    response && { ...response, value: await typedValues().typedValue("value", response.value, args.schema, context) }
  );
};

const readToken: Reader<GetAccessTokenArgs, string> = (args, context) =>
  lookUps().lookUpToken(context.session, args, context.isSecret);
