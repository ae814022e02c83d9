/** How the changes from one listing to the next are described. */
import { describeChanges } from "../../../provider/workflows/items/changes.js";

const list = (...items: unknown[]): string => JSON.stringify(items);
const flow = (id: number, name: string, more: object = {}): object => ({ id, name, ...more });
const before = list(flow(1, "Nightly import"), flow(2, "Report"), flow(3, "Old import"));

test.each<[string, string, string | undefined]>([
  ["nothing", before, undefined],
  ["the order of items", list(flow(3, "Old import"), flow(2, "Report"), flow(1, "Nightly import")), undefined],
  [
    "the order of keys",
    '[{"name":"Nightly import","id":1},{"name":"Report","id":2},{"name":"Old import","id":3}]',
    undefined,
  ],
  ["white space", `[ ${before.slice(1, -1).replaceAll(":", ": ")} ]`, undefined],
  ["one added", before.replace("]", ',{"id":4,"name":"New"}]'), "1 added: +New"],
  ["one removed", list(flow(1, "Nightly import"), flow(2, "Report")), "1 removed: -Old import"],
  ["one renamed", before.replace("Report", "Weekly report"), "1 changed: Weekly report"],
  ["a number's digits", before.replace('"id":2', '"id":2,"runs":12345678901234567891'), "1 changed: Report"],
  ["a key's own digits", before.replace('"id":2', '"id":2.0'), "1 added, 1 removed: +Report, -Report"],
  [
    "a bit of everything",
    list(flow(1, "Nightly import", { on: true }), flow(4, "New"), flow(5, "Newer"), flow(2, "Report", { on: true })),
    "2 added, 1 removed, 2 changed: Nightly import, Report, +New, +Newer, -Old import",
  ],
  ["everything gone", "[]", "3 removed: -Nightly import, -Report, -Old import"],
])("describes what changed: %s", (_, after, line) => {
  expect(describeChanges(before, after, "/id")).toBe(line);
});

test("nothing is described if one of the two is not known", () => {
  expect(describeChanges(undefined, before)).toBeUndefined();
  expect(describeChanges(before, undefined)).toBeUndefined();
  expect(describeChanges(before, "04da6b54-80e4-46f7-96ec-b56ff0331ba9")).toBeUndefined();
  expect(describeChanges("", before)).toBeUndefined();
  expect(describeChanges("[x]", before)).toBeUndefined();
});

test("names five at most: first what changed, then what was added and removed", () => {
  const flows = (from: number, to: number, more: object = {}): object[] =>
    Array.from({ length: to - from }, (_, index) => flow(from + index, `Flow ${from + index}`, more));
  const left = list(...flows(0, 10));
  expect(describeChanges(left, list(...flows(0, 2, { on: true }), ...flows(4, 10), ...flows(10, 14)))).toBe(
    "4 added, 2 removed, 2 changed: Flow 0, Flow 1, +Flow 10, +Flow 11, +Flow 12, …",
  );
  expect(describeChanges(left, list(...flows(0, 4), ...flows(10, 11)))).toBe(
    "1 added, 6 removed: +Flow 10, -Flow 4, -Flow 5, -Flow 6, -Flow 7, …",
  );
  expect(describeChanges(left, list(...flows(0, 9, { on: true })))).toBe(
    "1 removed, 9 changed: Flow 0, Flow 1, Flow 2, Flow 3, Flow 4, …",
  );
  expect(describeChanges(left, list(...flows(3, 10), ...flows(10, 12)))).toBe(
    "2 added, 3 removed: +Flow 10, +Flow 11, -Flow 0, -Flow 1, -Flow 2",
  );
});

test("a string that is no whole list is no listing", () => {
  expect(describeChanges(before, `${before},`)).toBeUndefined();
  expect(describeChanges(before, "1]")).toBeUndefined();
});

test("matches by the pointer it is given, nested too", () => {
  const item = (key: string, name: string): object => ({ meta: { key }, name });
  const [left, right] = [list(item("a", "A"), item("b", "B")), list(item("a", "A2"), item("c", "C"))];
  expect(describeChanges(left, right, "/meta/key")).toBe("1 added, 1 removed, 1 changed: A2, +C, -B");
  expect(describeChanges(left, right, "/id")).toBe("2 added, 2 removed: +A2, +C, -A, -B");
});

test("matches items without a key as a whole, each as often as it occurs", () => {
  expect(describeChanges('["a","a","b",1,null]', '["b","a",1.0,null,null]')).toBe(
    "2 added, 2 removed: +1.0, +null, -a, -1",
  );
});

test("matches items that share a key one by one", () => {
  const left = list(flow(1, "A"), flow(1, "B"), flow(1, "C"));
  expect(describeChanges(left, list(flow(1, "A"), flow(1, "B2")))).toBe("1 removed, 1 changed: B2, -C");
});

test("calls an item without a name by its key, and one without a key by what it is", () => {
  expect(describeChanges("[]", '[{"id":"wf_1","name":""},{"id":2.0},{"x":1}]')).toBe('3 added: +wf_1, +2.0, +{"x":1}');
});

test("cleans and shortens names", () => {
  const line = describeChanges("[]", list(flow(1, "\u001b[31mred\u202e\n"), flow(2, "x".repeat(5000))));
  expect(line).toBe(`2 added: +[31mred, +${"x".repeat(60)}…`);
  expect(describeChanges("[]", list(flow(1, "😀".repeat(60))))).toBe(`1 added: +${"😀".repeat(60)}`);
});

test("reads strings that look like structure", () => {
  const tricky = list({ id: 1, name: 'a],[{"\\' }, { id: 2, name: "b" });
  expect(describeChanges(tricky, list({ id: 1, name: 'a],[{"\\' }, { id: 2, name: "c" }))).toBe("1 changed: c");
});
