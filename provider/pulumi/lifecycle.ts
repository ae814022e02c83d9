/** What happens to a `Workflows` resource in each of the engine's operations: the same for the dynamic provider and the plugin. */
import { type Fault, SettingsError } from "../http/errors.js";
import type { Source } from "../settings/sources.js";
import { containsUnknown, parseArguments, UNKNOWN, type WorkflowsArguments } from "../workflows/arguments.js";
import type { Session } from "../workflows/session.js";
import type { Listing } from "../workflows/types.js";
import type { Log } from "./engine-log.js";
import { hideValues } from "./hide-values.js";
import { failuresOf, keptMessage, mayKeep, NOTHING_KEPT, withoutValue, withStaleHint } from "./lifecycle-errors.js";
import { argumentsOf, asInputs, type Properties, readingOf, sameArguments, sameListing } from "./properties.js";

export interface Context {
  readonly session: Session;
  readonly log: Log;
}

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
    if (unchanged && olds["digest"] === listing.digest && !(isSecret && olds["json"] === undefined)) {
      return { inputs: { ...args, ...readingOf(olds) } };
    }
    await tellChanges(log, olds, listing, { keyPath: parsed.value.view.keyPath, urn, isSecret });
    return { inputs: { ...args, ...asInputs(readingOf({ ...listing }), isSecret) } };
  } catch (error) {
    const told = isSecret ? hideValues(error, args) : error;
    if (!mayKeep(parsed.value, error)) {
      return { failures: failuresOf(told) };
    }
    if (!unchanged) {
      return { failures: failuresOf(told, NOTHING_KEPT) };
    }
    await log("warning", keptMessage(told), urn);
    return { inputs: { ...args, ...readingOf(olds) } };
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
      "Keep fewer fields with `select`, fewer items with `where`, or read it with the function `getWorkflows`, which keeps no state.",
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
  const parsed = argumentsOrThrow(args, isSecret);
  const answer = (reading: Properties): { outputs: Properties; inputs: Properties } => ({
    outputs: { ...args, ...reading },
    inputs: { ...args, ...asInputs(reading, isSecret) },
  });
  const stored = readingOf(state);
  if (parsed.mode === "pinned" && !live && stored["digest"] !== undefined) {
    return answer(stored);
  }
  try {
    const listing = await list(session, parsed);
    if (stored["json"] !== undefined && stored["digest"] === listing.digest) {
      return answer(stored);
    }
    await tellChanges(log, state, listing, { keyPath: parsed.view.keyPath, urn, isSecret });
    return answer(readingOf({ ...listing }));
  } catch (error) {
    const told = isSecret ? hideValues(error, args) : error;
    if (stored["digest"] !== undefined && mayKeep(parsed, error)) {
      await log("warning", keptMessage(told), urn);
      return answer(stored);
    }
    throw live ? told : withStaleHint(told, () => storedSource(session, parsed));
  }
}

function list(session: Session, { connection, request, view }: WorkflowsArguments): Promise<Listing> {
  return session.list({ connection, request, view });
}

function argumentsOrThrow(args: Properties, isSecret = false): WorkflowsArguments {
  const parsed = parseArguments("resource", args);
  if ("faults" in parsed) {
    const error = new SettingsError(parsed.faults);
    throw isSecret ? hideValues(error, args) : error;
  }
  return parsed.value;
}

async function tellChanges(
  log: Log,
  before: Properties,
  listing: Listing,
  { keyPath, urn, isSecret }: { keyPath: string | undefined; urn: string | undefined; isSecret: boolean },
): Promise<void> {
  if (typeof before["digest"] !== "string" || before["digest"] === listing.digest) {
    return;
  }
  // What was read with a secret argument is secret, its count too.
  if (isSecret) {
    await log("info", "workflows: the listing has changed", urn);
    return;
  }
  const counts = `the listing has changed: ${String(before["count"])} before, ${listing.count} now`;
  if (typeof before["json"] !== "string") {
    await log("info", `workflows: ${counts}`, urn);
    return;
  }
  const { describeChanges } = await import("../workflows/changes.js");
  await log("info", `workflows: ${describeChanges(before["json"], listing.json, keyPath) ?? counts}`, urn);
}

/** Where credentials come from that a refresh takes from the state; those of the environment are those of now, then too. */
function storedSource(session: Session, { connection }: WorkflowsArguments): Source | undefined {
  return session.settings(connection).credentialsSources.find(({ kind }) => kind !== "environment");
}
