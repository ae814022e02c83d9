/** What one page says about the pages of its listing: the known fields beside the list, what looks like more, and whether more follow. */
import { excerpt } from "../../base/excerpt.js";
import { jsonIn, locate, stepNames } from "../../base/json-path.js";
import type { ServiceResponse } from "../../http/types.js";
import type { Pagination } from "../arguments/argument-types.js";
import { isJsonObject, type JsonValue } from "../json/json.js";
import { listingError } from "./advice.js";
import { type FieldBeside, fieldsBeside, fieldsInHeaders, HEADER_PREFIX, headerValue } from "./beside-list.js";
import { LINK_LOCATION, nextLink } from "./link-header.js";
import { isLinkPart, type Meaning, meaningOf, readField } from "./fields.js";
import { cursorOf, flagOf, isAddress, normaliseName, numberOf, pageNamed } from "./names.js";

/** What a field or a header says. */
export interface Fact {
  /**
   * "full": a size of a page, which this page has. "last index": the number of the last page, counted from 0. "suspicious": what may
   * name the next page, but is not known: `true`, an address of this path with another query, or a cursor that is an object.
   */
  readonly meaning: Meaning | "address" | "next number" | "cursor" | "full" | "last index" | "suspicious" | "unknown";
  /** A JSON Pointer; or `header:` and a header's name. */
  readonly location: string;
  /** As the service writes it. */
  readonly name: string;
  /** `null` where what would name the next page names none, or is an object. */
  readonly value: string | number | boolean | null;
  /** The option of `pagination` that names it. */
  readonly option?: string;
}

export interface PageContent {
  readonly response: Pick<ServiceResponse, "headers" | "url">;
  readonly body: JsonValue;
  readonly items: readonly JsonValue[];
}

/** @param list where the list is. */
export function readFacts(
  body: JsonValue,
  list: string,
  response: Pick<ServiceResponse, "headers" | "url">,
  unrelated: readonly string[],
): Fact[] {
  const fields = fieldsBeside(body, list, unrelated).concat(fieldsInHeaders(response, unrelated));
  return fields.flatMap((field) => {
    const fact = factOf(field, response.url);
    return fact === undefined ? [] : [{ name: field.name, location: field.location, ...fact }];
  });
}

function factOf(field: FieldBeside, url: URL): Pick<Fact, "meaning" | "value"> | undefined {
  const { normal, value, isAbout } = field;
  const known = readField(normal, value);
  if (isJsonObject(value) || (Array.isArray(value) && known === undefined)) {
    const parts = Object.entries(value);
    const isCursor = isAbout && namesPage([normal, "cursor"]) && parts.length > 0 && !parts.some(namesPage);
    return isCursor ? { meaning: "suspicious", value: null } : undefined;
  }
  if (isAbout && known !== undefined) {
    return { ...known, meaning: known.meaning === "next" ? kindOfNext(field) : known.meaning };
  }
  const isMore = known?.meaning === "more" && known.value === true;
  if (isMore || (isAbout && value === true) || (known?.meaning !== "other" && isOtherPage(value, url))) {
    return { meaning: "suspicious", value: typeof value === "string" ? value : true };
  }
  return isAbout && value !== null && value !== false && value !== "" ? { meaning: "unknown", value: null } : undefined;
}

/** Whether a field names a page, or says that there is none. */
function namesPage([key, value]: readonly [string, JsonValue]): boolean {
  const name = normaliseName(key);
  return isLinkPart(name) || ["next", "position"].includes(meaningOf(name, value) ?? "");
}

function kindOfNext({ name, normal, value, location }: FieldBeside): "address" | "next number" | "cursor" {
  const isLink = location === LINK_LOCATION || /(?:url|uri|link|href|path)$/.test(normaliseName(name));
  const isOpaque = /cursor|token|marker|key|continu/.test(normal);
  if (isLink || (!isOpaque && isAddress(String(cursorOf(value))))) {
    return "address";
  }
  return !isOpaque && numberOf(value) !== undefined ? "next number" : "cursor";
}

/** Whether it is an address of this path with another query. */
function isOtherPage(text: JsonValue, page: URL): boolean {
  if (typeof text !== "string" || !isAddress(text) || !URL.canParse(text, page.href)) {
    return false;
  }
  const { host, pathname, search } = new URL(text, page.href);
  return host === page.host && pathname === page.pathname && search !== "" && search !== page.search;
}

/** How many were read so far, and how many items are on this page. */
type Progress = Readonly<Record<"pages" | "items" | "onPage", number>>;

export interface PageInfo {
  readonly facts: readonly Fact[];
  /** What says first that more follow; `undefined` if nothing does. */
  readonly more: Fact | undefined;
  /** Flags and numbers that say that more follow: at the end none may. */
  readonly unsatisfied: readonly Fact[];
  /** What says that the listing ends here. */
  readonly ends: readonly Fact[];
}

/** A fact names the next page, is a flag, or is a number; or it may be a name. */
type Role = "name" | "flag" | "number" | "guess";

type Follows = (value: Fact["value"], progress: Progress) => boolean | undefined;

const isNamed: Follows = (value) => value !== null;

/** `true`: more follow; `false`: this is the end. What names the next page comes first, then what counts. */
const ROLES: readonly (readonly [Fact["meaning"], Role, Follows])[] = [
  ["address", "name", isNamed],
  ["cursor", "name", isNamed],
  ["next number", "name", isNamed],
  ["more", "flag", (value) => value === true],
  ["last", "flag", (value) => value !== true],
  // Smaller than what was read, it is another number, or that of each page.
  ["pages", "number", (value, { pages }) => (Number(value) < pages ? undefined : Number(value) > pages)],
  ["total", "number", (value, { items }) => (Number(value) < items ? undefined : Number(value) > items)],
  // Equal to the number of items on the page, it may be that number.
  ["count", "number", (value, { items, onPage }) => (Number(value) > onPage ? Number(value) > items : undefined)],
  ["remaining", "number", (value) => Number(value) > 0],
  // Or how many there are: then the page after the last one is empty.
  ["last index", "guess", (value, { pages }) => Number(value) + 1 > pages],
  ["position", "guess", isNamed],
];

export function roleOf({ meaning }: Fact): Role | undefined {
  return ROLES.find(([said]) => said === meaning)?.[1];
}

/** Whether it must be satisfied at the end, whichever way the pages are read. */
export function isCounted(fact: Fact): boolean {
  return ["flag", "number"].includes(roleOf(fact) ?? "");
}

export function pageInfo(facts: readonly Fact[], progress: Progress): PageInfo {
  // Beside a total or a number of pages, a count is that of the page, or the size of one.
  const isTotal = facts.some(({ meaning }) => meaning === "total" || meaning === "pages");
  const isFromZero = facts.some(({ meaning, value }) => meaning === "page" && value === progress.pages - 1);
  const mayBeIndex = ({ meaning, name }: Fact): boolean =>
    isFromZero && meaning === "pages" && /^(?:last|max)/.test(normaliseName(name));
  const read = facts
    .filter(({ meaning }) => meaning !== "count" || !isTotal)
    .map((fact): Fact => (mayBeIndex(fact) ? { ...fact, meaning: "last index" } : fact));
  const said = ROLES.flatMap(([meaning, , follows]) =>
    read.filter((fact) => fact.meaning === meaning).map((fact) => ({ fact, more: follows(fact.value, progress) })),
  );
  const ends = said.filter(({ fact, more }) => more === false && fact.meaning !== "position").map(({ fact }) => fact);
  const saying = said.filter(({ more }) => more === true).map(({ fact }) => fact);
  const first = saying.find(({ meaning }) => meaning !== "position" || ends.length === 0);
  const isSilent = said.every(({ more }) => more === undefined) && progress.onPage > 0;
  // "size" alone may be the number of items on the page.
  const sizes = facts.filter(({ meaning }) => meaning === "size");
  const size = sizes.find(({ name }) => name !== "size") ?? sizes[0];
  return {
    facts,
    more: first ?? (isSilent && size?.value === progress.onPage ? { ...size, meaning: "full" } : undefined),
    unsatisfied: saying.filter(isCounted),
    ends,
  };
}

type Row = readonly [meaning: Meaning, read: (value: JsonValue) => Fact["value"] | undefined, expected: string];

const PATHS: Readonly<Partial<Record<string, Row>>> = {
  cursorPath: ["position", pageNamed, "text or number"],
  urlPath: ["position", pageNamed, "text"],
  morePath: ["more", flagOf, "true or false"],
  lastPath: ["last", flagOf, "true or false"],
  totalPagesPath: ["pages", numberOf, "number"],
  totalPath: ["total", numberOf, "number"],
};

function pathsIn(pagination: Pagination | undefined): [option: string, path: string, ...Row][] {
  return Object.entries({ ...pagination }).flatMap(([option, path]: [string, unknown]) => {
    const row = PATHS[option];
    return row === undefined || typeof path !== "string" ? [] : [[option, path, ...row]];
  });
}

/** What the paths lead to on a page, if it is as expected. */
export function declaredFacts(pagination: Pagination | undefined, page: PageContent): Fact[] {
  return pathsIn(pagination).flatMap(([option, path, meaning, read]) => {
    const { pointer: location = path, value: found } = locateIn(page, path) ?? {};
    const value = found === undefined ? undefined : read(found);
    const name = stepNames(location.replace(HEADER_PREFIX, "/")).at(-1) ?? "";
    return value === undefined ? [] : [{ option, meaning, location, name, value }];
  });
}

/** A path that leads nowhere on the first page is wrong. What names the next page may be missing where no more follow. */
export function refuseNowhere(pagination: Pagination | undefined, page: PageContent, isMore: boolean): void {
  for (const [option, path, , read, expected] of pathsIn(pagination)) {
    const found = locateIn(page, path)?.value;
    if ((found === undefined && isMore) || (found !== null && read(found ?? null) === undefined)) {
      throw listingError(
        `The response has ${found === undefined ? "nothing" : `no ${expected}`} at pagination.${option} "${excerpt(path)}".`,
        `Correct the path.${isMore ? "" : ` If the service leaves the field out on its last page, end the path with a question mark: ${JSON.stringify(`${path}?`)}.`}`,
      );
    }
  }
}

/** What is at a path of `pagination`, in the body or in a header. One that ends in a question mark may lead nowhere: `null`. */
export function locateIn(page: PageContent, path: string): { pointer: string; value: JsonValue } | undefined {
  if (path.endsWith("?")) {
    return locateIn(page, path.slice(0, -1)) ?? { pointer: path, value: null };
  }
  if (!path.startsWith(HEADER_PREFIX)) {
    return locate<JsonValue>(page.body, path);
  }
  const [, header = "", rest = ""] = /^header:([^/]*)(.*)$/s.exec(path) ?? [];
  const name = header.toLowerCase();
  const [text] = [page.response.headers[name]].flat();
  if (name === "link") {
    return { pointer: LINK_LOCATION, value: nextLink(text ?? "", page.response.url) ?? null };
  }
  const value =
    text === undefined || rest === "" ? text && headerValue(name, text) : (jsonIn(text) as JsonValue | undefined);
  return value === undefined ? undefined : locate<JsonValue>(value, rest, HEADER_PREFIX + name);
}
