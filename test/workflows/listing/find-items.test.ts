/** Bodies, then where the list is. */
import { ListingError } from "../../../provider/http/errors.js";
import { findItems, itemsOfLaterPage } from "../../../provider/workflows/listing/find-items.js";
import type { JsonValue } from "../../../provider/workflows/json/json.js";
import { thrownBy } from "../../support/thrown.js";

const one = [{ id: 1 }];

test.each<[body: JsonValue, pointer: string]>([
  [one, ""],
  [[], ""],
  [{ workflows: one }, "/workflows"],
  [{ Items: one, other: one }, "/Items"],
  [{ data: [], results: one }, "/results"],
  [{ data: { items: one } }, "/data/items"],
  [{ _embedded: { data: one, extra: one } }, "/_embedded/data"],
  [{ flows: one, total: 1 }, "/flows"],
  [{ response: { flows: one } }, "/response/flows"],
  [{ a: { b: { flows: one } } }, "/a/b/flows"],
  [{ flows: [], total: 0 }, "/flows"],
  [{ items: [], tags: ["a"] }, "/items"],
  [{ flows: one, links: [{ rel: "self" }], errors: [] }, "/flows"],
])("%j has it at %j", (body, pointer) => {
  expect(findItems(body, undefined, "workflows").pointer).toBe(pointer);
});

test.each<[body: JsonValue, itemsPath: string, count: number]>([
  [{ a: { b: one } }, "/a/b", 1],
  [{ a: { b: one } }, "a.b", 1],
  [["a", "b"], "", 2],
  [{ total: 0 }, "/flows?", 0],
  [{ flows: null }, "flows?", 0],
])("%j at %j", (body, itemsPath, count) => {
  expect(findItems(body, itemsPath, "workflows").items).toHaveLength(count);
});

test.each<[body: JsonValue, itemsPath: string | undefined, message: string, hint: string]>([
  [
    { flows: one, runs: one },
    undefined,
    "no list of workflows at a usual place",
    '"/flows" (1 objects) or "/runs" (1 objects)',
  ],
  [{ items: [], facets: one }, undefined, 'the list at "/items" is empty, but "/facets" is not', '"/facets"'],
  [{ flows: [], facets: one }, undefined, "no list of workflows", '"/facets"'],
  [{ flows: [], runs: [] }, undefined, "no list of workflows", "/path/to/list?"],
  [{ items: null, total: 0 }, undefined, '"items" (null)', '"/items?"'],
  [{}, undefined, "an object with no keys", "itemsPath"],
  ["text", undefined, "it is a string", "itemsPath"],
  [{ a: { b: { c: { flows: one } } } }, undefined, "no list", '"/a/b/c/flows" (1 objects)'],
  [["a"], undefined, "Item 1 of the list at the response is a string, not an object", 'set `itemsPath` to ""'],
  [{ items: [{ id: 1 }, 2] }, undefined, 'Item 2 of the list at "/items" is a number', '"/items"'],
  [{ data: one }, "/flows", "has nothing, not a list", '"/data" (1 objects)'],
  [{ data: one }, "/flows?", "has nothing, not a list", '"/data" (1 objects)'],
  [{ flows: "none" }, "/flows?", "has a string, not a list", "itemsPath"],
])("%j with %j is an error", (body, itemsPath, message, hint) => {
  const error = thrownBy(ListingError, () => findItems(body, itemsPath, "workflows"));
  expect(error.problem).toContain(message);
  expect(error.hint).toContain(hint);
});

test("a later page may leave out an empty list, but not have another one", () => {
  expect(itemsOfLaterPage({ total: 5 }, "/items", "workflows").items).toEqual([]);
  expect(itemsOfLaterPage({ items: null }, "/items", "workflows").items).toEqual([]);
  expect(() => itemsOfLaterPage({ Items: one }, "/items", "workflows")).toThrow(
    /null at "\/items", where the first page/,
  );
});
