/** How the changes from one listing to the next are described, and how items are matched. */
import { describeChanges, diffItems } from "../../../provider/workflows/items/changes.js";
import { identityFor } from "../../../provider/workflows/items/identity.js";
import { type JsonValue, parseJson } from "../../../provider/workflows/json/json.js";

const list = (text: string): JsonValue[] => parseJson(text) as JsonValue[];
const jobs = (from: number, to: number, state = "active"): string =>
  JSON.stringify(
    Array.from({ length: to - from }, (_, index) => ({ id: from + index, name: `Job ${from + index}`, state })),
  );
const three = '[{"id":1,"name":"A"},{"id":2,"name":"B"},{"id":3,"name":"C"}]';

it.each<[title: string, line: string | undefined, before: string, after: string]>([
  // what changed, before, after, line
  ["the order", undefined, three, '[{"id":3,"name":"C"},{"name":"A","id":1},{"id":2,"name":"B"}]'],
  ["all removed", "3 removed: -A; -B; -C", three, "[]"],
  ["a field", "1 changed: Job 12: state active → paused", jobs(12, 13), jobs(12, 13, "paused")],
  ["a nested field", "1 changed: 1: o.t.a 1 → 2", '[{"id":1,"o":{"t":{"a":1}}}]', '[{"id":1,"o":{"t":{"a":2}}}]'],
  ["fields that come and go", "1 changed: 1: a null → (none), b (none) → ", '[{"id":1,"a":null}]', '[{"id":1,"b":""}]'],
  [
    "many fields",
    "1 changed: 1: a 1 → 2, b 1 → 2, c 1 → 2 and 2 more",
    '[{"id":1,"a":1,"b":1,"c":1,"d":1,"e":1}]',
    '[{"id":1,"a":2,"b":2,"c":2,"d":2,"e":2}]',
  ],
  ["many items", "2 added, 2 removed: +Job 10; +Job 11; -Job 0; -Job 1", jobs(0, 10), jobs(2, 12)],
  [
    "more items",
    "1 removed, 8 changed: Job 0: state active → off; Job 1: state active → off; Job 2: state active → off; Job 3: state active → off; Job 4: state active → off and 4 more",
    jobs(0, 9),
    jobs(0, 8, "off"),
  ],
  [
    "items without a key, each as often as it is there",
    "2 added, 2 removed: +1.0; +null; -a; -1",
    '["a","a","b",1,null]',
    '["b","a",1.0,null,null]',
  ],
  ["names that are blank", '3 added: +wf_1; +2.0; +{"x":1}', "[]", '[{"id":"wf_1","name":" "},{"id":2.0},{"x":1}]'],
  ["names that do harm", "1 added: +[31mred", "[]", '[{"id":1,"name":"\\u001b[31mred\\u202e\\n"}]'],
])("%s: the line says %s", (_title, line, before, after) => {
  expect(describeChanges(list(before), list(after), undefined)).toBe(line);
});

it.each<[keyPath: string | string[], line: string]>([
  ["/meta/key", "1 added, 1 removed, 1 changed: a: name A → A2; +c; -b"],
  [["meta.key", "name"], "2 added, 2 removed: +a / A2; +c / C; -a / A; -b / B"],
  ["none", "2 added, 2 removed: +A2; +C; -A; -B"],
])("items are matched by %j", (keyPath, line) => {
  const item = (key: string, name: string): JsonValue => ({ meta: { key }, name });
  const line2 = describeChanges([item("a", "A"), item("b", "B")], [item("a", "A2"), item("c", "C")], keyPath);
  expect(line2).toBe(line);
});

it("items that share a key are matched one by one, equal ones first", () => {
  const items = (...values: string[]): JsonValue[] => values.map((v) => ({ id: 1, v }));
  expect(diffItems(items("A", "B", "C"), items("A", "B2"), identityFor([], "id"))).toEqual({
    added: [],
    removed: [{ id: 1, v: "C" }],
    changed: [{ before: { id: 1, v: "B" }, after: { id: 1, v: "B2" } }],
  });
});
