/**
 * Rules 2 and 8: a page is the items of a response, and its signs. What the argument `pagination` names counts first, and what the page
 * names by itself comes after it.
 */
import { jsonIn, locate, stepNames } from "../../base/json-path.js";
import { excerpt } from "../../base/text.js";
import { firstHeader } from "../../http/response.js";
import type { ServiceResponse } from "../../http/types.js";
import { type JsonValue, parseJson, type ValueBudget } from "../json/json.js";
import type { Pagination } from "../arguments/argument-types.js";
import type { ListingRequest } from "../types.js";
import { listingError } from "./advice.js";
import { refuseErrorAlone, refuseErrorBody, type Remark, remarkIn } from "./body-error.js";
import { CONTENT_RANGE, type Field, fieldsOf, type Head, HEADER, isNamedIn, linkTo } from "./fields.js";
import { anyList, findItems, type FoundItems, itemsAt, noItems, requireObjects } from "./find-items.js";
import { countOf, flagOf, type Kind, nextOf, normalise, type Scalar } from "./names.js";
import { namedSigns, type Sign, signOf } from "./signs.js";

export interface Page {
  readonly request: URL;
  readonly response: ServiceResponse;
  readonly items: readonly JsonValue[];
  /** Where the items are; `undefined` for a response without content. */
  readonly itemsPath: string | undefined;
  readonly signs: readonly Sign[];
  /** The message beside an empty list. */
  readonly remark: Remark | undefined;
}

export interface PageOptions extends Pick<ListingRequest, "pagination" | "itemsPath"> {
  /** The plural for the items in messages: "workflows". */
  readonly noun: string;
  /** The argument `unrelatedFields`. */
  readonly unrelated: readonly string[];
}

/** The facts that earlier pages leave for the next one. */
interface Context {
  /** Where the first page has its items; `undefined` for the first page. */
  readonly foundPath: string | undefined;
  readonly budget: ValueBudget;
}

/** Reads a response. Throws if its body is not JSON, reports an error, or has no clear list. A status of 204 is an empty list. */
export function readPage(request: URL, response: ServiceResponse, options: PageOptions & Context): Page {
  const { unrelated, itemsPath, foundPath, budget } = options;
  const hasContent = response.status !== 204;
  const body = hasContent ? parseJson(response.text, budget) : null;
  const list = hasContent ? itemsIn(body, options) : { items: [], pointer: itemsPath ?? foundPath ?? "" };
  const fields = fieldsOf(body, response, list.pointer, unrelated);
  const declared = declaredSigns(options.pagination, body, response, fields);
  const named = namedSigns(fields, response.url).filter((sign) => !isIgnored(sign, declared, options));
  const signs = [...declared, ...named, ...partOf(response, named, unrelated)];
  if (itemsPath === undefined && foundPath === undefined) {
    requireNoZero(list, signs, body, options.noun);
  }
  const remark = list.items.length === 0 ? remarkIn(fields) : undefined;
  return { request, response, items: list.items, itemsPath: hasContent ? list.pointer : undefined, signs, remark };
}

/** Returns whether a sign is left out: a declared one wins, and while a declared cursor has a value, other next pages are ignored. */
function isIgnored({ kind, location }: Sign, declared: readonly Sign[], { pagination }: PageOptions): boolean {
  const hasCursor = declared.some((sign) => sign.kind === "next" && sign.value !== null);
  const isFollowed = pagination?.type === "cursor" && hasCursor;
  return declared.some((sign) => sign.location === location) || (isFollowed && (kind === "next" || kind === "cursor"));
}

/**
 * Returns an unknown sign for a part of a range (206) without the number of all items. Throws for a part of the body: no range was requested.
 */
function partOf({ status, headers }: ServiceResponse, signs: readonly Sign[], unrelated: readonly string[]): Sign[] {
  const name = "content-range";
  const range = firstHeader(headers, name) ?? "";
  if (status === 206 && /^\s*bytes\b/i.test(range)) {
    throw listingError(
      `The response is a part of the body (status 206, Content-Range: ${excerpt(range)}).`,
      "No range was requested. Is there a cache or a proxy between, which keeps a download that was cut?",
    );
  }
  const isKnown = signs.some(({ kind, location }) => kind === "total" || location === CONTENT_RANGE);
  return status !== 206 || isKnown || isNamedIn(unrelated, CONTENT_RANGE, name)
    ? []
    : [{ kind: "unknown", name, location: CONTENT_RANGE, value: null, exactness: "exact" }];
}

/** Throws if an exact total of 0 is beside items: the list is elsewhere. */
function requireNoZero(list: FoundItems, signs: readonly Sign[], body: JsonValue, noun: string): void {
  const zero = signs.find(({ kind, value, exactness }) => kind === "total" && exactness === "exact" && value === 0);
  if (zero !== undefined && list.items.length > 0) {
    throw noItems(`The response says at "${excerpt(zero.location)}" that there are no ${noun}`, body);
  }
}

/** Finds the items. Throws if the body reports an error, which then explains why it has no list. */
function itemsIn(body: JsonValue, options: PageOptions & Context): FoundItems {
  const { itemsPath, foundPath, noun, unrelated } = options;
  const path = itemsPath ?? foundPath;
  const isLater = foundPath !== undefined;
  let list: FoundItems;
  try {
    list = path === undefined ? findItems(body, noun) : itemsAt(body, path, isLater);
    if (itemsPath === undefined && isLater) {
      requireObjects(list, body, noun);
    }
  } catch (error) {
    // If the body has no list at all, a text in it counts as the reason.
    refuseErrorBody(body, anyList(body), unrelated);
    throw error;
  }
  refuseErrorBody(body, list, unrelated);
  if (locate(body, list.pointer) === undefined) {
    refuseErrorAlone(body, undefined, unrelated);
  }
  return list;
}

interface PathOption {
  readonly kind: Kind;
  readonly read: (value: JsonValue) => Scalar | undefined;
  /** What is expected there, for messages. */
  readonly expected: string;
}

/** The options that are paths, with the kind of what is there. */
const PATHS: Readonly<Partial<Record<string, PathOption>>> = {
  cursorPath: { kind: "next", read: nextOf, expected: "text or number" },
  urlPath: { kind: "next", read: nextOf, expected: "text or number" },
  morePath: { kind: "more", read: flagOf, expected: "true or false" },
  lastPath: { kind: "last", read: flagOf, expected: "true or false" },
  totalPath: { kind: "total", read: countOf, expected: "number" },
  totalPagesPath: { kind: "pages", read: countOf, expected: "number" },
};

/** Returns the signs at the paths of `pagination`. A flag or a number that is `null` says nothing, and is accepted. */
function declaredSigns(
  pagination: Pagination | undefined,
  body: JsonValue,
  head: Head,
  fields: readonly Field[],
): Sign[] {
  return Object.entries({ ...pagination }).flatMap(([option, path]: [string, unknown]) => {
    const { kind, read } = PATHS[option] ?? {};
    const found = typeof path === "string" && kind !== undefined ? valueAt(body, head, path) : undefined;
    const value = found && (found.value === null ? null : read?.(found.value));
    if (found === undefined || kind === undefined || value === undefined) {
      return [];
    }
    const name = stepNames(found.pointer.replace(HEADER, "/")).at(-1) ?? "";
    const field: Field = {
      name,
      normal: normalise(name),
      value: found.value,
      location: found.pointer,
      about: "response",
    };
    const isSilent = value === null && kind !== "next";
    return { ...signOf(isSilent ? "other" : kind, value, field, fields), declaredBy: option };
  });
}

/** Throws if a path leads to nothing usable on the first page. A cursor may be missing, unless a sign says that more may follow. */
export function requirePaths(pagination: Pagination, signs: readonly Sign[], mayBeMore: boolean): void {
  for (const [option, path] of Object.entries(pagination) as [string, string][]) {
    const { kind, expected = "" } = PATHS[option] ?? {};
    const isMissing = kind !== undefined && !signs.some(({ declaredBy }) => declaredBy === option);
    if (isMissing && (kind !== "next" || mayBeMore)) {
      const optional = ` If the service leaves the field out on its last page, end the path with a question mark: ${JSON.stringify(`${path}?`)}.`;
      throw listingError(
        `The response has no ${expected} at pagination.${option} "${excerpt(path)}".`,
        `Correct the path.${mayBeMore ? "" : optional}`,
      );
    }
  }
}

/** Returns the value at a path, in the body or a header. `null`: nothing is there, and the path ends in `?` or is `header:Link`. */
function valueAt(body: JsonValue, head: Head, path: string): ReturnType<typeof locate<JsonValue>> {
  if (path.endsWith("?")) {
    return valueAt(body, head, path.slice(0, -1)) ?? { pointer: path, value: null };
  }
  const [, header, rest = ""] = /^header:([^/]*)(.*)$/s.exec(path) ?? [];
  if (header === undefined) {
    return locate<JsonValue>(body, path);
  }
  const name = header.toLowerCase();
  const text = firstHeader(head.headers, name);
  if (name === "link") {
    return { pointer: "header:Link", value: linkTo("next", text ?? "", head.url) ?? null };
  }
  const plain = name === "content-range" ? text?.replace(/^.*\//, "") : text;
  const value = rest === "" ? plain : (jsonIn(plain ?? "") as JsonValue | undefined);
  return value === undefined ? undefined : locate<JsonValue>(value, rest, HEADER + name);
}
