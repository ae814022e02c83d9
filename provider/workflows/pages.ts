/** Reads a listing page by page, and stops at nothing but its end or an error: never at a silent cut. */
import { excerpt } from "../http/excerpt.js";
import { ListingError, ResponseError, ServiceError } from "../http/errors.js";
import { readPointer } from "../http/json-pointer.js";
import type { ServiceAnswer } from "../http/types.js";
import { findItems } from "./find-items.js";
import { MAX_VALUES, parseJson, stringifyJson, type JsonValue, type ValueBudget } from "./json.js";
import type { Page, PageOrder } from "./next-page.js";
import { compareDecimals, isJsonNumber, numberText } from "./numbers.js";

export interface PageReader {
  readonly order: PageOrder;
  /** Every page must be of this origin: the token goes nowhere else. */
  readonly origin: string;
  readonly itemsPath: string | undefined;
  readonly maxPages: number;
  /** Bytes of all pages together. */
  readonly maxBytes: number;
  readonly request: (url: URL, number: number, byteLimit: number) => Promise<ServiceAnswer>;
  /** Told after each page. */
  readonly onPage: (pages: number, items: number) => void;
}

/** The items of all pages, in order. */
export async function readPages(reader: PageReader): Promise<JsonValue[]> {
  const { order } = reader;
  const items: JsonValue[] = [];
  const seen = createSeenPages();
  const values: ValueBudget = { left: MAX_VALUES };
  let bytesLeft = reader.maxBytes;
  let last: Page | undefined;
  for (let url: URL | undefined = order.first, number = 1; url !== undefined; number++) {
    checkOrigin(url, reader.origin);
    seen.checkAddress(url, number);
    if (number > reader.maxPages && !(order.endsWithEmptyPage && number === reader.maxPages + 1)) {
      throw tooManyPages(reader.maxPages, items.length);
    }
    if (bytesLeft <= 0) {
      throw tooManyBytes(reader.maxBytes, number - 1, items.length);
    }
    const answer = await requestPage(reader, url, number, bytesLeft, last);
    if (answer === undefined) {
      break;
    }
    bytesLeft -= answer.bytes;
    const body = parseJson(answer.text, values);
    const found = findItems(body, reader.itemsPath);
    if (number > reader.maxPages && found.length > 0) {
      throw tooManyPages(reader.maxPages, items.length);
    }
    seen.checkItems(found, number);
    for (const item of found) {
      items.push(item);
    }
    const page = { answer, body, items: found, number, itemsSoFar: items.length };
    // What an empty page says of the total, past the end, counts only where there is nothing else.
    last = found.length > 0 || last === undefined ? page : last;
    reader.onPage(number, items.length);
    url = order.next(page);
  }
  checkTotal(order, last);
  return items;
}

/** The page; `undefined` where a 404 says that the page before it was the last, and the total agrees. */
async function requestPage(
  reader: PageReader,
  url: URL,
  number: number,
  byteLimit: number,
  last: Page | undefined,
): Promise<ServiceAnswer | undefined> {
  try {
    return await reader.request(url, number, byteLimit);
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404 && last !== undefined && isComplete(reader.order, last)) {
      return undefined;
    }
    // The transport knows only what was left for this page, and a limit that nobody set would puzzle.
    if (error instanceof ResponseError && error.code === "too-large" && error.status === 200 && number > 1) {
      throw tooManyBytes(reader.maxBytes, number - 1, last?.itemsSoFar ?? 0);
    }
    throw error;
  }
}

function isComplete(order: PageOrder, last: Page): boolean {
  const total = order.totalPath === undefined ? undefined : readPointer<JsonValue>(last.body, order.totalPath);
  return isJsonNumber(total) && compareDecimals(numberText(total), String(last.itemsSoFar)) === 0;
}

function checkTotal(order: PageOrder, last: Page | undefined): void {
  if (order.totalPath === undefined || last === undefined || isComplete(order, last)) {
    return;
  }
  const total = readPointer<JsonValue>(last.body, order.totalPath);
  const path = excerpt(order.totalPath);
  throw new ListingError(
    isJsonNumber(total)
      ? `The service says at "${path}" that there are ${excerpt(numberText(total))} workflows, but its pages hold ${last.itemsSoFar}.`
      : `The answer has no number at totalPath "${path}".`,
    {
      code: "listing",
      hint: "If that is not the number of all workflows, leave pagination.totalPath out; if it changed while the pages were read, try again.",
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
    throw new ListingError("The next page's address holds a user name or a password.", { code: "listing" });
  }
}

/** Remembers pages by address and by content: a listing that comes round again would never end, or count items twice. */
function createSeenPages(): {
  checkAddress(url: URL, number: number): void;
  checkItems(items: readonly JsonValue[], number: number): void;
} {
  const addresses = new Map<string, number>();
  const contents = new Map<string, { number: number; items: readonly JsonValue[] }>();
  return {
    checkAddress(url, number) {
      const before = addresses.get(url.href);
      if (before !== undefined) {
        throw repeated(`The next page has the address of page ${before}.`);
      }
      addresses.set(url.href, number);
    },
    checkItems(items, number) {
      if (items.length === 0) {
        return;
      }
      // The two ends tell nearly all pages apart; only where they are the same is the whole page compared.
      const ends = [items[0] ?? null, items.at(-1) ?? null];
      const key = `${items.length} ${stringifyJson(ends)}`;
      const before = contents.get(key);
      if (before !== undefined && stringifyJson([...before.items]) === stringifyJson([...items])) {
        throw repeated(`The page holds the same ${items.length} workflows as page ${before.number}.`);
      }
      contents.set(key, { number, items });
    },
  };
}

function repeated(fault: string): ListingError {
  return new ListingError(`${fault} The listing would never end.`, {
    code: "listing",
    hint: "Does the service page in another way? See the argument pagination.",
  });
}

function tooManyPages(maxPages: number, items: number): ListingError {
  return new ListingError(
    `The listing goes on after ${maxPages} pages with ${items} workflows; maxPages allows no more.`,
    { code: "too-large", hint: "Raise maxPages, or ask for fewer workflows with query." },
  );
}

function tooManyBytes(maxBytes: number, pages: number, items: number): ListingError {
  return new ListingError(
    `The listing is over ${maxBytes} bytes, with ${items} workflows on ${pages} pages so far; maxResponseBytes allows no more.`,
    { code: "too-large", hint: "Raise maxResponseBytes, or ask for fewer workflows with query." },
  );
}
