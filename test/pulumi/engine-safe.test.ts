/** What items become where they cross the engine: compared with the SDK and its wire format. */
import { serializeProperty, specialSigKey, unknownValue } from "@pulumi/pulumi/runtime/rpc.js";
import fc from "fast-check";
import { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { copyForEngine } from "../../provider/pulumi/engine-safe.js";
import { parseJson } from "../../provider/workflows/json/json.js";
import { listText, signature, unknownText } from "../workflows/json/json-arbitraries.js";

/** The copy, and the number of changes in the warning. */
function safe(text: string): { value: unknown; changes: number } {
  let changes = 0;
  const value = copyForEngine("items", parseJson(text), (warning) => {
    changes = Number(/^In `items`, (\d+) keys and texts/.exec(warning)?.[1]);
  });
  return { value, changes };
}

it("has the signatures that the SDK uses", () => {
  expect(signature).toBe(specialSigKey);
  expect(unknownText).toBe(unknownValue);
});

it.each<[string, string, number]>([
  [
    `[{"${signature}":"c44067f5952c0a294b673a41bacd8c17","path":"/etc/passwd"}]`,
    `[{"_${signature}":"_c44067f5952c0a294b673a41bacd8c17","path":"/etc/passwd"}]`,
    2,
  ],
  ['[{"__pulumiAsset":true,"path":"/etc/passwd"}]', '[{"___pulumiAsset":true,"path":"/etc/passwd"}]', 1],
  ['[[{"__pulumiOutput":true}]]', '[[{"___pulumiOutput":true}]]', 1],
  ['[{"@isPulumiResource":true}]', '[{"_@isPulumiResource":true}]', 1],
  ['[{"a/b":{"__proto__":1}}]', '[{"a/b":{"___proto__":1}}]', 1],
  [`["${unknownText}"]`, `["_${unknownText}"]`, 1],
  [`[{"a":["${unknownText} "]}]`, `[{"a":["${unknownText} "]}]`, 0],
  [
    '[{"constructor":1,"toString":2,"then":3,"_":4,"__x":5}]',
    '[{"constructor":1,"toString":2,"then":3,"_":4,"__x":5}]',
    0,
  ],
  ['["a\\ud800b",{"\\ud800":1}]', '["a\ufffdb",{"\ufffd":1}]', 0],
  ['[{"__pulumi\\ud800":1}]', '[{"___pulumi\ufffd":1}]', 1],
  ['[null,true,1,"x"]', '[null,true,1,"x"]', 0],
  ['[{"id":"__pulumiAsset","enabled":true},"__proto__"]', '[{"id":"___pulumiAsset","enabled":true},"___proto__"]', 2],
  [
    '["0def7320c3a5731c473e5ecbe6d01bc7","1b47061264138c4ac30d75fd1eb44270","5cf8f73096256a8f31e491e813e4eb8e","d0e6a833031e9bbcd3f4e8bde6ca49a4","@isPulumiResource"]',
    '["_0def7320c3a5731c473e5ecbe6d01bc7","_1b47061264138c4ac30d75fd1eb44270","_5cf8f73096256a8f31e491e813e4eb8e","_d0e6a833031e9bbcd3f4e8bde6ca49a4","_@isPulumiResource"]',
    5,
  ],
])("turns %s into what may cross", (text, expected, expectedChanges) => {
  const { value: items, changes } = safe(text);
  expect(JSON.stringify(items)).toBe(expected);
  expect(changes).toBe(expectedChanges);
});

it.each<[string, string, number]>([
  ['["Nightly <{%x%}> import"]', '["Nightly <{_%x%}> import"]', 1],
  ['["<{%%}>","<{%fg 1%}>","<{%reset%}>"]', '["<{_%%}>","<{_%fg 1%}>","<{_%reset%}>"]', 3],
  ['["<{%never closed"]', '["<{_%never closed"]', 1],
  ['["<{<{%x%}>%x%}>","<{%<{%x%}>","<<{%x%}>"]', '["<{<{_%x%}>%x%}>","<{_%<{_%x%}>","<<{_%x%}>"]', 3],
  ['["%}><{","< {%x%}>","<{ %x%}>"]', '["%}><{","< {%x%}>","<{ %x%}>"]', 0],
  ['[{"<{%x%}>":1}]', '[{"<{_%x%}>":1}]', 1],
  ['[{"__pulumi<{%x%}>":1}]', '[{"___pulumi<{_%x%}>":1}]', 1],
])("breaks up the engine's colour codes in %s", (text, expected, expectedChanges) => {
  const { value: items, changes } = safe(text);
  expect(JSON.stringify(items)).toBe(expected);
  expect(changes).toBe(expectedChanges);
});

it("what a program makes of strings cannot become an asset with a local file", async () => {
  const pairs = [
    [signature, "c44067f5952c0a294b673a41bacd8c17"],
    ["path", "/etc/hostname"],
    ["__pulumiAsset", true],
  ];
  const { value } = safe(JSON.stringify(pairs.map(([id, name]) => ({ id, name }))));
  const items = value as readonly { readonly id: string; readonly name: unknown }[];
  const made = Object.fromEntries(items.map(({ id, name }) => [id, name]));
  expect(await serializeProperty("output", made, undefined)).toEqual({
    [`_${signature}`]: "_c44067f5952c0a294b673a41bacd8c17",
    path: "/etc/hostname",
    ___pulumiAsset: true,
  });
});

it.each<[how: string, texts: readonly string[], cross: (text: string) => unknown]>([
  ["numbers", ["1", "1.0", "1e5", "0.10", "1e+21", "6.02e23", "5e-324"], Number],
  ["numbers", ["9007199254740991", "-9007199254740991"], Number],
  ["their texts", ["9007199254740992", "9007199254740993", "-9007199254740993", "10000000000000000"], String],
  ["their texts", ["12345678901234567890", "0.1000000000000000055511151231257827", "1e400", "1e-400"], String],
])("as %s cross %j", (_how, texts, cross) => {
  expect(safe(`[${texts.join()}]`).value).toEqual(texts.map(cross));
});

it("minus nought stays so", () => {
  expect(Object.is((safe("[-0]").value as unknown[])[0], -0)).toBe(true);
});

it("there is one warning, with the number of changes, and none without changes", () => {
  const warn = jest.fn();
  copyForEngine("value", [{ __proto: 1 }], warn);
  copyForEngine("items", parseJson('[{"__pulumiA":1},{"__proto__":"<{%x%}>"}]'), warn);
  expect(warn.mock.calls).toEqual([
    [
      "In `items`, 3 keys and texts that Pulumi would take for its own have an underscore more. `json` has them as they are.",
    ],
  ]);
});

it("any list crosses the SDK and the wire as it is, and nothing in it is taken for anything else", async () => {
  await fc.assert(
    fc.asyncProperty(listText, async (text) => {
      const { value: items } = safe(text);
      const serialized = (await serializeProperty("items", { items }, undefined)) as Record<string, never>;
      expect(serialized).toEqual({ items });
      const wire = Struct.fromJavaScript(serialized).serializeBinary();
      expect(Struct.deserializeBinary(wire).toJavaScript()).toEqual({ items });
      expect(signsIn(items)).toEqual([]);
    }),
    { numRuns: 3000 },
  );
});

/** As deep as JSON is read. */
const MAX_DEPTH = 256;

it.each(["[", '{"a":'])("what is nested as deep as the limit with %s crosses too", async (open) => {
  const close = open === "[" ? "]" : "}";
  const { value: items } = safe(`[${open.repeat(MAX_DEPTH - 1)}1${close.repeat(MAX_DEPTH - 1)}]`);
  const serialized = (await serializeProperty("items", { items }, undefined)) as Record<string, never>;
  const wire = Struct.fromJavaScript(serialized).serializeBinary();
  expect(Struct.deserializeBinary(wire).toJavaScript()).toEqual({ items });
});

/** The engine's signatures in the structure, found by other means than the code's. */
function signsIn(value: unknown): string[] {
  const text = JSON.stringify(value);
  const keys = text.match(/"(?:4dabf18193072939515e22adb298388d|__pulumi[^"]*|__proto__|@isPulumiResource)":/g) ?? [];
  const codes = text.match(/<\{%/g) ?? [];
  return [
    ...keys,
    ...codes,
    ...(text.match(/[[:,]"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"/g) ?? []),
  ];
}
