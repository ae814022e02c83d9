/** The errors about pages: what the response says, what was read, and the argument to set. */
import { ListingError } from "../../http/errors.js";
import { excerpt, inShell } from "../../http/excerpt.js";
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
export interface ReadSoFar extends Wording {
  readonly pages: number;
  readonly items: number;
}

type Route = Readonly<Record<string, unknown>> | Pagination;

/** `pagination` as the user writes it. A `ListingError` has the same as data, in `pagination`. */
export function renderPagination(pagination: Route, language: ArgumentLanguage): string {
  const options = Object.entries(pagination).filter(([, value]) => value !== undefined);
  switch (language) {
    case "typescript":
    case "yaml":
      return `pagination: { ${options.map(([key, value]) => `${key}: ${JSON.stringify(value)}`).join(", ")} }`;
    case "python": {
      const snake = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      return `pagination={${options.map(([key, value]) => `"${snake(key)}": ${JSON.stringify(value)}`).join(", ")}}`;
    }
    case "command line":
      return `--pagination ${inShell(JSON.stringify(pagination))}`;
  }
}

/** `unrelatedFields` for a field or a header, as the user writes it: by its name, or in an object by its pointer. */
export function renderUnrelated(
  { pointer, name }: { pointer: string; name: string },
  language: ArgumentLanguage,
): string {
  const field = pointer.startsWith("header:") || pointer.lastIndexOf("/") <= 0 ? name : pointer;
  switch (language) {
    case "typescript":
    case "yaml":
      return `unrelatedFields: [${JSON.stringify(field)}]`;
    case "python":
      return `unrelated_fields=[${JSON.stringify(field)}]`;
    case "command line":
      return `--unrelated-fields ${inShell(field)}`;
  }
}

/** "1 page", "2 pages". */
export function pageCount(pages: number): string {
  return pages === 1 ? "1 page" : `${pages} pages`;
}

function readSoFar({ items, pages, noun }: ReadSoFar): string {
  return items === 1
    ? `1 ${noun.replace(/s$/, "")} on ${pageCount(pages)} was read.`
    : `${items} ${noun} on ${pageCount(pages)} were read.`;
}

/** What a fact says. All others name the next page. */
const SAYS: Readonly<Partial<Record<Fact["meaning"], (value: string, noun: string) => string>>> = {
  more: (value, noun) => `that more ${noun} follow (${value})`,
  last: (value, noun) => `that more ${noun} follow (${value})`,
  pages: (value) => `that there are ${value} pages`,
  total: (value, noun) => `that there are ${value} ${noun}`,
  count: (value, noun) => `that there are ${value} ${noun}`,
  remaining: (value, noun) => `that ${value} ${noun} follow`,
  full: (value, noun) => `that a page has ${value} ${noun}, so that this page is full`,
};

function describe({ meaning, location, value }: Fact, noun: string): string {
  const isHeader = location.startsWith("header:");
  const where = isHeader ? `in the header ${excerpt(location.slice(7))}` : `at "${excerpt(location)}"`;
  const says = SAYS[meaning]?.(String(value), noun);
  return says === undefined ? `names the next page ${where}` : `says ${where} ${says}`;
}

function unrelated({ location, name }: Fact, { language }: Wording): string {
  return renderUnrelated({ pointer: location, name }, language);
}

function pageError(problem: string, hint: string, route?: Route): ListingError {
  return new ListingError(problem, { code: "listing", hint, pagination: route && { ...route } });
}

/** Nothing that was tried leads to the next page. `trials`: what was requested, and what came back. */
export function noWayOn(
  more: Fact,
  trials: ReadonlyMap<string, string>,
  advice: Route | undefined,
  so: ReadSoFar,
): ListingError {
  const tried = [...trials].map(([requested, outcome]) => `${excerpt(requested)} (${outcome})`).join(", ");
  const none = so.pages === 1 ? `If these are all, set ${unrelated(more, so)}. ` : "";
  return pageError(
    `The response ${describe(more, so.noun)}. ${readSoFar(so)}${tried === "" ? "" : ` Tried for the next page: ${tried}.`}`,
    none + toReadOn(advice, so),
    advice,
  );
}

/** The pages have ended, and a response says that there is more. */
export function notSatisfied(more: Fact, route: Route | undefined, so: ReadSoFar): ListingError {
  const says = ["total", "count"].includes(more.meaning) ? String(more.value) : "that more follow";
  const beside = route === undefined ? "" : `, with ${renderPagination(route, so.language)}`;
  return pageError(
    `The service says ${says} at "${excerpt(more.location)}"; ${so.items} ${so.noun} on ${pageCount(so.pages)} could be read.`,
    `If the rest is hidden from this client, set ${unrelated(more, so)}${beside}. If not, something is wrong: another \`pagination\` may be needed, or the service has lost a page.`,
    route,
  );
}

/** Something that looks like more and is not known. `lastPage`: the way to a last page, if the address is that of one. */
export function looksLikeMore(fact: Fact, lastPage: Route | undefined, so: ReadSoFar): ListingError {
  const { location, value } = fact;
  const [what, route] =
    typeof value === "boolean"
      ? ["true", { type: "page", morePath: location }]
      : typeof value !== "string"
        ? ["an object or a list"]
        : lastPage !== undefined
          ? ["the address of another page, the last one,", lastPage]
          : ["an address of this path with another query", { type: "cursor", urlPath: location }];
  return pageError(
    `The response has ${what} at "${excerpt(location)}", and nothing known says whether these ${so.items} ${so.noun} are all.`,
    `If the field says nothing about the listing, set ${unrelated(fact, so)}. If more follow: ${toReadOn(route, so)}`,
    route,
  );
}

function toReadOn(route: Route | undefined, { language }: Wording): string {
  return route === undefined
    ? "Set `pagination` to say how the next page is requested."
    : `To read on, set ${renderPagination(route, language)}`;
}

/** A part of the service did not respond. */
export function partsMissing(fact: Fact, wording: Wording): ListingError {
  return pageError(
    `The response names at "${excerpt(fact.location)}" parts of the service that did not respond.`,
    `Try again later. If nothing is missing, set ${unrelated(fact, wording)}.`,
  );
}

/** The route leads to a page that was read before. */
export function repeatedPage(requested: string, hint: string, so: ReadSoFar): ListingError {
  const pages = `${excerpt(requested)} leads to ${so.noun} that were read before.`;
  return pageError(`${pages} The listing would never end. ${readSoFar(so)}`, hint);
}

/** The listing changed while it was read, and again when it was read once more. */
export function changedTwice(how: string): ListingError {
  return pageError(
    `The listing changed twice while it was read: ${how}.`,
    'Try again; or ask with `query` for a fixed order or for larger pages, or read by a cursor if the service has one. If items are the same for another reason, set `keyPath`: to what identifies them, or to "none".',
  );
}

/** More pages than `maxPages`, or more bytes than `maxResponseBytes`. */
export function tooLarge(limit: "maxPages" | "maxResponseBytes", most: number, so: ReadSoFar): ListingError {
  const { items, noun, pages } = so;
  const problem =
    limit === "maxPages"
      ? `The listing goes on after ${pageCount(most)} with ${items} ${noun}; \`maxPages\` allows no more.`
      : `The listing is over ${most} bytes, with ${items} ${noun} on ${pageCount(pages)} so far; maxResponseBytes allows no more.`;
  const hint = `Raise \`${limit}\`, or ask for fewer ${noun} with \`query\`.`;
  return new ListingError(problem, { code: "too-large", hint });
}
