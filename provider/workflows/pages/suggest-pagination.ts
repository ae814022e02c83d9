/** Suggests the argument `pagination` for the hints of a page, as data and as the user writes it. */
import { inShell } from "../../http/excerpt.js";
import { PAGINATION_DEFAULTS } from "../arguments/names.js";
import { normaliseName } from "../responses/names-and-values.js";
import { pageInAddress } from "./page-addresses.js";
import { around, countsFromZero, isRemark, type Progress } from "./page-verdict.js";
import type { Hint, PageHints } from "./pagination-hints.js";
import { isHeaderPlace } from "./places.js";

/** The value of the argument as data. */
export type SuggestedArgument = Readonly<Record<string, string | number | boolean>>;

/**
 * How messages write an argument: as TypeScript, as the plugin's languages take it, or as an option of the command line.
 */
export type ArgumentLanguage = "typescript" | "yaml" | "python" | "command line";

/** The argument with which the next pages are read. */
export function suggestPagination(hint: Hint, hints: PageHints, progress: Progress): SuggestedArgument {
  const { place, meaning } = hint;
  switch (meaning) {
    case "address":
      return { type: "cursor", urlPath: place };
    case "cursor":
    case "weak cursor":
    case "next number":
      return {
        type: "cursor",
        cursorPath: place,
        ...howToSend(hint, progress, hints),
        ...(meaning === "weak cursor" ? flagPath(hints) : {}),
      };
    case "more":
    case "truncated":
    case "incomplete":
    case "last":
      return suggestByFlag(hint, hints, progress);
    case "pages":
      // A last number from 0 is one less than the pages: then an empty page ends them.
      return countedPages(
        "page",
        hints,
        progress,
        countsFromZero(hint, hints, progress) ? {} : { totalPagesPath: place },
      );
    case "total":
    case "count":
      return countedPages(countedType(hint, hints, progress), hints, progress, { totalPath: place });
    case "last address": {
      const { page } = PAGINATION_DEFAULTS;
      const parameter = pageInAddress(String(hint.value))?.parameter ?? page.parameter;
      return { type: "page", ...(parameter === page.parameter ? {} : { parameter }), start: page.start };
    }
    default:
      return countedPages(countedType(hint, hints, progress), hints, progress, {});
  }
}

function suggestByFlag(hint: Hint, hints: PageHints, progress: Progress): SuggestedArgument {
  const path: SuggestedArgument =
    hint.meaning === "last" ? { lastPath: hint.place } : isRemark(hint) ? {} : { morePath: hint.place };
  const lastId = hints.found.find(({ meaning }) => meaning === "last id");
  if (lastId !== undefined) {
    return { type: "cursor", cursorPath: lastId.place, parameter: "after", ...path };
  }
  if (hints.isStripeList) {
    return { type: "cursor", lastItemPath: "/id", parameter: "starting_after", ...path };
  }
  return countedPages(countedType(hint, hints, progress), hints, progress, path);
}

function flagPath({ found }: PageHints): SuggestedArgument {
  const more = found.find(({ meaning }) => meaning === "more");
  const last = found.find(({ meaning }) => meaning === "last");
  if (more !== undefined) {
    return { morePath: more.place };
  }
  return last === undefined ? {} : { lastPath: last.place };
}

/**
 * The type of the service's own addresses. Else `offset` in OData, after a range of items (PostgREST), and if the response has the offset
 * of this page and no page number. Else `page`.
 */
function countedType(
  { name, place }: Hint,
  { found, isODataList, position }: PageHints,
  { pagesRead }: Progress,
): "page" | "offset" {
  if (position !== undefined) {
    return position.type;
  }
  const offsets = found.filter((hint) => hint.meaning === "offset" && (pagesRead > 1 || isStart(hint)));
  // Beside an offset, a bare `number` is how many items there are on this page.
  const hasPage = found.some(
    (hint) =>
      hint.meaning === "page" && !(hint.name === "number" && offsets.some((offset) => around(offset) === around(hint))),
  );
  const isOffset =
    ((offsets.length > 0 || isODataList) && !hasPage) ||
    /^total_?entries$/i.test(name) ||
    place === "header:Content-Range";
  return isOffset ? "offset" : "page";
}

function countedPages(
  type: "page" | "offset",
  { found, isODataList, position }: PageHints,
  { pagesRead }: Progress,
  path: SuggestedArgument,
): SuggestedArgument {
  const echo = found.find((hint) => hint.meaning === type && (pagesRead > 1 || isStart(hint)));
  const usual = isODataList && type === "offset" ? "$skip" : type;
  const named = echo === undefined ? usual : parameterOfEcho(type, echo, found);
  const parameter = position?.type === type ? position.parameter : named;
  const first = PAGINATION_DEFAULTS[type].start;
  // The first page's own number is the number from which the service counts.
  const value = Number(echo?.value ?? first);
  const start = pagesRead === 1 && (value === 0 || value === 1) ? value : first;
  return {
    type,
    ...(parameter === PAGINATION_DEFAULTS[type].parameter ? {} : { parameter }),
    ...(type === "page" || start !== first ? { start } : {}),
    ...path,
  };
}

/** A first page begins at 0 or 1. Another number, such as a time under `start`, is no offset. */
function isStart({ value }: Hint): boolean {
  return Number(value) <= 1;
}

function parameterOfEcho(type: string, { name, parent, place }: Hint, found: readonly Hint[]): string {
  // CouchDB sends the offset of the page as `offset`, and takes it as `skip`.
  if (name === "offset" && found.some((beside) => beside.name === "total_rows")) {
    return "skip";
  }
  if (place.startsWith("/meta/pagination/") && isStrapi(found)) {
    return `pagination[${name}]`;
  }
  const isOwnName =
    /pageable/.test(parent) || /^(?:number|current|current_?page|this_?page|page_?current)$/i.test(name);
  return isHeaderPlace(place) || (isOwnName && type === "page") ? type : name;
}

/** Strapi takes `pagination[page]` or `pagination[start]`, and no plain `page`. */
function isStrapi(found: readonly Hint[]): boolean {
  const has = (...fields: readonly string[]): boolean =>
    fields.every((field) => found.some(({ place }) => place === `/meta/pagination/${field}`));
  return has("page", "pageSize", "pageCount") || has("start", "limit");
}

/** Cursors that are sent under another name than that of their field without "next". */
const SENT_AS: readonly (readonly [names: RegExp, parameter: string])[] = [
  [/^(?:next|cursors?next|nextcursor)$/, "cursor"],
  [/^(?:endcursor|aftercursor|cursorsafter|cursorafter)$/, "after"],
  [/^nextcontinuationtoken$/, "continuation-token"],
  [/^mscontinuationtoken$/, "continuationToken"],
  [/^nextpagestart$/, "start"],
  [/^nextpage(?:number|num|no)$/, "page"],
  [/^pagynext$/, "page"],
];

/** The same for fields that have the one name in several services: the field beside it shows which service it is. */
const SENT_AS_BESIDE: readonly (readonly [field: string, beside: string, parameter: string])[] = [
  ["next_page_token", "page_size", "next_page_token"], // Zoom
  ["next_token", "result_count", "pagination_token"], // X
];

/** How the next request carries the cursor. */
function howToSend(
  { name, parent, place, meaning, value }: Hint,
  progress: Progress,
  { found, position }: PageHints,
): SuggestedArgument {
  const normalised = normaliseName(name.replace(/^x-/i, ""));
  if (isHeaderPlace(place) && normalised === "mscontinuation") {
    return { requestHeader: name };
  }
  if (isHeaderPlace(place) && normalised === "nextrange") {
    return { requestHeader: "Range" };
  }
  if (meaning === "next number" && normalised === "next") {
    const type = Number(value) === progress.itemsRead ? "offset" : "page";
    return { parameter: position?.type === type ? position.parameter : type };
  }
  // Beside `pageNum: 1`, `nextPage: 2` is sent as `pageNum`.
  const echo = found.find((beside) => beside.meaning === "page" && Number(beside.value) === Number(value) - 1);
  if (meaning === "next number" && /^nextpage(?:number|num|no)?$/.test(normalised) && echo !== undefined) {
    return { parameter: parameterOfEcho("page", echo, found) };
  }
  const beside = SENT_AS_BESIDE.find(([field, other]) => field === name && found.some((hint) => hint.name === other));
  if (beside !== undefined) {
    return { parameter: beside[2] };
  }
  const known = SENT_AS.find(([names]) =>
    names.test(/^(?:cursors?|pagy)$/.test(parent) ? parent + normalised : normalised),
  );
  return {
    parameter: known?.[1] ?? parameterName(name.replace(/^[xX]-/, ""), isHeaderPlace(place) && !place.includes("/")),
  };
}

/** `nextPageToken` is sent as `pageToken`, `NextMarker` as `Marker`, `X-Next-Page` as `page`; `NextToken` as itself. */
function parameterName(name: string, isHeader: boolean): string {
  const written = isHeader ? name.toLowerCase().replaceAll("-", "_") : name.replace(/^[^A-Za-z]+/, "");
  const rest = /^next[\s_-]*(.+)$/i.exec(written)?.[1];
  if (rest === undefined || /^token$/i.test(rest)) {
    return isHeader && rest !== undefined ? "next_token" : written;
  }
  return written.startsWith("N") ? rest : rest.charAt(0).toLowerCase() + rest.slice(1);
}

/**
 * Other names under which services take a cursor: that of its field, and both in other spellings. CircleCI takes `next_page_token` as
 * `page-token`, Temporal as `next_page_token`, and Notion `next_cursor` as `start_cursor`.
 *
 * @param field the name of the field that has the cursor.
 * @param parameter the one that the service does not know.
 */
export function otherParameters(field: string, parameter: string): readonly string[] {
  const own = wordsOf(field);
  const short = own[0] === "next" && own.length > 2 ? own.slice(1) : [];
  const nested = /^(?:after|cursor)$/i.test(parameter) ? [`page[${parameter}]`] : [];
  const started = /^cursor$/i.test(parameter) ? ["start_cursor"] : [];
  // fastapi-pagination, and Argo.
  const known = own.join() === "next,page" ? ["cursor"] : own.join() === "continue" ? ["listOptions.continue"] : [];
  const spelled = [...known, field, ...spellingsOf(own).slice(0, 2), ...spellingsOf(short), ...nested, ...started];
  return [...new Set(spelled)].filter((name) => name !== parameter);
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
}

/** In snake case, camel case and kebab case. */
function spellingsOf(words: readonly string[]): string[] {
  const camel = words.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)));
  return words.length === 0 ? [] : [words.join("_"), camel.join(""), words.join("-")];
}

/** The argument as the user writes it. A `ListingError` has the same as data, in `pagination`. */
export function renderArgument(pagination: Readonly<Record<string, unknown>>, language: ArgumentLanguage): string {
  const options = Object.entries(pagination);
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
