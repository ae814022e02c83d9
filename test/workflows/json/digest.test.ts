/** The digest of a listing: states have it, so that it may never be another one for the same items. */
import { createHash } from "node:crypto";
import fc from "fast-check";
import { stringify } from "lossless-json";
import { canonicalJson, digestItems, sha256, stableKey } from "../../../provider/workflows/json/digest.js";
import { type JsonValue, parseJson } from "../../../provider/workflows/json/json.js";
import { jsonValue } from "./json-arbitraries.js";

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");
const digestOf = (text: string): string => digestItems(parseJson(text) as JsonValue[]);

it.each<[name: string, items: string, canonical: string]>([
  ["keys in order", '[{"b":1,"a":{"d":[2,1],"c":null}}]', '[{"a":{"c":null,"d":[2,1]},"b":1}]'],
  ["items in order", '[{"id":2},{"id":10},{"id":1}]', '[{"id":10},{"id":1},{"id":2}]'],
  ["an item that is there twice", '["b","a","b"]', '["a","b","b"]'],
  ["numbers as they are written", "[1.0,1,1e0,12345678901234567890]", "[1,1.0,12345678901234567890,1e0]"],
  ["keys by their UTF-16 code units", '[{"\uffff":1,"😀":2,"a":3,"B":4}]', '[{"B":4,"a":3,"😀":2,"\uffff":1}]'],
  ["texts as JSON writes them", '["\\u00fc\\/\\u0001\\ud83d\\ude00"]', '["ü/\\u0001😀"]'],
])("the digest of %s is that of the canonical text", (_name, items, canonical) => {
  expect(digestOf(items)).toBe(hashOf(canonical));
});

it("the digest of no items is the one that states have", () => {
  expect(digestOf("[]")).toBe("4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945");
});

it("equal values have the same key, whatever the order of their keys", () => {
  const values = [{ b: [{ d: 1, c: 2 }], a: undefined }, { b: [{ c: 2, d: 1 }] }];
  expect(values.map(stableKey)).toEqual(['{"b":[{"c":2,"d":1}]}', '{"b":[{"c":2,"d":1}]}']);
  expect(stableKey({ b: 1, a: 2, c: 3 })).toBe('{"a":2,"b":1,"c":3}');
  expect(stableKey([2, 1])).toBe("[2,1]");
});

it("the canonical text has no white space, and keeps the order of a list", () => {
  expect(canonicalJson(parseJson(' { "b" : [ 2.0 , 1 ] , "a" : { } } '))).toBe('{"a":{},"b":[2.0,1]}');
  expect(sha256("ü")).toBe(hashOf("ü"));
});

it("the order of items does not change the digest", () => {
  const lists = fc.array(jsonValue, { maxLength: 6 });
  const pairs = lists.chain((items) =>
    fc.shuffledSubarray(items, { minLength: items.length }).map((mixed) => [items, mixed] as const),
  );
  fc.assert(
    fc.property(pairs, ([items, mixed]) => {
      expect(digestOf(stringify(mixed) ?? "")).toBe(digestOf(stringify(items) ?? ""));
    }),
    { numRuns: 500 },
  );
});

it.each([
  ["[12345678901234567890]", "[12345678901234567891]"],
  ['["\\ud800"]', '["\\ufffd"]'],
  ["[1]", "[1.0]"],
  ["[1]", '["1"]'],
  ['["a,b"]', '["a","b"]'],
  ['[{"__proto__":1}]', "[{}]"],
])("the digests of %s and %s differ", (left, right) => {
  expect(digestOf(left)).not.toBe(digestOf(right));
});
