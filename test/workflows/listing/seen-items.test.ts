/** Pages by the ids of their items, then what the next one is. */
import { Outcome } from "../../../provider/workflows/listing/outcome.js";
import { SeenItems } from "../../../provider/workflows/listing/seen-items.js";

it.each<[pages: string, next: string, outcome: Outcome]>([
  ["ab", "", Outcome.Empty],
  ["ab", "cd", Outcome.NewItems],
  ["ab", "ab", Outcome.SamePage],
  ["ab", "a", Outcome.Overlap],
  ["ab", "abc", Outcome.Overlap],
  ["ab", "ca", Outcome.Overlap],
  ["ab", "ac", Outcome.Overlap],
  ["ab", "b", Outcome.LastItemAgain],
  ["ab", "bc", Outcome.LastItemAgain],
  ["a b", "b", Outcome.SamePage],
  ["ab cd", "ca", Outcome.Overlap],
  ["ab cd", "de", Outcome.LastItemAgain],
  ["ab cd", "be", Outcome.Overlap],
])("after %s, %j is: %s", (pages, next, outcome) => {
  const seen = new SeenItems(undefined);
  const itemsOf = (ids: string) => Array.from(ids, (id) => ({ id }));
  for (const page of pages.split(" ")) {
    seen.compare(itemsOf(page));
    seen.add(itemsOf(page));
  }
  expect(seen.compare(itemsOf(next))).toBe(outcome);
});

it("what identifies the items is a field of all of them on the first two pages", () => {
  const seen = new SeenItems(undefined);
  seen.add([{ id: 1 }]);
  expect(seen.compare([{ id: 2 }])).toBe(Outcome.NewItems);
  seen.add([{ id: 2 }]);
  expect(seen.compare([{ id: 1, n: 1 }])).toBe(Outcome.SamePage);
  expect(seen.compare([{ n: 2 }, { n: 3 }])).toBe(Outcome.NewItems);
});

it("with the keyPath none, equal items on two pages are different ones", () => {
  const seen = new SeenItems("none");
  const items = [{ name: "a" }, { name: "b" }];
  seen.add(items);
  expect(seen.compare(items)).toBe(Outcome.SamePage);
  expect(seen.compare([{ name: "b" }, { name: "a" }, { name: "c" }])).toBe(Outcome.NewItems);
});
