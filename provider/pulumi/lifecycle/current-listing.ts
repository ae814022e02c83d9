/**
 * Reads a resource's listing, checks it with the guard and logs what has changed; or returns the stored one
 * (`mode: "pinned"`, `whenUnavailable: "keep"`).
 */
import { cleanError, messageOf, withFurtherHint, WorkflowsError } from "../../base/errors.js";
import type { ParsedArguments } from "../../workflows/arguments/parse-arguments.js";
import type * as changesModule from "../../workflows/items/changes.js";
import type * as guardModule from "../../workflows/items/guard.js";
import type { PreviousListing } from "../../workflows/items/guard.js";
import type { KeyPath } from "../../workflows/items/identity.js";
import type { Listing } from "../../workflows/types.js";
import type { Host } from "./host.js";
import { compareSources, parseService, type Snapshot, snapshotIn, type SourceComparison, type State } from "./state.js";

/** A request for the current listing of a resource. */
export interface ListingRequest {
  /** The state with the last listing; `undefined` for `Workflows.get` and for an import, which have none. */
  readonly previous: State | undefined;
  /** The state that gets the listing. */
  readonly current: State;
  /** The arguments to read with. At a refresh, `current` may have more than these. */
  readonly parsed: ParsedArguments;
  readonly urn: string | undefined;
  /** The command that a hint tells the user to repeat. */
  readonly command: string;
}

/** The last listing of a resource, and how its source compares with the current one. */
interface LastListing extends SourceComparison {
  /** `undefined` if the resource has had no listing yet. */
  readonly snapshot: Snapshot | undefined;
  readonly state: State;
}

/**
 * Returns the state with the listing as it is now, or with the stored one.
 *
 * @throws WorkflowsError without secrets.
 */
export async function currentListing(host: Host, request: ListingRequest): Promise<State> {
  const { session } = host;
  const { previous, parsed } = request;
  let stored: State | undefined;
  try {
    const current = { ...request.current, service: parseService(session.service(parsed.connection)) };
    const last = previous && lastListing(previous, current);
    stored = last && storedListing(last, current);
    if (parsed.mode === "pinned" && stored !== undefined) {
      return stored;
    }
    const listing = await session.list({ ...parsed, isSecret: hidesListing(request) });
    await guard(host, listing, request, last);
    if (stored !== undefined && listing.digest === last?.snapshot?.digest) {
      // The stored text can stay: another order of items or keys does not count as a change.
      return stored;
    }
    await logChange(host, listing, request, last);
    const { json, count, digest } = listing;
    return { ...current, listing: { json, count, digest } };
  } catch (error) {
    return keepStored(host, request, stored, cleanError(error, session.secrets.clean));
  }
}

function lastListing(state: State, current: State): LastListing {
  return { state, snapshot: snapshotIn(state), ...compareSources(state, current) };
}

/** Returns the current state with the last listing, if it was read with these arguments from this service. */
function storedListing({ snapshot, isSameListing }: LastListing, current: State): State | undefined {
  return snapshot?.json !== undefined && isSameListing ? { ...current, listing: snapshot } : undefined;
}

/** Returns whether no message may show the listing: it is secret, or the last one, which messages quote too, was. */
function hidesListing({ previous, current }: ListingRequest): boolean {
  return current.isSecret || previous?.isSecret === true;
}

/** Throws if workflows have vanished without permission. Warns of a condition that no workflow meets. */
async function guard({ session, log }: Host, listing: Listing, request: ListingRequest, last?: LastListing) {
  const { parsed, urn, command } = request;
  const isSecret = hidesListing(request);
  const { assertListed } = require("../../workflows/items/guard.js") as typeof guardModule;
  const context = { ...parsed, environment: session.environment, isSecret };
  assertListed(listing, context, last && guardedListing(last, command));
  if (listing.unmatched !== undefined) {
    await log("warning", isSecret ? "a condition of `where` matches nothing." : listing.unmatched, urn);
  }
}

/** Returns the last listing for the guard. A resource that has had none has lost nothing, so its count is 0. */
function guardedListing({ state, snapshot, isSameRequest }: LastListing, command: string): PreviousListing {
  return {
    json: snapshot?.json,
    count: snapshot?.count ?? 0,
    digest: snapshot?.digest,
    keyPath: (state.args["keyPath"] ?? undefined) as KeyPath,
    isOtherRequest: !isSameRequest,
    command,
  };
}

/** A warning, because a variable may be wrong by mistake, and the guard does not compare listings of two base URLs. */
const ANOTHER_SERVICE = "another service or client is read than before (baseUrl, clientId or itemsPath)";

/** Logs what has changed since the last listing, if there was one. */
async function logChange({ log }: Host, listing: Listing, request: ListingRequest, last?: LastListing) {
  if (last?.snapshot === undefined || last.snapshot.digest === listing.digest) {
    return;
  }
  const isSecret = hidesListing(request);
  const { parsed, urn } = request;
  const counts = `${last.snapshot.count} before, ${listing.count} now`;
  // Items are compared one by one only if both listings are of one service and have the same items and fields.
  // Otherwise the line would tell of changes that did not happen.
  if (!last.isSameService) {
    return log("warning", isSecret ? ANOTHER_SERVICE : `${ANOTHER_SERVICE}: ${counts}`, urn);
  }
  if (isSecret) {
    return log("info", "workflows: the listing has changed", urn);
  }
  if (!last.areSameItems) {
    return log("info", `workflows: the arguments have changed: ${counts}`, urn);
  }
  const { describeChanges, itemsIn } = require("../../workflows/items/changes.js") as typeof changesModule;
  const before = itemsIn(last.snapshot.json);
  const itemChanges = before && describeChanges(before, listing.items, parsed.request.keyPath);
  return log("info", `workflows: ${itemChanges ?? `the listing has changed: ${counts}`}`, urn);
}

const NOTHING_KEPT =
  '`whenUnavailable` is "keep", but no listing can be kept, because none was read before with these arguments from this service, ' +
  "or because Pulumi replaces the resource.";

/**
 * Returns the state with the stored listing if `whenUnavailable` is "keep" and the failure may pass by itself.
 * Otherwise it throws the error.
 */
async function keepStored({ log }: Host, request: ListingRequest, stored: State | undefined, error: unknown) {
  const { parsed, urn } = request;
  const mayPass = error instanceof WorkflowsError && error.mayPass;
  if (!mayPass || parsed.whenUnavailable !== "keep") {
    throw error;
  }
  if (stored === undefined) {
    throw withFurtherHint(error, NOTHING_KEPT);
  }
  await log("warning", `The last listing is kept, as \`whenUnavailable\` is "keep": ${messageOf(error)}`, urn);
  return stored;
}
