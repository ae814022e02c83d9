/** Signs in an answer that it is one page of several, so that nobody takes a first page for the whole. */
import { ListingError } from "../http/errors.js";
import { pointerStep, readPointer } from "../http/json-pointer.js";
import { isJsonObject, LosslessNumber, type JsonValue } from "./json.js";

/** Where services keep what they say of pages: beside the items, or in one of these. */
const places = ["", "/pagination", "/paging", "/page", "/page_info", "/pageInfo", "/meta", "/metadata", "/data"];

const flags = ["has_more", "hasMore", "has_next", "hasNext", "has_next_page", "hasNextPage"];

const cursors = [
  ...["next_cursor", "nextCursor", "next_page_token", "nextPageToken", "next_token", "nextToken"],
  ...["continuation_token", "continuationToken"],
];

const addresses = ["next", "next_url", "nextUrl", "next_page_url", "nextPageUrl", "nextLink", "@odata.nextLink"];

const linkPlaces = ["/_links", "/links"].flatMap((place) => [`${place}/next/href`, `${place}/next`]);

/**
 * Refuses an answer without a `Link` to a next page that says all the same that more follow.
 *
 * @throws ListingError `listing`, with the `pagination` that is probably right.
 */
export function refuseHiddenPages(answer: JsonValue): void {
  const sign = isJsonObject(answer) ? findSign(answer) : undefined;
  if (sign !== undefined) {
    throw new ListingError(
      `The answer says at "${sign.pointer}" that more pages follow, and has no Link header to them.`,
      {
        code: "listing",
        hint: `Set pagination, probably to ${sign.pagination}; or to { type: "none" } if this one page is all you want.`,
      },
    );
  }
}

function findSign(answer: JsonValue): { pointer: string; pagination: string } | undefined {
  const find = (pointers: string[], isSign: (value: JsonValue | undefined) => boolean): string | undefined =>
    pointers.find((pointer) => isSign(readPointer<JsonValue>(answer, pointer)));
  const within = (names: readonly string[]): string[] =>
    places.flatMap((place) => names.map((name) => place + pointerStep(name)));

  const cursor = find(within(cursors), isCursor);
  if (cursor !== undefined) {
    return { pointer: cursor, pagination: `{ type: "cursor", cursorPath: "${cursor}", parameter: … }` };
  }
  const address = find([...within(addresses), ...linkPlaces], isAddress);
  if (address !== undefined) {
    return { pointer: address, pagination: `{ type: "cursor", urlPath: "${address}" }` };
  }
  const flag = find(within(flags), (value) => value === true);
  return flag === undefined ? undefined : { pointer: flag, pagination: `{ type: "page", morePath: "${flag}" }` };
}

function isCursor(value: JsonValue | undefined): boolean {
  return (typeof value === "string" && value !== "") || typeof value === "number" || value instanceof LosslessNumber;
}

function isAddress(value: JsonValue | undefined): boolean {
  return typeof value === "string" && /^(?:https?:\/\/|[/?])/.test(value);
}
