/** What of an argument the engine keeps, what a copy has in place of the rest, and what a trigger's value is. */
import { runInNewContext } from "node:vm";
import { UNKNOWN, SIGNATURE_KEY } from "../../../provider/workflows/engine-signatures.js";
import {
  isPlainObject,
  kindIfNotPlain,
  placeholderOf,
  toPlain,
} from "../../../provider/workflows/arguments/plain-values.js";

class Named {
  readonly field = 1;
}
const anonymous = new (class {
  readonly field = 1;
})();
const outputOf = (settled: unknown): object => ({
  __pulumiOutput: true,
  apply: (next: (settled: unknown) => unknown) => next(settled),
});
const callable = Object.assign(Object.create(null) as object, { then: () => undefined });
const withPrototype = Object.create({ a: 1 }) as object;
const signed = (signature: unknown): object => ({ [SIGNATURE_KEY]: signature, text: "a" });
const RESOURCE = "a resource (write one of its outputs, such as its id)";
const OWN_OBJECT = "an asset, an archive, or another object that only Pulumi understands";
const DEFERRED = "an Output or a promise (only the functions whose names end in Output take these)";

const send = (value: unknown, name = "pagination"): unknown => toPlain(name, value);

it.each<[name: string, value: unknown, kind: string | undefined]>([
  ["text", "a", undefined],
  ["null", null, undefined],
  ["a list", [1], undefined],
  ["an object without a prototype", Object.assign(Object.create(null) as object, { a: 1 }), undefined],
  ["an object of another realm", runInNewContext("({ a: 1 })"), undefined],
  ["an empty object", {}, undefined],
  ["a function", () => 1, "a function"],
  ["a symbol", Symbol("a"), "a symbol"],
  ["a bigint", 5n, "a bigint"],
  ["an Output", outputOf(1), DEFERRED],
  ["a promise", Promise.resolve(1), DEFERRED],
  ["an object with `then`", callable, DEFERRED],
  ["a resource", { __pulumiResource: true }, RESOURCE],
  ["a resource's signature", signed("5cf8f73096256a8f31e491e813e4eb8e"), RESOURCE],
  ["an asset", signed("c44067f5952c0a294b673a41bacd8c17"), OWN_OBJECT],
  ["an archive", signed("0def7320c3a5731c473e5ecbe6d01bc7"), OWN_OBJECT],
  ["another signature", signed(1), OWN_OBJECT],
  ["the key of prototypes", JSON.parse('{"__proto__":1}'), "an object with the key __proto__"],
  ["a Map", new Map(), "an instance of Map"],
  ["an instance", new Named(), "an instance of Named"],
  ["an instance of a class without a name", anonymous, "an instance of a class"],
  ["an object with a prototype", withPrototype, "an instance of a class"],
  ["a placeholder", send(new Set()), "an instance of Set"],
])("what is not plain, in words: %s", (_name, value, kind) => {
  expect(kindIfNotPlain(value)).toBe(kind);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  expect(isPlainObject(value)).toBe(isObject && kind === undefined);
  // An Output and a promise are followed, and a trigger may be a bigint.
  if (kind !== DEFERRED) {
    expect(placeholderOf(send(value))).toBe(kind);
  }
});

describe("a copy for the engine", () => {
  it.each<[name: string, value: unknown, kind: string]>([
    ["NaN", NaN, "NaN"],
    ["infinity", -Infinity, "-Infinity"],
    ["the mark for an unknown value", UNKNOWN, "the engine's signature of a value that is not known yet"],
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

  it("has a placeholder where a value contains itself", () => {
    const object: Record<string, unknown> = { version: 1 };
    object["self"] = [object];
    const copy = send(object) as { self: unknown[] };
    expect(placeholderOf(copy.self[0])).toBe("an object or a list that contains itself");
  });

  it("has a placeholder for undefined in lists and in needed fields, and leaves it out below", () => {
    const value = { a: undefined, b: [undefined], c: { d: undefined } };
    const copy = send(value, "where") as Record<string, unknown>;
    expect([copy["a"], (copy["b"] as unknown[])[0]].map(placeholderOf)).toEqual(["undefined", "undefined"]);
    expect(copy["c"]).toEqual({ d: undefined });
    expect((send(value) as Record<string, unknown>)["a"]).toBeUndefined();
    // A hole of a sparse list is one of its elements.
    expect((send(Array(2)) as unknown[]).map(placeholderOf)).toEqual(["undefined", "undefined"]);
  });

  it("has what Outputs and promises resolve to, but no empty object of an Output", async () => {
    const value = { a: outputOf({ c: {} }), b: [Promise.resolve({ c: {} })], empty: {} };
    const { a, b, empty } = send(value) as { a: { c: unknown }; b: Promise<unknown>[]; empty: unknown };
    expect(placeholderOf(a.c)).toContain("an empty object in an Output");
    expect([await Promise.all(b), empty]).toEqual([[{ c: {} }], {}]);
  });
});

it.each<[name: string, value: unknown, copy: unknown]>([
  ["undefined", undefined, undefined],
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
