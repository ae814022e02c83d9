/** A resource's listing as it is now, guarded and compared with the last one; or the last one, if it is kept. */
import { messageOf, withFurtherHint, WorkflowsError } from "../../base/errors.js";
import type { ParsedArguments } from "../../workflows/arguments/parse-arguments.js";
import type * as changesModule from "../../workflows/items/changes.js";
import type * as guardModule from "../../workflows/items/guard.js";
import type { KeyPath } from "../../workflows/items/identity.js";
import type { Listing } from "../../workflows/types.js";
import { redactError } from "../redaction.js";
import {
  isFromService,
  isOtherRequest,
  type Properties,
  sameItems,
  sameListing,
  SERVICE_PROPERTY,
  snapshotOf,
} from "../properties.js";
import type { Host } from "./provider-host.js";

interface ReadOptions {
  /** The properties with the last listing; `undefined` for `Workflows.get`, which has none. */
  readonly last: Properties | undefined;
  readonly args: Properties;
  readonly parsed: ParsedArguments;
  /** The command to repeat. */
  readonly command: string;
  readonly urn: string | undefined;
  /** Whether no message may show anything of the listing. What was read with a secret argument is secret, its count too. */
  readonly isSecret: boolean;
}

const NOTHING_KEPT =
  '`whenUnavailable` is "keep", but there is no listing to keep: none was read before with these arguments from this service.';

/**
 * The listing as properties.
 *
 * @throws WorkflowsError without secrets.
 */
export async function currentListing(host: Host, options: ReadOptions): Promise<Properties> {
  const { session, log } = host;
  const { last = {}, args, parsed, urn } = options;
  let kept: Properties | undefined;
  try {
    const service = session.service(parsed.connection);
    if (typeof last["digest"] === "string" && sameListing(last, args) && isFromService(last, service)) {
      kept = { ...snapshotOf(last), [SERVICE_PROPERTY]: last[SERVICE_PROPERTY] ?? service };
    }
    if (parsed.mode === "pinned" && kept !== undefined) {
      return kept;
    }
    const listing = await session.list({ ...parsed, isSecret: options.isSecret });
    await guard(host, listing, options, service);
    if (kept?.["json"] !== undefined && kept["digest"] === listing.digest) {
      return kept;
    }
    await logChanges(host, listing, options, service);
    return { ...snapshotOf({ ...listing }), [SERVICE_PROPERTY]: service };
  } catch (error) {
    const shown = redactError(error, session.redactor);
    const mayKeep = shown instanceof WorkflowsError && shown.isTemporary;
    if (!mayKeep || parsed.whenUnavailable !== "keep") {
      throw shown;
    }
    if (kept === undefined) {
      throw withFurtherHint(shown, NOTHING_KEPT);
    }
    await log("warning", `The last listing is kept, as \`whenUnavailable\` is "keep": ${messageOf(shown)}`, urn);
    return kept;
  }
}

/**
 * Asserts that no workflows vanish unless the user allows it. It runs in check, so that previews fail. It runs again if an update
 * reads another listing than its preview did.
 */
async function guard({ session, log }: Host, listing: Listing, options: ReadOptions, service: string): Promise<void> {
  const { last, args, parsed, command, urn, isSecret } = options;
  const { assertListed } = require("../../workflows/items/guard.js") as typeof guardModule;
  const context = { ...parsed, environment: session.environment, isSecret };
  const request = { isOtherRequest: last !== undefined && isOtherRequest(last, args, service), command };
  assertListed(listing, context, last && { ...listingIn(last), ...request });
  if (listing.unmatched !== undefined) {
    await log("warning", isSecret ? "a condition of `where` matches nothing." : listing.unmatched, urn);
  }
}

function listingIn({ count, json, digest, keyPath }: Properties) {
  const isListing = typeof count === "number" && typeof digest === "string";
  return { count: isListing ? count : 0, json, digest, keyPath: keyPath as KeyPath };
}

/** Reports what has changed since the last listing, if there was one. */
async function logChanges({ log }: Host, listing: Listing, options: ReadOptions, service: string): Promise<void> {
  const { last = {}, args, parsed, urn, isSecret } = options;
  const { digest, json, count } = last;
  if (typeof digest !== "string" || digest === listing.digest) {
    return;
  }
  // A comparison of other items, or of other fields, would name what did not change.
  const isOtherView = !sameItems(last, args) || !isFromService(last, service);
  const counts = isSecret ? "" : `: ${String(count)} before, ${listing.count} now`;
  let changes = `the ${isOtherView && !isSecret ? "arguments have" : "listing has"} changed${counts}`;
  if (!isSecret && !isOtherView) {
    const { describeChanges, itemsIn } = require("../../workflows/items/changes.js") as typeof changesModule;
    const before = itemsIn(json);
    changes = (before && describeChanges(before, listing.items, parsed.request.keyPath)) ?? changes;
  }
  await log("info", `workflows: ${changes}`, urn);
}
