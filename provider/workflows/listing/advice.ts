/** Arguments as the user writes them, and the errors about pages: what the response says, what was read, what to set. */
import { ListingError } from "../../http/errors.js";
import { excerpt, inShell, nameSetting } from "../../http/excerpt.js";
import type { Pagination } from "../arguments/argument-types.js";
import type { Fact } from "./page-facts.js";

/** How messages write an argument: as TypeScript, as YAML, as Python, or as an option of the command line. */
export type ArgumentLanguage = "typescript" | "yaml" | "python" | "command line";

/** How messages name what is listed, and the argument to set. */
export interface Wording {
  /** What is listed, in the plural: "workflows". */
  readonly noun: string;
  readonly language: ArgumentLanguage;
}

/** What was read so far. */
export interface ReadSoFar {
  readonly options: Wording;
  readonly pages: number;
  readonly items: readonly unknown[];
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
  switch (language) {
    case "python":
      return `${snakeCase(argument)}=${value}`;
    case "command line":
      return `--${snakeCase(argument).replace("_", "-")} ${/^[\w/.-]+$/.test(value) ? value : inShell(value)}`;
    default:
      return `${argument}: ${value}`;
  }
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** "1 page", "2 pages". */
export function pageCount(pages: number): string {
  return pages === 1 ? "1 page" : `${pages} pages`;
}

/** "1 workflow on 1 page was read." */
export function readSoFar({ items, pages, options: { noun } }: ReadSoFar): string {
  const [read, were] = items.length === 1 ? [noun.replace(/s$/, ""), "was"] : [noun, "were"];
  return `${items.length} ${read} on ${pageCount(pages)} ${were} read.`;
}

/** What a fact says of further pages. */
export function saysMore({ meaning, location, value }: Fact, noun: string): string {
  const isHeader = location.startsWith("header:");
  const where = isHeader ? `in the header ${excerpt(location.slice(7))}` : `at "${excerpt(location)}"`;
  if (meaning === "full") {
    return `says ${where} that a page has ${String(value)} ${noun}, so that this page is full`;
  }
  const isCounted = ["more", "last", "pages", "total", "count", "remaining"].includes(meaning);
  return isCounted ? `says ${where} (${String(value)}) that more ${noun} follow` : `names the next page ${where}`;
}

/** "unrelatedFields: …", for a fact. */
export function unrelated({ location, name }: Fact, { language }: Wording): string {
  return renderUnrelated({ pointer: location, name }, language);
}

/** @param route for the error's property `pagination`. */
export function listingError(problem: string, hint: string, route?: Route): ListingError {
  return new ListingError(problem, { code: "listing", hint, pagination: route && { ...route } });
}

/** More pages than `maxPages`, or more bytes than `maxResponseBytes`. */
export function tooLarge(limit: "maxPages" | "maxResponseBytes", most: number, so: ReadSoFar): ListingError {
  const { noun } = so.options;
  const items = `${so.items.length} ${noun}`;
  const problem =
    limit === "maxPages"
      ? `The listing goes on after ${pageCount(most)} with ${items}; \`maxPages\` allows no more.`
      : `The listing is over ${most} bytes, with ${items} on ${pageCount(so.pages)} so far; maxResponseBytes allows no more.`;
  const raised = limit === "maxPages" ? "`maxPages`" : nameSetting(limit);
  const hint = `Raise ${raised}, or ask for fewer ${noun} with \`query\`.`;
  return new ListingError(problem, { code: "too-large", hint });
}
