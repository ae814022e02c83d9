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
  // With `pagination`, a number that never said that more follow may be that of each page.
  const isAboutListing = (sign: Sign): boolean => sign.kind === "more" || reading.didSayMore(sign);
  return ends.some(isDeclaredEnd) || (!paginator.isNamed && more.length === 0 && ends.some(isAboutListing));
}

/** Returns whether a flag or a number of pages at a path of `pagination` says that this is the last page. */
function isDeclaredEnd(sign: Sign): boolean {
  return sign.declaredBy !== undefined && (isFlag(sign) || sign.kind === "pages");
}

/**
 * Returns whether an empty page is one between numbered pages: it names a next one, or a flag or a number of pages on it says that more follow.
 * Its items may be hidden from this client. An offset stays the same after it, so that the same request would be sent again.
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

/** Throws if something still says that more follow. The pagination "none" says that the page is all: a larger number may count what is hidden. */
export function requireReached(end: End, reading: Reading): void {
  const sign = reading.options.pagination?.type === "none" ? undefined : openSign(end, reading);
  if (sign !== undefined) {
    throw notReached(sign, end.paginator, reading);
  }
}

/**
 * Returns what says that more follow although reading is over:
 * 1. A flag, or a number of this page or an earlier one: `"total": 9` after 8 items.
 * 2. A next page that was not requested, as an address in place of the cursor. It does not count where a declared flag says that this is the
 *    last page, nor on an empty page that names itself or reaches an exact total.
 * 3. The flag of the page before an empty one that lacks it: a guessed parameter may be a filter that matches nothing.
 */
function openSign({ page, previous, paginator }: End, reading: Reading): Sign | undefined {
  const { pages, items } = reading;
  const isEmpty = page.items.length === 0;
  const namesItself = isEmpty && paginator.isNamed && paginator.next(page, pages, items.length) !== undefined;
  const isOver = namesItself || page.ends.some(isDeclaredEnd) || isEmptyAtTotal(page, items.length);
  const sign = page.more.find(({ kind }) => kind !== "next" || !isOver);
  if (sign !== undefined || !isEmpty || paginator.isNamed) {
    return sign;
  }
  const isAnswered = ({ location }: Sign): boolean => page.signs.some((other) => other.location === location);
  return previous.more.find((flag) => isFlag(flag) && !isAnswered(flag));
}

/** Makes the error for a sign of more pages that reading did not reach. The advice ignores its field, so the `pagination` in it must not name it. */
function notReached(sign: Sign, { declaration, isNamed }: Paginator, reading: Reading): Error {
  const { items, pages, options } = reading;
  const others = Object.entries(declaration ?? {}).filter(([option]) => option !== sign.declaredBy);
  const rest = declaration && (Object.fromEntries(others) as unknown as Declaration);
  const beside = rest === undefined ? "" : `, with ${renderArgument("pagination", rest)}`;
  // To ignore the field that led here would make page 1 the whole listing.
  const hasLed = sign.kind === "next" && isNamed && reading.didSayMore(sign);
  const lookAway = hasLed ? "" : ` Only if the rest is hidden from this client, set ${renderUnrelated(sign)}${beside}.`;
  return listingError(
    `The service says ${describeSign(sign)} that there are more; ${describeCount(items.length, options.noun)} on ${describeCount(pages, "pages")} could be read.`,
    `Another \`pagination\` may be needed, or the service has lost a page.${lookAway}`,
  );
}

/**
 * Throws if the last of several pages names a next one in a way that is not known (rule 9), and that the first page did not have: neither
 * the field, nor a sign in the object that it is. A cursor that was sent names the page itself.
 */
export function requireKnown(page: AddedPage, first: AddedPage, reading: Reading): void {
  const isSign = ({ kind, value }: Sign): boolean =>
    kind === "unknown" || (kind === "cursor" && value !== null && !wasSent(page.request, value));
  const isOnFirst = ({ location }: Sign): boolean =>
    first.signs.some((sign) => `${sign.location}/`.startsWith(`${location}/`));
  const strange = page === first ? undefined : page.signs.find((sign) => isSign(sign) && !isOnFirst(sign));
  if (strange !== undefined && page.ends.length === 0) {
    throw unknownSignError(strange, reading);
  }
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
