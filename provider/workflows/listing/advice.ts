/** Arguments as the user writes them, and the errors about pages: what the response says, what was read, what to set. */
import { ListingError } from "../../http/errors.js";
import { excerpt, inShell } from "../../http/excerpt.js";
import type { Pagination } from "../arguments/argument-types.js";
import type { Fact } from "./page-facts.js";
import { COUNTED } from "./page-info.js";

/** How messages write an argument: as TypeScript, as YAML, as Python, or as an option of the command line. */
export type ArgumentLanguage = "typescript" | "yaml" | "python" | "command line";

/** How messages name what is listed, and the argument to set. */
export interface Wording {
  /** What is listed, in the plural: "workflows". */
  readonly noun: string;
  readonly language: ArgumentLanguage;
}

type Route = Readonly<Record<string, unknown>> | Pagination;

/** `pagination` as the user writes it. JSON is right in programs, in YAML and in settings. A `ListingError` has it as data too. */
export function renderPagination(pagination: Route, language: ArgumentLanguage): string {
  const nameOf = language === "python" ? snakeCase : String;
  const entries = Object.entries(pagination).map(([name, value]) => [nameOf(name), value as unknown]);
  return render("pagination", JSON.stringify(Object.fromEntries(entries)), language);
}

/** `unrelatedFields` for a field or a header, as the user writes it: by its name, or in an object by its pointer. */
export function renderUnrelated(
  { pointer, name }: { pointer: string; name: string },
  language: ArgumentLanguage,
): string {
  const field = pointer.startsWith("header:") || pointer.lastIndexOf("/") <= 0 ? name : pointer;
  return render("unrelatedFields", language === "command line" ? field : JSON.stringify([field]), language);
}

function render(argument: string, value: string, language: ArgumentLanguage): string {
  if (language === "command line") {
    return `--${snakeCase(argument).replace("_", "-")} ${/^[\w/.-]+$/.test(value) ? value : inShell(value)}`;
  }
  return language === "python" ? `${snakeCase(argument)}=${value}` : `${argument}: ${value}`;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** "1 page", "2 pages". */
export function pageCount(pages: number): string {
  return pages === 1 ? "1 page" : `${pages} pages`;
}

/** What a fact says of further pages. */
export function saysMore({ meaning, location, value }: Fact, noun: string): string {
  const where = `at "${excerpt(location)}"`;
  if (meaning === "full") {
    return `says ${where} that a page has ${String(value)} ${noun}, so that this page is full`;
  }
  return COUNTED.has(meaning)
    ? `says ${where} (${String(value)}) that more ${noun} follow`
    : `names the next page ${where}`;
}

/** "unrelatedFields: …", for a fact. */
export function unrelated({ location, name }: Fact, { language }: Wording): string {
  return renderUnrelated({ pointer: location, name }, language);
}

/** What to set if the fact says nothing about the listing, and what to set if more follow. No full stop at the end. */
export function adviceOn(fact: Fact, route: Route | undefined, wording: Wording): string {
  const argument = route === undefined ? "`pagination`" : renderPagination(route, wording.language);
  return `If these are all, set ${unrelated(fact, wording)}. To read on, set ${argument}`;
}

/** @param route for the error's property `pagination`. */
export function listingError(problem: string, hint: string, route?: Route): ListingError {
  return new ListingError(problem, { code: "listing", hint, pagination: route && { ...route } });
}
