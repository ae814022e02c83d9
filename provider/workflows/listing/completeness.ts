/** Decides whether the listing is whole. If it is not, or if that is not clear, an error names the signal. Runs in both processes. */
import { excerpt } from "../../base/excerpt.js";
import type { ServiceResponse } from "../../http/types.js";
import type { Pagination } from "../arguments/argument-types.js";
import type { JsonValue } from "../json/json.js";
import { adviceToReadOn, listingError, pageCount, renderArgument, renderUnrelated } from "./advice.js";
import { pathOptionsOf, valueAt } from "./declared-signals.js";
import { usualArray } from "./find-items.js";
import { Outcome } from "./outcome.js";
import { isFlag, isFlagOrNumber, isNumberOfAll, namesNextPage, outlookOf } from "./outlook.js";
import type { AddedPage } from "./page.js";
import type { Paginator } from "./paginators/paginator.js";
import type { Reading } from "./reading.js";
import type { Declaration } from "./request.js";
import { namedSignals, type Signal } from "./signals.js";

/**
 * Returns whether the listing ends with this page, so that no next page is requested (rule 6). Pages are numbered if the next page is
 * requested by a page number, an offset or the last item, and not by an address or a cursor that the page has.
 * 1. An empty page is the end if pages are numbered, or if a flag or a number of the whole listing says that these are all.
 * 2. Without the argument `pagination`, a page with items is the end if no sign says that more follow. If pages are numbered, a sign
 *    must also say that these are all, such as a total that was reached.
 * 3. With `pagination`, a page with items is the end if a flag or a number of pages that the argument names says so. Other signals count
 *    only if pages are numbered and no sign says that more follow. They must be a flag such as `has_more: false`, or have said on an
 *    earlier page that more follow. Any other signal may be about each page: `{ "pages": 1, "done": true }`.
 */
export function isComplete({ items, moreSign, ends }: AddedPage, paginator: Paginator, reading: Reading): boolean {
  const { isNamedByPage } = paginator;
  if (items.length === 0 && (!isNamedByPage || ends.some((signal) => reading.isAboutWhole(signal)))) {
    return true;
  }
  if (reading.options.pagination === undefined) {
    return moreSign === undefined && (isNamedByPage || ends.length > 0);
  }
  const isDeclaredEnd = ends.some(({ declaredBy, kind }) => declaredBy !== undefined && kind !== "total");
  const isAboutListing = (signal: Signal): boolean => signal.kind === "hasMore" || reading.didSayMore(signal);
  return isDeclaredEnd || (!isNamedByPage && moreSign === undefined && ends.some(isAboutListing));
}

/** Returns whether the page was the last one, because the service refuses the page after it, or sends an earlier page again (rule 6). */
export function mayBeLast({ moreSign, ends, signals }: AddedPage, outcome: Outcome, reading: Reading): boolean {
  // Under a lower bound, an earlier page again is an error: the bound was reached, but more may follow.
  const hasLowerBound = ends.length === 0 && signals.some(({ exactness }) => exactness === "atLeast");
  if (outcome !== Outcome.Refused && (outcome !== Outcome.SamePage || hasLowerBound)) {
    return false;
  }
  const isUnsure = moreSign === undefined || moreSign.kind === "lastPageIndex";
  return isUnsure && (reading.options.pagination === undefined || ends.length > 0);
}

/** Throws if the last page, or a number of an earlier one, still says that more follow (rule 2). */
export function requireNothingMissing(page: AddedPage, paginator: Paginator, { options, items, pages }: Reading): void {
  const { noun, style } = options;
  const missing = page.unsatisfied[0] ?? unreadPage(page, paginator, options.pagination);
  // With the pagination "none", a number may count what is hidden from this client; flags were checked on the first page.
  if (missing === undefined || options.pagination?.type === "none") {
    return;
  }
  const declaration = withoutOptionFor(missing, paginator.declaration, page.signals);
  const beside = declaration === undefined ? "" : `, with ${renderArgument("pagination", declaration, style)}`;
  const statement = isFlagOrNumber(missing) ? excerpt(String(missing.value)) : "that more follow";
  throw listingError(
    `The service says ${statement} at "${excerpt(missing.location)}"; ${items.length} ${noun} on ${pageCount(pages)} could be read.`,
    `Another \`pagination\` may be needed, or the service has lost a page. Only if the rest is hidden from this client, set ${renderUnrelated(missing, style)}${beside}.`,
    declaration,
  );
}

/** Returns the signal of the last page that names a next page, if that page was not requested. */
function unreadPage(page: AddedPage, paginator: Paginator, pagination: Pagination | undefined): Signal | undefined {
  const { moreSign, items, signals } = page;
  if (moreSign === undefined || !namesNextPage(moreSign)) {
    return undefined;
  }
  // On an empty page, the cursor may be the one that was sent. An address is surely another page, if a cursor or a number was sent.
  const isOtherPage = items.length > 0 || (paginator.declaration !== undefined && moreSign.kind === "nextUrl");
  // A declared cursor that is gone ends the listing, unless the page names a next page in another way.
  const hasDeclaredSignal = signals.some(({ declaredBy, value }) => declaredBy !== undefined && value !== null);
  const isDeclaredCursorGone = pagination?.type === "cursor" && paginator.isNamedByPage && !hasDeclaredSignal;
  return isOtherPage && (pagination === undefined || isDeclaredCursorGone) ? moreSign : undefined;
}

/** Leaves out of `pagination` the option that names the signal. */
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

/** Throws if the first page has what looks like a sign of more pages and is not known, and nothing says that these are all (rule 4). */
export function requireKnownSigns(
  { moreSign, ends, items, signals }: AddedPage,
  { options: { noun, style } }: Reading,
): void {
  const sign = signals.find(({ kind }) => kind === "unknownSign");
  if (sign === undefined || moreSign !== undefined || ends.length > 0 || items.length === 0) {
    return;
  }
  const declaration = declarationFor(sign);
  throw listingError(
    `What the response has at "${excerpt(sign.location)}" may mean that more follow, and nothing known says whether these ${items.length} ${noun} are all.`,
    adviceToReadOn(sign, declaration, style, sign.value === true ? ", with the service's own parameter" : ""),
    declaration,
  );
}

function declarationFor({ value, location }: Signal): Declaration | undefined {
  if (value === true) {
    return { type: "page", morePath: location };
  }
  return value === null ? undefined : { type: "cursor", urlPath: location };
}

/**
 * Throws if `pagination` says that this page is all, but the response names a next page or has a flag that more follow (rule 4). A
 * number alone may count what is hidden from this client. A flag that says that these are all is trusted.
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

/** Throws if a path of `pagination` leads nowhere on the first page. It may, if the value is missing and no sign says that more follow. */
export function requirePaths(pagination: Pagination, page: AddedPage): void {
  const mayBeMore = page.moreSign !== undefined || page.signals.some(({ kind }) => kind === "unknownSign");
  for (const { option, path, parse, expected } of pathOptionsOf(pagination)) {
    const value = valueAt(page, path)?.value;
    if ((value === undefined && mayBeMore) || (value !== null && parse(value ?? null) === undefined)) {
      throw listingError(
        `The response has ${value === undefined ? "nothing" : `no ${expected}`} at pagination.${option} "${excerpt(path)}".`,
        `Correct the path.${mayBeMore ? "" : ` If the service leaves the field out on its last page, end the path with a question mark: ${JSON.stringify(`${path}?`)}.`}`,
      );
    }
  }
}

/** Throws if a response that is read as one value is one page of a list, because the other pages would be lost without a word. */
export function requireNoMorePages(
  body: JsonValue,
  response: ServiceResponse,
  unrelated: readonly string[],
  noun: string,
): void {
  const list = usualArray(body);
  if (list === undefined) {
    return;
  }
  const { items, pointer } = list;
  const signals = namedSignals({ body, response }, pointer, unrelated);
  const { moreSign, ends } = outlookOf(signals, { pages: 1, items: items.length, itemsOnPage: items.length });
  // A total may be data of the thing that the response describes.
  const isSure = moreSign !== undefined && (namesNextPage(moreSign) || isFlag(moreSign));
  if (isSure && !ends.some(isFlagOrNumber)) {
    throw listingError(
      `The response is one page: it has ${items.length} ${noun} at "${excerpt(pointer)}", and says at "${excerpt(moreSign.location)}" that more follow.`,
      `For all ${noun}, set \`itemsPath\` to ${JSON.stringify(pointer)}. Only for this response alone, set the pagination type "none".`,
    );
  }
}
