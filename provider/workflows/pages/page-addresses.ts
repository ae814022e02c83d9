/** What addresses show of how a service pages: the query parameters for the page, in its own links and in the request. */
import { conventionOf } from "../responses/conventions.js";
import { isJsonObject, type JsonValue } from "../json/json.js";
import type { Link } from "./link-header.js";
import { LINK_PART, normaliseName, numberOf } from "../responses/names-and-values.js";
import type { Progress } from "./page-verdict.js";

/** The query parameter that says which page, and what it counts. */
export interface Position {
  readonly type: "page" | "offset";
  readonly parameter: string;
}

/** Objects inside each other in which links are looked for, at most. */
const MAX_DEPTH = 3;

/** Links to other pages of the same listing, and to this one. */
const LINK_TO_PAGE = /^(?:first|last|self|prev|previous|current)(?:page)?(?:url|uri|link|href|path)?$/;

/** With another value than that of a first page, `from=1700000000` may be a time, and `number=7` the number of a run. */
const MAY_BE_A_TIME = /^(?:start|from|begin|number|current)$/;

/**
 * Names of the parameter for the size of a page that belong to a family of names. The name for the page is not guessed from others:
 * `limit` comes with `page`, `offset`, `skip` and `start`.
 */
const BESIDE_SIZE: Readonly<Record<string, Position>> = {
  "page[size]": { type: "page", parameter: "page[number]" }, // JSON:API
  "page[limit]": { type: "offset", parameter: "page[offset]" }, // JSON:API
  $top: { type: "offset", parameter: "$skip" }, // OData
  $limit: { type: "offset", parameter: "$skip" }, // Feathers
  _limit: { type: "page", parameter: "_page" }, // json-server
};

/** The parameter in the response's links to its own pages, and else in the request. */
export function findPosition(
  body: JsonValue,
  itemsPointer: string,
  links: readonly Link[],
  url: URL,
): Position | undefined {
  const addresses = [
    ...links.map(({ target }) => target),
    ...(itemsPointer === "" ? [] : linksIn(body, "", 0)),
    url.href,
  ];
  const names = addresses.flatMap((address) => [...queryOf(address)]);
  for (const [parameter, text] of names) {
    const name = normaliseName(parameter);
    const type = conventionOf(name, text)?.convention.meaning;
    if ((type === "page" || type === "offset") && (!MAY_BE_A_TIME.test(name) || Number(text) <= 1)) {
      return { type, parameter };
    }
  }
  return names.map(([parameter]) => BESIDE_SIZE[parameter]).find((position) => position !== undefined);
}

/** @param name the normalised name of the object around the value. */
function linksIn(value: JsonValue, name: string, depth: number): string[] {
  if (typeof value === "string") {
    return LINK_TO_PAGE.test(name) ? [value] : [];
  }
  if (!isJsonObject(value) || depth > MAX_DEPTH) {
    return [];
  }
  return Object.entries(value).flatMap(([key, inner]) => {
    const own = normaliseName(key);
    return linksIn(inner, LINK_PART.test(own) && LINK_TO_PAGE.test(name) ? name : own, depth + 1);
  });
}

function queryOf(address: string): URLSearchParams {
  return new URLSearchParams(address.replace(/^[^?]*\??/, "").replace(/#.*$/, ""));
}

/**
 * Whether the address of a page has its number, or that of its first item, in a query parameter.
 *
 * @param own a parameter that an argument names. Any other one must be called so.
 */
export function isCounted(
  address: URL,
  { pagesRead, itemsRead, pageItems }: Progress,
  own: string | undefined,
): boolean {
  const pagesBefore = pagesRead - 1;
  const itemsBefore = itemsRead - pageItems;
  const counts = [pagesBefore, pagesBefore + 1, itemsBefore, itemsBefore + 1].map(String);
  return [...address.searchParams].some(([parameter, text]) => {
    const meaning = conventionOf(normaliseName(parameter), text)?.convention.meaning;
    return (parameter === own || meaning === "page" || meaning === "offset") && counts.includes(text);
  });
}

/** The number of a page in an address, and the query parameter that it is the value of. */
export function pageInAddress(address: string): { parameter: string; value: number } | undefined {
  for (const [parameter, text] of queryOf(address)) {
    const value = numberOf(text);
    if (value !== undefined && /^(?:p|page(?:number|no|num|index)?|currentpage)$/.test(normaliseName(parameter))) {
      return { parameter, value };
    }
  }
  return undefined;
}
