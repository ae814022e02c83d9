/** Which items `where` keeps. */
import type { Where } from "../../../provider/workflows/arguments/argument-types.js";
import { parseJson, type JsonValue } from "../../../provider/workflows/json/json.js";
import { filterItems } from "../../../provider/workflows/items/where.js";
import { processorMilliseconds } from "../../support/timers.js";

const items = parseJson(`[
  {"id":1,"name":"Nightly import","enabled":true,"tags":["prod","etl"],"owner":{"name":"Ada","teams":[{"name":"data"},{"name":"ops"}]},"runs":10,"at":"2025-01-02T00:00:00Z"},
  {"id":2,"name":"Report","enabled":false,"tags":[],"owner":{"name":"Bob","teams":[]},"runs":10.0,"at":"2025-03-01T00:00:00Z","archived":null},
  {"id":9007199254740993,"name":"nightly cleanup","enabled":null,"tags":["test"],"owner.name":"Cy","owner":{"name":"Dora"},"runs":2.5e3,"at":"2025-02-01T00:00:00Z"},
  {"id":"1","name":"","tags":"prod","runs":"10","scores":[1,9],"nested":[["deep"]]},
  "Report", 1, null, ["prod"]
]`) as JsonValue[];

/** The places in the list of the items that fit. */
function fitting(where: Where): number[] {
  const kept = new Set(filterItems(items, where).map((item) => items.indexOf(item)));
  return [...kept];
}

it.each<[string, Where, number[]]>([
  ["nothing", {}, [0, 1, 2, 3, 4, 5, 6, 7]],
  ["text", { name: "Report" }, [1]],
  ["true", { enabled: true }, [0]],
  ["null, which is not missing", { enabled: null }, [2]],
  ["a number, which is not text", { id: 1 }, [0]],
  ["text, which is not a number", { id: "1" }, [3]],
  ["a number, however it is written", { runs: 10 }, [0, 1]],
  ["a number over 2^53, as its text", { id: "9007199254740993" }, [2]],
  ["a double near a number over 2^53, which it is not", { id: 9007199254740992 }, []],
  ["a nested field", { "owner.name": "Ada" }, [0]],
  ["a field with a dot in its name", { "/owner.name": "Cy" }, [2]],
  ["a field through a list", { "owner.teams.name": "ops" }, [0]],
  ["an element of a list", { tags: "prod" }, [0, 3]],
  ["not an element of a list in a list", { nested: "deep" }, []],
  ["a prototype's field", { "constructor.name": "Object" }, []],
  ["an optional field", { "archived?": null }, [1]],
])("equality fits %s", (_, where, places) => {
  expect(fitting(where)).toEqual(places);
});

it.each<[Where, number[]]>([
  [{ name: { startsWith: "N" } }, [0]],
  [{ name: { endsWith: "port" } }, [0, 1]],
  [{ name: { contains: "ightly" } }, [0, 2]],
  [{ id: { in: ["9007199254740993", true, null] } }, [2]],
  [{ id: { in: [] } }, []],
  [{ tags: { startsWith: "e" } }, [0]],
  [{ archived: { exists: true } }, [1]],
  [{ "owner.name": { exists: false } }, [3, 4, 5, 6, 7]],
  [{ enabled: { not: true } }, [1, 2, 3, 4, 5, 6, 7]],
  [{ enabled: { not: true, exists: true } }, [1, 2]],
  [{ name: { not: { contains: "ight" }, exists: true } }, [1, 3]],
  [{ name: { not: { not: "Report" } } }, [1]],
  [{ id: { gt: 1 } }, [1, 2]],
  [{ id: { gte: 2 } }, [1, 2]],
  [{ id: { lt: 2 } }, [0]],
  [{ id: { lte: 2 } }, [0, 1]],
  [{ id: { gt: 9007199254740992 } }, [2]],
  [{ id: { lt: "1e16", gt: "-1e16" } }, [0, 1, 2, 3]],
  [{ at: { gte: "2025-02-01", lt: "2025-03" } }, [2]],
  [{ scores: { gt: 2, lt: 10 } }, [3]],
])("%j keeps the items %j", (where, places) => {
  expect(fitting(where)).toEqual(places);
});

it("an empty list is there, and has no element that is equal to anything", () => {
  const tagged = [{ tags: [] }, { tags: ["a"] }, {}];
  const kept = (tags: Where[string]): string => JSON.stringify(filterItems(tagged, { tags }));
  expect(kept({ exists: true })).toBe('[{"tags":[]},{"tags":["a"]}]');
  expect(kept({ exists: false })).toBe("[{}]");
  expect(kept({ not: "a" })).toBe('[{"tags":[]},{}]');
  expect(kept({ exists: true, not: "a" })).toBe('[{"tags":[]}]');
});

it("ten million comparisons of plain numbers are no matter of seconds", () => {
  const runs = Array.from({ length: 100_000 }, (_, n) => ({ runs: n }));
  const where: Where = { runs: { in: Array.from({ length: 100 }, (_, n) => -n) } };
  expect(processorMilliseconds(() => expect(filterItems(runs, where)).toHaveLength(1))).toBeLessThan(1000);
});
