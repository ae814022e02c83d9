/** The names of parameters that lead to the next page, as data. Runs in both processes. */
import { madeOf, normaliseName, words } from "../names.js";
import { kindOfName } from "../signal-names.js";

/**
 * Returns whether a parameter is named like a credential: by words of both lists, at least one of them from the first. Example:
 * `access_token`. No cursor is sent in such a parameter.
 */
export const isCredentialName = madeOf(
  "token key secret password auth authorization bearer credential apikey signature jwt session",
  "access api refresh id client user csrf x my",
);

/**
 * Parameters to try for the next page, the commonest first, by the signal that more pages follow. `=` stands for the name of the signal's
 * own field. Four are tried. The fifth is only named in advice.
 */
export const USUAL_PARAMETERS = {
  cursor: words("cursor after page_token"),
  pageNumber: words("= page pageNumber page[number] offset"),
  offset: words("= offset page startIndex start skip"),
  totalPages: words("page pageNumber offset startIndex page[number]"),
  total: words("offset page startIndex start skip"),
  flag: words("page offset starting_after startIndex pageNumber"),
} as const;

/** Parameters that go with a field of this normalised name. `=` stands for the name of the field itself. */
export const PARAMETERS_OF_FIELD: Readonly<Record<string, readonly string[]>> = {
  number: words("page"),
  skip: words("= $skip"),
  currentpage: words("page ="),
  next: words("cursor = page_token"),
  nexttoken: words("= pagination_token next_token"),
  nextcursor: words("cursor = start_cursor"),
  endcursor: words("after cursor ="),
  nextpagetoken: words("pageToken page_token ="),
  mscontinuationtoken: words("continuationToken"),
};

/**
 * Parameters for the size of a page in SCIM and FHIR (`count`), GraphQL (`first`), Solr (`rows`), S3 (`max-keys`) and ServiceNow. In a
 * response, these names mean something else.
 */
const SIZE_PARAMETERS: readonly string[] = ["count", "first", "rows", "maxkeys", "sysparmlimit"];

/** Returns whether a parameter of `query` asks for a number of items on a page. */
export function isPageSize(parameter: string, value: unknown): boolean {
  const name = normaliseName(parameter);
  return SIZE_PARAMETERS.includes(name) || kindOfName(name, String(value)) === "pageSize";
}
