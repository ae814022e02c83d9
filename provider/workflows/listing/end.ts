/**
 * Rule 7: an end is believed only if it was stated: pages stop naming the next one, a flag, an exact number that is reached, an empty page.
 * Rule 8: a total with a known name is reached, or it is an error.
 */
import { describeCount, excerpt } from "../../base/text.js";
import { adviceFor, type Declaration, listingError, renderArgument, renderUnrelated } from "./advice.js";
import { isAddress, wasSent } from "./names.js";
import { describeSign, isFlag } from "./outlook.js";
import type { Paginator } from "./paginators.js";
import { type AddedPage, isEmptyAtTotal, type Reading } from "./reading.js";
import type { Sign } from "./signs.js";

/** Returns whether the listing ends with this page, so that no next page is requested. */
export function isLast(page: AddedPage, paginator: Paginator, reading: Reading): boolean {
  const { items, more, ends } = page;
  if (isEmptyAtTotal(page, reading.items.length)) {
    return true;
  }
  if (items.length === 0 && !paginator.isNamed) {
    return !isGap(page, paginator);
  }
  if (reading.options.pagination === undefined) {
    return more.length === 0 && ends.length > 0;
  }
  if (ends.some(isDeclaredEnd)) {
    return true;
  }
  // The user says that there are pages. So what these pages say by themselves may be about each page, unless it said before that more follow.
  const isAboutListing = (sign: Sign): boolean => sign.kind === "more" || reading.didSayMore(sign);
  return !paginator.isNamed && more.length === 0 && ends.some(isAboutListing);
}

/** Returns whether a flag or a number of pages at a path of `pagination` says that this is the last page. */
function isDeclaredEnd(sign: Sign): boolean {
  return sign.declaredBy !== undefined && (isFlag(sign) || sign.kind === "pages");
}

/**
 * Returns whether an empty page stands between numbered pages, because its items are hidden from this client: it names a next page, or a flag or
 * a number of pages on it says that more follow. There is none between offsets: after an empty page, the next request would be the same again.
 */
function isGap({ more, signs }: AddedPage, paginator: Paginator): boolean {
  const isOnPage = ({ location }: Sign): boolean => signs.some((sign) => sign.location === location);
  const says = (sign: Sign): boolean => sign.kind === "next" || sign.kind === "pages" || isFlag(sign);
  return paginator.declaration?.type === "page" && more.some((sign) => says(sign) && isOnPage(sign));
}

/** The last page, the one before it, and the paginator that led there. */
interface End {
  readonly page: AddedPage;
  readonly previous: AddedPage;
  readonly paginator: Paginator;
}

/** Throws if something still says that more follow. */
export function requireReached(end: End, reading: Reading): void {
  // With the pagination "none" the user says that the page is all. A larger number then counts what is hidden from this client.
  if (reading.options.pagination?.type === "none") {
    return;
  }
  const sign = openSign(end, reading) ?? unansweredFlag(end, reading);
  if (sign !== undefined) {
    throw notReached(sign, end.paginator, reading);
  }
}

/**
 * Returns what says that more follow although reading is over: a flag, a number of this page or an earlier one (`"total": 9` after 8 items), or
 * a next page that was not requested. Such a page does not count if the end is certain:
 * 1. A flag or a number of pages that `pagination` names says so.
 * 2. The page is empty, and an exact total is reached.
 * 3. The page is empty, and names itself as the next one.
 */
function openSign({ page, paginator }: End, reading: Reading): Sign | undefined {
  const { pages, items } = reading;
  const namesItself =
    page.items.length === 0 && paginator.isNamed && paginator.next(page, pages, items.length) !== undefined;
  const isCertain = page.ends.some(isDeclaredEnd) || isEmptyAtTotal(page, items.length) || namesItself;
  return page.more.find(({ kind }) => kind !== "next" || !isCertain);
}

/**
 * Returns the flag that said more on the page before an empty one. The parameter may be a filter that matches nothing. So the empty page denies the
 * flag only if it has that flag too, and the parameter is known: it brought a page with items, or the empty page states its own page number.
 */
function unansweredFlag({ page, previous, paginator }: End, reading: Reading): Sign | undefined {
  if (page.items.length > 0 || paginator.isNamed) {
    return undefined;
  }
  const isOnPage = ({ location }: Sign): boolean => page.signs.some((sign) => sign.location === location);
  const statesPage = paginator.declaration?.type === "page" && page.signs.some(({ kind }) => kind === "page");
  const isKnown = reading.pages > 2 || statesPage;
  return previous.more.find((sign) => isFlag(sign) && !(isKnown && isOnPage(sign)));
}

/** Makes the error for a sign of more pages that reading did not reach. */
function notReached(sign: Sign, paginator: Paginator, reading: Reading): Error {
  const { items, pages, options } = reading;
  return listingError(
    `The service says ${describeSign(sign)} that there are more; ${describeCount(items.length, options.noun)} on ${describeCount(pages, "pages")} could be read.`,
    `Another \`pagination\` may be needed, or the service has lost a page.${lookAwayFrom(sign, paginator, reading)}`,
  );
}

/** Writes how to ignore a sign. Nothing for the field that named the next pages: without it, page 1 would be the whole listing. */
function lookAwayFrom(sign: Sign, { declaration, isNamed }: Paginator, reading: Reading): string {
  if (sign.kind === "next" && isNamed && reading.didSayMore(sign)) {
    return "";
  }
  // What is ignored cannot be an option of `pagination` too.
  const options = Object.entries(declaration ?? {}).filter(([option]) => option !== sign.declaredBy);
  const beside =
    declaration === undefined
      ? ""
      : `, with ${renderArgument("pagination", Object.fromEntries(options) as unknown as Declaration)}`;
  return ` Only if the rest is hidden from this client, set ${renderUnrelated(sign)}${beside}.`;
}

/**
 * Throws if the last of several pages has something unknown in place of the next page (rule 9): an unknown sign, or a cursor that was not sent.
 * It says nothing if it is on the first page too, because then all pages have it.
 */
export function requireKnown(page: AddedPage, first: AddedPage, reading: Reading): void {
  if (page === first || page.ends.length > 0) {
    return;
  }
  const isCursor = ({ kind, value }: Sign): boolean =>
    kind === "cursor" && value !== null && !wasSent(page.request, value);
  const strange = page.signs.find((sign) => (sign.kind === "unknown" || isCursor(sign)) && !isOn(first, sign));
  if (strange !== undefined) {
    throw unknownSignError(strange, reading);
  }
}

/** Returns whether a page has a sign at the same place, or in the object at that place. */
function isOn({ signs }: AddedPage, { location }: Sign): boolean {
  return signs.some((sign) => `${sign.location}/`.startsWith(`${location}/`));
}

/** Makes the error for a field that looks like a sign of more pages and is not known, while nothing says that these are all (rule 9). */
export function unknownSignError(sign: Sign, reading: Reading): Error {
  const declaration = declarationFor(sign);
  return listingError(
    `What the response has at "${excerpt(sign.location)}" may mean that more follow, and nothing known says whether these are all. ${reading.soFar()}`,
    adviceFor(sign, declaration),
    declaration,
  );
}

/** Returns the `pagination` for an unknown sign that has an address or a cursor. */
function declarationFor({ value, location }: Sign): Declaration | undefined {
  if (typeof value !== "string") {
    return undefined;
  }
  return isAddress(value) ? { type: "cursor", urlPath: location } : { type: "cursor", cursorPath: location };
}
