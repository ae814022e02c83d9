/** Reads a listing page by page. It stops at the end of the listing or with an error, never in between. */
import {
  ListingError,
  ResponseError,
  ServiceError,
  withFurtherHint,
  withParts,
  WorkflowsError,
} from "../../http/errors.js";
import type { ServiceResponse } from "../../http/types.js";
import {
  checkNamedTotal,
  checkNotOverTotal,
  checkParts,
  checkSameTotal,
  checkStatedEnd,
  createTotalsCollector,
  type TotalsCollector,
} from "./check-totals.js";
import { checkWhole } from "./check-whole.js";
import { MAX_VALUES, parseJson, type JsonValue, type ValueBudget } from "../json/json.js";
import type { FoundItems } from "../responses/find-items.js";
import { totalOf } from "./named-fields.js";
import { checkOrigin } from "./next-address.js";
import { itemsOf } from "./page-items.js";
import type { Page, PageOrder, PageRequest } from "./page-order.js";
import { judge, withoutIgnored } from "./page-verdict.js";
import { pageCount } from "./pagination-advice.js";
import { collectHints } from "./pagination-hints.js";
import { renderArgument, suggestPagination } from "./suggest-pagination.js";
import { createSeenPages, isSameRequest, otherPages, repeated, type SeenPages } from "./seen-pages.js";

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
  const { order } = reader;
  const reading = createReading(reader);
  let page: Page | undefined;
  for (let request: PageRequest | undefined = order.first; request !== undefined;) {
    page = await readPage(reader, reading, request);
    request = page && requestAfter(page, request, reader);
  }
  await checkEnd(reader, reading, page);
  const { items, pages, statesEnd } = reading;
  return { items, pages, statesEnd };
}

/** What was read so far. */
interface Reading {
  readonly items: JsonValue[];
  readonly seen: SeenPages;
  /** How many values the pages may still have. */
  readonly values: ValueBudget;
  readonly totals: TotalsCollector;
  /** The requested pages, even if the service has refused the last one. */
  pages: number;
  bytesLeft: number;
  /** Where the last page has its items. */
  place: string | undefined;
  firstItems: readonly JsonValue[];
  /** How many items a full page has: as many as were requested, or as the fullest page has. */
  fullPage: number;
  /** The last page with items; the first page if none has any. */
  lastFilled: Page | undefined;
  statesEnd: boolean;
}

function createReading({ order, maxBytes }: PageReader): Reading {
  return {
    items: [],
    seen: createSeenPages(),
    values: { left: MAX_VALUES },
    totals: createTotalsCollector(),
    pages: 0,
    bytesLeft: maxBytes,
    place: undefined,
    firstItems: [],
    fullPage: order.size ?? 0,
    lastFilled: undefined,
    statesEnd: false,
  };
}

/** The page; `undefined` if the service refuses it, or repeats another one, and the page before it was the last one. */
async function readPage(reader: PageReader, reading: Reading, request: PageRequest): Promise<Page | undefined> {
  reading.pages += 1;
  checkRequest(reader, reading, request);
  const response = await requestPage(reader, reading, request);
  if (response === undefined) {
    return undefined;
  }
  reading.bytesLeft -= response.bytes;
  const { body, items, pointer } = readItems(reader, reading, request, response);
  reading.place = pointer;
  if (reading.pages > reader.maxPages && items.length > 0) {
    throw tooManyPages(reader, reading.items.length);
  }
  if (isRepeated(items, reader, reading)) {
    return undefined;
  }
  reading.seen.checkItems(items, reading.pages, reader.noun);
  const hints = withoutIgnored(collectHints(body, pointer, response), reader.order);
  const progress = {
    pagesRead: reading.pages,
    itemsRead: reading.items.length + items.length,
    pageItems: items.length,
  };
  const page: Page = { response, body, items, hints, progress, verdict: judge(hints, progress, "all") };
  checkSameTotal(reader.order, reading.lastFilled, page, reader.noun);
  addPage(reading, page);
  reader.onPage(reading.pages, reading.items.length);
  return page;
}

function readItems(
  reader: PageReader,
  reading: Reading,
  request: PageRequest,
  response: ServiceResponse,
): { readonly body: JsonValue } & FoundItems {
  try {
    const body = parseJson(response.text, reading.values);
    return { body, ...itemsOf(body, response, reader, reading.place) };
  } catch (error) {
    throw error instanceof ServiceError
      ? explainBodyError(error, reader.order, reading)
      : explainAddress(error, reader, reading, request);
  }
}

function checkRequest(reader: PageReader, { seen, pages, items, bytesLeft }: Reading, request: PageRequest): void {
  const { order, maxPages } = reader;
  checkOrigin(request.url, reader.origin);
  seen.checkAddress(request, pages);
  const isEmptyPage = order.endsWithEmptyPage && pages === maxPages + 1;
  if (pages > maxPages && !isEmptyPage) {
    throw tooManyPages(reader, items.length);
  }
  if (bytesLeft <= 0) {
    throw tooManyBytes(reader, pages - 1, items.length);
  }
}

/**
 * Whether the page repeats one before it, and shows so that the listing has ended. Some services give their last page again for
 * every number past the end.
 *
 * @throws ListingError if it repeats one, and nothing shows that the listing has ended.
 */
function isRepeated(
  items: readonly JsonValue[],
  { order, noun }: PageReader,
  { seen, pages, lastFilled }: Reading,
): boolean {
  const before = seen.pageWithItems(items, pages);
  if (before === undefined) {
    return false;
  }
  if (order.endsWithEmptyPage && lastFilled !== undefined && isComplete(order, lastFilled)) {
    return true;
  }
  // The number of this page, beside that of the next one, has the name that the service takes.
  const type = order.startedAt?.type ?? "page";
  const echo = lastFilled?.hints.found.find(({ meaning }) => meaning === type)?.name;
  throw repeated(`The page has the same ${items.length} ${noun} as page ${before}.`, order, echo);
}

function addPage(reading: Reading, page: Page): void {
  const { items, verdict } = page;
  for (const item of items) {
    reading.items.push(item);
  }
  reading.fullPage = Math.max(reading.fullPage, items.length);
  reading.statesEnd ||= verdict.statesEnd;
  const isFirst = reading.lastFilled === undefined;
  if (isFirst) {
    reading.firstItems = items;
  }
  // The total on an empty page past the end counts only if no other page has one.
  if (isFirst || items.length > 0) {
    reading.lastFilled = page;
    reading.totals.add(page);
  }
}

function requestAfter(page: Page, request: PageRequest, { order, noun }: PageReader): PageRequest | undefined {
  const next = order.next(page);
  if (next !== undefined) {
    checkParts(order, page);
    checkNotOverTotal(order, page, noun);
  }
  // A page without items that leads to itself: there is no more until the service has more.
  const isSame = next !== undefined && page.items.length === 0 && isSameRequest(next, request);
  return isSame ? undefined : next;
}

/** @param end the page with which the listing ends; `undefined` if the service has refused or repeated the one after it. */
async function checkEnd(reader: PageReader, reading: Reading, end: Page | undefined): Promise<void> {
  const { order, noun } = reader;
  const { items, firstItems, lastFilled, seen, totals, pages, bytesLeft } = reading;
  if (lastFilled === undefined) {
    return;
  }
  checkStatedEnd(order, { page: end, lastFilled, totals: totals.read() });
  checkNamedTotal(order, lastFilled, noun);
  const changed = seen.changedItem();
  await checkWhole(reader, { items, firstItems, lastFilled, pages, changed, bytesLeft });
}

/** With these statuses a service refuses a page after the last one. 416 is that of a range. */
const NO_SUCH_PAGE: ReadonlySet<number | undefined> = new Set([400, 404, 416, 422]);

/** With these statuses a service refuses a parameter that it does not know. */
const INVALID: ReadonlySet<number | undefined> = new Set([400, 422]);

const END_HINT =
  "If the page before was the last one, set pagination.totalPath, or morePath, lastPath or totalPagesPath, to the field that shows it. If there is none, set pagination.size to a number that the last page does not reach.";
/** Neither a total nor a short page makes an error in a body the end. */
const BODY_END_HINT =
  "If the page before was the last one, set pagination.morePath, lastPath or totalPagesPath to the field that shows it.";

/** The response; `undefined` if the service refuses the request, and the page before shows that it was the last one. */
async function requestPage(
  reader: PageReader,
  reading: Reading,
  request: PageRequest,
): Promise<ServiceResponse | undefined> {
  try {
    return await reader.request(request, reading.pages, reading.bytesLeft);
  } catch (error) {
    if (error instanceof ServiceError && isEndByRefusal(error, reader.order, reading)) {
      return undefined;
    }
    const isMissing = error instanceof ServiceError && NO_SUCH_PAGE.has(error.status);
    const isOther = error instanceof ResponseError && error.code === "not-json";
    throw (isMissing || isOther) && isElsewhere(reading, request)
      ? explainAddress(error, reader, reading, request)
      : explainRefusal(error, reader, reading);
  }
}

/** Whether the page before names an address with another path than its own. */
function isElsewhere({ lastFilled }: Reading, { url }: PageRequest): boolean {
  return lastFilled?.verdict.more?.meaning === "address" && url.pathname !== lastFilled.response.url.pathname;
}

/**
 * The error with the argument that needs no address, if the page's own one leads to something else. AdonisJS names `/?page=2`
 * unless the service sets where its pages are.
 */
function explainAddress(error: unknown, { order }: PageReader, reading: Reading, request: PageRequest): unknown {
  const { lastFilled } = reading;
  const wording = order.endWording?.();
  if (!(error instanceof WorkflowsError) || !isElsewhere(reading, request) || !lastFilled || !wording) {
    return error;
  }
  const { hints, progress } = lastFilled;
  const { more } = judge(hints, progress, "limits");
  const pagination = more && suggestPagination(more, hints, progress);
  return pagination === undefined
    ? error
    : withParts(error, {
        hint: `The page before names this address. If it is wrong, set ${renderArgument(pagination, wording.language)}`,
        pagination,
      });
}

function isEndByRefusal({ status }: ServiceError, order: PageOrder, { lastFilled, fullPage }: Reading): boolean {
  if (lastFilled === undefined || !NO_SUCH_PAGE.has(status)) {
    return false;
  }
  const isShort = lastFilled.items.length < fullPage;
  const isMissing = status === 404 || status === 416;
  return isComplete(order, lastFilled) || isEndIfRefused(order, lastFilled, isShort && isMissing);
}

/** The error with a hint, if an argument may be its cause. */
function explainRefusal(error: unknown, reader: PageReader, { lastFilled, pages, items }: Reading): unknown {
  if (error instanceof ServiceError) {
    return lastFilled === undefined ? explainFirst(error, reader.order) : explainLater(error, reader.order, lastFilled);
  }
  // The transport has only the rest of the limit, for this page. In a message it would be confusing.
  if (error instanceof ResponseError && error.code === "too-large" && Number(error.status) < 300 && pages > 1) {
    return tooManyBytes(reader, pages - 1, items.length);
  }
  return error;
}

function explainFirst(error: ServiceError, order: PageOrder): WorkflowsError {
  const mayBeParameter = order.startedAt !== undefined && INVALID.has(error.status);
  return mayBeParameter ? withFurtherHint(error, otherPages(order)) : error;
}

function explainLater(error: ServiceError, order: PageOrder, { verdict, progress }: Page): WorkflowsError {
  // The second request is the first one with a cursor.
  if (order.cursorField !== undefined && progress.pagesRead === 1 && INVALID.has(error.status)) {
    return withFurtherHint(error, otherPages(order));
  }
  return NO_SUCH_PAGE.has(error.status) && mayBeEnd(order, verdict) ? withParts(error, { hint: END_HINT }) : error;
}

/** Some services refuse the page after the last one with status 200, and the error in the body. */
function explainBodyError(error: ServiceError, order: PageOrder, { lastFilled }: Reading): WorkflowsError {
  return lastFilled !== undefined && mayBeEnd(order, lastFilled.verdict)
    ? withFurtherHint(error, BODY_END_HINT)
    : error;
}

function mayBeEnd({ endsWithEmptyPage }: PageOrder, { more }: Page["verdict"]): boolean {
  // A full page does not say that more follow.
  return endsWithEmptyPage && (more === undefined || more.meaning === "size");
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
