/** Defines what a paginator is: a way to request the next page of a listing. Runs in both processes. */
import { withQuery } from "../../service-path.js";
import type { Progress } from "../outlook.js";
import type { AddedPage } from "../page.js";
import type { Declaration, ListingAddress } from "../request.js";

export interface Paginator {
  /** The argument `pagination` with the same effect, for messages. Links that pages name by themselves need none. */
  readonly declaration: Declaration | undefined;
  /** True if each page names the next page by an address or a cursor. Then a page that names none is the last one. */
  readonly pageNamesNextPage: boolean;
  /** Returns the request for the page after this one; `undefined` if there is none. */
  next(page: AddedPage, progress: Progress): URL | undefined;
}

/** Returns the parameter. By default it is called like the type: `page`, `offset` or `cursor`. */
export function parameterOf(declaration: Declaration): string {
  return declaration.parameter ?? declaration.type;
}

/** Returns the request for a page by its number or cursor. */
export function requestWith(declaration: Declaration, value: string | number, { url, query }: ListingAddress): URL {
  return withQuery(url, { ...query, [parameterOf(declaration)]: value });
}
