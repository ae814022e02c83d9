/** Reads a listing page by page. It stops at the end of the listing or with an error, never in between. */
import { ListingError, ResponseError, ServiceError, withParts } from "../http/errors.js";
import { excerpt } from "../http/excerpt.js";
import type { ServiceResponse } from "../http/types.js";
import { refuseErrorBody } from "./body-error.js";
import type { Meaning } from "./conventions.js";
import { describesPagesOnly, findItems, type FoundItems } from "./find-items.js";
import { MAX_VALUES, parseJson, type JsonValue, type ValueBudget } from "./json.js";
import { numberOf } from "./names-and-values.js";
import { type Page, type PageOrder, type PageRequest, TOTALS } from "./next-page.js";
import { judge } from "./page-verdict.js";
import { pageCount } from "./pagination-advice.js";
import { collectHints, readPlace } from "./pagination-hints.js";
import { createSeenPages, isSameRequest, repeated, sharesAll, sharesItem } from "./seen-pages.js";

export interface PageReader {
  readonly order: PageOrder;
  /** Every page must be of this origin: the token goes nowhere else. */
  readonly origin: string;
  readonly itemsPath: string | undefined;
  readonly maxPages: number;
  /** Bytes of all pages together. */
  readonly maxBytes: number;
  /** What is listed, in the plural, for messages. */
  readonly noun: string;
  readonly request: (page: PageRequest, number: number, byteLimit: number) => Promise<ServiceResponse>;
  /** Called after each page. */
  readonly onPage: (pages: number, items: number) => void;
}

/** A listing that was read to its end. */
export interface ReadPages {
  /** The items of all pages, in order. */
  readonly items: JsonValue[];
  readonly pages: number;
  /** Whether a response states its end or its size, so that a full page is no reason for doubt. */
  readonly statesEnd: boolean;
}

export async function readPages(reader: PageReader): Promise<ReadPages> {
  const { order, noun } = reader;
  const items: JsonValue[] = [];
  const seen = createSeenPages();
  const values: ValueBudget = { left: MAX_VALUES };
  let bytesLeft = reader.maxBytes;
  let lastFilled: Page | undefined;
  const withTotals = new Map<Meaning, Page>();
  let place: string | undefined;
  let statesEnd = false;
  let number = 0;
  let fullPage = order.size ?? 0;
  let firstItems: readonly JsonValue[] = [];
  for (let request: PageRequest | undefined = order.first; request !== undefined;) {
    number += 1;
    checkOrigin(request.url, reader.origin);
    seen.checkAddress(request, number);
    if (number > reader.maxPages && !(order.endsWithEmptyPage && number === reader.maxPages + 1)) {
      throw tooManyPages(reader, items.length);
    }
    if (bytesLeft <= 0) {
      throw tooManyBytes(reader, number - 1, items.length);
    }
    const isShort = lastFilled !== undefined && lastFilled.items.length < fullPage;
    const response = await requestPage(reader, request, number, bytesLeft, lastFilled, isShort);
    if (response === undefined) {
      break;
    }
    bytesLeft -= response.bytes;
    const body = parseJson(response.text, values);
    const { items: found, pointer } = itemsOf(body, response, reader, place);
    place = pointer;
    if (number > reader.maxPages && found.length > 0) {
      throw tooManyPages(reader, items.length);
    }
    const before = seen.pageWithItems(found, number);
    if (before !== undefined) {
      // Some services give their last page again for every number past the end.
      if (order.endsWithEmptyPage && lastFilled !== undefined && isComplete(order, lastFilled)) {
        break;
      }
      const echo = lastFilled?.hints.found.find(({ meaning }) => meaning === order.startedAt?.type)?.name;
      throw repeated(`The page has the same ${found.length} ${noun} as page ${before}.`, order, echo);
    }
    seen.checkItems(found, number, noun);
    for (const item of found) {
      items.push(item);
    }
    firstItems = number === 1 ? found : firstItems;
    fullPage = Math.max(fullPage, found.length);
    const hints = collectHints(body, pointer, response);
    const progress = { pagesRead: number, itemsRead: items.length, pageItems: found.length };
    const verdict = judge(hints, progress, "all");
    const page: Page = { response, body, items: found, hints, progress, verdict };
    statesEnd ||= verdict.statesEnd;
    checkSameTotal(order, lastFilled, page, noun);
    // The total on an empty page past the end counts only if no other page has one.
    lastFilled = found.length > 0 || lastFilled === undefined ? page : lastFilled;
    reader.onPage(number, items.length);
    for (const { meaning } of lastFilled === page ? hints.found : []) {
      if (TOTALS.includes(meaning)) {
        withTotals.set(meaning, page);
      }
    }
    const next: PageRequest | undefined = order.next(page);
    // A page without items that leads to itself: there is no more until the service has more.
    const isEnd: boolean = next === undefined || (found.length === 0 && isSameRequest(next, request));
    if (isEnd) {
      order.checkEnd?.({ page, lastFilled, withTotals: new Set(withTotals.values()) });
    }
    request = isEnd ? undefined : next;
  }
  checkTotal(order, lastFilled, noun);
  // Some services give the total 0 with a page that does not exist.
  const isNone = items.length === 0;
  if (lastFilled !== undefined && (isNone || (order.totalPath === undefined && !lastFilled.verdict.isTotal))) {
    const read: Reading = { items, firstItems, lastFilled, number: number + 1, bytesLeft };
    await checkStart(reader, read);
    await checkArgument(reader, read);
  }
  return { items, pages: number, statesEnd };
}

/** All pages, for the checks of a listing without a total. */
interface Reading {
  readonly items: readonly JsonValue[];
  readonly firstItems: readonly JsonValue[];
  readonly lastFilled: Page;
  /** Of the next request, for messages. */
  readonly number: number;
  readonly bytesLeft: number;
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
  if (found.length === 0 || (sharesItem(found, expected) && !isFurtherOn(firstItems[0], found))) {
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
  const statesEnd = verdict.statesEnd && verdict.more === undefined;
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
  if (byteLimit <= 0) {
    return "refused";
  }
  try {
    const response = await reader.request(request, number, byteLimit);
    return itemsOf(parseJson(response.text), response, reader, undefined).items;
  } catch (error) {
    if (error instanceof ServiceError || error instanceof ResponseError || error instanceof ListingError) {
      return error.status === 404 ? "not found" : "refused";
    }
    throw error;
  }
}

/** The items, unless the body says that it is an error. */
function itemsOf(
  body: JsonValue,
  response: ServiceResponse,
  { itemsPath, noun }: PageReader,
  placeBefore: string | undefined,
): FoundItems {
  let found: FoundItems | undefined;
  let fault: unknown;
  try {
    found = findItems(body, itemsPath, noun, placeBefore);
  } catch (error) {
    fault = error;
    found = placeBefore === undefined ? listingOfNone(body, response) : pageWithoutList(body, response, placeBefore);
  }
  refuseErrorBody(body, found, contentTypeOf(response));
  if (found === undefined) {
    throw fault;
  }
  return found;
}

/**
 * A later page whose fields all describe its pages, and one of which names the next, is an empty page: JSON made of protocol
 * buffers leaves out empty lists. A page that names no next one may be a fault.
 */
function pageWithoutList(body: JsonValue, response: ServiceResponse, placeBefore: string): FoundItems | undefined {
  if (!describesPagesOnly(body)) {
    return undefined;
  }
  const { found } = collectHints(body, placeBefore, { ...response, headers: {} });
  return found.some(({ meaning }) => NAMES_NEXT.has(meaning)) ? { items: [], pointer: placeBefore } : undefined;
}

/**
 * A first response whose fields all describe its pages, and which states that there are 0 items, is an empty listing. Spring
 * HATEOAS leaves out an empty list, and Go writes `null` for it.
 */
function listingOfNone(body: JsonValue, response: ServiceResponse): FoundItems | undefined {
  if (!describesPagesOnly(body, true)) {
    return undefined;
  }
  const { found } = collectHints(body, "", { ...response, headers: {} });
  const numbers = found.flatMap(({ meaning, value }) => (COUNTS_ITEMS.has(meaning) ? [value] : []));
  const isNone = numbers.length > 0 && numbers.every((number) => number === 0);
  return isNone && !found.some(({ meaning }) => NAMES_NEXT.has(meaning)) ? { items: [], pointer: "" } : undefined;
}

const COUNTS_ITEMS: ReadonlySet<Meaning> = new Set<Meaning>(["total", "count", "remaining"]);

/** Hints that lead to the next page. */
const NAMES_NEXT: ReadonlySet<Meaning> = new Set<Meaning>(["address", "cursor", "next number"]);

export function contentTypeOf({ headers }: ServiceResponse): string | undefined {
  return [headers["content-type"]].flat()[0];
}

/** With these statuses a service refuses a page after the last one. 416 is that of a range. */
const NO_SUCH_PAGE: ReadonlySet<number | undefined> = new Set([400, 404, 416, 422]);

const END_HINT =
  "If the page before was the last one, set pagination.totalPath, or morePath, lastPath or totalPagesPath, to the field that shows it. If there is none, set pagination.size to a number that the last page does not reach.";

/** The page; `undefined` if the service refuses it, and the page before it shows that it was the last. */
async function requestPage(
  reader: PageReader,
  request: PageRequest,
  number: number,
  byteLimit: number,
  last: Page | undefined,
  isShort: boolean,
): Promise<ServiceResponse | undefined> {
  const { order } = reader;
  try {
    return await reader.request(request, number, byteLimit);
  } catch (error) {
    if (error instanceof ServiceError && last !== undefined && NO_SUCH_PAGE.has(error.status)) {
      const isMissing = error.status === 404 || error.status === 416;
      if (isComplete(order, last) || isEndIfRefused(order, last, isShort && isMissing)) {
        return undefined;
      }
      const { more } = last.verdict;
      // A full page does not say that more follow.
      const mayBeEnd = order.endsWithEmptyPage && (more === undefined || more.meaning === "size");
      throw mayBeEnd ? withParts(error, { hint: END_HINT }) : error;
    }
    // The transport has only the rest of the limit, for this page. In a message it would be confusing.
    if (error instanceof ResponseError && error.code === "too-large" && Number(error.status) < 300 && number > 1) {
      throw tooManyBytes(reader, number - 1, last?.progress.itemsRead ?? 0);
    }
    throw error;
  }
}

/**
 * Whether the last page shows that it is the last one: by its total, and else by a flag or the number of pages. After one page the
 * argument has not proved itself: `totalPath` may lead to the size of a page, and the service may ignore the number of the page.
 */
function isComplete({ totalPath, endsWithEmptyPage, startedAt }: PageOrder, last: Page): boolean {
  if (totalPath === undefined) {
    return endsWithEmptyPage && last.verdict.showsEnd;
  }
  const isDoubted = startedAt !== undefined && last.progress.pagesRead === 1 && last.verdict.more !== undefined;
  return !isDoubted && totalOf(totalPath, last) === last.progress.itemsRead;
}

/**
 * Whether the last page shows the end, given that the service refuses the next one. It has `next: null`, which alone shows nothing,
 * as it may be on every page. Or it has fewer items than another page or than were requested, and hints at no more.
 */
function isEndIfRefused({ totalPath, endsWithEmptyPage }: PageOrder, { verdict }: Page, isShort: boolean): boolean {
  const isShown = verdict.namesNoNext || (isShort && verdict.more === undefined);
  return totalPath === undefined && endsWithEmptyPage && isShown;
}

function totalOf(totalPath: string, { body, response }: Page): number | undefined {
  return numberOf(readPlace(body, response.headers, totalPath));
}

/**
 * Refuses a total, at the place that an argument names, that differs between pages: the listing changed while it was read. If an
 * item of a read page was removed, the next page begins one item later. One item is then missing, although the last total matches.
 */
function checkSameTotal({ totalPath, startedAt }: PageOrder, before: Page | undefined, page: Page, noun: string): void {
  if (totalPath === undefined || startedAt === undefined || before === undefined || page.items.length === 0) {
    return;
  }
  const [total, totalNow] = [totalOf(totalPath, before), totalOf(totalPath, page)];
  if (total !== undefined && totalNow !== undefined && total !== totalNow) {
    throw new ListingError(
      `The response says at "${excerpt(totalPath)}" that there are ${totalNow} ${noun}, and on the page before that there are ${total}. Some may be missing.`,
      {
        code: "listing",
        hint: `If the listing changed while it was read, try again. If that is not the number of all ${noun}, leave pagination.totalPath out.`,
      },
    );
  }
}

/** If an argument names the total, fewer and more items than that are an error. */
function checkTotal({ totalPath }: PageOrder, last: Page | undefined, noun: string): void {
  if (totalPath === undefined || last === undefined) {
    return;
  }
  const total = totalOf(totalPath, last);
  const { itemsRead } = last.progress;
  if (total === itemsRead) {
    return;
  }
  const path = excerpt(totalPath);
  throw new ListingError(
    total === undefined
      ? `The response has no number at totalPath "${path}".`
      : `The response says at "${path}" that there are ${total} ${noun}, but its pages have ${itemsRead}.`,
    {
      code: "listing",
      hint: `If that is not the number of all ${noun}, leave pagination.totalPath out. If it changed while the pages were read, try again.`,
    },
  );
}

function checkOrigin(url: URL, origin: string): void {
  const place = excerpt(`${url.protocol}//${url.host}`);
  // The origin of blob:https://… is the one inside.
  if (url.origin !== origin || url.protocol === "blob:") {
    throw new ListingError(
      `The next page would come from "${place}", another origin than ${origin}: nothing was sent there.`,
      {
        code: "listing",
        hint: "The access token is for the service alone. Is baseUrl the address that the service itself uses?",
      },
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new ListingError("The next page's address has a user name or a password.", {
      code: "listing",
      hint: "Nothing was sent there. Set pagination to say how the service's next pages are requested.",
    });
  }
}

function tooManyPages({ maxPages, noun }: PageReader, items: number): ListingError {
  return new ListingError(
    `The listing goes on after ${pageCount(maxPages)} with ${items} ${noun}; \`maxPages\` allows no more.`,
    { code: "too-large", hint: `Raise \`maxPages\`, or ask for fewer ${noun} with \`query\`.` },
  );
}

function tooManyBytes({ maxBytes, noun }: PageReader, pages: number, items: number): ListingError {
  return new ListingError(
    `The listing is over ${maxBytes} bytes, with ${items} ${noun} on ${pageCount(pages)} so far; maxResponseBytes allows no more.`,
    { code: "too-large", hint: `Raise \`maxResponseBytes\`, or ask for fewer ${noun} with \`query\`.` },
  );
}
