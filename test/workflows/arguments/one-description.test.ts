/** The checker of the arguments and the JSON Schema of their types agree on one list of good and bad values. */
import Ajv from "ajv";
import type { SchemaNode } from "../../../provider/plugin/argument-specs.js";
import { parseArguments } from "../../../provider/workflows/arguments/parse-arguments.js";
import { type ArgumentKind, type ArgumentName, ARGUMENTS } from "../../../provider/workflows/arguments/table.js";
import { makeArgumentsSchema } from "../../../scripts/generate/arguments-schema.js";

/** The values of one argument. */
interface Values {
  /** Values that the type has and that the checker takes. */
  readonly good: readonly unknown[];
  /** Values of another type: neither the type nor the checker takes them. */
  readonly bad: readonly unknown[];
  /** Values that the type has, but that break a rule which no type can state. The checker alone refuses them. */
  readonly against?: readonly unknown[];
}

const NO_TEXT = [1, true, [], {}, ["a"]];
const NO_FLAG = ["true", 1, [], {}];
const NO_COUNT = ["5", true, 1.5, [], {}];
const LOCATION = { good: ["/next", "meta.next", "header:X-Next-Page"], bad: NO_TEXT, against: ["/a~2", "$.next"] };
const NAME = { good: ["a"], bad: NO_TEXT, against: ["", " "] };

const VALUES: Readonly<Record<Exclude<ArgumentName, "schema">, Values>> = {
  path: { good: ["/v2/workflows"], bad: NO_TEXT, against: ["", "v2", "//a", "/a/.."] },
  parameters: { good: [{}], bad: ["a", 1, ["a"], { id: ["a"] }, { id: {} }], against: [{ unused: "a" }] },
  query: {
    good: [{}, { a: "b", n: 1, on: true }, { tag: ["a", 1, false], none: [] }],
    bad: ["a=b", [], { a: {} }, { a: [["b"]] }, { a: [null] }],
    against: [{ n: 2 ** 53 }],
  },
  itemsPath: { good: ["", "/a/b", "a.b?"], bad: NO_TEXT, against: ["/a~2", ".a"] },
  pagination: {
    good: [{ type: "none" }],
    bad: ["page", [], {}, { type: "pages" }, { type: 1 }, { type: "none", size: 1 }, { type: "page", start: 1 }],
    against: [{ type: "cursor" }, { type: "cursor", urlPath: "/a", parameter: "b" }],
  },
  maxPages: { good: [1, 1000], bad: NO_COUNT, against: [0, -1] },
  where: {
    good: [{}, { a: "b", "o.n": 1, on: true, gone: null }, { "a?": { not: { not: "b" } } }],
    bad: ["a", [], { a: ["b"] }, { a: { eq: 1 } }, { a: { matches: "^b" } }],
    against: [{ a: {} }, { "": 1 }, { "/~2": 1 }, { n: 2 ** 53 }],
  },
  select: { good: [["id", "/a/b", "c?"]], bad: ["id", {}, [1], [null], [["id"]]], against: [[], [""], ["/~2"]] },
  ignoreFields: { good: [[], ["id"]], bad: ["id", {}, [1], [null]], against: [[" "]] },
  keyPath: { good: ["id", "none", ["team", "id"]], bad: [1, true, {}, [1], [["id"]]], against: ["", [], ["a", ""]] },
  maxItems: { good: [0, 5], bad: NO_COUNT, against: [-1] },
  minItems: { good: [0, 5], bad: NO_COUNT, against: [-1] },
  allowEmpty: { good: [true, false], bad: NO_FLAG },
  maxRemoved: { good: [0, 8, "50%", "100%"], bad: [true, [], {}], against: [-1, 1.5, "8", "101%"] },
  unrelatedFields: { good: [[], ["total"]], bad: ["total", {}, [1]], against: [[""]] },
  connection: NAME,
  secret: { good: [true, false], bad: NO_FLAG },
  mode: { good: ["live", "pinned"], bad: ["off", ...NO_TEXT] },
  triggers: { good: [[], [1, "a", null, { a: [1] }]], bad: ["a", 1, {}] },
  whenUnavailable: { good: ["fail", "keep"], bad: ["off", ...NO_TEXT] },
  allowMissing: { good: [true, false], bad: NO_FLAG },
};

const COMPARABLE = { good: ["a", 1], bad: [true, [], {}], against: [2 ** 53] };
/** The operators of `where`. */
const OPERATORS: Readonly<Record<string, Values>> = {
  ...{ startsWith: { good: ["", "a"], bad: NO_TEXT }, endsWith: { good: ["a"], bad: NO_TEXT } },
  contains: { good: ["a"], bad: NO_TEXT },
  in: { good: [[], ["a", 1, true, null]], bad: ["a", {}, [["a"]], [{}]], against: [[2 ** 53]] },
  not: { good: ["a", 1, true, { gt: 1, exists: true }], bad: [[], { eq: 1 }], against: [{}] },
  exists: { good: [true, false], bad: NO_FLAG },
  ...{ gt: COMPARABLE, gte: COMPARABLE, lt: COMPARABLE, lte: COMPARABLE },
};

const FLAG = { good: LOCATION.good, bad: NO_TEXT, against: LOCATION.against };
const SHARED = { parameter: NAME, morePath: FLAG, lastPath: FLAG, totalPath: LOCATION };
/** The options of `pagination` by its `type`. */
const OPTIONS: Readonly<Record<string, Readonly<Record<string, Values>>>> = {
  cursor: { cursorPath: LOCATION, ...SHARED },
  page: { totalPagesPath: LOCATION, size: { good: [1, 50], bad: NO_COUNT, against: [0] }, ...SHARED },
  offset: { size: { good: [1], bad: NO_COUNT, against: [0] }, ...SHARED },
  none: {},
};

const { properties, definitions } = makeArgumentsSchema();
const ajv = new Ajv({ strict: false });
/** Whether a value has the type that the JSON Schema describes. */
const validators = Object.fromEntries(
  Object.entries(properties).map(([name, node]) => [name, ajv.compile({ ...node, definitions })]),
);

function isOfType(name: ArgumentName, value: unknown): boolean {
  return validators[name]?.(value) === true;
}

function isTaken(name: ArgumentName, value: unknown): boolean {
  const kind = ARGUMENTS[name].on[0] satisfies ArgumentKind;
  const path = kind === "getJson" ? { path: "/a" } : {};
  return "value" in parseArguments(kind, { ...path, [name]: value });
}

type Row = readonly [name: ArgumentName, value: unknown, isOfType: boolean, isTaken: boolean];

/** The rows of one argument. `wrap` makes the argument of a value. */
function rowsOf(name: ArgumentName, { good, bad, against = [] }: Values, wrap = (value: unknown) => value): Row[] {
  return [
    ...good.map((value): Row => [name, wrap(value), true, true]),
    ...bad.map((value): Row => [name, wrap(value), false, false]),
    ...against.map((value): Row => [name, wrap(value), true, false]),
  ];
}

it.each<Row>([
  ...Object.entries(VALUES).flatMap(([name, values]) => rowsOf(name as ArgumentName, values)),
  ...Object.entries(OPERATORS).flatMap(([operator, values]) =>
    rowsOf("where", values, (value) => ({ a: { [operator]: value } })),
  ),
  ...Object.entries(OPTIONS).flatMap(([type, options]) =>
    Object.entries(options).flatMap(([option, values]) => {
      const needed = type === "cursor" && option !== "cursorPath" ? { cursorPath: "/next" } : {};
      return rowsOf("pagination", values, (value) => ({ type, ...needed, [option]: value }));
    }),
  ),
])("%s: %j has the type: %j, and is taken: %j", (name, value, hasType, taken) => {
  expect({ hasType: isOfType(name, value), taken: isTaken(name, value) }).toEqual({ hasType, taken });
});

const nodes = (type: string): SchemaNode =>
  definitions[`${type[0]?.toUpperCase() ?? ""}${type.slice(1)}Pagination`] ?? {};

it("the list has every argument, operator and option that the types declare", () => {
  expect(Object.keys(VALUES)).toEqual(Object.keys(properties).filter((name) => name !== "schema"));
  expect(Object.keys(OPERATORS)).toEqual(Object.keys(definitions["WhereOperators"]?.properties ?? {}));
  // These have rules of their own with others, which `parse-arguments.test.ts` shows.
  const together = ["type", "size", "sizeParameter", "urlPath", "lastItemPath"];
  for (const [type, options] of Object.entries(OPTIONS)) {
    const declared = Object.keys(nodes(type).properties ?? {});
    expect(Object.keys(options)).toEqual(expect.arrayContaining(declared.filter((name) => !together.includes(name))));
  }
});
