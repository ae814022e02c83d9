/** Pages by the ids of their items, then what the next one is. */
import { SeenItems } from "../../../provider/workflows/listing/seen-items.js";

test.each<[pages: string, next: string, novelty: string]>([
  ["ab", "", "no items"],
  ["ab", "cd", "new items"],
  ["ab", "ab", "the same page again"],
  ["ab", "a", "items that were read before"],
  ["ab", "abc", "items that were read before"],
  ["ab", "ca", "items that were read before"],
  ["ab", "ac", "items that were read before"],
  ["ab", "b", "the last item again"],
  ["ab", "bc", "the last item again"],
  ["a b", "b", "the same page again"],
  ["ab cd", "ca", "items that were read before"],
  ["ab cd", "de", "the last item again"],
  ["ab cd", "be", "items that were read before"],
])("after %s, %j is: %s", (pages, next, novelty) => {
  const seen = new SeenItems(undefined);
  const itemsOf = (ids: string) => Array.from(ids, (id) => ({ id }));
  for (const page of pages.split(" ")) {
    seen.compare(itemsOf(page));
    seen.add(itemsOf(page));
  }
  expect(seen.compare(itemsOf(next))).toBe(novelty);
});

test("what identifies the items is a field of all of them on the first two pages", () => {
  const seen = new SeenItems(undefined);
  seen.add([{ id: 1 }]);
  expect(seen.compare([{ id: 2 }])).toBe("new items");
  seen.add([{ id: 2 }]);
  expect(seen.compare([{ id: 1, n: 1 }])).toBe("the same page again");
  expect(seen.compare([{ n: 2 }, { n: 3 }])).toBe("new items");
});

test("with the keyPath none, equal items on two pages are different ones", () => {
  const seen = new SeenItems("none");
  const items = [{ name: "a" }, { name: "b" }];
  seen.add(items);
  expect(seen.compare(items)).toBe("the same page again");
  expect(seen.compare([{ name: "b" }, { name: "a" }, { name: "c" }])).toBe("new items");
});
