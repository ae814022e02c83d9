/** Rule 2: the list is the body, or the only array of objects; of several, the nearest with a usual name. Else an error names them. */
import { WorkflowsError } from "../../../provider/base/errors.js";
import { findItems, itemsAt } from "../../../provider/workflows/listing/find-items.js";
import type { JsonValue } from "../../../provider/workflows/json/json.js";
import { rejectionOf, thrownBy } from "../../support/thrown.js";
import { always, read } from "./reader.js";

const one = [{ id: 1 }];

it.each<[body: JsonValue, pointer: string]>([
  [one, ""],
  [{ workflows: one }, "/workflows"],
  [{ results: one, items: one }, "/items"],
  [{ data: { items: one } }, "/data/items"],
  [{ _embedded: { data: one, extra: one } }, "/_embedded/data"],
  [{ a: { b: { c: { d: { flows: one } } } } }, "/a/b/c/d/flows"],
  [{ entries: one, items: ["x"] }, "/entries"],
  [{ flows: [], total: 0 }, "/flows"],
  [{ flows: one, links: [{ rel: "self" }], errors: [] }, "/flows"],
  [[{ id: 1, items: one, total: 1 }], ""],
])("%j has it at %j", (body, pointer) => {
  expect(findItems(body, "workflows").pointer).toBe(pointer);
});

it.each<[body: JsonValue, itemsPath: string, pointer: string, count: number]>([
  [{ a: { b: one } }, "/a/b", "/a/b", 1],
  [{ a: { b: one } }, "a.b", "/a/b", 1],
  [[["wf_1"], ["wf_2"]], "", "", 2],
  [{ total: 0 }, "/a/flows?", "/a/flows", 0],
])("%j at %j", (body, itemsPath, pointer, count) => {
  const found = itemsAt(body, itemsPath);
  expect([found.pointer, found.items.length]).toEqual([pointer, count]);
});

it.each<[body: JsonValue, itemsPath: string | undefined, message: string, hint: string]>([
  [{ flows: one, runs: one }, undefined, "no clear list of workflows", '"/flows" (1 item) or "/runs" (1 item)'],
  [{ items: [], facets: one }, undefined, "no clear list of workflows", '"/facets"'],
  [{ data: [], results: one }, undefined, "no clear list of workflows", '"/data" (0 items) or "/results" (1 item)'],
  [{ workflows: null, owners: one }, undefined, "no clear list of workflows", '"/workflows?" (null) or "/owners"'],
  [{ columns: one, rows: [["a"], ["b"]] }, undefined, "no clear list of workflows", "itemsPath"],
  [{ filters: one, result: { workflows: [] } }, undefined, "no clear list of workflows", '"/filters" (1 item)'],
  [{ columns: one, data: { workflows: null } }, undefined, "no clear list of workflows", '"/columns" (1 item)'],
  [{ items: {}, types: one }, undefined, "no clear list of workflows", '"/types" (1 item)'],
  [{ code: 7, message: "denied", details: one }, undefined, "no clear list of workflows", "/path/to/list?"],
  [{ _links: { curies: one } }, undefined, "no clear list of workflows", "/path/to/list?"],
  [{}, undefined, "an object with no keys", "itemsPath"],
  [Object.fromEntries(Array.from("abcdefghijklmnopqrstuvw", (key) => [key, 1])), undefined, "and 3 more", "itemsPath"],
  [[{ workflows: one, total: 23 }], undefined, "no clear list of workflows", 'such as "/0/workflows" (1 item).'],
  [[{ page: 1 }, one], undefined, "no clear list of workflows", 'such as "/1" (1 item).'],
  [[one, 23], undefined, "no clear list of workflows", 'such as "/0" (1 item).'],
  [{ response: { wf_1: { name: "a" } } }, "/response", "has an object at", "itemsPath"],
  [{ workflows: { wf_1: { steps: one } } }, undefined, "no clear list of workflows", "/path/to/list?"],
  [
    { tags: one, v2: { workflows: one } },
    undefined,
    "no clear list of workflows",
    '"/tags" (1 item) or "/v2/workflows"',
  ],
  [{ response: { "7c": { workers: [] } } }, undefined, "no clear list of workflows", "/path/to/list?"],
  [{ data: ["wf_1"], included: one }, undefined, "no clear list of workflows", '"/data" (1 item) or "/included"'],
  [{ items: [{ id: 1 }, 2] }, undefined, "no clear list of workflows", '"/items" (2 items)'],
  [{ data: one }, "/flows", "has nothing at", '"/data" (1 item)'],
  [{ data: one }, "/flows?", "has nothing at", '"/data" (1 item)'],
  [{ flows: "none" }, "/flows?", "has a string at", "itemsPath"],
])("%j with %j is an error", (body, itemsPath, message, hint) => {
  const find = (): unknown => (itemsPath === undefined ? findItems(body, "workflows") : itemsAt(body, itemsPath));
  const error = thrownBy(WorkflowsError, find);
  expect(error.code).toBe("listing");
  expect(error.problem).toContain(message);
  expect(error.hint).toContain(hint);
});

it.each<[body: JsonValue, isLeftOut: boolean]>([
  [{ total: 5 }, true],
  [{ meta: { total: 5 } }, true],
  [{ total: 5, name: "x" }, false],
  [{ page: { rows: one } }, false],
  [null, false],
])("a later page %j leaves out an empty list: %s", (body, isLeftOut) => {
  const find = (): unknown => itemsAt(body, "/items", true).items;
  if (isLeftOut) {
    expect(find()).toEqual([]);
  } else {
    expect(find).toThrow(/at "\/items", where its list should be/);
  }
});

it("an exact total of 0 beside items is an error", async () => {
  const { message } = await rejectionOf(WorkflowsError, read(always({ total: 0, facets: [{ id: "x" }, { id: "y" }] })));
  expect(message).toMatch(/says at "\/total" that there are no workflows.*"\/facets" \(2 items\)/);
});

it("a total of 0 that is an estimate says nothing about the place of the list", async () => {
  expect((await read(always({ estimatedTotal: 0, items: one }))).items).toEqual(one);
});

it("a later page may leave out an empty list, and a page without a list is an error", async () => {
  const paged = (last: unknown) => (url: URL) => ({ body: url.search === "" ? { jobs: one, next: "?page=2" } : last });
  expect((await read(paged({ total: 1, jobs: null }))).items).toEqual(one);
  await expect(read(paged({ name: "x" }))).rejects.toThrow(/nothing at "\/jobs", where its list should be/);
  await expect(read(paged({ jobs: ["text"] }))).rejects.toThrow(/no clear list/);
});
