/** What happens to a `Workflows` resource in each of the engine's operations: the same for the dynamic provider and the plugin. */
import { AuthenticationError, type Fault, SettingsError, WorkflowsError } from "../http/errors.js";
import { containsUnknown, parseArguments, UNKNOWN, type WorkflowsArguments } from "../workflows/arguments.js";
import { type Source, titleOf } from "../settings/sources.js";
import type { Session } from "../workflows/session.js";
import type { Listing } from "../workflows/types.js";
import type { Log } from "./engine-log.js";
import { hideValues } from "./hide-values.js";
import {
  argumentsOf,
  asInputs,
  idOf,
  MAX_INPUT_BYTES,
  type Properties,
  readingOf,
  sameArguments,
  sameListing,
} from "./properties.js";

export interface Context {
  readonly session: Session;
  readonly log: Log;
}

/** Errors after which `whenUnavailable: "keep"` goes on: the service, not the user, is to blame, and it may pass. */
const UNAVAILABLE: ReadonlySet<string> = new Set([
  "connection",
  "dns",
  "timeout",
  "unavailable",
  "rate-limited",
  "proxy",
]);

/**
 * Validates the arguments and reads the listing: its `json`, `count` and `digest` become computed inputs, so that previews
 * know them. Arguments with unknown parts are passed through, and nothing is read.
 */
export async function check(
  { session, log }: Context,
  olds: Properties,
  news: Properties,
  urn?: string,
  isSecret = false,
): Promise<{ inputs: Properties } | { failures: readonly Fault[] }> {
  const args = argumentsOf(news);
  const known = Object.fromEntries(Object.entries(args).filter(([, value]) => !containsUnknown(value)));
  const parsed = parseArguments("resource", known);
  if ("faults" in parsed) {
    const faults = isSecret ? hideValues(new SettingsError(parsed.faults), args).faults : parsed.faults;
    return { failures: faults.map((fault) => withoutValue(fault, args)) };
  }
  if (Object.keys(known).length < Object.keys(args).length) {
    return { inputs: { ...args, json: UNKNOWN, count: UNKNOWN, digest: UNKNOWN } };
  }
  const unchanged = typeof olds["digest"] === "string" && sameListing(olds, args);
  if (parsed.value.mode === "pinned" && unchanged) {
    return { inputs: { ...args, ...readingOf(olds) } };
  }
  try {
    const listing = await list(session, parsed.value);
    if (unchanged && olds["digest"] === listing.digest) {
      return { inputs: { ...args, ...readingOf(olds) } };
    }
    await tellChanges(log, olds, listing, parsed.value, urn);
    return { inputs: { ...args, ...asInputs(listing) } };
  } catch (error) {
    if (unchanged && mayKeep(parsed.value, error)) {
      await log("warning", keptMessage(error), urn);
      return { inputs: { ...args, ...readingOf(olds) } };
    }
    return { failures: failuresOf(isSecret ? hideValues(error, args) : error) };
  }
}

/** Compares checked inputs with the state. Sends nothing. */
export function diff(state: Properties, news: Properties): { changes: boolean; changed: readonly string[] } {
  const before: Properties = { ...argumentsOf(state), digest: state["digest"], json: state["json"] !== undefined };
  const after: Properties = { ...argumentsOf(news), digest: news["digest"], json: true };
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...keys].filter((key) => !sameArguments({ value: before[key] }, { value: after[key] }));
  return { changes: changed.length > 0, changed };
}

/** The outputs of what check read; asks the service for nothing that this process has not asked already. */
export async function store(
  context: Context,
  inputs: Properties,
  state: Properties = {},
  urn?: string,
): Promise<Properties> {
  const args = argumentsOf(inputs);
  const reading = readingOf(inputs);
  if (reading["json"] !== undefined) {
    return { ...args, ...reading };
  }
  if (state["json"] !== undefined && state["digest"] === reading["digest"] && sameListing(state, args)) {
    return { ...args, ...readingOf(state) };
  }
  const { json, count, digest } = await list(context.session, argumentsOrThrow(args));
  const megabytes = (Buffer.byteLength(json) / 1e6).toFixed(1);
  await context.log(
    "warning",
    `The listing is ${megabytes} MB, and every change of the stack writes it to the state again. ` +
      "Keep fewer fields with `select`, fewer items with `where`, or read it with `getWorkflowsOutput`, which keeps no state.",
    urn,
  );
  return { ...args, json, count, digest };
}

/**
 * The listing as it is now, for a refresh (`live` false, `state` from the last update) or for `Workflows.get` (`live` true).
 * `inputs` are those that check would give, so that a drift shows as one.
 */
export async function read(
  { session, log }: Context,
  state: Properties,
  { live, urn, isSecret = false }: { live: boolean; urn?: string | undefined; isSecret?: boolean | undefined },
): Promise<{ outputs: Properties; inputs: Properties }> {
  const args = argumentsOf(state);
  const parsed = argumentsOrThrow(args);
  const reading = readingOf(state);
  const asStored = { outputs: { ...args, ...reading }, inputs: { ...args, ...smallReading(reading) } };
  if (parsed.mode === "pinned" && !live && reading["digest"] !== undefined) {
    return asStored;
  }
  try {
    const listing = await list(session, parsed);
    if (reading["json"] !== undefined && reading["digest"] === listing.digest) {
      return asStored;
    }
    await tellChanges(log, state, listing, parsed, urn);
    const { json, count, digest } = listing;
    return { outputs: { ...args, json, count, digest }, inputs: { ...args, ...asInputs(listing) } };
  } catch (error) {
    if (reading["digest"] !== undefined && mayKeep(parsed, error)) {
      await log("warning", keptMessage(error), urn);
      return asStored;
    }
    const told = isSecret ? hideValues(error, args) : error;
    const stored = live ? undefined : storedSource(session, parsed);
    throw stored === undefined ? told : withStaleHint(told, stored);
  }
}

export { idOf };

function list(session: Session, { connection, request, view }: WorkflowsArguments): Promise<Listing> {
  return session.list({ connection, request, view });
}

function argumentsOrThrow(args: Properties): WorkflowsArguments {
  const parsed = parseArguments("resource", args);
  if ("faults" in parsed) {
    throw new SettingsError(parsed.faults);
  }
  return parsed.value;
}

function smallReading(reading: Properties): Properties {
  const { json, ...rest } = reading;
  return typeof json === "string" && Buffer.byteLength(json) > MAX_INPUT_BYTES ? rest : reading;
}

async function tellChanges(
  log: Log,
  before: Properties,
  listing: Listing,
  { view }: WorkflowsArguments,
  urn: string | undefined,
): Promise<void> {
  if (typeof before["digest"] !== "string" || before["digest"] === listing.digest) {
    return;
  }
  const { describeChanges } = await import("../workflows/changes.js");
  const told =
    typeof before["json"] === "string" ? describeChanges(before["json"], listing.json, view.keyPath) : undefined;
  const counts = `the listing has changed: ${String(before["count"])} before, ${listing.count} now`;
  await log("info", `workflows: ${told ?? counts}`, urn);
}

function mayKeep(args: WorkflowsArguments, error: unknown): boolean {
  return args.whenUnavailable === "keep" && error instanceof WorkflowsError && UNAVAILABLE.has(error.code);
}

function keptMessage(error: unknown): string {
  return `The last listing is kept, as \`whenUnavailable\` is "keep": ${error instanceof Error ? error.message : String(error)}`;
}

/**
 * The engine prints the value of the property that a failure names, a secret in the clear too. So a failure names one only
 * where that value can hardly be a secret; the name stands in the reason anyway.
 */
function withoutValue({ property, reason }: Fault, args: Properties): Fault {
  const harmless = !Object.hasOwn(args, property) || ["number", "boolean"].includes(typeof args[property]);
  return { property: harmless ? property : "", reason };
}

/** Where credentials come from that a refresh takes from the state; those of the environment are those of now, then too. */
function storedSource(session: Session, { connection }: WorkflowsArguments): Source | undefined {
  return session.settings(connection).credentialsSources.find(({ kind }) => kind !== "environment");
}

/** A refresh runs no program, and so is given what may be an old secret. */
function withStaleHint(error: unknown, stored: Source): unknown {
  return error instanceof WorkflowsError && error.code === "token-refused"
    ? new AuthenticationError(
        `${error.message} A refresh uses the ${titleOf(stored)} of the last update, from the stack's state: ` +
          "if the secret was changed since, run `pulumi refresh --run-program` or `pulumi up`.",
        { code: error.code, status: error.status, requestId: error.requestId, attempts: error.attempts },
      )
    : error;
}

/** An error as check failures: thrown, the SDK would print its stack. */
function failuresOf(error: unknown): readonly Fault[] {
  return [{ property: "", reason: error instanceof Error ? error.message : String(error) }];
}
