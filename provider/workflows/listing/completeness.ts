/** Decides whether the listing is whole. If it is not, or if that is not clear, an error names the signal. Runs in both processes. */
import { describeCount, excerpt } from "../../base/text.js";
import type { ServiceResponse } from "../../http/types.js";
import type { Pagination } from "../arguments/argument-types.js";
import type { JsonValue } from "../json/json.js";
import { adviceToReadOn, listingError, renderArgument, renderUnrelated } from "./advice.js";
import { pathOptionsOf, valueAt } from "./declared-signals.js";
import { findUsualArray } from "./find-items.js";
import { Outcome } from "./outcome.js";
import { isFlag, isFlagOrNumber, isNumberOfAll, namesNextPage, outlookOf } from "./outlook.js";
import type { AddedPage } from "./page.js";
import type { Paginator } from "./paginators/paginator.js";
import type { Reading } from "./reading.js";
import type { Declaration } from "./request.js";
import { namedSignals, type Signal } from "./signals.js";
import { isAddress } from "./values.js";

/**
 * Returns whether the listing ends with this page, so that no next page is requested. Either each page names the next one, by an address or a
 * cursor (`pageNamesNextPage`), or the pages are numbered: then the next one is requested by a page number, an offset or the last item.
 */
export function isComplete(page: AddedPage, paginator: Paginator, reading: Reading): boolean {
  if (page.items.length === 0 && isEmptyPageLast(page, paginator, reading)) {
    return true;
  }
  return reading.options.pagination === undefined
    ? isLastBySignals(page, paginator)
    : isLastByDeclaration(page, paginator, reading);
}

/**
 * Returns whether an empty page is the last one. If pages are numbered, it is, unless a path of `pagination` says that more follow. If each
 * page names the next one, a flag or a number of the whole listing must say that these are all.
 */
function isEmptyPageLast(page: AddedPage, { pageNamesNextPage }: Paginator, reading: Reading): boolean {
  return pageNamesNextPage ? page.ends.some((signal) => reading.isAboutWhole(signal)) : !reading.isGap(page);
}

/**
 * Returns whether a page is the last one, if there is no argument `pagination`. Then no sign says that more pages follow. If pages are
 * numbered, a signal must also say that these are all, for example a total that was reached.
 */
function isLastBySignals({ moreSign, ends }: AddedPage, { pageNamesNextPage }: Paginator): boolean {
  return moreSign === undefined && (pageNamesNextPage || ends.length > 0);
}

/**
 * Returns whether a signal says that a page is the last one, if there is the argument `pagination`. A page without the declared cursor is not
 * decided here: its paginator has no next request, so the loop in `read.ts` ends. There are two cases:
 * 1. A path of the argument leads to a flag or a number of pages that says so. Example: `morePath` leads to `false`.
 * 2. Pages are numbered, no sign says that more follow, and one of these says that these are all:
 *    - `has_more: false`, or a flag of the same kind;
 *    - a field that said on an earlier page that more follow. Example: `"total": 23` after 20 items, and now there are 23. A field that never
 *      said so may describe each page, not the listing: `{ "pages": 1, "done": true }`.
 */
function isLastByDeclaration(
  { moreSign, ends }: AddedPage,
  { pageNamesNextPage }: Paginator,
  reading: Reading,
): boolean {
  const isDeclaredEnd = ends.some(({ declaredBy, kind }) => declaredBy !== undefined && kind !== "total");
  const isAboutListing = (signal: Signal): boolean => signal.kind === "hasMore" || reading.didSayMore(signal);
  return isDeclaredEnd || (!pageNamesNextPage && moreSign === undefined && ends.some(isAboutListing));
}

/**
 * Returns whether the page can be accepted as the last one, because the service refused the request for the page after it, or sent an earlier
 * page again. All of these must be true:
 * 1. No sign says that more pages follow, except `lastPageIndex`, which is a guess: the number may be that of pages.
 * 2. With the argument `pagination`, a signal says that these are all.
 * 3. If each page names the next one: the request was refused, and a declared signal, or one about the whole listing, says that these are
 *    all. An earlier page is not accepted, because the service may have ignored our cursor. A total that may count only one page is not enough,
 *    because the service may have refused a wrong cursor.
 * 4. If pages are numbered and an earlier page was sent again: a signal says that these are all, or no number is a lower bound. After "at
 *    least 100" items, more may follow.
 */
export function canBeAcceptedAsLast(
  { moreSign, ends, signals }: AddedPage,
  outcome: Outcome,
  { pageNamesNextPage }: Paginator,
  reading: Reading,
): boolean {
  const hasFirmSign = moreSign !== undefined && moreSign.kind !== "lastPageIndex";
  const needsStatedEnd = reading.options.pagination !== undefined;
  if (hasFirmSign || (needsStatedEnd && ends.length === 0)) {
    return false;
  }
  if (pageNamesNextPage) {
    const countsWholeListing = (signal: Signal): boolean =>
      signal.declaredBy !== undefined || reading.isAboutWhole(signal);
    return outcome === Outcome.Refused && ends.some(countsWholeListing);
  }
  const hasLowerBound = ends.length === 0 && signals.some(({ exactness }) => exactness === "atLeast");
  return outcome === Outcome.Refused || (outcome === Outcome.SamePage && !hasLowerBound);
}

/**
 * Throws if the last page says that more follow, or if a number on an earlier page was not reached: the signals of the last page contain the
 * numbers of earlier pages, because `Reading.add` keeps them.
 */
export function requireNothingMissing(page: AddedPage, paginator: Paginator, { options, items, pages }: Reading): void {
  const { noun, style } = options;
  const moreSignal = page.unsatisfied[0] ?? unreadPage(page, paginator, options.pagination);
  // The pagination "none" says that this page is all. A larger number is accepted then, because it may count what is hidden from this
  // client. A flag is not accepted: `requireSinglePage` checked the flags on the first page.
  if (moreSignal === undefined || options.pagination?.type === "none") {
    return;
  }
  const declaration = withoutOptionFor(moreSignal, paginator.declaration, page.signals);
  const beside = declaration === undefined ? "" : `, with ${renderArgument("pagination", declaration, style)}`;
  const statement = isFlagOrNumber(moreSignal) ? excerpt(String(moreSignal.value)) : "that more follow";
  throw listingError(
    `The service says ${statement} at "${excerpt(moreSignal.location)}"; ${describeCount(items.length, noun)} on ${describeCount(pages, "pages")} could be read.`,
    `Another \`pagination\` may be needed, or the service has lost a page. Only if the rest is hidden from this client, set ${renderUnrelated(moreSignal, style)}${beside}.`,
    declaration,
  );
}

/** Returns the signal of the last page that names a next page, if that page was not requested. */
function unreadPage(page: AddedPage, paginator: Paginator, pagination: Pagination | undefined): Signal | undefined {
  const { moreSign, items, signals } = page;
  if (moreSign === undefined || !namesNextPage(moreSign)) {
    return undefined;
  }
  // With a declared cursor, a page without it ends the listing. If such a page names a next page in another way, that is a fault. But a
  // declared total or flag with a value decides by itself whether this is the end.
  const hasDeclaredValue = signals.some(({ declaredBy, value }) => declaredBy !== undefined && value !== null);
  const isEndByCursorAlone = pagination?.type === "cursor" && paginator.pageNamesNextPage && !hasDeclaredValue;
  if (pagination !== undefined && !isEndByCursorAlone) {
    return undefined;
  }
  // The signal leads to a page that we did not request in two cases:
  // 1. This page has items. An empty page may repeat its own address or cursor.
  // 2. It is an address, and we requested this page in another way, such as by a number. A paginator that follows the addresses in the pages
  //    has no declaration, unless `pagination` declares where they are.
  const isOtherPage = items.length > 0 || (paginator.declaration !== undefined && moreSign.kind === "nextUrl");
  return isOtherPage ? moreSign : undefined;
}

/**
 * Returns the declaration without the option whose path leads to the signal. The advice sets `unrelatedFields` to the signal's field, so it must
 * not declare that field at the same time.
 */
function withoutOptionFor(
  signal: Signal,
  declaration: Declaration | undefined,
  signals: readonly Signal[],
): Declaration | undefined {
  const isAboutSignal = (option: string): boolean =>
    signals.some(({ declaredBy, location }) => declaredBy === option && location === signal.location);
  const options = Object.entries(declaration ?? {}).filter(([option]) => !isAboutSignal(option));
  return declaration && (Object.fromEntries(options) as unknown as Declaration);
}

/**
 * Throws if a page has an unknown field that looks like a sign of more pages, and nothing says that these are all:
 *
 * 1. The page is the only one so far. An unknown sign counts, unless a known sign of more pages is there, which is followed.
 * 2. The page is the last of several. An unknown sign or a cursor that was not followed counts if the first page does not have the field,
 *    because it may stand in place of the field that named the next page: `"overflow": true` on page 3.
 *
 * On an empty page no sign counts. After other pages it is the end, and an empty listing is refused by the guard.
 *
 * @param first The first page, in the second case.
 */
export function requireKnownSigns(
  page: AddedPage,
  { items, options: { noun, style } }: Reading,
  first?: AddedPage,
): void {
  const isNew = ({ location }: Signal): boolean => first === undefined || valueAt(first, location) === undefined;
  const isUnknown = ({ kind, value }: Signal): boolean =>
    kind === "unknownSign" || (first !== undefined && kind === "position" && value !== null);
  const sign = page.signals.find((signal) => isUnknown(signal) && isNew(signal));
  const isFollowed = first === undefined && page.moreSign !== undefined;
  if (sign === undefined || isFollowed || page.ends.length > 0 || page.items.length === 0) {
    return;
  }
  const declaration = declarationFor(sign);
  throw listingError(
    `What the response has at "${excerpt(sign.location)}" may mean that more follow, and nothing known says whether these ${items.length} ${noun} are all.`,
    adviceToReadOn(sign, declaration, style, sign.value === true ? ", with the service's own parameter" : ""),
    declaration,
  );
}

/** Returns the `pagination` that an unknown sign suggests by its value: `true`, an address, a cursor; `null` suggests none. */
function declarationFor({ value, location }: Signal): Declaration | undefined {
  if (value === null) {
    return undefined;
  }
  if (value === true) {
    return { type: "page", morePath: location };
  }
  return isAddress(String(value)) ? { type: "cursor", urlPath: location } : { type: "cursor", cursorPath: location };
}

/**
 * Throws if `pagination` says that this page is all, but the response names a next page, or a flag says that more follow. Numbers and a full
 * page do not count, because numbers may count what is hidden from this client. If a flag says that these are all, it wins.
 */
export function requireSinglePage(
  { ends, items, signals }: AddedPage,
  { options: { noun, style }, progress }: Reading,
): void {
  const { moreSign } = outlookOf(
    signals.filter((signal) => !isNumberOfAll(signal) && signal.kind !== "pageSize"),
    { ...progress, itemsOnPage: items.length },
  );
  if (moreSign === undefined || ends.some(isFlag)) {
    return;
  }
  const refresh =
    style === "program"
      ? " A refresh uses the arguments of the last update: after a change in the program, run `pulumi up --refresh=false` once."
      : "";
  throw listingError(
    `\`pagination\` says that these ${items.length} ${noun} are all, but the response says at "${excerpt(moreSign.location)}" that more follow.`,
    `To read on, leave out \`pagination\`.${refresh} Only if these are all, set ${renderUnrelated(moreSign, style)} too.`,
  );
}

/**
 * Throws if a path of `pagination` leads to no usable value on the first page. Two things are accepted:
 * 1. `null`, also in place of a missing value if the path ends in a question mark.
 * 2. A missing cursor or address, if no sign says that more follow: then the first page is the only one.
 */
export function requirePaths(pagination: Pagination, page: AddedPage): void {
  const mayBeMore = page.moreSign !== undefined || page.signals.some(({ kind }) => kind === "unknownSign");
  for (const { option, path, kind, parse, expected } of pathOptionsOf(pagination)) {
    const value = valueAt(page, path)?.value;
    // The kind `position` is that of a cursor or an address.
    const mayBeMissing = kind === "position" && !mayBeMore;
    const isMissing = value === undefined && !mayBeMissing;
    const isUnreadable = value !== undefined && value !== null && parse(value) === undefined;
    if (isMissing || isUnreadable) {
      throw listingError(
        `The response has ${value === undefined ? "nothing" : `no ${expected}`} at pagination.${option} "${excerpt(path)}".`,
        `Correct the path.${mayBeMore ? "" : ` If the service leaves the field out on its last page, end the path with a question mark: ${JSON.stringify(`${path}?`)}.`}`,
      );
    }
  }
}

/** Throws if a response that is read as one value is one page of a list, because the other pages would be lost without an error. */
export function requireNoMorePages(
  body: JsonValue,
  response: ServiceResponse,
  unrelated: readonly string[],
  noun: string,
): void {
  const list = findUsualArray(body);
  if (list === undefined) {
    return;
  }
  const { items, pointer } = list;
  const signals = namedSignals({ body, response }, pointer, unrelated);
  const { moreSign, ends } = outlookOf(signals, { pages: 1, items: items.length, itemsOnPage: items.length });
  // A number alone is not enough: `total` may be a field of the thing that the response describes, such as the total of an invoice.
  const isSure = moreSign !== undefined && (namesNextPage(moreSign) || isFlag(moreSign));
  if (isSure && !ends.some(isFlagOrNumber)) {
    throw listingError(
      `The response is one page: it has ${items.length} ${noun} at "${excerpt(pointer)}", and says at "${excerpt(moreSign.location)}" that more follow.`,
      `For all ${noun}, set \`itemsPath\` to ${JSON.stringify(pointer)}. Only for this response alone, set the pagination type "none".`,
    );
  }
}
