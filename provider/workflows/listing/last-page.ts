/** Reads from the address of the last page how many pages or items there are. Runs in both processes. */
import { normaliseName } from "./names.js";
import type { ResponseField } from "./response-fields.js";
import { kindOfName, type NamedKind } from "./signal-names.js";
import { isAddress, numbersInQuery, textOf } from "./values.js";

/**
 * Returns the number of pages or items for each field or link with the address of the last page: `"last": "?page=5"`. If that is the page that
 * was read, there is no number, because `query` may have asked for a later page.
 */
export function countsFromLastPageAddress(fields: readonly ResponseField[], pageRead: URL): ResponseField[] {
  const addressesOf = (name: RegExp) => fields.filter((field) => name.test(field.normal) && isOtherPage(field));
  const [first] = addressesOf(/^first/);
  return addressesOf(/^last/).flatMap((field) => {
    const address = textOf(field.value) ?? "";
    const isPageRead = URL.canParse(address, pageRead.href) && new URL(address, pageRead).search === pageRead.search;
    const isSelf = fields.some(({ normal, value }) => normal === "self" && value === field.value);
    if (isPageRead || isSelf) {
      return [];
    }
    const position = positionOfLast(address, textOf(first?.value) ?? "");
    // A field such as `href` gets the name of its object, `last`.
    const name = normaliseName(field.name) === field.normal ? field.name : field.normal;
    return position === undefined ? [] : [{ ...field, name, ...position }];
  });
}

function isOtherPage({ normal, value, describesResponse }: ResponseField): boolean {
  return describesResponse && kindOfName(normal, value) === "otherPage" && isAddress(textOf(value) ?? "");
}

/**
 * Reads from the address of the last page how many pages or items there are:
 * 1. `?page=5` beside a first `?page=1`: exactly 5 pages.
 * 2. `?page=5` alone: at least 5 pages, because they may be counted from 0.
 * 3. `?offset=20`: at least 21 items, because the last page has at least one. `?offset=0` says nothing, because the first page may be empty.
 */
function positionOfLast(
  last: string,
  first: string,
): Pick<ResponseField, "normal" | "value" | "exactness"> | undefined {
  const firstNumbers = new Map(numbersInQuery(first));
  const findParameter = (kind: NamedKind): [name: string, number: number] | undefined =>
    numbersInQuery(last).find(([name]) => kindOfName(normaliseName(name), 1) === kind);
  const pageParameter = findParameter("pageNumber");
  if (pageParameter !== undefined) {
    const [name, lastPage] = pageParameter;
    const firstPage = firstNumbers.get(name);
    const pages = lastPage - (firstPage ?? 1) + 1;
    return { normal: "totalpages", value: String(pages), exactness: firstPage === undefined ? "atLeast" : "exact" };
  }
  const offsetParameter = findParameter("offset");
  if (offsetParameter === undefined) {
    return undefined;
  }
  const [name, lastOffset] = offsetParameter;
  const isFirstPage = lastOffset <= (firstNumbers.get(name) ?? 0);
  return isFirstPage ? undefined : { normal: "total", value: String(lastOffset + 1), exactness: "atLeast" };
}
