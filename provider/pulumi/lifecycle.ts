/** What happens to a `Workflows` resource in each of the engine's operations: the same for the dynamic provider and the plugin. */
import { type Issue, SettingsError } from "../http/errors.js";
import type { Source } from "../settings/sources.js";
import { parseArguments, unknownFaults, type WorkflowsArguments } from "../workflows/arguments/parse-arguments.js";
import { containsUnknown, UNKNOWN } from "../workflows/engine-marks.js";
import type * as changesModule from "../workflows/items/changes.js";
import type * as guardModule from "../workflows/items/guard.js";
import type { LastListing } from "../workflows/items/guard.js";
import type { KeyPath } from "../workflows/items/identity.js";
import type { Session } from "../workflows/session.js";
import type { Listing } from "../workflows/types.js";
import { demandSameArguments, rememberArguments } from "./checked-arguments.js";
import type { Log } from "./host.js";
import {
  failuresOf,
  keptMessage,
  mayKeep,
  mayShowValue,
  NOTHING_KEPT,
  redactError,
  redactFault,
  registerSecretArguments,
  withoutValue,
  withStaleHint,
} from "./errors.js";
import {
  argumentsOf,
  asInputs,
  changedKeys,
  changesService,
  isFromService,
  isOtherRequest,
  type Properties,
  readingOf,
  sameItems,
  sameListing,
  SERVICE_PROPERTY,
  sizeOf,
  withService,
} from "./properties.js";

export interface Context {
  readonly session: Session;
  readonly log: Log;
}

/** What an operation is given about the resource, beside its properties. */
export interface About {
  readonly urn?: string | undefined;
  /** Whether what is read is secret. */
  readonly isSecret?: boolean | undefined;
  /** Whether what was read before is secret. */
  readonly wasSecret?: boolean | undefined;
  /** The secret ones among the arguments: no message shows them. */
  readonly secrets?: Properties | undefined;
  /** Whether something that the resource depends on is not there yet, or changes in this deployment. */
  readonly isPending?: boolean | undefined;
  /** What is wrong beside the values of the arguments. */
  readonly faults?: readonly Issue[] | undefined;
  /** Names with values that are no arguments. */
  readonly unknownNames?: readonly string[] | undefined;
}

/**
 * Validates the arguments and reads the listing: its `json`, `count` and `digest` become computed inputs, so that previews
 * know them. Arguments with unknown parts are passed through, and nothing is read.
 */
export async function check(
  context: Context,
  olds: Properties,
  news: Properties,
  about: About = {},
): Promise<CheckResult> {
  const result = await checkedInputs(context, olds, news, about);
  if ("inputs" in result) {
    rememberArguments(context.session, result.inputs);
  }
  return result;
}

type CheckResult = { readonly inputs: Properties } | { readonly failures: readonly Issue[] };

async function checkedInputs(context: Context, olds: Properties, news: Properties, about: About): Promise<CheckResult> {
  const { session } = context;
  const args = argumentsOf(news);
  registerSecretArguments(session.redactor, about.secrets ?? {});
  const parsed = parse(session, args, about);
  const faults = connectionFaults(session, args["connection"]);
  if ("faults" in parsed || faults.length > 0) {
    const mayShow = mayShowValue(session.redactor, about.isSecret === true);
    const all = [...("faults" in parsed ? parsed.faults : []), ...faults];
    return { failures: all.map((fault) => withoutValue(fault, args, mayShow)) };
  }
  if (about.isPending === true || containsUnknown(args)) {
    // The engine's plan (`up --plan`) allows only what the preview announced, `__service` too.
    const reading = { json: UNKNOWN, count: UNKNOWN, digest: UNKNOWN };
    return { inputs: { ...args, ...withService(reading, UNKNOWN) } };
  }
  return readInputs(context, olds, { args, parsed: parsed.value }, about);
}

/** The arguments with the listing as it is now, or with the last one if that is allowed. */
async function readInputs(
  { session, log }: Context,
  olds: Properties,
  { args, parsed }: { readonly args: Properties; readonly parsed: WorkflowsArguments },
  { urn, isSecret = false, wasSecret = false }: About,
): Promise<CheckResult> {
  let unchanged = false;
  let kept = readingOf(olds);
  try {
    const service = session.service(parsed.connection);
    unchanged = typeof olds["digest"] === "string" && sameListing(olds, args) && isFromService(olds, service);
    kept = withService(kept, service);
    if (parsed.mode === "pinned" && unchanged) {
      return { inputs: { ...args, ...kept } };
    }
    const listing = await list(session, parsed);
    const will = isOtherRequest(olds, args, service);
    await guardListing({ session, log }, olds, listing, parsed, { urn, isSecret: isSecret || wasSecret, will });
    if (unchanged && olds["digest"] === listing.digest && !(isSecret && olds["json"] === undefined)) {
      return { inputs: { ...args, ...kept } };
    }
    // A change shows what was before, too.
    await logChanges(log, olds, listing, {
      ...{ urn, isSecret: isSecret || wasSecret, keyPath: parsed.request.keyPath },
      isOther: !sameItems(olds, args) || !isFromService(olds, service),
    });
    return { inputs: { ...args, ...withService(asInputs(readingOf({ ...listing }), isSecret), service) } };
  } catch (error) {
    const shown = redactError(error, session.redactor);
    if (!mayKeep(parsed, error)) {
      return { failures: failuresOf(shown) };
    }
    if (!unchanged) {
      return { failures: failuresOf(shown, NOTHING_KEPT) };
    }
    await log("warning", keptMessage(shown), urn);
    return { inputs: { ...args, ...kept } };
  }
}

/** Compares checked inputs with the state. Sends nothing. */
export function diff(state: Properties, news: Properties): { changes: boolean; changed: readonly string[] } {
  const before: Properties = { ...argumentsOf(state), digest: state["digest"], json: state["json"] !== undefined };
  const after: Properties = { ...argumentsOf(news), digest: news["digest"], json: true };
  const changed = changedKeys(before, after);
  if (changesService(state, news)) {
    changed.push(SERVICE_PROPERTY);
  }
  return { changes: changed.length > 0, changed };
}

/** The outputs of what check read. Sends no request that this process has not sent already. */
export async function store(
  context: Context,
  inputs: Properties,
  state: Properties = {},
  urn?: string,
): Promise<Properties> {
  // Not in diff: for a refresh, the engine compares with the inputs of the state.
  demandSameArguments(context.session, inputs);
  const args = argumentsOf(inputs);
  const reading = readingOf(inputs);
  if (reading["json"] !== undefined) {
    return { ...args, ...reading };
  }
  if (state["json"] !== undefined && state["digest"] === reading["digest"] && sameListing(state, args)) {
    return { ...args, ...readingOf(state), ...reading };
  }
  const { json, count, digest } = await list(context.session, argumentsOrThrow(context.session, args));
  await context.log(
    "warning",
    `The listing is ${sizeOf(json)}, and every change of the stack writes it to the state again: ` +
      "with 32 MB, each other resource took about 4 seconds more. " +
      "Keep fewer fields with `select`, fewer items with `where`, or read it with the function `getWorkflows`, which keeps no state.",
    urn,
  );
  return { ...args, ...reading, json, count, digest };
}

/**
 * The listing as it is now, for a refresh (`live` false, `state` from the last update) or for `Workflows.get` (`live` true).
 * `inputs` are those that check would give, so that a drift shows as one.
 */
export async function read(
  { session, log }: Context,
  state: Properties,
  { live, ...about }: About & { readonly live: boolean },
): Promise<{ outputs: Properties; inputs: Properties }> {
  const { urn, isSecret = false } = about;
  const args = argumentsOf(state);
  registerSecretArguments(session.redactor, about.secrets ?? {});
  const parsed = argumentsOrThrow(session, args, about);
  const result = (reading: Properties): { outputs: Properties; inputs: Properties } => ({
    outputs: { ...args, ...reading },
    inputs: { ...args, ...asInputs(reading, isSecret) },
  });
  const stored = readingOf(state);
  if (parsed.mode === "pinned" && !live && stored["digest"] !== undefined) {
    return result(stored);
  }
  let mayKeepStored = false;
  try {
    const service = session.service(parsed.connection);
    mayKeepStored = stored["digest"] !== undefined && isFromService(stored, service);
    const listing = await list(session, parsed);
    const will = isOtherRequest(stored, {}, service);
    await guardListing({ session, log }, live ? undefined : state, listing, parsed, {
      urn,
      isSecret,
      will,
      isRefresh: true,
    });
    if (stored["json"] !== undefined && stored["digest"] === listing.digest) {
      return result(mayKeepStored ? { ...withService(stored, service), ...stored } : withService(stored, service));
    }
    await logChanges(log, state, listing, { urn, isSecret, keyPath: parsed.request.keyPath, isOther: !mayKeepStored });
    return result(withService(readingOf({ ...listing }), service));
  } catch (error) {
    const shown = redactError(error, session.redactor);
    if (mayKeepStored && mayKeep(parsed, error)) {
      await log("warning", keptMessage(shown), urn);
      return result(stored);
    }
    throw live ? shown : withStaleHint(shown, () => storedSource(session, parsed));
  }
}

/**
 * Demands that nothing vanishes that the user did not ask for: an error in check, so that previews fail, and again when an
 * update reads something else than its preview.
 *
 * @param last the properties with the last listing; `undefined` for `Workflows.get`, which has none.
 */
async function guardListing(
  { session, log }: Context,
  last: Properties | undefined,
  listing: Listing,
  { guard, request: { keyPath, query } }: WorkflowsArguments,
  { urn, isSecret, will, isRefresh = false }: GuardAbout,
): Promise<void> {
  const { assertListed, assertStillListed } = require("../workflows/items/guard.js") as typeof guardModule;
  const context = {
    ...{ args: guard, environment: session.environment, keyPath, isSecret },
    hasQuery: Object.keys(query ?? {}).length > 0,
  };
  if (last === undefined) {
    assertListed(listing, context);
  } else {
    const command = isRefresh ? "pulumi refresh" : "pulumi up";
    assertStillListed(lastListing(last, { isOtherRequest: will, command }), listing, context);
  }
  if (listing.unmatched !== undefined) {
    await log("warning", isSecret ? "`where`: a condition matches nothing." : listing.unmatched, urn);
  }
}

interface GuardAbout {
  readonly urn: string | undefined;
  readonly isSecret: boolean;
  /** Whether the user asks for other workflows than before. */
  readonly will: boolean;
  readonly isRefresh?: boolean;
}

function lastListing(
  { count, json, digest, keyPath }: Properties,
  about: Pick<LastListing, "isOtherRequest" | "command">,
): LastListing | undefined {
  return typeof count === "number" && typeof digest === "string"
    ? { count, digest, json: typeof json === "string" ? json : undefined, keyPath: keyPath as KeyPath, ...about }
    : undefined;
}

function list(session: Session, { connection, request, view }: WorkflowsArguments): Promise<Listing> {
  return session.list({ connection, request, view });
}

function argumentsOrThrow(session: Session, args: Properties, about: About = {}): WorkflowsArguments {
  const parsed = parse(session, args, { ...about, faults: [...(about.faults ?? []), ...unknownFaults(args)] });
  if ("faults" in parsed) {
    throw new SettingsError(parsed.faults);
  }
  return parsed.value;
}

function parse(
  { redactor }: Session,
  args: Properties,
  { faults = [], unknownNames = [] }: About,
): { readonly value: WorkflowsArguments } | { readonly faults: readonly Issue[] } {
  const parsed = parseArguments("resource", {
    ...args,
    ...Object.fromEntries(unknownNames.map((name) => [name, true])),
  });
  const all = [...faults, ...("faults" in parsed ? parsed.faults : [])];
  if ("value" in parsed && all.length === 0) {
    return parsed;
  }
  return { faults: all.map((fault) => redactFault(fault, redactor)) };
}

/** A connection that does not exist is wrong before anything is read, and beside arguments that are not known yet. */
function connectionFaults(session: Session, connection: unknown): readonly Issue[] {
  if (typeof connection !== "string" || connection.trim() === "" || containsUnknown(connection)) {
    return [];
  }
  try {
    session.settings(connection);
    return [];
  } catch (error) {
    const shown = redactError(error, session.redactor);
    if (!(shown instanceof SettingsError)) {
      throw shown;
    }
    // What else is wrong with the settings is reported when they are used.
    return shown.issues.filter(({ property }) => property === "connection");
  }
}

async function logChanges(
  log: Log,
  before: Properties,
  listing: Listing,
  { urn, isSecret, keyPath, isOther }: ChangeContext,
): Promise<void> {
  if (typeof before["digest"] !== "string" || before["digest"] === listing.digest) {
    return;
  }
  // What was read with a secret argument is secret, its count too.
  if (isSecret) {
    await log("info", "workflows: the listing has changed", urn);
    return;
  }
  const counts = `${String(before["count"])} before, ${listing.count} now`;
  if (isOther) {
    await log("info", `workflows: the arguments have changed: ${counts}`, urn);
    return;
  }
  const { describeChanges, itemsIn } = require("../workflows/items/changes.js") as typeof changesModule;
  const last = itemsIn(before["json"]);
  const changes = last === undefined ? undefined : describeChanges(last, listing.items, keyPath);
  await log("info", `workflows: ${changes ?? `the listing has changed: ${counts}`}`, urn);
}

interface ChangeContext extends Pick<GuardAbout, "urn" | "isSecret"> {
  readonly keyPath: KeyPath;
  /** Whether the arguments choose or show other items than before, so that a comparison would name what did not change. */
  readonly isOther: boolean;
}

/** Where a refresh has credentials from, if they are those of the last update. The environment's are always the current ones. */
function storedSource(session: Session, { connection }: WorkflowsArguments): Source | undefined {
  return session.settings(connection).credentialsSources.find(({ kind }) => kind !== "environment");
}
