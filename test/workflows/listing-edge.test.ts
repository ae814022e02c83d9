/** Any list comes through as it is, and its digest depends on its content alone. */

import fc from "fast-check";
import { parse, stringify } from "lossless-json";
import { itemsAt } from "../../provider/workflows/listing/find-items.js";
import { parseJson } from "../../provider/workflows/json/json.js";
import type { Listing } from "../../provider/workflows/types.js";
import { presentListing } from "../../provider/workflows/items/view.js";
import { jsonValue, listText } from "./json/json-arbitraries.js";

function present(text: string, itemsPath = ""): Listing {
  return presentListing(itemsAt(parseJson(text), itemsPath).items, {});
}

/** What another implementation, which keeps every number as text, reads. */
function reread(text: string): string | undefined {
  return stringify(parse(text));
}

it("any list comes out as it went in, each number character for character", () => {
  fc.assert(
    fc.property(listText, (text) => {
      const listing = present(text);
      expect(reread(listing.json)).toBe(reread(text));
      expect(reread(listing.json)).toBe(listing.json);
      expect(listing.count).toBe(listing.items.length);
    }),
    { numRuns: 3000 },
  );
});

it("any list comes out of any object around it", () => {
  fc.assert(
    fc.property(listText, fc.constantFrom("workflows", "items", "value", "nothingUsual", "__proto__"), (text, key) => {
      expect(present(`{"total":1.0,"${key}":${text}}`, `/${key}`).json).toBe(present(text).json);
    }),
    { numRuns: 2000 },
  );
});

it("neither the order of items nor of keys changes the digest", () => {
  fc.assert(
    fc.property(fc.array(jsonValue, { maxLength: 6 }), fc.infiniteStream(fc.nat()), (items, random) => {
      const listing = present(stringify(items) ?? "");
      const turned = present(stringify(shuffled(items, random)) ?? "");
      expect(turned.digest).toBe(listing.digest);
    }),
    { numRuns: 2000 },
  );
});

it("lists that differ in anything else have different digests", () => {
  fc.assert(
    fc.property(listText, listText, (left, right) => {
      const [one, other] = [present(left), present(right)];
      expect(one.digest === other.digest).toBe(sortedForm(parse(left)) === sortedForm(parse(right)));
    }),
    { numRuns: 2000 },
  );
});

it.each([
  ["[12345678901234567890]", "[12345678901234567891]"],
  ['["\\ud800"]', '["\\ud801"]'],
  ['["\\ud800"]', '["\\ufffd"]'],
  ['["\\ud800"]', '["\\\\ud800"]'],
  ["[1]", "[1.0]"],
  ["[1]", '["1"]'],
  ["[1]", "[1,1]"],
  ["[1,2]", "[[1,2]]"],
  ['["a,b"]', '["a","b"]'],
  ["[]", "[[]]"],
  ["[null]", "[]"],
  ['[{"a":null}]', "[{}]"],
  ['[{"__proto__":1}]', "[{}]"],
])("the digests of %s and %s differ", (left, right) => {
  expect(present(left).digest).not.toBe(present(right).digest);
});

function shuffled(value: unknown, random: Iterator<number>, top = true): unknown {
  if (Array.isArray(value)) {
    const inner = value.map((element) => shuffled(element, random, false));
    return top ? mixed(inner, random) : inner;
  }
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) {
    return value;
  }
  const copy = {};
  for (const [key, field] of mixed(Object.entries(value), random)) {
    const inner = shuffled(field, random, false);
    Object.defineProperty(copy, key, { value: inner, enumerable: true, writable: true, configurable: true });
  }
  return copy;
}

function mixed<T>(elements: readonly T[], random: Iterator<number>): T[] {
  return elements
    .map((element) => ({ element, order: random.next().value as number }))
    .sort((left, right) => left.order - right.order)
    .map(({ element }) => element);
}

function sortedForm(value: unknown, top = true): string {
  if (Array.isArray(value)) {
    const inner = value.map((element) => sortedForm(element, false));
    return `[${(top ? inner.sort() : inner).join(" ")}]`;
  }
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) {
    return stringify(value) ?? "";
  }
  const fields = Object.entries(value).map(([key, field]) => `${JSON.stringify(key)}=${sortedForm(field, false)}`);
  return `{${fields.sort().join(" ")}}`;
}
