/** The errors about pages: what was requested, what came back, and the argument to set. */
import { ListingError } from "../../http/errors.js";
import { excerpt, inShell } from "../../http/excerpt.js";
import type { Pagination } from "../arguments/argument-types.js";
import type { Fact } from "./page-facts.js";
import type { Route } from "./paginator.js";

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

/** A way to read on that was tried in vain: what was requested, and what came back. */
export interface Trial {
  readonly requested: string;
  readonly outcome: string;
}

/** The argument as the user writes it. A `ListingError` has the same as data, in `pagination`. */
export function renderArgument(
  pagination: Readonly<Record<string, unknown>> | Pagination,
  language: ArgumentLanguage,
): string {
  const options = Object.entries(pagination).filter(([, value]) => value !== undefined);
  switch (language) {
    case "typescript":
    case "yaml":
      return `pagination: { ${options.map(([key, value]) => `${key}: ${JSON.stringify(value)}`).join(", ")} }`;
    case "python": {
      const snake = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      const write = (value: unknown): string => (value === true ? "True" : JSON.stringify(value));
      return `pagination={${options.map(([key, value]) => `"${snake(key)}": ${write(value)}`).join(", ")}}`;
    }
    case "command line":
      return `--pagination ${inShell(JSON.stringify(pagination))}`;
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

/** "The response names the next page at …". */
function describe({ meaning, location, value }: Fact, noun: string): string {
  const where = location.startsWith("header:")
    ? `in the header ${excerpt(location.slice(7))}`
    : `at "${excerpt(location)}"`;
  switch (meaning) {
    case "more":
    case "last":
      return `says ${where} that more ${noun} follow (${String(value)})`;
    case "pages":
      return `says ${where} that there are ${String(value)} pages`;
    case "total":
    case "count":
      return `says ${where} that there are ${String(value)} ${noun}`;
    case "remaining":
      return `says ${where} that ${String(value)} ${noun} follow`;
    case "full":
      return `says ${where} that a page has ${String(value)} ${noun}, so that this page is full`;
    default:
      return `names the next page ${where}`;
  }
}

/** How `unrelatedFields` is written for a field. */
function unrelated({ location, name }: Fact): string {
  const isAtTop = location.lastIndexOf("/") <= 0;
  return `unrelatedFields: [${JSON.stringify(location.startsWith("header:") || isAtTop ? name : location)}]`;
}

/** Nothing that was tried leads to the next page. */
export function noWayOn(more: Fact, trials: readonly Trial[], advice: Route | undefined, so: ReadSoFar): ListingError {
  const tried = trials.map(({ requested, outcome }) => `${excerpt(requested)} (${outcome})`).join(", ");
  const none = so.pages === 1 ? `If these are all, set ${unrelated(more)}. ` : "";
  return new ListingError(
    `The response ${describe(more, so.noun)}. ${readSoFar(so)}${tried === "" ? "" : ` Tried for the next page: ${tried}.`}`,
    {
      code: "listing",
      hint: `${none}${toReadOn(advice, so)}`,
      pagination: advice && { ...advice },
    },
  );
}

/** The pages have ended, and a response says that there is more. */
export function notSatisfied(more: Fact, route: Route | undefined, so: ReadSoFar): ListingError {
  const isNumber = ["total", "count"].includes(more.meaning);
  const says = isNumber ? String(more.value) : "that more follow";
  const beside = route === undefined ? "" : `, with ${renderArgument(route, so.language)}`;
  return new ListingError(
    `The service says ${says} at "${excerpt(more.location)}"; ${so.items} ${so.noun} on ${pageCount(so.pages)} could be read.`,
    {
      code: "listing",
      hint: `If the rest is hidden from this client, set ${unrelated(more)}${beside}. If not, something is wrong: another \`pagination\` may be needed, or the service has lost a page.`,
      pagination: route && { ...route },
    },
  );
}

/** Something that looks like more and is not known. */
export function looksLikeMore(fact: Fact, so: ReadSoFar): ListingError {
  const { location, value } = fact;
  const [what, route] = ((): [string, Route?] => {
    switch (typeof value) {
      case "boolean":
        return ["true", { type: "page", morePath: location }];
      case "string":
        return ["an address of this path with another query", { type: "cursor", urlPath: location }];
      default:
        return ["an object or a list"];
    }
  })();
  return new ListingError(
    `The response has ${what} at "${excerpt(location)}", and nothing known says whether these ${so.items} ${so.noun} are all.`,
    {
      code: "listing",
      hint: `If the field says nothing about the listing, set ${unrelated(fact)}. If more follow: ${toReadOn(route, so)}`,
      pagination: route && { ...route },
    },
  );
}

function toReadOn(route: Route | undefined, { language }: ReadSoFar): string {
  return route === undefined
    ? "Set `pagination` to say how the next page is requested."
    : `To read on, set ${renderArgument(route, language)}`;
}

/** A part of the service did not respond. */
export function partsMissing(fact: Fact): ListingError {
  const location = excerpt(fact.location);
  return new ListingError(`The response names at "${location}" parts of the service that did not respond.`, {
    code: "listing",
    hint: `Try again later. If nothing is missing, set ${unrelated(fact)}.`,
  });
}

/** The route leads to a page that was read before. */
export function repeatedPage(requested: string, hint: string, so: ReadSoFar): ListingError {
  return new ListingError(
    `${excerpt(requested)} leads to ${so.noun} that were read before. The listing would never end. ${readSoFar(so)}`,
    { code: "listing", hint },
  );
}

/** The listing changed while it was read, and again when it was read once more. */
export function changedTwice(how: string): ListingError {
  return new ListingError(`The listing changed twice while it was read: ${how}.`, {
    code: "listing",
    hint: 'Try again; or ask with `query` for a fixed order or for larger pages, or read by a cursor if the service has one. If items are the same for another reason, set `keyPath`: to what identifies them, or to "none".',
  });
}

export function tooManyPages(maxPages: number, { items, noun: listed }: ReadSoFar): ListingError {
  return new ListingError(
    `The listing goes on after ${pageCount(maxPages)} with ${items} ${listed}; \`maxPages\` allows no more.`,
    { code: "too-large", hint: `Raise \`maxPages\`, or ask for fewer ${listed} with \`query\`.` },
  );
}

export function tooManyBytes(maxBytes: number, { items, pages, noun: listed }: ReadSoFar): ListingError {
  return new ListingError(
    `The listing is over ${maxBytes} bytes, with ${items} ${listed} on ${pageCount(pages)} so far; maxResponseBytes allows no more.`,
    { code: "too-large", hint: `Raise \`maxResponseBytes\`, or ask for fewer ${listed} with \`query\`.` },
  );
}
