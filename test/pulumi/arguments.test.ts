/** Arguments: what a program sends of them, and which are refused, because they are wrong or would list everything. */
import { SIGNATURE_KEY, UNKNOWN } from "../../provider/pulumi/engine-signatures.js";
import { argumentIssues, plainArguments } from "../../provider/pulumi/arguments.js";

const outputOf = (settled: unknown): object => ({
  __pulumiOutput: true,
  apply: (next: (settled: unknown) => unknown) => next(settled),
});
const callable = Object.assign(Object.create(null) as object, { then: () => undefined });
const signed = (signature: unknown): object => ({ [SIGNATURE_KEY]: signature, text: "a" });
const RESOURCE = "a resource (write one of its outputs, such as its id)";
const OWN_OBJECT = "an asset, an archive, or another object that only Pulumi understands";
const DEFERRED = "an Output or a promise (only the functions whose names end in Output take these)";

/** Stands for what the engine would drop or change, so that the provider can report it. */
const placeholder = (kind: string): object => ({ __notPlain: kind });
const send = (value: unknown, name = "pagination"): unknown => plainArguments({ [name]: value })[name];

const issuesOf = (args: object): Record<string, string> =>
  Object.fromEntries(argumentIssues("getWorkflows", args).map(({ property, reason }) => [property, reason]));

/** Values that an Output or a promise will give. */
const DEFERRED_VALUES: [name: string, value: object, kind: string][] = [
  ["an Output", outputOf(1), DEFERRED],
  ["a promise", Promise.resolve(1), DEFERRED],
  ["an object with `then`", callable, DEFERRED],
];
const OWN_VALUES: [name: string, value: object, kind: string][] = [
  ["a resource", { __pulumiResource: true }, RESOURCE],
  ["a resource's signature", signed("5cf8f73096256a8f31e491e813e4eb8e"), RESOURCE],
  ["an asset", signed("c44067f5952c0a294b673a41bacd8c17"), OWN_OBJECT],
  ["another signature", signed(1), OWN_OBJECT],
];

it.each([...DEFERRED_VALUES, ...OWN_VALUES])("%s is refused in an argument, and in place of all", (_, value, kind) => {
  const { "where.a.in[0]": reason, ...others } = issuesOf({ where: { a: { in: [value] } } });
  expect(reason).toContain(`\`where.a.in[0]\` is ${kind}, but takes`);
  expect(others).toEqual({});
  const whole = `The argument is ${kind}, but takes an object of arguments (not an Output of one).`;
  expect(issuesOf(value)).toEqual({ "": whole });
});

it.each(OWN_VALUES)("%s is replaced in what a program sends", (_, value, kind) => {
  expect(send([{ a: value }])).toEqual([{ a: placeholder(kind) }]);
});

it.each<[args: object, issues: string[]]>([
  [{ where: { a: UNKNOWN }, select: [UNKNOWN], maxItems: UNKNOWN, pagination: UNKNOWN }, []],
  [{ where: { a: { contains: 1 }, b: UNKNOWN } }, ["where.a.contains"]],
  [{ wheer: UNKNOWN }, ["wheer"]],
  [{ where: {} }, ["where"]],
  [{ where: {}, query: {}, maxItems: -1 }, ["maxItems", "where", "query"]],
])(
  "a value that is not known yet passes, and an empty filter, which would list everything, does not: %j",
  (args, issues) => {
    expect(Object.keys(issuesOf(args))).toEqual(issues);
  },
);

it("a validator stays as it is, with its methods", () => {
  class Validator {
    get "~standard"() {
      return { version: 1, vendor: "test", validate: (value: unknown) => ({ value }) };
    }
  }
  expect(issuesOf({ schema: new Validator() })).toEqual({});
});

it.each<[value: unknown, kind: string]>([
  [() => 1, "a function"],
  [Symbol("a"), "a symbol"],
  [5n, "a bigint"],
  [NaN, "NaN"],
  [-Infinity, "-Infinity"],
  ["a\ud800", "a string with half of a surrogate pair"],
  [JSON.parse('{"__proto__":1}'), "an object with the key __proto__"],
  [new Date(0), "an instance of Date"],
  [new Map([["a", 1n]]), "an instance of Map"],
  [new URL("https://a.example/b"), "an instance of URL"],
  [placeholder("an instance of Set"), "an instance of Set"],
])("what the engine would change is replaced in what a program sends: %p", (value, kind) => {
  expect(send([value], "triggers")).toEqual([placeholder(kind)]);
});

describe("a copy for the engine", () => {
  it("has all parts of what is plain", () => {
    const shared = { b: null };
    const value = { a: [1, shared, shared], c: undefined };
    const copy = send(value) as typeof value;
    expect(copy).toEqual(value);
    expect(copy.a[1]).not.toBe(shared);
    expect(plainArguments({ where: undefined, maxItems: 1 })).toEqual({ maxItems: 1 });
  });

  it("has a placeholder for undefined in a filter, at any depth, and for a hole in a list", () => {
    const lost = placeholder("undefined");
    const where = { a: undefined, b: [undefined], c: { d: outputOf(undefined) } };
    expect(send(where, "where")).toEqual({ a: lost, b: [lost], c: { d: lost } });
    expect(send({ in: Array(2) }, "query")).toEqual({ in: [lost, lost] });
  });

  it("has what Outputs and promises resolve to", async () => {
    const { a, b } = send({ a: outputOf({ c: 1 }), b: [Promise.resolve(2)] }) as { a: unknown; b: Promise<unknown>[] };
    expect([a, await Promise.all(b)]).toEqual([{ c: 1 }, [2]]);
  });
});
