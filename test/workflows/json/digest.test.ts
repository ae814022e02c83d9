/** The digest of a listing: states have it, so that it may never be another one for the same items. */
import { createHash } from "node:crypto";
import { canonicalJson, digestItems, sha256, stableKey } from "../../../provider/workflows/json/digest.js";
import { type JsonValue, parseJson } from "../../../provider/workflows/json/json.js";

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");
const digestOf = (text: string): string => digestItems(parseJson(text) as JsonValue[]);

it.each<[name: string, items: string, canonical: string]>([
  ["no items", "[]", "[]"],
  ["one item", '[ { "id" : 1 } ]', '[{"id":1}]'],
  ["keys in order", '[{"b":1,"a":{"d":[2,1],"c":null}}]', '[{"a":{"c":null,"d":[2,1]},"b":1}]'],
  ["keys that are numbers", '[{"a":1,"9":true,"10":null}]', '[{"10":null,"9":true,"a":1}]'],
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

it.each([999, 1000, 1001, 2000, 2001])("the digest of %d items is that of the whole text", (count) => {
  const texts = Array.from({ length: count }, (_, index) => `{"id":${index}}`);
  expect(digestOf(`[${texts.join(",")}]`)).toBe(hashOf(`[${[...texts].sort().join(",")}]`));
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
