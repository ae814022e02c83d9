/** As many workflows as a service may have: more than a call takes arguments, and in no time that grows with their square. */
import { compareListings } from "../../provider/cli/compare-listings.js";
import { createPaint } from "../../provider/cli/text.js";
import { renderTable } from "../../provider/cli/table.js";

const MANY = 200_000;

it("a table has as many rows as there are", () => {
  const rows = Array.from({ length: MANY }, (_, index) => [String(index)]);
  expect(renderTable(["id"], rows, 80, createPaint(false)).split("\n")).toHaveLength(MANY + 2);
});

it("two listings are compared whatever their length, also where many share a key", () => {
  const half = (enabled: boolean): { id: number; enabled: boolean }[] =>
    Array.from({ length: MANY / 2 }, (_, id) => ({ id, enabled }));
  const [a, b] = [[...half(true), ...half(false)], half(true)];
  const { onlyInA, onlyInB, different, same } = compareListings(a, b, "enabled");
  expect([onlyInA.length, onlyInB.length, different.length, same]).toEqual([MANY / 2, 0, 0, MANY / 2]);
});
