/** What a stack gets of the items: fields, order, and no more than selected. */
import { WorkflowsError } from "../../../provider/base/errors.js";
import { parseJson, stringifyJson, type JsonValue } from "../../../provider/workflows/json/json.js";
import type { Where } from "../../../provider/workflows/arguments/argument-types.js";
import type { ListingView } from "../../../provider/workflows/types.js";
import { presentListing } from "../../../provider/workflows/items/view.js";
import { thrownBy } from "../../support/thrown.js";

const workflows =
  '[{"id":3,"name":"C","owner":{"name":"Ada","mail":"a@x"},"steps":[{"type":"http","url":"u"},{"type":"sql"},5],"a.b":1,"a":{"b":2,"c":3}},' +
  '{"id":1.0,"name":"a","owner":{"name":"Bob"},"steps":[],"lastRun":"2025"},' +
  '{"id":20000000000000000001,"name":"B","owner":null},{"id":2,"name":"B"},"loose"]';

function shown(view: ListingView, text = workflows): string {
  return presentListing(parseJson(text) as JsonValue[], view).json;
}

function faultOf(view: ListingView, text = workflows): WorkflowsError {
  return thrownBy(WorkflowsError, () => shown(view, text));
}

it("without a view the items come as they are", () => {
  const listing = presentListing(parseJson(workflows) as JsonValue[], {});
  expect(listing.json).toBe(workflows);
  expect(listing.count).toBe(5);
  expect(listing.digest).toMatch(/^[0-9a-f]{64}$/);
});

it("an empty listing takes any view", () => {
  const view = { where: { nope: 1 }, select: ["nope"], ignoreFields: ["nope"], maxItems: 0 };
  expect(shown(view, "[]")).toBe("[]");
});

describe("select", () => {
  it.each<[string[], string]>([
    [
      ["name", "id"],
      '[{"id":3,"name":"C"},{"id":1.0,"name":"a"},{"id":20000000000000000001,"name":"B"},{"id":2,"name":"B"},"loose"]',
    ],
    [["owner.name"], '[{"owner":{"name":"Ada"}},{"owner":{"name":"Bob"}},{},{},"loose"]'],
    [["steps.type"], '[{"steps":[{"type":"http"},{"type":"sql"}]},{},{},{},"loose"]'],
    [["/a.b"], '[{"a.b":1},{},{},{},"loose"]'],
    [["a.b"], '[{"a":{"b":2}},{},{},{},"loose"]'],
  ])("%j keeps these fields, in the item's order", (select, json) => {
    expect(shown({ select })).toBe(json);
  });

  it("keeps a field named like one of a prototype as an own field", () => {
    expect(shown({ select: ["__proto__.x"] }, '[{"__proto__":{"x":1,"y":2},"constructor":1}]')).toBe(
      '[{"__proto__":{"x":1}}]',
    );
  });
});

it.each<[string[], string]>([
  [
    ["owner.mail", "steps.url", "/a.b", "lastRun", "name", "id"],
    '[{"owner":{"name":"Ada"},"steps":[{"type":"http"},{"type":"sql"},5],"a":{"b":2,"c":3}},{"owner":{"name":"Bob"},"steps":[]},{"owner":null},{},"loose"]',
  ],
  [["gone?", "owner.name.first?", "__proto__?"], workflows],
])("ignoreFields %j leaves these fields out", (ignoreFields, json) => {
  expect(shown({ ignoreFields })).toBe(json);
});

it("more than maxItems, counted after where, are an error and never a cut", () => {
  expect(shown({ maxItems: 5 })).toBe(workflows);
  expect(shown({ maxItems: 2, where: { name: "B" }, select: ["id"] })).toBe('[{"id":20000000000000000001},{"id":2}]');
  const problem = "Matching workflows: 5, more than `maxItems` allows (4).";
  expect(faultOf({ maxItems: 4 })).toMatchObject({ code: "too-large", problem });
  expect(faultOf({ maxItems: 1, where: { name: "B" } }).problem).toMatch(/^Matching workflows: 2, more than/);
});

const TOP = '"id", "name", "owner", "steps", "a.b", "a", "lastRun"';

it.each<[view: ListingView, argument: string, field: string, fields: string]>([
  [{ where: { nmae: "C" } }, "where", "nmae", TOP],
  [{ where: { "owner.nmae": "Ada" } }, "where", "owner.nmae", TOP],
  [{ select: ["id", "toString"] }, "select", "toString", TOP],
  [{ ignoreFields: ["lastRn"] }, "ignoreFields", "lastRn", TOP],
])("a field that no item has is an error that names the fields there are: %j", (view, argument, field, fields) => {
  expect(faultOf(view)).toMatchObject({
    code: "listing",
    problem: `\`${argument}\`: no workflow has a field "${field}"; the fields are ${fields}.`,
    hint: expect.stringContaining("question mark") as string,
  });
});

it.each<ListingView>([{ where: { "nope?": 1 } }, { where: { nope: { exists: false } } }])(
  "a field may be missing everywhere in %j",
  (view) => {
    expect(() => shown(view)).not.toThrow();
  },
);

it("the fields are named where no item has any, or very many", () => {
  expect(faultOf({ where: { id: 1 } }, '[1,"a",["id"]]').message).toContain(
    "the fields are none: no item is an object",
  );
  const many = JSON.stringify(Array.from({ length: 3000 }, (_, index) => ({ [`f\u202e${index}`]: 1 })));
  expect(faultOf({ where: { id: 1 } }, many).message).toContain('"f 19" and 2980 more.');
});

it("the items that are given stay as they are", () => {
  const items = parseJson(workflows) as JsonValue[];
  const where = { id: { exists: true } };
  presentListing(items, { where, select: ["id", "owner"], ignoreFields: ["owner.mail"] });
  expect(stringifyJson(items)).toBe(workflows);
});

const kinds = parseJson(
  '[{"id":"17","on":true,"runs":5,"tags":["1"],"none":[],"owner":{"name":"Ada"},"big":12345678901234567890},{"id":"18","on":false,"runs":50,"tags":[]}]',
) as JsonValue[];

it.each<[where: Where, result: number | string]>([
  [{ id: 17 }, "a string"],
  [{ on: "true" }, "a boolean"],
  [{ runs: { gt: "10" } }, "a number"],
  [{ runs: { not: { startsWith: "5" } } }, "a number"],
  [{ on: { contains: "true" } }, "a boolean"],
  [{ owner: { not: "Ada" } }, "an object"],
  [{ owner: { not: null } }, 2],
  [{ id: 19 }, 0],
  [{ runs: { in: [5, "5"] } }, 1],
  [{ big: "12345678901234567890" }, 1],
  [{ on: null }, 0],
])("a value of another kind than the field is an error: %j gives %j", (where, result) => {
  if (typeof result === "number") {
    expect(presentListing(kinds, { where }).count).toBe(result);
  } else {
    expect(() => presentListing(kinds, { where })).toThrow(
      `is ${result} in the workflows, and is compared with something else.`,
    );
  }
});

it.each<[where: Where, sentence: string | undefined]>([
  [{ id: "19" }, '`where`: {"id":"19"} matches no workflow; there are "17", "18".'],
  [{ on: true, "tags?": "2" }, '`where`: {"tags?":"2"} matches no workflow; there is "1".'],
  [{ runs: { gt: 99 }, id: "19" }, '`where`: {"runs":{"gt":99}} matches no workflow; there are 5, 50.'],
  [{ id: "17", runs: 50 }, undefined],
])("a condition that nothing matches is named, with what exists: %j", (where, sentence) => {
  expect(presentListing(kinds, { where }).unmatched).toBe(sentence);
});
