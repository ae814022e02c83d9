/** What has changed in a resource's listing since the last one: what must not vanish, and what is reported. */
import type { WorkflowsArguments } from "../workflows/arguments/parse-arguments.js";
import type * as changesModule from "../workflows/items/changes.js";
import type * as guardModule from "../workflows/items/guard.js";
import type { LastListing } from "../workflows/items/guard.js";
import type { KeyPath } from "../workflows/items/identity.js";
import type { Listing } from "../workflows/types.js";
import type { Properties } from "./properties.js";
import type { Host, Log } from "./provider-host.js";

interface Messages {
  readonly urn: string | undefined;
  /** Whether no message may show anything of the listing. What was read with a secret argument is secret, its count too. */
  readonly isSecret: boolean;
}

/**
 * Demands that nothing vanishes that the user did not ask for: an error in check, so that previews fail, and again when an
 * update reads something else than its preview.
 *
 * @param last the properties with the last listing; `undefined` for `Workflows.get`, which has none.
 */
export async function guardListing(
  { session, log }: Host,
  last: Properties | undefined,
  listing: Listing,
  { guard, request: { keyPath, query } }: WorkflowsArguments,
  { urn, isSecret, ...request }: Messages & Pick<LastListing, "isOtherRequest" | "command">,
): Promise<void> {
  const { assertListed } = require("../workflows/items/guard.js") as typeof guardModule;
  const hasQuery = Object.keys(query ?? {}).length > 0;
  const context = { args: guard, environment: session.environment, keyPath, isSecret, hasQuery };
  assertListed(listing, context, last && { ...listingIn(last), ...request });
  if (listing.unmatched !== undefined) {
    await log("warning", isSecret ? "`where`: a condition matches nothing." : listing.unmatched, urn);
  }
}

function listingIn({ count, json, digest, keyPath }: Properties) {
  const isListing = typeof count === "number" && typeof digest === "string";
  return { count: isListing ? count : 0, json, digest, keyPath: keyPath as KeyPath };
}

/**
 * Reports what has changed since the listing in `before`, if there was one. `isOtherView`: the arguments choose or show other
 * items than before, so that a comparison would name what did not change.
 */
export async function logChanges(
  log: Log,
  before: Properties,
  listing: Listing,
  { request: { keyPath } }: WorkflowsArguments,
  { urn, isSecret, isOtherView }: Messages & { readonly isOtherView: boolean },
): Promise<void> {
  const { digest, json, count } = before;
  if (typeof digest !== "string" || digest === listing.digest) {
    return;
  }
  const counts = isSecret ? "" : `: ${String(count)} before, ${listing.count} now`;
  let changes = `the ${isOtherView && !isSecret ? "arguments have" : "listing has"} changed${counts}`;
  if (!isSecret && !isOtherView) {
    const { describeChanges, itemsIn } = require("../workflows/items/changes.js") as typeof changesModule;
    const last = itemsIn(json);
    changes = (last === undefined ? undefined : describeChanges(last, listing.items, keyPath)) ?? changes;
  }
  await log("info", `workflows: ${changes}`, urn);
}
