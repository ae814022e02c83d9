/** Requests pages by their number, or by the number of items before them. Runs in both processes. */
import type { OffsetPagination, PagePagination } from "../../arguments/argument-types.js";
import { normaliseName } from "../names.js";
import type { AddedPage, Page } from "../page.js";
import type { ListingAddress } from "../request.js";
import type { Signal } from "../signals.js";
import { numberOf } from "../values.js";
import { parameterOf, type Paginator, requestWith } from "./paginator.js";

export type NumberedDeclaration = PagePagination | OffsetPagination;

export interface NumberedPaginator extends Paginator {
  readonly declaration: NumberedDeclaration;
  /** The number of the first page or item. `undefined` if it is not known yet whether counting begins with 0 or 1. */
  readonly base: number | undefined;
  /** Returns the same paginator with a known base. */
  readonly countingFrom: (base: number) => NumberedPaginator;
  /** Returns the request for the page with this number. */
  readonly at: (number: number) => URL;
}

/** Requests the page after those that were read: the base plus the number of pages, or of items. */
export function numberedPaginator(
  declaration: NumberedDeclaration,
  listing: ListingAddress,
  base?: number,
): NumberedPaginator {
  const at = (number: number): URL => requestWith(declaration, number, listing);
  return {
    declaration,
    pageNamesNextPage: false,
    base,
    countingFrom: (newBase) => numberedPaginator(declaration, listing, newBase),
    at,
    next: (_, { pages, items }) => at((base ?? 0) + (declaration.type === "page" ? pages : items)),
  };
}

export function isNumbered(paginator: Paginator): paginator is NumberedPaginator {
  return "countingFrom" in paginator;
}

/** Returns the number of the first page or item: the one in the query, else the one that the page states under the parameter's name. */
export function baseOnFirstPage(
  declaration: NumberedDeclaration,
  signals: readonly Signal[],
  { query }: ListingAddress,
): number | undefined {
  const parameter = parameterOf(declaration);
  const requested = query[parameter];
  if (requested !== undefined) {
    return numberOf(String(requested));
  }
  return statedNumbers(declaration, signals).find((value) => value === 0 || value === 1);
}

/**
 * Returns whether the parameter counts from 0 although the pages state numbers from 1. Then the request for page 2 was for the third page,
 * and that page states `"page": 3`.
 */
export function statesLaterNumber(second: Page, first: AddedPage, { declaration, base }: NumberedPaginator): boolean {
  const requested = Number(second.request.searchParams.get(parameterOf(declaration)));
  return (
    base === 1 &&
    statedNumbers(declaration, first.signals).includes(base) &&
    statedNumbers(declaration, second.signals).includes(requested + 1)
  );
}

/** Returns the numbers of the page, or of its first item, that the page states under the name of the parameter. */
function statedNumbers(declaration: NumberedDeclaration, signals: readonly Signal[]): number[] {
  const kind = declaration.type === "page" ? "pageNumber" : "offset";
  const parameter = normaliseName(parameterOf(declaration));
  return signals
    .filter((signal) => signal.kind === kind && normaliseName(signal.name) === parameter)
    .map(({ value }) => Number(value));
}
