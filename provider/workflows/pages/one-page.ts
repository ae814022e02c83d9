/** Refuses one response that is the first page of a listing, if no argument asks for all pages. */
import { ListingError } from "../../http/errors.js";
import { excerpt } from "../../http/excerpt.js";
import type { ServiceResponse } from "../../http/types.js";
import type { JsonValue } from "../json/json.js";
import type { Meaning } from "../responses/conventions.js";
import { usualListIn } from "../responses/find-items.js";
import { isRemarkOfParts, judge } from "./page-verdict.js";
import type { Wording } from "./pagination-advice.js";
import { collectHints } from "./pagination-hints.js";
import { renderArgument, suggestPagination } from "./suggest-pagination.js";

/** Hints that name further pages. Counts and totals may describe what the response is about. */
const NAMES_MORE: ReadonlySet<Meaning> = new Set<Meaning>([
  "address",
  "cursor",
  "next number",
  "more",
  "truncated",
  "incomplete",
]);

/**
 * Refuses a response with a list at a usual place that names more pages: it is the beginning of a listing.
 *
 * @throws ListingError with the arguments that read all pages.
 */
export function refuseOnePage(value: JsonValue, response: ServiceResponse, { noun, language }: Wording): void {
  const list = usualListIn(value);
  if (list === undefined) {
    return;
  }
  const hints = collectHints(value, list.pointer, response);
  // A weak cursor or the address of a last page is no reason here, and would hide a flag. All else is evidence for the end.
  const found = hints.found.filter(({ meaning }) => meaning !== "weak cursor" && meaning !== "last address");
  const progress = { pagesRead: 1, itemsRead: list.items.length, pageItems: list.items.length };
  const { more } = judge({ ...hints, found }, progress, "all");
  if (more === undefined || !NAMES_MORE.has(more.meaning)) {
    return;
  }
  const hasNoArgument = more.meaning === "address" || isRemarkOfParts(more);
  const pagination = hasNoArgument ? undefined : suggestPagination(more, hints, progress);
  const argument = pagination === undefined ? "" : `, and ${renderArgument(pagination, language)}`;
  throw new ListingError(
    `The response is one page: it has ${list.items.length} ${noun} at "${excerpt(list.pointer)}", and says at "${excerpt(more.place)}" that more follow.`,
    {
      code: "listing",
      hint: `For this response alone, set the pagination type "none". For all ${noun}, set \`itemsPath\` to ${JSON.stringify(list.pointer)}${argument}`,
      pagination,
    },
  );
}
