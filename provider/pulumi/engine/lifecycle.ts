/** What happens to a `Workflows` resource in each of the engine's operations: the same for the dynamic provider and the plugin. */
import { type Issue, messageOf, SettingsError } from "../../base/errors.js";
import { isRecord } from "../../base/json-path.js";
import { GONE_OPTIONS } from "../../workflows/arguments/table.js";
import { parseArguments, type ParsedArguments } from "../../workflows/arguments/parse-arguments.js";
import { containsUnknown, UNKNOWN } from "../../workflows/engine-signatures.js";
import type { Session } from "../../workflows/session.js";
import { currentListing } from "./current-listing.js";
import { unknownIssues } from "../argument-issues.js";
import { redactIssue, registerSecretArguments, secretTextsIn, withoutValue } from "../redaction.js";
import { withStaleHint } from "./stale-settings.js";
import {
  argumentsOf,
  asInputs,
  changedKeys,
  isFromService,
  type Properties,
  sameListing,
  SERVICE_PROPERTY,
  sizeOf,
  snapshotOf,
} from "../properties.js";
import type { Host } from "./provider-host.js";

/** What an operation is given about the resource, beside its properties. */
export interface Context {
  readonly urn?: string | undefined;
  /** Whether what is read is secret. */
  readonly isSecret?: boolean | undefined;
  /** Whether what was read before is secret. */
  readonly wasSecret?: boolean | undefined;
  /** The secret ones among the arguments: no message shows them. */
  readonly secrets?: Properties | undefined;
  /** Whether something that the resource depends on is not there yet. */
  readonly isPending?: boolean | undefined;
  /** What is wrong beside the values of the arguments. */
  readonly issues?: readonly Issue[] | undefined;
  /** Names with values that are no arguments. */
  readonly unknownNames?: readonly string[] | undefined;
}

type CheckResult = { readonly inputs: Properties } | { readonly failures: readonly Issue[] };

/**
 * Validates the arguments and reads the listing: its `json`, `count` and `digest` become computed inputs, so that previews
 * know them. Arguments with unknown parts are passed through, and nothing is read.
 */
export async function check(
  host: Host,
  olds: Properties,
  news: Properties,
  context: Context = {},
): Promise<CheckResult> {
  const { session } = host;
  const args = argumentsOf(news);
  registerSecretArguments(session.redactor, context.secrets ?? {});
  const issues = [...(context.issues ?? []), ...connectionIssues(session, args["connection"])];
  const parsed = parse(session, args, { ...context, issues });
  if ("issues" in parsed) {
    return { failures: parsed.issues.map((issue) => withoutValue(issue, args, session.redactor, context.isSecret)) };
  }
  if (context.isPending === true || containsUnknown(args)) {
    // The engine's plan (`up --plan`) allows only what the preview announced, `__service` too.
    const unknown = { json: UNKNOWN, count: UNKNOWN, digest: UNKNOWN, [SERVICE_PROPERTY]: UNKNOWN };
    return { inputs: { ...args, ...unknown } };
  }
  const { urn, isSecret = false, wasSecret = false } = context;
  try {
    // A message about a change shows what was before, too.
    const shown = { urn, isSecret: isSecret || wasSecret, command: "pulumi up" };
    const listing = await currentListing(host, { last: olds, args, parsed: parsed.value, ...shown });
    const service = session.service(parsed.value.connection);
    return { inputs: { ...args, ...asInputs({ ...listing, [SERVICE_PROPERTY]: service }) } };
  } catch (error) {
    // Thrown, the SDK would print its stack.
    return { failures: [{ property: "", reason: messageOf(error) }] };
  }
}

/** The properties in which checked inputs differ from the state. Sends nothing. */
export function diff(state: Properties, news: Properties): readonly string[] {
  const before: Properties = { ...argumentsOf(state), digest: state["digest"], json: state["json"] !== undefined };
  const after: Properties = { ...argumentsOf(news), digest: news["digest"], json: true };
  const service = news[SERVICE_PROPERTY];
  const isOtherService = service !== UNKNOWN && !isFromService(state, service);
  return [...changedKeys(before, after), ...(isOtherService ? [SERVICE_PROPERTY] : [])];
}

/** The outputs of what check read. Sends no request that this process has not sent already. */
export async function store(host: Host, inputs: Properties, state: Properties = {}, urn?: string): Promise<Properties> {
  const args = argumentsOf(inputs);
  const snapshot = snapshotOf(inputs);
  if (snapshot["json"] !== undefined) {
    return { ...args, ...snapshot };
  }
  if (state["json"] !== undefined && state["digest"] === snapshot["digest"] && sameListing(state, args)) {
    return { ...args, ...snapshotOf(state), ...snapshot };
  }
  const { json, count, digest } = await host.session.list(parseOrThrow(host.session, args));
  await host.log(
    "warning",
    `The listing is ${sizeOf(json)}, and every change of the stack writes it to the state again: ` +
      "with 32 MB, each other resource took about 4 seconds more. " +
      "Keep fewer fields with `select`, fewer items with `where`, or read it with the function `getWorkflows`, which keeps no state.",
    urn,
  );
  return { ...args, ...snapshot, json, count, digest };
}

/**
 * The listing as it is now, for a refresh (`isNew` false, `state` from the last update) or for `Workflows.get` (`isNew` true).
 * `inputs` are those that check would give, so that a drift shows as one.
 */
export async function read(
  processHost: Host,
  state: Properties,
  { isNew, ...context }: Context & { readonly isNew: boolean },
): Promise<{ outputs: Properties; inputs: Properties }> {
  const host = withSecretArguments(processHost, context.secrets ?? {});
  const { session, log } = host;
  const { urn, isSecret = false } = context;
  const args = argumentsOf(state);
  const known = isNew ? args : await withoutGoneOptions(args, log, urn);
  const parsed = parseOrThrow(session, known, context);
  const isKept = parsed.mode === "pinned" && !isNew && state["digest"] !== undefined;
  const options = { last: isNew ? undefined : state, args, parsed, urn, isSecret, command: "pulumi refresh" };
  const snapshot = isKept
    ? snapshotOf(state)
    : await currentListing(host, options).catch((error: unknown) => {
        throw isNew ? error : withStaleHint(error);
      });
  return { outputs: { ...args, ...snapshot }, inputs: { ...args, ...asInputs(snapshot) } };
}

/**
 * Returns the host for one operation, whose messages show none of these arguments. At a refresh all arguments of a resource may
 * count as secret. Other resources must not find their words in their messages masked, so the session does not learn them.
 */
function withSecretArguments({ session, log }: Host, secrets: Properties): Host {
  const redactor = session.redactor.extend(secretTextsIn(secrets));
  return {
    session: { ...session, redactor },
    log: (severity, message, urn) => log(severity, redactor.mask(message), urn),
  };
}

/** A state keeps the arguments of the version that wrote it. In a program such an option is an error. */
async function withoutGoneOptions(args: Properties, log: Host["log"], urn: string | undefined): Promise<Properties> {
  const options = Object.entries(isRecord(args["pagination"]) ? args["pagination"] : {});
  const gone = options.map(([key]) => key).filter((key) => Object.hasOwn(GONE_OPTIONS, key));
  if (gone.length === 0) {
    return args;
  }
  const reasons = gone.map((key) => `\`pagination.${key}\` ${GONE_OPTIONS[key] ?? ""}`);
  await log("warning", `The state has an argument of an earlier version, which is left out. ${reasons.join(" ")}`, urn);
  return { ...args, pagination: Object.fromEntries(options.filter(([key]) => !gone.includes(key))) };
}

function parseOrThrow(session: Session, args: Properties, context: Context = {}): ParsedArguments {
  const parsed = parse(session, args, { ...context, issues: [...(context.issues ?? []), ...unknownIssues(args)] });
  if ("issues" in parsed) {
    throw new SettingsError(parsed.issues);
  }
  return parsed.value;
}

/** The arguments, or all that is wrong with them. */
function parse({ redactor }: Session, args: Properties, { issues = [], unknownNames = [] }: Context) {
  const unknown = Object.fromEntries(unknownNames.map((name) => [name, true]));
  const parsed = parseArguments("Workflows", { ...args, ...unknown });
  if ("value" in parsed && issues.length === 0) {
    return parsed;
  }
  const all = [...issues, ...("issues" in parsed ? parsed.issues : [])];
  return { issues: all.map((issue) => redactIssue(issue, redactor)) };
}

/** A connection that does not exist is wrong before anything is read, and beside arguments that are not known yet. */
function connectionIssues(session: Session, connection: unknown): readonly Issue[] {
  if (typeof connection !== "string" || connection.trim() === "" || containsUnknown(connection)) {
    return [];
  }
  try {
    session.settings(connection);
    return [];
  } catch (error) {
    // What else is wrong with the settings is reported when they are used.
    return error instanceof SettingsError ? error.issues.filter(({ property }) => property === "connection") : [];
  }
}
