/** "Did you mean": the name that was probably meant. */
import { nearest } from "../../provider/settings/nearest.js";

it.each([
  ["clientID", "clientId"],
  ["cleintid", "clientId"],
  ["pagenation", "pagination"],
  ["bse", "base"],
  ["xxse", "base"],
  ["xxxe", undefined],
  ["xn", "in"],
  ["xx", undefined],
  ["something else", undefined],
  ["x".repeat(101), undefined],
])("the name nearest to %s is %s", (given, expected) => {
  expect(nearest(given, ["in", "base", "clientId", "pagination", "x".repeat(102)])).toBe(expected);
});

it("no name is near nothing", () => {
  expect(nearest("a", [])).toBeUndefined();
});
