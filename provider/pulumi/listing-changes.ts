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

interface GuardOptions extends Messages {
  /** Whether the user asks for other workflows than before. */
  readonly isIntended: boolean;
  readonly isRefresh?: boolean;
}

interface ChangeOptions extends Messages {
  /** Whether the arguments choose or show other items than before, so that a comparison would name what did not change. */
  readonly isOther: boolean;
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
  { urn, isSecret, isIntended, isRefresh = false }: GuardOptions,
): Promise<void> {
  const { assertListed, assertStillListed } = require("../workflows/items/guard.js") as typeof guardModule;
  const hasQuery = Object.keys(query ?? {}).length > 0;
  const context = { args: guard, environment: session.environment, keyPath, isSecret, hasQuery };
  if (last === undefined) {
    assertListed(listing, context);
  } else {
    const command = isRefresh ? "pulumi refresh" : "pulumi up";
    assertStillListed(lastListing(last, { isOtherRequest: isIntended, command }), listing, context);
  }
  if (listing.unmatched !== undefined) {
    await log("warning", isSecret ? "`where`: a condition matches nothing." : listing.unmatched, urn);
  }
}

function lastListing(
  { count, json, digest, keyPath }: Properties,
  command: Pick<LastListing, "isOtherRequest" | "command">,
): LastListing | undefined {
  return typeof count === "number" && typeof digest === "string"
    ? { count, digest, json: typeof json === "string" ? json : undefined, keyPath: keyPath as KeyPath, ...command }
    : undefined;
}

/** Reports what has changed since the listing in `before`, if there was one. */
export async function logChanges(
  log: Log,
  before: Properties,
  listing: Listing,
  { request: { keyPath } }: WorkflowsArguments,
  { urn, isSecret, isOther }: ChangeOptions,
): Promise<void> {
  const { digest, json, count } = before;
  if (typeof digest !== "string" || digest === listing.digest) {
    return;
  }
  const counts = isSecret ? "" : `: ${String(count)} before, ${listing.count} now`;
  let changes = `the ${isOther && !isSecret ? "arguments have" : "listing has"} changed${counts}`;
  if (!isSecret && !isOther) {
    const { describeChanges, itemsIn } = require("../workflows/items/changes.js") as typeof changesModule;
    const last = itemsIn(json);
    changes = (last === undefined ? undefined : describeChanges(last, listing.items, keyPath)) ?? changes;
  }
  await log("info", `workflows: ${changes}`, urn);
}
