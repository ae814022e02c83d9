/** Refuses one response that is the first page of a listing, if no argument asks for all pages. */
import { excerpt } from "../../http/excerpt.js";
import type { ServiceResponse } from "../../http/types.js";
import type { JsonValue } from "../json/json.js";
import { listingError } from "./advice.js";
import { usualArray } from "./find-items.js";
import { isCounted, pageInfo, readFacts, roleOf } from "./page-facts.js";

/** @throws ListingError if a list is at a usual location, and more pages are named: with the argument that reads all of them. */
export function refuseOnePage(
  value: JsonValue,
  response: ServiceResponse,
  unrelated: readonly string[],
  noun: string,
): void {
  const list = usualArray(value);
  if (list === undefined) {
    return;
  }
  const { items, pointer } = list;
  const facts = readFacts(value, pointer, response, unrelated);
  const { more, ends } = pageInfo(facts, { pages: 1, items: items.length, onPage: items.length });
  // Numbers may be of what the response is about.
  if (more === undefined || !["name", "flag"].includes(roleOf(more) ?? "") || ends.some(isCounted)) {
    return;
  }
  throw listingError(
    `The response is one page: it has ${items.length} ${noun} at "${excerpt(pointer)}", and says at "${excerpt(more.location)}" that more follow.`,
    `For this response alone, set the pagination type "none". For all ${noun}, set \`itemsPath\` to ${JSON.stringify(pointer)}.`,
  );
}
