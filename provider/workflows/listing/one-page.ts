/** Refuses one response that is the first page of a listing, if no argument asks for all pages. */
import { excerpt } from "../../http/excerpt.js";
import type { ServiceResponse } from "../../http/types.js";
import type { JsonValue } from "../json/json.js";
import { listingError, renderPagination, type Wording } from "./advice.js";
import { usualArray } from "./find-items.js";
import { readFacts } from "./page-facts.js";
import { COUNTED, pageInfo } from "./page-info.js";
import { candidatesFor } from "./paginator.js";

/** What names further pages. Counts may be of what the response is about. */
const NAMES_MORE: readonly string[] = ["address", "cursor", "next number", "more", "last"];

/** @throws ListingError if a list is at a usual place, and more pages are named: with the arguments that read all of them. */
export function refuseOnePage(
  value: JsonValue,
  response: ServiceResponse,
  unrelated: readonly string[],
  { noun, language }: Wording,
): void {
  const list = usualArray(value);
  if (list === undefined) {
    return;
  }
  const { items, pointer } = list;
  const { known } = readFacts(value, pointer, response, unrelated);
  const { more, ends } = pageInfo(known, { pages: 1, items: items.length, onPage: items.length });
  if (more === undefined || !NAMES_MORE.includes(more.meaning) || ends.some(({ meaning }) => COUNTED.has(meaning))) {
    return;
  }
  const [candidate] = more.meaning === "address" ? [] : candidatesFor(known, { url: response.url, query: {} });
  const argument = candidate === undefined ? "" : `, and ${renderPagination(candidate.route, language)}`;
  throw listingError(
    `The response is one page: it has ${items.length} ${noun} at "${excerpt(pointer)}", and says at "${excerpt(more.location)}" that more follow.`,
    `For this response alone, set the pagination type "none". For all ${noun}, set \`itemsPath\` to ${JSON.stringify(pointer)}${argument}`,
    candidate?.route,
  );
}
