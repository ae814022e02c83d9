/** Checks that a listing was read whole, from its start to its end: by further requests, where no total shows it. */
import { ListingError, ResponseError, ServiceError } from "../../http/errors.js";
import { excerpt } from "../../http/excerpt.js";
import { hasNumberedPages } from "./check-totals.js";
import { isJsonObject, type JsonValue, parseJson } from "../json/json.js";
import { normaliseName } from "../responses/names-and-values.js";
import { checkOrigin } from "./next-address.js";
import { itemsOf } from "./page-items.js";
import type { Page, PageOrder, PageRequest, StartedAt } from "./page-order.js";
import type { PageReader } from "./read-pages.js";
import { judge, withoutIgnored } from "./page-verdict.js";
import { describeHint, FOLLOWED_HINT, pageCount } from "./pagination-advice.js";
import { collectHints, type PageHints } from "./pagination-hints.js";
import {
  type ChangedItem,
  hasOtherItem,
  itemMoved,
  knowsParameter,
  repeated,
  sharesAll,
  sharesItem,
} from "./seen-pages.js";

/** All pages that were read. */
export interface WholeReading {
  readonly items: readonly JsonValue[];
  readonly firstItems: readonly JsonValue[];
  /** The last page with items; the first page if none has any. */
  readonly lastFilled: Page;
  /** How many pages were requested. */
  readonly pages: number;
  readonly changed: ChangedItem | undefined;
  readonly bytesLeft: number;
}

/** The response to a further request. */
interface FurtherPage {
  readonly items: readonly JsonValue[];
  readonly hints: PageHints;
}

interface Check extends WholeReading, Pick<PageReader, "order" | "origin" | "noun"> {
  /** Sends a further request. */
  readonly itemsAt: (request: PageRequest) => Promise<readonly JsonValue[] | NoItems>;
  /** The same. Gives what the response states of more items, too. */
  readonly pageAt: (request: PageRequest) => Promise<FurtherPage | NoItems>;
}

export async function checkWhole(reader: PageReader, read: WholeReading): Promise<void> {
  const { order, origin, noun } = reader;
  const { items, lastFilled } = read;
  const { isTotal, more } = lastFilled.verdict;
  const pageAt = createPageAt(reader, read);
  const itemsAt: Check["itemsAt"] = async (request) => {
    const found = await pageAt(request);
    return typeof found === "string" ? found : found.items;
  };
  const check: Check = { ...read, order, origin, noun, itemsAt, pageAt };
  await checkMoved(check);
  // A total that an argument names decides, unless the response says that more follow: it may lead to the size of a page.
  const hasTotal = isTotal || (order.totalPath !== undefined && more === undefined);
  // Some services give the total 0 with a page that does not exist.
  if (items.length === 0 || !hasTotal) {
    await checkSize(check);
    await checkStart(check);
    await checkLastItem(check);
    await checkCursor(check);
    await checkArgument(check);
    await checkAddress(check);
  } else if (lastFilled.progress.pagesRead === 1 && mayBeFiltered(order, items)) {
    // The total is then that of the filter.
    await checkStart(check);
  }
}

/**
 * Whether the service may have taken the page's parameter for a filter: all items have a field of its name, as with
 * `filter[number]`, `number__gt` or `number`.
 */
function mayBeFiltered({ parameter = "" }: PageOrder, items: readonly JsonValue[]): boolean {
  const names = new Set(parameter.split(/[^A-Za-z0-9$]|__/).map(normaliseName));
  const isNamed = (item: JsonValue, depth: number): boolean =>
    isJsonObject(item) &&
    Object.entries(item).some(
      ([name, value]) => names.has(normaliseName(name)) || (depth > 0 && isNamed(value, depth - 1)),
    );
  return items.every((item) => isNamed(item, 1));
}

/**
 * Numbered pages have an item twice, with other fields. They may be two versions of it. Or it has changed and moved behind what was
 * read, as in a listing that is sorted by the time of the last change. Each item in between is then one place further ahead, and one
 * was never read. The earlier page, read again, shows which.
 */
async function checkMoved({ order, noun, changed, lastFilled, itemsAt }: Check): Promise<void> {
  if (changed === undefined || !hasNumberedPages(order, lastFilled)) {
    return;
  }
  if (!sharesItem([changed.item], itemsIn(await itemsAt(changed.request)))) {
    throw itemMoved(changed, noun);
  }
}

/**
 * A service that counts its pages from 0 and is read from 1 gives all pages except its first. One that counts from 1 may give nothing
 * for page 0. No total has shown that nothing is missing, so the page that the service gives without a number has to be the first
 * one.
 */
async function checkStart(check: Check): Promise<void> {
  const { items, firstItems } = check;
  const { startedAt } = check.order;
  // Before the number 0 there is nothing.
  if (startedAt === undefined || (startedAt.start === 0 && firstItems.length > 0)) {
    return;
  }
  const { page, beginning, expected, sent } = await readBeginning(check, startedAt);
  const isBeginning = sharesItem(beginning, expected) && !isFurtherOn(firstItems[0], beginning);
  // All that the service lists without a number is part of the listing.
  const hasOther = page.length > items.length || hasOtherItem(page, items);
  if (beginning.length > 0 && (!isBeginning || hasOther)) {
    throw otherBeginning(check, startedAt, sent, isBeginning);
  }
}

interface Beginning {
  /** The items of the page. */
  readonly page: readonly JsonValue[];
  /** Those that are compared. */
  readonly beginning: readonly JsonValue[];
  /** One of these must be among them. */
  readonly expected: readonly JsonValue[];
  /** How the page was requested, for messages. */
  readonly sent: string;
}

/** The page that the service gives without a number. Some services take no such request: then the one with another number. */
async function readBeginning(check: Check, startedAt: StartedAt): Promise<Beginning> {
  const { items, firstItems, itemsAt, pageAt } = check;
  const { type, parameter, unnumbered, other } = startedAt;
  // Pages by offset overlap: there the very first item counts.
  const beginningOf = (page: readonly JsonValue[], length: number): readonly JsonValue[] =>
    page.slice(0, type === "offset" ? 1 : length);
  const first = await pageAt(unnumbered);
  if (typeof first !== "string") {
    checkNone(check, startedAt, first);
    // Without a number some services list everything.
    const beginning = beginningOf(first.items, Math.max(firstItems.length, 1));
    return { page: first.items, beginning, expected: firstItems, sent: `Without "${excerpt(parameter)}"` };
  }
  const page = itemsIn(await itemsAt(other.request));
  return {
    page,
    beginning: beginningOf(page, page.length),
    expected: items,
    sent: `With ${excerpt(parameter)}=${other.start}`,
  };
}

/**
 * Without a number the page may be empty too, and state that there are items: a service may give none unless a size is asked for
 * (Feathers).
 */
function checkNone(
  { noun, items }: Check,
  { parameter, start }: StartedAt,
  { items: first, hints }: FurtherPage,
): void {
  const progress = { pagesRead: 1, itemsRead: 0, pageItems: 0 };
  const { total } = judge(hints, progress, "limits");
  if (items.length === 0 && first.length === 0 && total !== undefined && Number(total.value) > 0) {
    const name = excerpt(parameter);
    throw new ListingError(
      `Without "${name}" in the request, the response ${describeHint(total, noun)}, and with ${name}=${start} the service lists none.`,
      { code: "listing", hint: filterHint(parameter) },
    );
  }
}

function filterHint(parameter: string): string {
  return `If the service takes "${excerpt(parameter)}" for a filter, set pagination.parameter to the one for the page, such as "$skip".`;
}

/** @param isBeginning whether the listing begins where the service begins. */
function otherBeginning(
  { order, noun, firstItems }: Check,
  { parameter, start, other }: StartedAt,
  sent: string,
  isBeginning: boolean,
): ListingError {
  const lists = `${sent} in the request, the service lists`;
  const setStart = `Set pagination.start to the number with which the service begins, such as ${other.start}.`;
  if (firstItems.length === 0) {
    return new ListingError(`${lists} ${noun}, and with ${excerpt(parameter)}=${start} it lists none.`, {
      code: "listing",
      hint: `${setStart} ${filterHint(parameter)}`,
    });
  }
  if (isBeginning) {
    return new ListingError(`${lists} ${noun} that are on no page: it may take the parameter for a filter.`, {
      code: "listing",
      hint: `${knowsParameter(order)}If the listing changed while it was read, try again.`,
    });
  }
  return new ListingError(
    `${lists} other ${noun} than with ${excerpt(parameter)}=${start}: the listing does not begin there.`,
    { code: "listing", hint: setStart },
  );
}

/** Whether the item is in the page, and not at its beginning: the number was that of an item, and those before it were left out. */
function isFurtherOn(item: JsonValue | undefined, page: readonly JsonValue[]): boolean {
  return item !== undefined && !sharesItem([item], page.slice(0, 1)) && sharesItem([item], page.slice(1));
}

/** A service that takes the parameter of the size for a filter lists nothing. */
async function checkSize({ order: { sized }, noun, items, itemsAt }: Check): Promise<void> {
  if (items.length > 0 || sized === undefined) {
    return;
  }
  if (itemsIn(await itemsAt(sized.without)).length > 0) {
    const parameter = excerpt(sized.parameter);
    throw new ListingError(
      `With "${parameter}" in the request, the service lists no ${noun}. Without what the argument \`pagination\` adds, it does.`,
      {
        code: "listing",
        hint: `Does it know the query parameter "${parameter}"? If not, set pagination.sizeParameter to its own, or leave size out.`,
      },
    );
  }
}

/**
 * The page after the item before the last one begins with the last one. If not, the service takes the value for a filter or for the
 * number of a page. Or it lists the items in another order.
 */
async function checkLastItem({ order, noun, firstItems, lastFilled, pages, itemsAt }: Check): Promise<void> {
  const [item, last] = firstItems.slice(-2);
  // A flag that ends the listing, instead of an empty page, shows that the service knows where it is.
  const isDoubted = lastFilled.progress.pagesRead < pages && !lastFilled.verdict.showsEnd;
  const request = isDoubted && item !== undefined && last !== undefined ? order.afterItem?.(item) : undefined;
  if (request === undefined || last === undefined) {
    return;
  }
  const found = await itemsAt(request);
  if (found !== "refused" && !sharesItem(itemsIn(found).slice(0, 1), [last])) {
    throw new ListingError(
      `The service does not begin after the item that \`lastItemPath\` names: after the item before the last one of the first page, the last one does not follow. Some ${noun} may be missing.`,
      {
        code: "listing",
        hint: `${knowsParameter(order)}Set pagination.lastItemPath to the field by which the service sorts. If the listing changed while it was read, try again.`,
      },
    );
  }
}

/**
 * A service that takes the parameter of the cursor for a filter lists nothing on the second page. It lists nothing for an empty cursor
 * either. Others then give their first page, or refuse the request.
 */
async function checkCursor({ order, noun, lastFilled, pages, itemsAt }: Check): Promise<void> {
  const isEmptied = pages > 1 && lastFilled.progress.pagesRead === 1 && lastFilled.items.length > 0;
  if (!isEmptied || order.withEmptyCursor === undefined) {
    return;
  }
  const found = await itemsAt(order.withEmptyCursor);
  if (typeof found !== "string" && found.length === 0) {
    throw new ListingError(
      `The page after the first one is empty, and with an empty "${excerpt(order.parameter ?? "")}" the service lists no ${noun}: it takes the parameter for a filter.`,
      { code: "listing", hint: knowsParameter(order).trimEnd() },
    );
  }
}

/**
 * The argument ends the listing, and the last page with items names the address of a next one. A service that takes the parameter for a
 * filter gives an empty page where its own address leads to more.
 */
async function checkAddress(check: Check): Promise<void> {
  const { noun, items, itemsAt } = check;
  const request = followable(check);
  if (request !== undefined && !sharesAll(itemsIn(await itemsAt(request)), items)) {
    throw new ListingError(
      `The pages of the argument \`pagination\` end, but the address that the service gives for its next page has other ${noun}.`,
      { code: "listing", hint: FOLLOWED_HINT },
    );
  }
}

/**
 * The request for the address that the page names; `undefined` if it names none that would be followed, such as a template.
 *
 * @throws ListingError if it would not be followed, and the listing is empty: nothing else shows that there is no more.
 */
function followable({ order, origin, items, lastFilled }: Check): PageRequest | undefined {
  try {
    const request = order.addressed?.(lastFilled);
    if (request !== undefined) {
      checkOrigin(request.url, origin);
    }
    return request;
  } catch (error) {
    if (error instanceof ListingError && items.length > 0) {
      return undefined;
    }
    throw error;
  }
}

/**
 * Refuses an argument that ended the listing by a field with another meaning. `archived: false` may have been read as the flag,
 * and `has_previous` differs between the first page and the second. The number of items on a page may have been read as the number
 * of pages. And an offset may have been sent as the number of a page, so that pages are left out.
 */
async function checkArgument(check: Check): Promise<void> {
  const { order, pages } = check;
  const isUnproven = isEndUnproven(check);
  const after = isUnproven ? order.after?.(check.lastFilled) : undefined;
  if (after !== undefined) {
    await checkPageAfter(check, after);
  }
  if (pages > 1 || isUnproven) {
    await checkOffset(check);
  }
}

/** Whether the argument alone ended the listing, by a field that has not proved itself. */
function isEndUnproven({ order, items, lastFilled, pages }: Check): boolean {
  const { progress, verdict } = lastFilled;
  // A total that is smaller than what was read is that of something else, and states no end.
  const isOfOther = Number(verdict.total?.value) < progress.itemsRead;
  const statesEnd = verdict.statesEnd && verdict.more === undefined && !isOfOther;
  const isEndedByArgument = items.length > 0 && progress.pagesRead === pages && !statesEnd;
  return isEndedByArgument && (progress.pagesRead <= 2 || order.endsByPageCount === true);
}

async function checkPageAfter({ order, noun, items, lastFilled, itemsAt }: Check, after: PageRequest): Promise<void> {
  const { pagesRead } = lastFilled.progress;
  const found = itemsIn(await itemsAt(after));
  if (!sharesAll(found, items)) {
    throw new ListingError(
      `The argument \`pagination\` ends the listing after ${pageCount(pagesRead)}, but the service has a next page with other ${noun}.`,
      {
        code: "listing",
        hint: "Do morePath, lastPath and totalPagesPath lead to what ends the listing? If not, leave them out.",
      },
    );
  }
  const isSamePage = order.startedAt !== undefined && found.length > 0;
  if (isSamePage && pagesRead === 1 && lastFilled.verdict.more !== undefined) {
    throw repeated("The next page has the same items as the first one.", order);
  }
}

/** The number of a page is never the same page as the number of an item on the first page, except for the first item. */
async function checkOffset({ order, firstItems, itemsAt }: Check): Promise<void> {
  const last = firstItems.length - 1;
  const request = last > 0 ? order.atItem?.(last) : undefined;
  const found = request === undefined ? "refused" : await itemsAt(request);
  if (found !== "refused" && !sharesItem(itemsIn(found), firstItems.slice(-1))) {
    throw new ListingError(
      `The service does not list item ${last + 1} of the first page at its offset, which is ${last} more than that of the first item.`,
      {
        code: "listing",
        hint: `Does "${excerpt(order.parameter ?? "")}" count pages? Then set the pagination type "page". If the listing changed while it was read, try again.`,
      },
    );
  }
}

/**
 * These statuses say nothing of the address: the service is overloaded, or takes the token no more. The check is then not made, and
 * nothing shows that the listing is whole. 500 is not among them: many services fail so at a number that they do not know, such as 0.
 */
const NOT_ABOUT_ADDRESS: ReadonlySet<number | undefined> = new Set([401, 408, 429, 502, 503, 504]);

/** Why a request for a check gave no items. With a refusal there is nothing to compare. */
type NoItems = "refused" | "not found";

function itemsIn(found: readonly JsonValue[] | NoItems): readonly JsonValue[] {
  return typeof found === "string" ? [] : found;
}

/** Requests are numbered after those for pages, for messages. */
function createPageAt(reader: PageReader, { pages, bytesLeft }: WholeReading): Check["pageAt"] {
  let number = pages;
  return async (request) => {
    checkOrigin(request.url, reader.origin);
    if (bytesLeft <= 0) {
      return "refused";
    }
    number += 1;
    try {
      const response = await reader.request(request, number, bytesLeft);
      const body = parseJson(response.text);
      const { items, pointer } = itemsOf(body, response, reader, undefined);
      return { items, hints: withoutIgnored(collectHints(body, pointer, response), reader.order) };
    } catch (error) {
      if (error instanceof ServiceError && NOT_ABOUT_ADDRESS.has(error.status)) {
        throw error;
      }
      if (error instanceof ServiceError || error instanceof ResponseError || error instanceof ListingError) {
        return error.status === 404 ? "not found" : "refused";
      }
      throw error;
    }
  };
}
