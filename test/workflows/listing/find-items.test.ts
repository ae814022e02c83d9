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
  [{ data: one, results: [], result: null }, "/data"],
  [{ data: { items: one } }, "/data/items"],
  [{ _embedded: { data: one, extra: one } }, "/_embedded/data"],
  [{ flows: one, total: 1 }, "/flows"],
  [{ response: { flows: one } }, "/response/flows"],
  [{ a: { b: { flows: one } } }, "/a/b/flows"],
  [{ jobs: one, facets: { tags: [] } }, "/jobs"],
  [{ entries: one, items: ["x"] }, "/entries"],
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
  [{ flows: one, runs: one }, undefined, "no clear list of workflows", '"/flows" (1 items) or "/runs" (1 items)'],
  [{ items: [], facets: one }, undefined, "no clear list of workflows", '"/facets"'],
  [{ flows: [], facets: one }, undefined, "no clear list of workflows", '"/facets"'],
  [{ data: [], results: one }, undefined, "no clear list of workflows", '"/data" (0 items) or "/results" (1 items)'],
  [{ workflows: null, owners: one }, undefined, "no clear list of workflows", '"/workflows?" (null) or "/owners"'],
  [{ flows: [], runs: [] }, undefined, "no clear list of workflows", "/path/to/list?"],
  [{ items: null, total: 0 }, undefined, '"items" (null)', '"/items?"'],
  [{}, undefined, "an object with no keys", "itemsPath"],
  ["text", undefined, "it is a string", "itemsPath"],
  [{ data: ["wf_1"], included: one }, undefined, "no clear list of workflows", '"/data" (1 items) or "/included"'],
  [{ workflows: ["wf_1"], messages: [] }, undefined, "no clear list of workflows", '"/workflows" (1 items)'],
  [{ a: { b: { c: { flows: one } } } }, undefined, "no clear list of workflows", '"/a/b/c/flows"'],
  [["a"], undefined, "it is a list", '"" (1 items)'],
  [{ items: [{ id: 1 }, 2] }, undefined, "no clear list of workflows", '"/items" (2 items)'],
  [{ data: one }, "/flows", "has nothing, not a list", '"/data" (1 items)'],
  [{ data: one }, "/flows?", "has nothing, not a list", '"/data" (1 items)'],
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
