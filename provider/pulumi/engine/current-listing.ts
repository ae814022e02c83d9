/**
 * Reads a resource's listing, checks it with the guard and logs what changed; or returns the stored one (`mode: "pinned"`,
 * `whenUnavailable: "keep"`). Runs in the provider process.
 */
import { messageOf, withFurtherHint, WorkflowsError } from "../../base/errors.js";
import type { ParsedArguments } from "../../workflows/arguments/parse-arguments.js";
import type * as changesModule from "../../workflows/items/changes.js";
import type * as guardModule from "../../workflows/items/guard.js";
import type { KeyPath } from "../../workflows/items/identity.js";
import type { Listing } from "../../workflows/types.js";
import type { Properties } from "../properties.js";
import { redactError } from "../redaction.js";
import type { Host } from "./provider-host.js";
import {
  isDamaged,
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

interface ReadOptions {
  /** The state with the last listing; `undefined` for `Workflows.get`, which has none. */
  readonly previous: State | undefined;
  readonly args: Properties;
  readonly parsed: ParsedArguments;
  /** The command that a hint tells the user to repeat. */
  readonly command: string;
  readonly urn: string | undefined;
  /** True if no message may show anything of the listing, its count included. */
  readonly isSecret: boolean;
}

/** A listing with the service that it is from. */
export type ReadListing = Pick<State, "service"> & { readonly listing: Snapshot };

const NOTHING_KEPT =
  '`whenUnavailable` is "keep", but no listing can be kept, because none was read before with these arguments from this service, ' +
  "or because Pulumi replaces the resource.";

/**
 * Returns the listing as it is now, or the stored one.
 *
 * @throws WorkflowsError without secrets.
 */
export async function currentListing(host: Host, options: ReadOptions): Promise<ReadListing> {
  const { session, log } = host;
  const { parsed, urn } = options;
  let stored: ReadListing | undefined;
  try {
    const service = parseService(session.service(parsed.connection)) as ServiceMark;
    stored = storedListing(options, service);
    if (parsed.mode === "pinned" && stored !== undefined && !isDamaged(stored.listing)) {
      return stored;
    }
    const listing = await session.list({ ...parsed, isSecret: options.isSecret });
    await guard(host, listing, options, service);
    if (stored !== undefined && isStoredCurrent(stored.listing, listing)) {
      return stored;
    }
    await logChanges(host, listing, options, service);
    const { json, count, digest } = listing;
    return { listing: { json, count, digest }, service };
  } catch (error) {
    const redacted = redactError(error, session.redactor);
    const mayKeep = redacted instanceof WorkflowsError && redacted.isTemporary;
    if (!mayKeep || parsed.whenUnavailable !== "keep") {
      throw redacted;
    }
    if (stored === undefined || isDamaged(stored.listing)) {
      throw withFurtherHint(redacted, NOTHING_KEPT);
    }
    await log("warning", `The last listing is kept, as \`whenUnavailable\` is "keep": ${messageOf(redacted)}`, urn);
    return stored;
  }
}

/** Returns the stored listing if it was read with these arguments from this service. */
function storedListing({ previous, args }: ReadOptions, service: ServiceMark): ReadListing | undefined {
  const listing = previous && snapshotIn(previous);
  const isUsable = listing !== undefined && sameListing(previous?.args ?? {}, args);
  return isUsable && previous !== undefined && isFromService(previous, service)
    ? { listing, service: previous.service ?? service }
    : undefined;
}

/**
 * Returns whether the stored listing has the items that were read now, so that its text can stay. Items or keys in another order do not
 * count as a change. A stored text that equals the current one cannot be damaged, which saves a digest.
 */
function isStoredCurrent(stored: Snapshot, { json, count, digest }: Listing): boolean {
  const isSame = stored.json !== undefined && stored.digest === digest && stored.count === count;
  return isSame && (stored.json === json || !isDamaged(stored));
}

/**
 * Fails if workflows disappeared without permission. Runs in `check`, so previews fail too, and again in the update if the listing
 * differs from the preview's.
 */
async function guard({ session, log }: Host, listing: Listing, options: ReadOptions, service: ServiceMark) {
  const { previous, args, parsed, command, urn, isSecret } = options;
  const { assertListed } = require("../../workflows/items/guard.js") as typeof guardModule;
  const context = { ...parsed, environment: session.environment, isSecret };
  const previousListing = previous && {
    ...(snapshotIn(previous) ?? { count: 0, json: undefined, digest: undefined }),
    keyPath: (previous.args["keyPath"] ?? undefined) as KeyPath,
    isOtherRequest: isOtherRequest(previous, args, service),
    command,
  };
  assertListed(listing, context, previousListing);
  if (listing.unmatched !== undefined) {
    await log("warning", isSecret ? "a condition of `where` matches nothing." : listing.unmatched, urn);
  }
}

/** Logs what has changed since the last listing, if there was one. */
async function logChanges({ log }: Host, listing: Listing, options: ReadOptions, service: ServiceMark): Promise<void> {
  const { previous, args, parsed, urn, isSecret } = options;
  const previousListing = previous && snapshotIn(previous);
  if (previous === undefined || previousListing === undefined || previousListing.digest === listing.digest) {
    return;
  }
  // If different items or fields were requested, an item-by-item comparison would report changes that did not happen.
  const isOtherSelection = !sameItems(previous.args, args) || !isFromService(previous, service);
  const counts = isSecret ? "" : `: ${previousListing.count} before, ${listing.count} now`;
  let changes = `the ${isOtherSelection && !isSecret ? "arguments have" : "listing has"} changed${counts}`;
  if (!isSecret && !isOtherSelection) {
    const { describeChanges, itemsIn } = require("../../workflows/items/changes.js") as typeof changesModule;
    const before = itemsIn(previousListing.json);
    changes = (before && describeChanges(before, listing.items, parsed.request.keyPath)) ?? changes;
  }
  await log("info", `workflows: ${changes}`, urn);
}
