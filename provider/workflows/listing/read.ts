/**
 * Reads a listing page by page: the whole listing, or an error. Runs in both processes. The six rules:
 * 1. A listing begins where the service begins it: `readOnce` below.
 * 2. Every known sign of more pages is followed (`discover.ts`), and must be satisfied in the end: `requireNothingMissing`.
 * 3. Every page brings new items: `SeenItems`, `pageOf` below.
 * 4. What looks like a sign of more pages and is not known is an error: `requireKnownSigns`, `requireSinglePage`.
 * 5. A listing does not vanish: `items/guard.ts`, after the listing was read.
 * 6. A number ends a listing only if it is exact: `qualifiers.ts`, `compare` in `outlook.ts`, `isComplete`.
 */
import { type WorkflowsError, withFurtherHint, withParts } from "../../base/errors.js";
import { excerpt } from "../../base/text.js";
import type { JsonValue } from "../json/json.js";
import { withQuery } from "../service-path.js";
import { listingError, renderArgument } from "./advice.js";
import type { Remark } from "./body-error.js";
import {
  isComplete,
  canBeAcceptedAsLast,
  requireKnownSigns,
  requireNothingMissing,
  requirePaths,
  requireSinglePage,
} from "./completeness.js";
import { discover, knownPaginator } from "./discover.js";
import { requestNext, type Step } from "./next-page.js";
import { Outcome } from "./outcome.js";
import type { AddedPage, Page } from "./page.js";
import { numberedByAddress } from "./paginators/candidates.js";
import { isNumbered } from "./paginators/numbered.js";
import { type Paginator, parameterOf } from "./paginators/paginator.js";
import { singlePage } from "./paginators/single.js";
import { type Discovered, listingChanged, Reading, type ReadingOptions, type Reply, RestartNeeded } from "./reading.js";

export interface ReadListing {
  readonly items: JsonValue[];
  /** If one page was read and nothing states the end: the locations of unknown numbers and texts. */
  readonly doubts: readonly string[] | undefined;
  /** The paginator that discovery found. */
  readonly discovered: Discovered | undefined;
  /** The message beside an empty list. */
  readonly remark: Remark | undefined;
}

/** Reads the listing, and once more from the start if it changed meanwhile or a cursor expired (rule 3). */
export async function readPages(options: ReadingOptions): Promise<ReadListing> {
  try {
    return await readOnce(options);
  } catch (error) {
    if (!(error instanceof RestartNeeded)) {
      throw error;
    }
  }
  try {
    return await readOnce(options);
  } catch (error) {
    throw error instanceof RestartNeeded ? error.errorIfAgain : error;
  }
}

/** Walks from page to page. The first request is the plain one (rule 1). */
async function readOnce(options: ReadingOptions): Promise<ReadListing> {
  const { url, query } = options.listing;
  const reading = new Reading(options);
  const first = reading.add(await reading.fetch(withQuery(url, query)));
  requireReadable(first, reading);
  let { page, paginator } = await startWith(first, reading);
  while (!isComplete(page, paginator, reading)) {
    const step = await requestNext(paginator, page, reading);
    const nextPage = step && pageOf(step, page, reading);
    if (step === undefined || nextPage === undefined) {
      break;
    }
    page = reading.add(nextPage);
    paginator = step.paginator;
  }
  requireNothingMissing(page, paginator, reading);
  // If each page names the next one, the listing ends with a page that names none. That page may name the next one in a way that is not
  // known, so its unknown signs are checked.
  if (options.pagination === undefined && paginator.pageNamesNextPage && page !== first) {
    requireKnownSigns(page, reading, first);
  }
  const { items, remark } = reading;
  // A paginator that brought no page is not remembered.
  const discovered = page === first ? undefined : discoveredBy(paginator, options);
  return { items, remark, doubts: doubtsAbout(first, page, options), discovered };
}

/** Throws if the first page contradicts the argument `pagination`, or has a sign that is not known (rule 4). */
function requireReadable(first: AddedPage, reading: Reading): void {
  const { pagination } = reading.options;
  if (pagination === undefined) {
    requireKnownSigns(first, reading);
  } else if (pagination.type === "none") {
    requireSinglePage(first, reading);
  } else {
    requirePaths(pagination, first);
  }
}

/** Returns the first page with the paginator that reads on; or, if that had to be discovered, the second page with it. */
async function startWith(first: AddedPage, reading: Reading): Promise<{ page: AddedPage; paginator: Paginator }> {
  const { moreSign } = first;
  const paginator = knownPaginator(first, reading);
  if (paginator !== undefined || moreSign === undefined) {
    return { page: first, paginator: paginator ?? singlePage };
  }
  const step = await discover(first, moreSign, reading);
  const second = pageOf(step, first, reading);
  return { page: second === undefined ? first : reading.add(second), paginator: step.paginator };
}

/** Returns the page that came back; `undefined` if the previous page was the last. Throws if it brings nothing new (rule 3). */
function pageOf({ reply, paginator }: Step, previous: AddedPage, reading: Reading): Page | undefined {
  if (reply.outcome === Outcome.NewItems || reply.outcome === Outcome.Empty) {
    return reply.page;
  }
  if (canBeAcceptedAsLast(previous, reply.outcome, paginator, reading)) {
    return undefined;
  }
  if (reply.outcome === Outcome.Refused && paginator.pageNamesNextPage && isExpired(reply)) {
    throw cursorExpired(reply.refusal);
  }
  if (reply.outcome === Outcome.Overlap || reply.outcome === Outcome.LastItemAgain) {
    throw listingChanged(`page ${reading.pages + 1} has items that were read before`, reading.options);
  }
  throw leadsNowhere(reply, paginator, previous, reading);
}

/** Returns whether the service refuses its own cursor because it is too old: by status 410, or in words. */
function isExpired({ refusal: { status, problem } }: Extract<Reply, { outcome: Outcome.Refused }>): boolean {
  const words = /expir|no longer (?:valid|available)|too old|outdated|stale|search context/i;
  return status === 410 || words.test(problem);
}

/** Makes the restart for a cursor that expired. */
function cursorExpired(refusal: WorkflowsError): RestartNeeded {
  const hint =
    "The cursor expired twice while the listing was read. Ask for larger pages with `query`, or raise `requestsPerSecond` if it is set.";
  return new RestartNeeded(withParts(withFurtherHint(refusal, hint), { code: "refused" }));
}

/** Advice for a declared paginator, or a link, that leads to no next page. */
const USE_OTHER_PAGINATION =
  "Set `pagination` with the service's own parameter. If this is the page after the last one, also with `totalPath`, `totalPagesPath`, `morePath` or `lastPath`: the field that shows the end.";

/** Makes the error for a next page that is refused, or that is an earlier page again. */
function leadsNowhere(reply: Reply, paginator: Paginator, { moreSign, items }: AddedPage, reading: Reading): Error {
  // Only links that `pagination` does not declare have no declaration. If the very first link is broken, the error suggests to count by the
  // number in its address instead. A broken link on a later page perhaps leads to the page after the last one, so nothing is suggested there.
  const isFirstLink = paginator.declaration === undefined && reading.pages === 1;
  const declaration = isFirstLink ? numberedByAddress(String(moreSign?.value), items.length) : undefined;
  const hint =
    declaration === undefined
      ? USE_OTHER_PAGINATION
      : `Set ${renderArgument("pagination", declaration, reading.options.style)} in place of that address.`;
  if (reply.outcome === Outcome.Refused) {
    const pagination = declaration && { ...declaration };
    // The transport's hint for a 404 asks whether baseUrl is right. The earlier pages have shown that it is, so this hint takes its place.
    return withParts(reply.refusal, { hint, code: "refused", pagination });
  }
  const { search, pathname } = reply.request;
  const problem = `${excerpt(search || pathname)} leads to pages that were read before. ${reading.soFar()}`;
  return listingError(problem, hint, declaration);
}

/** Returns the locations of unknown fields, if one page was read and nothing on it says that it is all. */
function doubtsAbout(first: AddedPage, last: AddedPage, { pagination }: ReadingOptions): string[] | undefined {
  // A declared cursor that the first page does not have is treated like no argument.
  const lacksDeclaredCursor =
    pagination?.type === "cursor" && first.signals.every(({ declaredBy }) => declaredBy === undefined);
  if (last !== first || first.ends.length > 0 || (pagination !== undefined && !lacksDeclaredCursor)) {
    return undefined;
  }
  return first.signals.filter(({ kind }) => kind === "unknown").map(({ location }) => location);
}

/** Returns the paginator if it was discovered, so that later readings of the listing begin with it. */
function discoveredBy(paginator: Paginator, { pagination, listing }: ReadingOptions): Discovered | undefined {
  const { declaration } = paginator;
  if (pagination !== undefined || declaration === undefined) {
    return undefined;
  }
  // If `query` asks for a later page, other readings do not begin there.
  const isInQuery = Object.hasOwn(listing.query, parameterOf(declaration));
  return { declaration, base: isNumbered(paginator) && !isInQuery ? paginator.base : undefined };
}
