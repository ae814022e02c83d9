/** What of an argument the engine keeps, what a copy has in place of the rest, and how values of the engine's own are parsed. */
import { SIGNATURE_KEY, UNKNOWN } from "../../provider/pulumi/engine-signatures.js";
import { parsePlain, plainArguments } from "../../provider/pulumi/arguments.js";
import { placeholderOf } from "../../provider/workflows/arguments/plain-values.js";

const outputOf = (settled: unknown): object => ({
  __pulumiOutput: true,
  apply: (next: (settled: unknown) => unknown) => next(settled),
});
const callable = Object.assign(Object.create(null) as object, { then: () => undefined });
const signed = (signature: unknown): object => ({ [SIGNATURE_KEY]: signature, text: "a" });
const RESOURCE = "a resource (write one of its outputs, such as its id)";
const OWN_OBJECT = "an asset, an archive, or another object that only Pulumi understands";
const DEFERRED = "an Output or a promise (only the functions whose names end in Output take these)";

const send = (value: unknown, name = "pagination"): unknown => plainArguments({ [name]: value })[name];

function issuesOf(args: object, kind: Parameters<typeof parsePlain>[0] = "getWorkflows"): Record<string, string> {
  const parsed = parsePlain(kind, args);
  return "issues" in parsed ? Object.fromEntries(parsed.issues.map(({ property, reason }) => [property, reason])) : {};
}

const OWN_VALUES: [name: string, value: unknown, kind: string][] = [
  ["an Output", outputOf(1), DEFERRED],
  ["a promise", Promise.resolve(1), DEFERRED],
  ["an object with `then`", callable, DEFERRED],
  ["a resource", { __pulumiResource: true }, RESOURCE],
  ["a resource's signature", signed("5cf8f73096256a8f31e491e813e4eb8e"), RESOURCE],
  ["an asset", signed("c44067f5952c0a294b673a41bacd8c17"), OWN_OBJECT],
  ["an archive", signed("0def7320c3a5731c473e5ecbe6d01bc7"), OWN_OBJECT],
  ["another signature", signed(1), OWN_OBJECT],
];

describe.each(OWN_VALUES)("%s", (_name, value, kind) => {
  it.each<[property: string, args: object]>([
    ["connection", { connection: value }],
    ["where", { where: value }],
    ["where.a.in[0]", { where: { a: { in: [value] } } }],
  ])("is refused as `%s`", (property, args) => {
    const { [property]: reason, ...others } = issuesOf(args);
    expect(reason).toContain(`\`${property}\` is ${kind}, but takes`);
    expect(others).toEqual({});
  });

  it("is refused in place of all arguments", () => {
    expect(Object.entries(issuesOf(value as object))).toEqual([
      ["", `The argument is ${kind}, but takes an object of arguments (not an Output of one).`],
    ]);
  });
});

// An Output and a promise are followed.
it.each(OWN_VALUES.filter(([, , kind]) => kind !== DEFERRED))(
  "%s is replaced in what a program sends",
  (_name, value, kind) => {
    expect(placeholderOf(send(value))).toBe(kind);
    expect(placeholderOf((send([{ a: value }]) as { a: unknown }[])[0]?.a)).toBe(kind);
  },
);

it.each<[args: object, issues: string[]]>([
  [{ where: { a: UNKNOWN }, select: [UNKNOWN], maxItems: UNKNOWN, pagination: UNKNOWN }, []],
  [{ where: { a: { contains: 1 }, b: UNKNOWN } }, ["where.a.contains"]],
  [{ wheer: UNKNOWN }, ["wheer"]],
  [{ maxItems: "3eeb2bf0-c639-47a8-9e75-3b44932eb421" }, []],
])("a value that is not known yet passes, and the rest is checked: %j", (args, issues) => {
  expect(Object.keys(issuesOf(args))).toEqual(issues);
});

it("a validator stays as it is, with its methods", () => {
  class Validator {
    readonly "~standard" = { version: 1, vendor: "test", validate: (value: unknown) => ({ value }) };
  }
  expect(issuesOf({ schema: new Validator() })).toEqual({});
  const getter = {
    get "~standard"() {
      return new Validator()["~standard"];
    },
  };
  expect(issuesOf({ schema: getter })).toEqual({});
});

describe("a copy for the engine", () => {
  it.each<[name: string, value: unknown, kind: string]>([
    ["a function", () => 1, "a function"],
    ["a symbol", Symbol("a"), "a symbol"],
    ["an instance of a class", new URL("https://a.example"), "an instance of URL"],
    ["the key of prototypes", JSON.parse('{"__proto__":1}'), "an object with the key __proto__"],
    ["a placeholder", send(new Set()), "an instance of Set"],
    ["NaN", NaN, "NaN"],
    ["infinity", -Infinity, "-Infinity"],
    ["half of a pair", "a\ud800", "a string with half of a surrogate pair"],
  ])("does not have %s", (_name, value, kind) => {
    expect(placeholderOf(send(value))).toBe(kind);
  });

  it("has all parts of what is plain", () => {
    const shared = { b: null };
    const value = { a: [1, shared, shared], c: undefined };
    const copy = send(value) as typeof value;
    expect(copy).toEqual(value);
    expect(copy.a[1]).not.toBe(shared);
  });

  it("has a placeholder for undefined in a filter, at any depth", () => {
    const value = { a: undefined, b: [undefined], c: { d: undefined } };
    const copy = send(value, "where") as { a: unknown; b: unknown[]; c: { d: unknown } };
    // A hole of a sparse list is one of its elements.
    const holes = send({ in: Array(2) }, "query") as { in: unknown[] };
    const places = [copy.a, copy.b[0], copy.c.d, ...holes.in];
    expect(places.map(placeholderOf)).toEqual(Array(5).fill("undefined"));
    expect(placeholderOf(send(outputOf(undefined), "where"))).toBe("undefined");
    expect(send(value)).toEqual(value);
  });

  it("has what Outputs and promises resolve to", async () => {
    const { a, b } = send({ a: outputOf({ c: 1 }), b: [Promise.resolve(2)] }) as { a: unknown; b: Promise<unknown>[] };
    expect([a, await Promise.all(b)]).toEqual([{ c: 1 }, [2]]);
  });

  it("leaves out arguments that are undefined", () => {
    expect(plainArguments({ where: undefined, maxItems: 1 })).toEqual({ maxItems: 1 });
  });
});

it.each<[args: object, issues: string[]]>([
  [{ where: {} }, ["where"]],
  [{ where: {}, query: {}, maxItems: -1 }, ["maxItems", "where", "query"]],
  [{ where: { a: 1 } }, []],
])("an empty filter is an issue, because it would list everything: %j", (args, issues) => {
  expect(Object.keys(issuesOf(args))).toEqual(issues);
});

it.each<[name: string, value: unknown, copy: unknown]>([
  ["a number", 5, 5],
  ["an object", { toJSON: 1 }, { toJSON: 1 }],
  ["a bigint", 5n, { __notPlain: "a bigint" }],
  ["NaN", NaN, { __notPlain: "NaN" }],
  ["a Date", new Date(0), { __notPlain: "an instance of Date" }],
  ["a Map", new Map([["a", 1n]]), { __notPlain: "an instance of Map" }],
  ["a Set", new Set(["a"]), { __notPlain: "an instance of Set" }],
  ["bytes", Buffer.from("a"), { __notPlain: "an instance of Buffer" }],
  ["a URL", new URL("https://a.example/b"), { __notPlain: "an instance of URL" }],
  ["a pattern", /a/g, { __notPlain: "an instance of RegExp" }],
])("a trigger that is not plain is refused, as two values of its kind would be equal: %s", (_name, value, copy) => {
  expect(send([value], "triggers")).toEqual([copy]);
});
