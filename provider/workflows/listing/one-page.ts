/** Refuses one response that is the first page of a listing, if no argument asks for all pages. */
import { ListingError } from "../../http/errors.js";
import { excerpt } from "../../http/excerpt.js";
import type { ServiceResponse } from "../../http/types.js";
import type { JsonValue } from "../json/json.js";
import { renderPagination, type Wording } from "./advice.js";
import { usualArray } from "./find-items.js";
import { type Fact, readFacts } from "./page-facts.js";
import { COUNTED, pageInfo } from "./page-info.js";
import { candidatesFor } from "./paginator.js";

/** What names further pages. Counts may be of what the response is about. */
const NAMES_MORE: ReadonlySet<Fact["meaning"]> = new Set(["address", "cursor", "next number", "more", "last"]);

/** @throws ListingError if a list is at a usual place, and more pages are named: with the arguments that read all of them. */
export function refuseOnePage(
  value: JsonValue,
  response: ServiceResponse,
  unrelated: readonly string[],
  { noun, language }: Wording,
): void {
  const { items, pointer } = usualArray(value) ?? { items: [], pointer: undefined };
  const facts = pointer === undefined ? [] : readFacts(value, pointer, response, unrelated).known;
  const { more, ends } = pageInfo(facts, { pages: 1, items: items.length, onPage: items.length });
  if (
    pointer === undefined ||
    more === undefined ||
    !NAMES_MORE.has(more.meaning) ||
    ends.some(({ meaning }) => COUNTED.has(meaning))
  ) {
    return;
  }
  const [candidate] = more.meaning === "address" ? [] : candidatesFor(facts, items, { url: response.url, query: {} });
  const argument = candidate && renderPagination(candidate.route, language);
  throw new ListingError(
    `The response is one page: it has ${items.length} ${noun} at "${excerpt(pointer)}", and says at "${excerpt(more.location)}" that more follow.`,
    {
      code: "listing",
      hint: `For this response alone, set the pagination type "none". For all ${noun}, set \`itemsPath\` to ${JSON.stringify(pointer)}${argument === undefined ? "" : `, and ${argument}`}`,
      pagination: candidate && { ...candidate.route },
    },
  );
}
