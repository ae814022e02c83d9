/** The command line takes the paths of the arguments, JSON Pointers too. */
import { compareListings } from "../../provider/cli/compare-listings.js";
import { parseListingOptions } from "../../provider/cli/listing-options.js";
import { presentListing } from "../../provider/workflows/items/view.js";

const items = [
  { id: 1, labels: { "a.b/c~d": "x", "a.b/c~de": "z" } },
  { id: 2, labels: { "a.b/c~d": "y" } },
];

it.each([
  ["/labels/a.b~1c~0d=x", [1]],
  ["/labels/a.b~1c~0d!=x", [2]],
  ["/labels/a.b~1c~0d~^[x]$", [1]],
  ["/labels/a.b~1c~0de", [1]],
  ["!/labels/a.b~1c~0de", [2]],
  ["labels.a.b/c?", []],
])("--where %s", (condition, ids) => {
  const { view } = parseListingOptions({ where: [condition] });
  expect(presentListing(items, view).items.map((item) => (item as { id: number }).id)).toEqual(ids);
});

it.each(["meta.key", "/meta/key"])("--key %s", (key) => {
  const listing = (name: string) => [{ name, meta: { key: "k" } }];
  expect(compareListings(listing("A"), listing("B"), key)).toEqual({
    onlyInA: [],
    onlyInB: [],
    different: [{ key: "k", fields: [{ field: "name", names: ["name"], a: "A", b: "B" }] }],
    same: 0,
  });
});
