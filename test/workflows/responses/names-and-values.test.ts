/** Names and values, in the spellings that services use. */
import {
  conventionOf,
  isContainerName,
  isNextName,
  isPagesName,
} from "../../../provider/workflows/responses/conventions.js";
import { type JsonValue, parseJson } from "../../../provider/workflows/json/json.js";
import {
  flagOf,
  isEmptyValue,
  normaliseName,
  numberOf,
  readCursor,
} from "../../../provider/workflows/responses/names-and-values.js";

it.each([
  ["next_page", "nextpage"],
  ["nextPage", "nextpage"],
  ["X-Next-Page", "xnextpage"],
  ["@odata.nextLink", "nextlink"],
  ["hydra:next", "next"],
  ["@iot.count", "count"],
  ["my-api.next", "next"],
  ["a.1", "a1"],
  ["@next", "next"],
  ["1a.next", "1anext"],
  ["$top", "top"],
  ["odata.$top", "top"],
  ["__count", "count"],
])("the name %s is %s", (name, normalised) => {
  expect(normaliseName(name)).toBe(normalised);
});

const valueOf = (text: string): JsonValue => parseJson(text);

it.each<[text: string, cursor: string | undefined]>([
  ['"abc"', "abc"],
  ['" a b "', " a b "],
  ["7", "7"],
  ["12345678901234567890", "12345678901234567890"],
  ['""', undefined],
  ['" "', undefined],
  ["0", undefined],
  ['"0"', undefined],
  ["-1", undefined],
  ['"-1"', undefined],
  ['"null"', undefined],
  ['" NONE "', undefined],
  ["null", undefined],
  ["true", undefined],
  ["{}", undefined],
  ['["a"]', undefined],
])("the cursor %s is %j", (text, cursor) => {
  expect(readCursor(valueOf(text))).toBe(cursor);
  expect(readCursor(undefined)).toBeUndefined();
});

it.each<[text: string, number: number | undefined]>([
  ["0", 0],
  ["30", 30],
  ['"30"', 30],
  ['" 30 "', 30],
  ["30.0", 30],
  ["30.00", 30],
  ["30.5", undefined],
  ['"items 0-9/30"', 30],
  ['"0-9/30"', 30],
  ['"items 0 - 9 / 30"', 30],
  ['"items */30"', 30],
  ['"*/30"', 30],
  ['"items 0-9/*"', undefined],
  ['"items/30"', undefined],
  ['"0-9 30"', undefined],
  ['"a b 0-9/30"', undefined],
  ['"1,000"', 1000],
  ["\"12'345'678\"", 12345678],
  ['"1 000"', 1000],
  ['"1,00"', undefined],
  ['"1000,000"', undefined],
  ['"1,000,"', undefined],
  ['"x1,000"', undefined],
  ["-1", undefined],
  ["1e3", undefined],
  ["999999999999999", 999999999999999],
  ["1000000000000000", undefined],
  ['"30 items"', undefined],
  ['""', undefined],
  ["true", undefined],
  ["null", undefined],
  ["[30]", undefined],
])("the number %s is %j", (text, number) => {
  expect(numberOf(valueOf(text))).toBe(number);
  expect(numberOf(undefined)).toBeUndefined();
});

it.each<[flag: boolean | undefined, texts: readonly string[]]>([
  [true, ["true", '"true"', '" True "', "1", '"1"', "1.0", '"yes"', '"Y"', '"t"', '"on"']],
  [false, ["false", '"false"', "0", '"0"', '"no"', '"N"', '"f"', '"OFF"']],
  [undefined, ["null", "2", "-1", '""', '"maybe"', '"truest"', "[]", "{}"]],
])("a flag is %s in each of %j", (flag, texts) => {
  expect(texts.filter((text) => flagOf(valueOf(text)) !== flag)).toEqual([]);
  expect(flagOf(undefined)).toBeUndefined();
});

it.each<[isEmpty: boolean, texts: readonly string[]]>([
  [true, ["null", "false", "{}", '""', '" "', "0", '"0"', "-1", '"none"', '"null"']],
  [false, ["true", '{"a":1}', "[]", '"a"', "1", '"/x"']],
])("that a value is empty is %s of each of %j", (isEmpty, texts) => {
  expect(texts.filter((text) => isEmptyValue(valueOf(text)) !== isEmpty)).toEqual([]);
});

/** The meaning and the value that are read from a field; "nothing" if it is no hint. */
function hintOf(name: string, text: string): string {
  const found = conventionOf(normaliseName(name), valueOf(text));
  return found === undefined ? "nothing" : `${found.convention.meaning}: ${String(found.value)}`;
}

it.each<[name: string, text: string, hint: string]>([
  ["next", '"https://a.example/b"', "address: https://a.example/b"],
  ["next", '"/b"', "address: /b"],
  ["next", '"../b"', "address: ../b"],
  ["next", '"./b"', "address: ./b"],
  ["next", '"?page=2"', "address: ?page=2"],
  ["next", '"b?page=2"', "address: b?page=2"],
  ["next", '"b?page"', "cursor: b?page"],
  ["next", '"b?=2"', "cursor: b?=2"],
  ["next", '"a/b=="', "cursor: a/b=="],
  ["next", '".../b"', "cursor: .../b"],
  ["next", "2", "next number: 2"],
  ["next", "true", "more: true"],
  ["next", "null", "nothing"],
  ["nextLink", '"anything"', "address: anything"],
  ["nextLink", '" "', "nothing"],
  ["nextLink", "5", "nothing"],
  ["last", '"/b"', "last address: /b"],
  ["last", "4", "pages: 4"],
  ["last", "1", "pages: 1"],
  ["last", '"1"', "last address: 1"],
  ["last", "false", "last: false"],
  ["is_last", "1", "last: true"],
  ["at_end", "0", "last: false"],
  ["on_last_page", "1", "last: true"],
  ["has_reached_end", "1", "nothing"],
  ["end", "10", "nothing"],
  ["done", "true", "last: true"],
  ["total", '"1,000"', "total: 1000"],
  ["total", '"many"', "nothing"],
  ["page", "0", "page: 0"],
  ["truncated", "1", "truncated: true"],
  ["limited", "true", "truncated: true"],
  ["limited", "1", "nothing"],
  ["last_listing", "1", "nothing"],
  ["total_is_estimate", "1", "nothing"],
  ["total_relation", '"gte"', "inexact total: true"],
  ["total_relation", '"EQ"', "inexact total: false"],
  ["total_relation", '"gtee"', "nothing"],
  ["total_relation", '"agte"', "nothing"],
  ["has_more", '"gte"', "nothing"],
  ["name", '"a"', "nothing"],
])("the field %s with %s is %s", (name, text, hint) => {
  expect(hintOf(name, text)).toBe(hint);
});

it("objects about pages are known by their names, and those of counts by the name around them", () => {
  expect(["meta", "paging", "links", "data", "next"].map((name) => isContainerName(name))).toEqual(Array(5).fill(true));
  expect(["owner", "items", "xmore"].map((name) => isContainerName(name))).toEqual(Array(3).fill(false));
  expect(["counts", "count", "totals", "total"].map((parent) => isContainerName("items", parent))).toEqual(
    Array(4).fill(true),
  );
  expect(["counter", "mytotal", "data"].map((parent) => isContainerName("items", parent))).toEqual(
    Array(3).fill(false),
  );
  expect(isContainerName("owner", "counts")).toBe(false);
  expect(["paging", "pagination", "pageinfo", "paginator", "cursor", "cursors"].map(isPagesName)).toEqual(
    Array(6).fill(true),
  );
  expect(["mypaging", "pagings", "data"].map(isPagesName)).toEqual(Array(3).fill(false));
  expect(["next", "nextlink", "continue", "nextcursor"].map(isNextName)).toEqual(Array(4).fill(true));
  expect(["total", "previous", "hasmore"].map(isNextName)).toEqual(Array(3).fill(false));
});
