/** Turns a response into a page: its items and its signs. */
import { locate } from "../../base/json-path.js";
import { excerpt } from "../../base/text.js";
import { firstHeader } from "../../http/response.js";
import type { ServiceResponse } from "../../http/types.js";
import { type JsonValue, parseJson, type ValueBudget } from "../json/json.js";
import type { ListingRequest } from "../types.js";
import { listingError } from "./advice.js";
import { refuseErrorAlone, refuseErrorBody, type Remark, remarkIn } from "./body-error.js";
import { declaredSigns } from "./declared.js";
import { CONTENT_RANGE, fieldsOf, isNamedIn } from "./fields.js";
import { anyList, findItems, type FoundItems, itemsAt, noItems, requireObjects } from "./find-items.js";
import { namedSigns, type Sign } from "./signs.js";

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

/** Returns whether a sign is left out: a declared one wins; and what pages name by themselves counts only if a declared cursor is gone. */
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
