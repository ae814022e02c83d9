/** The items of one page, also if its response leaves out an empty list. */
import type { ServiceResponse } from "../../http/types.js";
import { refuseErrorBody } from "../responses/body-error.js";
import type { Meaning } from "../responses/conventions.js";
import { describesPagesOnly, findItems, type FoundItems } from "../responses/find-items.js";
import type { JsonValue } from "../json/json.js";
import { collectHints } from "./pagination-hints.js";
import { headerIn } from "./places.js";
import type { PageReader } from "./read-pages.js";

/** The items, unless the body reports an error. */
export function itemsOf(
  body: JsonValue,
  response: ServiceResponse,
  { itemsPath, noun, order }: Pick<PageReader, "itemsPath" | "noun" | "order">,
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
  refuseErrorBody(body, found, contentTypeOf(response), order.ignoresTotals);
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
  return headerIn(headers, "content-type");
}
