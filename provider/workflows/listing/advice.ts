/** Arguments as the user writes them, and the errors about pages: what the response says, what was read, what to set. */
import { ListingError } from "../../http/errors.js";
import { excerpt, hyphenated, inShell } from "../../http/excerpt.js";
import type { Pagination } from "../arguments/argument-types.js";
import { type Fact, isCounted } from "./page-facts.js";

/** How messages write an argument: as in a program, where JSON is right in every language, or as an option of a command. */
export type ArgumentStyle = "program" | "option";

/** What is listed, in the plural ("workflows"), and how messages write an argument. */
export interface Terms {
  readonly noun: string;
  readonly style: ArgumentStyle;
}

/** An argument as the user writes it. A `ListingError` has `pagination` as data too. */
export function renderArgument(
  name: "pagination" | "unrelatedFields",
  value: Pagination | readonly string[],
  style: ArgumentStyle,
): string {
  if (style === "program") {
    return `${name}: ${JSON.stringify(value)}`;
  }
  const text = Array.isArray(value) ? value.join(",") : JSON.stringify(value);
  return `--${hyphenated(name)} ${/^[\w/.-]+$/.test(text) ? text : inShell(text)}`;
}

/** `unrelatedFields` for a field or a header: by its name, or in an object by its pointer. */
export function renderUnrelated({ location, name }: Pick<Fact, "location" | "name">, style: ArgumentStyle): string {
  const isInObject = !location.startsWith("header:") && location.lastIndexOf("/") > 0;
  return renderArgument("unrelatedFields", [isInObject ? location : name], style);
}

/** "1 page", "2 pages". */
export function pageCount(pages: number): string {
  return pages === 1 ? "1 page" : `${pages} pages`;
}

/** What a fact says of further pages. */
export function saysMore(fact: Fact, noun: string): string {
  const where = `at "${excerpt(fact.location)}"`;
  if (fact.meaning === "full") {
    return `says ${where} that a page has ${String(fact.value)} ${noun}, so that this page is full`;
  }
  return isCounted(fact)
    ? `says ${where} (${String(fact.value)}) that more ${noun} follow`
    : `names the next page ${where}`;
}

/** What to set if the fact says nothing about the listing, and what to set if more follow. No full stop at the end. */
export function adviceOn(fact: Fact, route: Pagination | undefined, style: ArgumentStyle): string {
  const argument = route === undefined ? "`pagination`" : renderArgument("pagination", route, style);
  return `If these are all, set ${renderUnrelated(fact, style)}. To read on, set ${argument}`;
}

/** @param route for the error's property `pagination`. */
export function listingError(problem: string, hint: string, route?: Pagination): ListingError {
  return new ListingError(problem, { code: "listing", hint, pagination: route && { ...route } });
}
