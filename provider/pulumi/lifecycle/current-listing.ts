/** Reads a resource's listing, checks it with the guard and logs what changed; or returns the stored one (`mode: "pinned"`, `whenUnavailable: "keep"`). */
import { cleanError, messageOf, withFurtherHint, WorkflowsError } from "../../base/errors.js";
import type { ParsedArguments } from "../../workflows/arguments/parse-arguments.js";
import type * as changesModule from "../../workflows/items/changes.js";
import type * as guardModule from "../../workflows/items/guard.js";
import type { KeyPath } from "../../workflows/items/identity.js";
import type { Listing } from "../../workflows/types.js";
import type { Properties } from "../properties.js";
import type { Host } from "./host.js";
import {
  isFromService,
  isOtherRequest,
  parseService,
  sameItems,
  sameListing,
  type ServiceMark,
  type Snapshot,
  snapshotIn,
  type State,
} from "./state.js";

/** A request for the current listing of a resource. */
interface ListingRequest {
  /** The state with the last listing; `undefined` for `Workflows.get`, which has none. */
  readonly previous: State | undefined;
  readonly args: Properties;
  readonly parsed: ParsedArguments;
  /** The command that a hint tells the user to repeat. */
  readonly command: string;
  readonly urn: string | undefined;
  /** True if the listing is secret: the guard and the line about a change show nothing of it, not even its count. */
  readonly isSecret: boolean;
}

/** A listing with the service that it was read from. */
export type ReadListing = Pick<State, "service"> & { readonly listing: Snapshot };

const NOTHING_KEPT =
  '`whenUnavailable` is "keep", but no listing can be kept, because none was read before with these arguments from this service, ' +
  "or because Pulumi replaces the resource.";

/**
 * Returns the listing as it is now, or the stored one.
 *
 * @throws WorkflowsError without secrets.
 */
export async function currentListing(host: Host, request: ListingRequest): Promise<ReadListing> {
  const { session } = host;
  const { previous, args, parsed, isSecret } = request;
  let stored: ReadListing | undefined;
  try {
    const service = parseService(session.service(parsed.connection)) as ServiceMark;
    stored = previous && storedListing(previous, args, service);
    if (parsed.mode === "pinned" && stored !== undefined) {
      return stored;
    }
    const listing = await session.list({ ...parsed, isSecret });
    await guard(host, listing, request, service);
    // The stored text can stay: items or keys in another order do not count as a change.
    if (stored?.listing.digest === listing.digest) {
      return stored;
    }
    await logChange(host, listing, request, service);
    const { json, count, digest } = listing;
    return { listing: { json, count, digest }, service };
  } catch (error) {
    return keepStored(host, stored, request, cleanError(error, session.secrets.clean));
  }
}

/** Returns the stored listing if it was read with these arguments from this service. */
function storedListing(previous: State, args: Properties, service: ServiceMark): ReadListing | undefined {
  const listing = snapshotIn(previous);
  const isUsable = sameListing(previous.args, args) && isFromService(previous, service);
  return listing?.json !== undefined && isUsable ? { listing, service: previous.service ?? service } : undefined;
}

/** Returns the stored listing if `whenUnavailable` is "keep" and the failure may pass by itself. Otherwise it throws the error. */
async function keepStored(
  { log }: Host,
  stored: ReadListing | undefined,
  { parsed, urn }: ListingRequest,
  error: unknown,
): Promise<ReadListing> {
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

/**
 * Throws if workflows disappeared without permission. It runs in each check, and so at the preview and again at the update, and in each
 * read (a refresh).
 */
async function guard({ session, log }: Host, listing: Listing, request: ListingRequest, service: ServiceMark) {
  const { previous, parsed, urn, isSecret } = request;
  const { assertListed } = require("../../workflows/items/guard.js") as typeof guardModule;
  const context = { ...parsed, environment: session.environment, isSecret };
  assertListed(listing, context, previous && lastListing(previous, request, service));
  if (listing.unmatched !== undefined) {
    await log("warning", isSecret ? "a condition of `where` matches nothing." : listing.unmatched, urn);
  }
}

/** Returns the previous listing for the guard. A resource without one has lost nothing yet, so its count is 0. */
function lastListing(previous: State, { args, command }: ListingRequest, service: ServiceMark) {
  const snapshot = snapshotIn(previous);
  return {
    json: snapshot?.json,
    count: snapshot?.count ?? 0,
    digest: snapshot?.digest,
    keyPath: (previous.args["keyPath"] ?? undefined) as KeyPath,
    isOtherRequest: isOtherRequest(previous, args, service),
    command,
  };
}

/** A warning, because the guard does not compare the listings of two addresses, and a variable may be wrong by mistake. */
const ANOTHER_SERVICE = "another service or client is read than before (baseUrl, clientId or itemsPath)";

/** Logs what has changed since the last listing, if there was one. */
async function logChange({ log }: Host, listing: Listing, request: ListingRequest, service: ServiceMark) {
  const { previous, args, parsed, urn, isSecret } = request;
  const last = previous && snapshotIn(previous);
  if (previous === undefined || last === undefined || last.digest === listing.digest) {
    return;
  }
  const counts = `${last.count} before, ${listing.count} now`;
  // Two services, or other items and fields, would be reported as changes of items that did not happen.
  if (!isFromService(previous, service)) {
    return log("warning", isSecret ? ANOTHER_SERVICE : `${ANOTHER_SERVICE}: ${counts}`, urn);
  }
  if (isSecret) {
    return log("info", "workflows: the listing has changed", urn);
  }
  if (!sameItems(previous.args, args)) {
    return log("info", `workflows: the arguments have changed: ${counts}`, urn);
  }
  const { describeChanges, itemsIn } = require("../../workflows/items/changes.js") as typeof changesModule;
  const before = itemsIn(last.json);
  const itemChanges = before && describeChanges(before, listing.items, parsed.request.keyPath);
  const changes = itemChanges ?? `the listing has changed: ${counts}`;
  return log("info", `workflows: ${changes}`, urn);
}
