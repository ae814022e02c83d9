/** Refuses one response that is the first page of a listing, if no argument asks for all pages. */
import { ListingError } from "../../http/errors.js";
import { excerpt } from "../../http/excerpt.js";
import type { ServiceResponse } from "../../http/types.js";
import type { JsonValue } from "../json/json.js";
import { renderArgument, type Wording } from "./advice.js";
import { usualArray } from "./find-items.js";
import { type Fact, readFacts } from "./page-facts.js";
import { COUNTED, pageInfo } from "./page-info.js";
import { candidatesFor } from "./paginator.js";

/** What names further pages. Counts may be of what the response is about. */
const NAMES_MORE: ReadonlySet<Fact["meaning"]> = new Set(["address", "cursor", "next number", "more", "last"]);

/**
 * Refuses a response with a list at a usual place that names more pages: it is the beginning of a listing.
 *
 * @throws ListingError with the arguments that read all pages.
 */
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
  const facts = readFacts(value, pointer, response, unrelated).known;
  const before = { pages: 0, items: 0 };
  const { more, ends } = pageInfo(facts, { pagesRead: 1, itemsRead: items.length, pageItems: items.length, before });
  if (more === undefined || !NAMES_MORE.has(more.meaning) || ends.some(({ meaning }) => COUNTED.has(meaning))) {
    return;
  }
  const [candidate] = more.meaning === "address" ? [] : candidatesFor(facts, items, { url: response.url, query: {} });
  const argument = candidate === undefined ? "" : `, and ${renderArgument(candidate.route, language)}`;
  throw new ListingError(
    `The response is one page: it has ${items.length} ${noun} at "${excerpt(pointer)}", and says at "${excerpt(more.location)}" that more follow.`,
    {
      code: "listing",
      hint: `For this response alone, set the pagination type "none". For all ${noun}, set \`itemsPath\` to ${JSON.stringify(pointer)}${argument}`,
      pagination: candidate === undefined ? undefined : { ...candidate.route },
    },
  );
}
