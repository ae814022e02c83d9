/** The names of parameters that lead to the next page, as data. Runs in both processes. */
import { madeOf, words } from "../names.js";

/** No cursor is sent under the name of a credential. */
export const isCredentialName = madeOf(
  "token key secret password auth authorization bearer credential apikey signature jwt session",
  "access api refresh id client user csrf x my",
);

/**
 * Parameters to try for the next page, the commonest first, by the signal that says there is one. `=` is the name of the page's
 * own field. Four are tried; the next one is only named in advice.
 */
export const USUAL_PARAMETERS = {
  cursor: words("cursor after page_token"),
  pageNumber: words("= page pageNumber page[number] offset"),
  offset: words("= offset page startIndex start skip"),
  totalPages: words("page pageNumber offset startIndex page[number]"),
  total: words("offset page startIndex start skip"),
  flag: words("page offset starting_after startIndex pageNumber"),
} as const;

/** Parameters that go with a field of this normalised name, in place of its own name; `=` is its own name. */
export const PARAMETERS_OF_FIELD: Readonly<Record<string, readonly string[]>> = {
  number: words("page"),
  next: words("cursor = page_token"),
  nexttoken: words("= pagination_token next_token"),
  nextcursor: words("cursor = start_cursor"),
  endcursor: words("after cursor ="),
  nextpagetoken: words("pageToken page_token ="),
  mscontinuationtoken: words("continuationToken"),
};
