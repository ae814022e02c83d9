/** Checks that a listing was read whole, from its start to its end: by further requests, where no total shows it. */
import { ListingError, ResponseError, ServiceError } from "../http/errors.js";
import { excerpt } from "../http/excerpt.js";
import { hasNumberedPages } from "./check-totals.js";
import { isJsonObject, type JsonValue, parseJson } from "./json.js";
import { normaliseName } from "./names-and-values.js";
import { checkOrigin } from "./next-address.js";
import { itemsOf } from "./page-items.js";
import type { Page, PageOrder, PageRequest } from "./page-order.js";
import type { PageReader } from "./pages.js";
import { pageCount } from "./pagination-advice.js";
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
export interface Reading {
  readonly items: readonly JsonValue[];
  readonly firstItems: readonly JsonValue[];
  /** The last page with items; the first page if none has any. */
  readonly lastFilled: Page;
  readonly changed: ChangedItem | undefined;
  /** Of the next request, for messages. */
  readonly number: number;
  readonly bytesLeft: number;
}

export async function checkWhole(reader: PageReader, read: Reading): Promise<void> {
  const { order } = reader;
  const { items, lastFilled } = read;
  const { isTotal, more } = lastFilled.verdict;
  await checkMoved(reader, read);
  // A total that an argument names decides, unless the response says that more follow: it may lead to the size of a page.
  const hasTotal = isTotal || (order.totalPath !== undefined && more === undefined);
  // Some services give the total 0 with a page that does not exist.
  if (items.length === 0 || !hasTotal) {
    await checkSize(reader, read);
    await checkStart(reader, read);
    await checkLastItem(reader, read);
    await checkCursor(reader, read);
    await checkArgument(reader, read);
    await checkAddress(reader, read);
  } else if (lastFilled.progress.pagesRead === 1 && mayBeFiltered(order, items)) {
    // The total is then that of the filter.
    await checkStart(reader, read);
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
async function checkMoved(reader: PageReader, { changed, lastFilled, number, bytesLeft }: Reading): Promise<void> {
  if (changed === undefined || !hasNumberedPages(reader.order, lastFilled)) {
    return;
  }
  if (!sharesItem([changed.item], itemsIn(await itemsAt(reader, changed.request, number, bytesLeft)))) {
    throw itemMoved(changed, reader.noun);
  }
}

/**
 * A service that counts its pages from 0 and is read from 1 gives all pages except its first. One that counts from 1 may give nothing
 * for page 0. No total has shown that nothing is missing, so the page that the service gives without a number has to be the first
 * one.
 */
async function checkStart(reader: PageReader, { items, firstItems, number, bytesLeft }: Reading): Promise<void> {
  const { startedAt } = reader.order;
  // Before the number 0 there is nothing.
  if (startedAt === undefined || (startedAt.start === 0 && firstItems.length > 0)) {
    return;
  }
  const { type, parameter, start, unnumbered, other } = startedAt;
  // Pages by offset overlap: there the very first item counts.
  const beginning = (page: readonly JsonValue[], length: number): readonly JsonValue[] =>
    page.slice(0, type === "offset" ? 1 : length);
  let request = `Without "${excerpt(parameter)}"`;
  let page = await itemsAt(reader, unnumbered, number, bytesLeft);
  // Without a number some services list everything.
  let found = beginning(itemsIn(page), Math.max(firstItems.length, 1));
  let expected = firstItems;
  if (typeof page === "string") {
    // Some services take no request without a number.
    request = `With ${excerpt(parameter)}=${other.start}`;
    page = await itemsAt(reader, other.request, number + 1, bytesLeft);
    found = beginning(itemsIn(page), itemsIn(page).length);
    expected = items;
  }
  const isBeginning = sharesItem(found, expected) && !isFurtherOn(firstItems[0], found);
  // All that the service lists without a number is part of the listing.
  const hasOther = itemsIn(page).length > items.length || hasOtherItem(itemsIn(page), items);
  if (found.length === 0 || (isBeginning && !hasOther)) {
    return;
  }
  if (firstItems.length === 0) {
    throw new ListingError(
      `${request} in the request, the service lists ${reader.noun}, and with ${excerpt(parameter)}=${start} it lists none.`,
      {
        code: "listing",
        hint: `Set pagination.start to the number with which the service begins, such as ${other.start}. If the service takes "${excerpt(parameter)}" for a filter, set pagination.parameter to the one for the page, such as "$skip".`,
      },
    );
  }
  if (isBeginning) {
    throw new ListingError(
      `${request} in the request, the service lists ${reader.noun} that are on no page: it may take the parameter for a filter.`,
      { code: "listing", hint: `${knowsParameter(reader.order)}If the listing changed while it was read, try again.` },
    );
  }
  throw new ListingError(
    `${request} in the request, the service lists other ${reader.noun} than with ${excerpt(parameter)}=${start}: the listing does not begin there.`,
    {
      code: "listing",
      hint: `Set pagination.start to the number with which the service begins, such as ${other.start}.`,
    },
  );
}

/** Whether the item is in the page, and not at its beginning: the number was that of an item, and those before it were left out. */
function isFurtherOn(item: JsonValue | undefined, page: readonly JsonValue[]): boolean {
  return item !== undefined && !sharesItem([item], page.slice(0, 1)) && sharesItem([item], page.slice(1));
}

/** A service that takes the parameter of the size for a filter lists nothing. */
async function checkSize(reader: PageReader, { items, number, bytesLeft }: Reading): Promise<void> {
  const { noun, order } = reader;
  const { sized } = order;
  if (items.length > 0 || sized === undefined) {
    return;
  }
  if (itemsIn(await itemsAt(reader, sized.without, number, bytesLeft)).length > 0) {
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
async function checkLastItem(
  reader: PageReader,
  { firstItems, lastFilled, number, bytesLeft }: Reading,
): Promise<void> {
  const { noun, order } = reader;
  const [item, last] = firstItems.slice(-2);
  // A flag that ends the listing, instead of an empty page, shows that the service knows where it is.
  const isDoubted = lastFilled.progress.pagesRead < number - 1 && !lastFilled.verdict.showsEnd;
  const request = isDoubted && item !== undefined && last !== undefined ? order.afterItem?.(item) : undefined;
  if (request === undefined || last === undefined) {
    return;
  }
  const found = await itemsAt(reader, request, number, bytesLeft);
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
async function checkCursor(reader: PageReader, { lastFilled, number, bytesLeft }: Reading): Promise<void> {
  const { noun, order } = reader;
  const isEmptied = number > 2 && lastFilled.progress.pagesRead === 1 && lastFilled.items.length > 0;
  if (!isEmptied || order.withEmptyCursor === undefined) {
    return;
  }
  const found = await itemsAt(reader, order.withEmptyCursor, number, bytesLeft);
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
async function checkAddress(reader: PageReader, { items, lastFilled, number, bytesLeft }: Reading): Promise<void> {
  const { noun } = reader;
  const request = followable(reader, lastFilled, items.length === 0);
  if (request === undefined) {
    return;
  }
  if (!sharesAll(itemsIn(await itemsAt(reader, request, number, bytesLeft)), items)) {
    throw new ListingError(
      `The pages of the argument \`pagination\` end, but the address that the service gives for its next page has other ${noun}.`,
      { code: "listing", hint: "Leave pagination out: the address is then followed." },
    );
  }
}

/**
 * The request for the address that the page names; `undefined` if it names none that would be followed, such as a template.
 *
 * @throws ListingError if it would not be followed, and the listing is empty: nothing else shows that there is no more.
 */
function followable({ order, origin }: PageReader, page: Page, isEmpty: boolean): PageRequest | undefined {
  try {
    const request = order.addressed?.(page);
    if (request !== undefined) {
      checkOrigin(request.url, origin);
    }
    return request;
  } catch (error) {
    if (error instanceof ListingError && !isEmpty) {
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
async function checkArgument(
  reader: PageReader,
  { items, firstItems, lastFilled, number, bytesLeft }: Reading,
): Promise<void> {
  const { order, noun } = reader;
  const { progress, verdict } = lastFilled;
  const { pagesRead } = progress;
  // A total that is smaller than what was read is that of something else, and states no end.
  const isOfOther = Number(verdict.total?.value) < progress.itemsRead;
  const statesEnd = verdict.statesEnd && verdict.more === undefined && !isOfOther;
  const isEndedByArgument = items.length > 0 && pagesRead === number - 1 && !statesEnd;
  const isUnproven = isEndedByArgument && (pagesRead <= 2 || order.endsByPageCount === true);
  const after = isUnproven ? order.after?.(lastFilled) : undefined;
  const more = after === undefined ? [] : itemsIn(await itemsAt(reader, after, number, bytesLeft));
  const isSamePage = order.startedAt !== undefined && more.length > 0 && sharesAll(more, items);
  if (pagesRead === 1 && isSamePage && verdict.more !== undefined) {
    throw repeated("The next page has the same items as the first one.", order);
  }
  if (!sharesAll(more, items)) {
    throw new ListingError(
      `The argument \`pagination\` ends the listing after ${pageCount(pagesRead)}, but the service has a next page with other ${noun}.`,
      {
        code: "listing",
        hint: "Do morePath, lastPath and totalPagesPath lead to what ends the listing? If not, leave them out.",
      },
    );
  }
  // The number of a page is never the same page as the number of an item on the first page, except for the first item.
  const last = firstItems.length - 1;
  const again = last > 0 && (number > 2 || isUnproven) ? order.atItem?.(last) : undefined;
  const overlap =
    again === undefined
      ? "refused"
      : await itemsAt(reader, again, after === undefined ? number : number + 1, bytesLeft);
  if (overlap !== "refused" && !sharesItem(itemsIn(overlap), firstItems.slice(-1))) {
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

async function itemsAt(
  reader: PageReader,
  request: PageRequest,
  number: number,
  byteLimit: number,
): Promise<readonly JsonValue[] | NoItems> {
  checkOrigin(request.url, reader.origin);
  if (byteLimit <= 0) {
    return "refused";
  }
  try {
    const response = await reader.request(request, number, byteLimit);
    return itemsOf(parseJson(response.text), response, reader, undefined).items;
  } catch (error) {
    if (error instanceof ServiceError && NOT_ABOUT_ADDRESS.has(error.status)) {
      throw error;
    }
    if (error instanceof ServiceError || error instanceof ResponseError || error instanceof ListingError) {
      return error.status === 404 ? "not found" : "refused";
    }
    throw error;
  }
}
