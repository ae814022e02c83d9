/** What is plain, what a copy has in place of what is not, and what a trigger's value is. */
import { runInNewContext } from "node:vm";
import { UNKNOWN, SIGNATURE_KEY } from "../../../provider/workflows/engine-signatures.js";
import {
  isDeferred,
  isPlainObject,
  placeholderOf,
  toPlain,
  type ToPlainOptions,
  triggerContent,
} from "../../../provider/workflows/arguments/plain-values.js";

/** The kind of the placeholder for a value; "plain" if the copy is the value. */
function kindOf(value: unknown, options?: ToPlainOptions): string {
  const copy = toPlain(value, options);
  return placeholderOf(copy) ?? "plain";
}

class Named {
  readonly field = 1;
}
const anonymous = new (class {
  readonly field = 1;
})();
const output = { __pulumiOutput: true };
const resource = { __pulumiResource: true };
const unknown = new (class {
  readonly __pulumiUnknown = true;
})();
const wire = { undefinedFields: true, undefinedElements: true };
const RESOURCE = "a resource (write one of its outputs, such as its id)";

describe("a value", () => {
  it.each<[name: string, value: unknown, kind: string]>([
    ["text", "a", "plain"],
    ["null", null, "plain"],
    ["undefined", undefined, "plain"],
    ["NaN", NaN, "plain"],
    ["a list", [1], "plain"],
    ["an object without a prototype", Object.assign(Object.create(null) as object, { a: 1 }), "plain"],
    ["an object of another realm", runInNewContext("({ a: 1 })"), "plain"],
    ["an empty object", {}, "plain"],
    ["the SDK's mark for an unknown value", unknown, "plain"],
    ["the engine's mark for an unknown value", UNKNOWN, "plain"],
    ["a function", () => 1, "a function"],
    ["a symbol", Symbol("a"), "a symbol"],
    ["a bigint", 5n, "a bigint"],
    ["half of a pair", "a\ud800", "a string with half of a surrogate pair, which cannot be sent"],
    ["an Output", output, "an Output or a promise (only the functions whose names end in Output take these)"],
    [
      "a promise",
      Promise.resolve(1),
      "an Output or a promise (only the functions whose names end in Output take these)",
    ],
    ["a resource", resource, RESOURCE],
    ["a resource's signature", { [SIGNATURE_KEY]: "5cf8f73096256a8f31e491e813e4eb8e" }, RESOURCE],
    ["an asset", { [SIGNATURE_KEY]: "c44067f5952c0a294b673a41bacd8c17", text: "a" }, "an asset"],
    ["an archive", { [SIGNATURE_KEY]: "0def7320c3a5731c473e5ecbe6d01bc7" }, "an archive"],
    ["another signature", { [SIGNATURE_KEY]: 1 }, "an object with a key that Pulumi reserves"],
    ["a Date", new Date(0), "an instance of Date"],
    ["a Map", new Map(), "an instance of Map"],
    ["an instance", new Named(), "an instance of Named"],
    ["an instance of a class without a name", anonymous, "an instance of a class"],
    ["an object with a prototype", Object.create({ a: 1 }), "an instance of a class"],
    [
      "an object that cannot be read",
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error("no");
          },
        },
      ),
      "an object that cannot be read: a getter or a Proxy of it throws",
    ],
  ])("%s", (_name, value, kind) => {
    expect(kindOf(value)).toBe(kind);
  });

  it("is copied with all of its parts", () => {
    const value = { a: [1, { b: null }], c: undefined };
    const copy = toPlain(value) as typeof value;
    expect(copy).toEqual(value);
    expect(Object.keys(copy)).toEqual(["a", "c"]);
    expect(copy.a).not.toBe(value.a);
    expect(copy.a[1]).not.toBe(value.a[1]);
  });

  it("that contains itself has a placeholder there, and one that comes twice does not", () => {
    const list: unknown[] = [];
    list.push(list);
    const object: Record<string, unknown> = {};
    object["self"] = { below: object };
    expect((toPlain(list) as unknown[]).map(placeholderOf)).toEqual(["an object or a list that contains itself"]);
    expect(placeholderOf((toPlain(object) as { self: { below: unknown } }).self.below)).toBe(
      "an object or a list that contains itself",
    );
    const shared = { a: 1 };
    expect(toPlain([shared, shared])).toEqual([shared, shared]);
  });

  it("is followed a hundred objects deep", () => {
    const nested = (depth: number): unknown => (depth === 0 ? "end" : [nested(depth - 1)]);
    expect(JSON.stringify(toPlain(nested(101)))).toContain("end");
    expect(JSON.stringify(toPlain(nested(102)))).toContain("nested too deeply");
  });

  it("that is a placeholder stays one", () => {
    const placeholder = toPlain(new Set());
    expect(toPlain([placeholder])).toEqual([placeholder]);
    expect(placeholderOf([])).toBeUndefined();
    expect(placeholderOf("a")).toBeUndefined();
    expect(placeholderOf(null)).toBeUndefined();
  });

  it("has no key that cannot be sent", () => {
    const copy = toPlain({ "a\ud800b": 1, c: 2 }) as Record<string, unknown>;
    expect(Object.keys(copy)).toEqual(["_a\ufffdb", "c"]);
    expect(placeholderOf(copy["_a\ufffdb"])).toBe("under a name that cannot be sent");
  });
});

describe("a copy for the engine", () => {
  const send = (value: unknown): unknown => toPlain(value, { wire });

  it.each<[name: string, value: unknown, kind: string]>([
    ["NaN", NaN, "NaN"],
    ["infinity", -Infinity, "-Infinity"],
    ["a number", 1, "plain"],
    ["the mark for an unknown value", UNKNOWN, "the engine's mark for a value that is not known yet"],
    ["a string", "a", "plain"],
    ["a list with a string", ["a"], "plain"],
  ])("%s", (_name, value, kind) => {
    expect(kindOf(value, { wire })).toBe(kind);
  });

  it.each([SIGNATURE_KEY, "__proto__", "__notPlain"])("has no key %s", (key) => {
    const copy = send({ a: JSON.parse(`{"${key}":1,"b":2}`) as unknown }) as { a: Record<string, unknown> };
    // An object that is a placeholder already stays one.
    expect(key === "__notPlain" ? placeholderOf(copy.a) : placeholderOf(copy.a[`_${key}`])).toBe(
      key === "__notPlain" ? "1" : "under a name that cannot be sent",
    );
  });

  it("has a placeholder for undefined at its top and in lists, and leaves it out below", () => {
    const copy = send({ a: undefined, b: [undefined], c: { d: undefined } }) as Record<string, unknown>;
    expect(placeholderOf(copy["a"])).toBe("undefined");
    expect((copy["b"] as unknown[]).map(placeholderOf)).toEqual(["undefined"]);
    expect(copy["c"]).toEqual({ d: undefined });
    // A hole of a sparse list is one of its elements.
    expect((send(Array(2)) as unknown[]).map(placeholderOf)).toEqual(["undefined", "undefined"]);
    expect(toPlain({ a: undefined, b: [undefined] })).toEqual({ a: undefined, b: [undefined] });
  });
});

describe("options", () => {
  it("keep the value of one key of the top as it is", () => {
    const map = new Map();
    const copy = toPlain({ keep: map, below: { keep: map } }, { keep: "keep" }) as {
      keep: unknown;
      below: { keep: unknown };
    };
    expect(copy.keep).toBe(map);
    expect(placeholderOf(copy.below.keep)).toBe("an instance of Map");
  });

  it("follow Outputs and promises, with what they resolve to", () => {
    const settled = new Map<object, unknown>([
      [output, { a: {}, b: [output] }],
      [Promise, 1],
    ]);
    let count = 0;
    const follow: ToPlainOptions["follow"] = (value, continueWith) => {
      count += 1;
      return count > 3 ? "end" : continueWith(settled.get(value));
    };
    const copy = toPlain({ a: output, empty: {} }, { follow }) as { a: { a: unknown }; empty: unknown };
    expect(placeholderOf(copy.a.a)).toBe(
      "an empty object in an Output, which is also what `pulumi.output` makes of a Map, a Date and the like",
    );
    expect(copy.empty).toEqual({});
  });

  it("take an empty object in a promise as it is", () => {
    const follow: ToPlainOptions["follow"] = (_value, continueWith) => continueWith({});
    expect(toPlain(Promise.resolve(), { follow })).toEqual({});
  });

  it("convert every value before it is judged", () => {
    const convert = (value: unknown): unknown => (value instanceof Date ? "a date" : value);
    expect(toPlain({ a: new Date(5), b: [1, null] }, { convert })).toEqual({ a: "a date", b: [1, null] });
  });
});

it("an object is plain if its prototype is that of a realm's objects", () => {
  expect([{}, Object.create(null), runInNewContext("({})")].map(isPlainObject)).toEqual([true, true, true]);
  expect([[], null, "a", new Named(), output, Object.create(Object.create(null) as object)].map(isPlainObject)).toEqual(
    Array(6).fill(false),
  );
});

it("Outputs and promises are deferred", () => {
  const callable = Object.assign(Object.create(null) as object, { then: () => undefined });
  expect([output, Promise.resolve(), callable].map(isDeferred)).toEqual([true, true, true]);
  expect([{ then: 1 }, {}, null, "a", undefined].map(isDeferred)).toEqual(Array(5).fill(false));
});

it.each<[name: string, value: unknown, content: unknown]>([
  ["a bigint", 5n, "5"],
  ["NaN", NaN, "NaN"],
  ["a number", 5, 5],
  ["a Date", new Date(0), "1970-01-01T00:00:00.000Z"],
  ["a Map", new Map([["a", 1]]), [["a", 1]]],
  ["a Set", new Set(["a"]), ["a"]],
  ["a query", new URLSearchParams("a=1"), [["a", "1"]]],
  ["what has no content", /a/g, /a/g],
  ["a URL", new URL("https://a.example/b"), "https://a.example/b"],
  ["bytes of a larger buffer", new Uint8Array([1, 2, 3, 4]).subarray(1, 3), "AgM="],
  ["another object", { toJSON: 1 }, { toJSON: 1 }],
])("the content of a trigger that is %s", (_name, value, content) => {
  expect(triggerContent(value)).toEqual(content);
});
