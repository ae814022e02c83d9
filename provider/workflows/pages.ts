/** Reads a listing page by page. It stops at the end of the listing or with an error, never in between. */
import { ListingError, ResponseError, ServiceError, withParts } from "../http/errors.js";
import { excerpt } from "../http/excerpt.js";
import type { ServiceResponse } from "../http/types.js";
import { checkWhole } from "./check-whole.js";
import { type Meaning, STATES_SIZE } from "./conventions.js";
import { MAX_VALUES, parseJson, type JsonValue, type ValueBudget } from "./json.js";
import { numberOf } from "./names-and-values.js";
import {
  checkOrigin,
  hasNumberedPages,
  type Page,
  type PageOrder,
  type PageRequest,
  type StatedTotals,
  TOTALS,
} from "./next-page.js";
import { itemsOf } from "./page-items.js";
import { isLimit, judge } from "./page-verdict.js";
import { pageCount } from "./pagination-advice.js";
import { collectHints, type Hint, isSamePlace, type PageHints, readPlace } from "./pagination-hints.js";
import { createSeenPages, isSameRequest, otherPages, repeated } from "./seen-pages.js";

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
  const totals = createStatedTotals();
  let place: string | undefined;
  let statesEnd = false;
  let number = 0;
  let fullPage = order.size ?? 0;
  let firstItems: readonly JsonValue[] = [];
  let end: Page | undefined;
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
    const hints = withoutIgnored(collectHints(body, pointer, response), order);
    const progress = { pagesRead: number, itemsRead: items.length, pageItems: found.length };
    const verdict = judge(hints, progress, "all");
    const page: Page = { response, body, items: found, hints, progress, verdict };
    statesEnd ||= verdict.statesEnd;
    checkSameTotal(order, lastFilled, page, noun);
    // The total on an empty page past the end counts only if no other page has one.
    lastFilled = found.length > 0 || lastFilled === undefined ? page : lastFilled;
    reader.onPage(number, items.length);
    if (lastFilled === page) {
      totals.add(page);
    }
    const next: PageRequest | undefined = order.next(page);
    // A page without items that leads to itself: there is no more until the service has more.
    const isEnd: boolean = next === undefined || (found.length === 0 && isSameRequest(next, request));
    end = isEnd ? page : undefined;
    request = isEnd ? undefined : next;
  }
  if (lastFilled === undefined) {
    return { items, pages: number, statesEnd };
  }
  order.checkEnd?.({ page: end, lastFilled, totals: totals.read() });
  checkTotal(order, lastFilled, noun);
  const changed = seen.changedItem();
  await checkWhole(reader, { items, firstItems, lastFilled, changed, number: number + 1, bytesLeft });
  return { items, pages: number, statesEnd };
}

function createStatedTotals(): { add(page: Page): void; read(): StatedTotals } {
  const last = new Map<Meaning, Page>();
  let largest: Hint | undefined;
  return {
    add(page) {
      for (const { meaning } of page.hints.found) {
        if (TOTALS.includes(meaning)) {
          last.set(meaning, page);
        }
      }
      const { total } = page.verdict;
      largest = Number(total?.value) > Number(largest?.value ?? 0) ? total : largest;
    },
    read: () => ({ last: new Set(last.values()), largest }),
  };
}

function withoutIgnored(hints: PageHints, { ignoresTotals = false }: PageOrder): PageHints {
  return ignoresTotals ? { ...hints, found: hints.found.filter(({ meaning }) => !STATES_SIZE.has(meaning)) } : hints;
}

/** With these statuses a service refuses a page after the last one. 416 is that of a range. */
const NO_SUCH_PAGE: ReadonlySet<number | undefined> = new Set([400, 404, 416, 422]);

/** With these statuses a service refuses a parameter that it does not know. */
const INVALID: ReadonlySet<number | undefined> = new Set([400, 422]);

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
    if (error instanceof ServiceError && number === 1 && order.startedAt !== undefined && INVALID.has(error.status)) {
      throw withParts(error, { hint: `${error.hint ?? ""} ${otherPages(order)}`.trimStart() });
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
function checkSameTotal(order: PageOrder, before: Page | undefined, page: Page, noun: string): void {
  const { totalPath } = order;
  if (totalPath === undefined || before === undefined || page.items.length === 0 || !hasNumberedPages(order, page)) {
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
function checkTotal({ totalPath }: PageOrder, last: Page, noun: string): void {
  if (totalPath === undefined) {
    return;
  }
  const total = totalOf(totalPath, last);
  const { itemsRead } = last.progress;
  const path = excerpt(totalPath);
  if (last.hints.found.some((hint) => isLimit(hint) && isSamePlace(hint.place, totalPath))) {
    throw new ListingError(`The response has the size of a page at totalPath "${path}", and no total.`, {
      code: "listing",
      hint: `Set pagination.totalPath to the path of the number of all ${noun}, or leave it out.`,
    });
  }
  if (total === itemsRead) {
    return;
  }
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
