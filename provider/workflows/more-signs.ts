/** Signs in an answer that it is one page of several, so that nobody takes a first page for the whole. */
import { ListingError } from "../http/errors.js";
import { pointerStep, readPointer } from "../http/json-pointer.js";
import { isJsonObject, type JsonValue } from "./json.js";
import { isJsonNumber } from "./numbers.js";

/** Where services keep what they say of pages: beside the items, or in one of these. */
const PLACES = ["", "/pagination", "/paging", "/page", "/page_info", "/pageInfo", "/meta", "/metadata", "/data"];

const FLAGS = ["has_more", "hasMore", "has_next", "hasNext", "has_next_page", "hasNextPage"];

const CURSORS = [
  ...["next_cursor", "nextCursor", "next_page_token", "nextPageToken", "next_token", "nextToken"],
  ...["continuation_token", "continuationToken"],
];

const ADDRESSES = ["next", "next_url", "nextUrl", "next_page_url", "nextPageUrl", "nextLink", "@odata.nextLink"];

const LINK_PLACES = ["/_links", "/links"].flatMap((place) => [`${place}/next/href`, `${place}/next`]);

/**
 * Refuses an answer that names no next page where it was looked for, and says all the same that more follow.
 *
 * @param missing what was looked for: "no Link header to them".
 * @throws ListingError `listing`, with the `pagination` that is probably right.
 */
export function refuseHiddenPages(answer: JsonValue, missing: string): void {
  const sign = isJsonObject(answer) ? findSign(answer) : undefined;
  if (sign !== undefined) {
    throw new ListingError(`The answer says at "${sign.pointer}" that more pages follow, and has ${missing}.`, {
      code: "listing",
      hint: `Set pagination, probably to ${sign.pagination}; or to { type: "none" } if this one page is all you want.`,
    });
  }
}

function findSign(answer: JsonValue): { pointer: string; pagination: string } | undefined {
  const find = (pointers: string[], isSign: (value: JsonValue | undefined) => boolean): string | undefined =>
    pointers.find((pointer) => isSign(readPointer<JsonValue>(answer, pointer)));
  const within = (names: readonly string[]): string[] =>
    PLACES.flatMap((place) => names.map((name) => place + pointerStep(name)));

  const cursor = find(within(CURSORS), isCursor);
  if (cursor !== undefined) {
    return { pointer: cursor, pagination: `{ type: "cursor", cursorPath: "${cursor}", parameter: … }` };
  }
  const address = find([...within(ADDRESSES), ...LINK_PLACES], isAddress);
  if (address !== undefined) {
    return { pointer: address, pagination: `{ type: "cursor", urlPath: "${address}" }` };
  }
  const flag = find(within(FLAGS), (value) => value === true);
  return flag === undefined ? undefined : { pointer: flag, pagination: `{ type: "page", morePath: "${flag}" }` };
}

function isCursor(value: JsonValue | undefined): boolean {
  return (typeof value === "string" && value !== "") || isJsonNumber(value);
}

function isAddress(value: JsonValue | undefined): boolean {
  return typeof value === "string" && /^(?:https?:\/\/|[/?])/.test(value);
}
