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
    changes = Number(/^In `items`, keys and texts .*: (\d+) in all/.exec(warning)?.[1]);
  });
  return { value, changes };
}

it("has the signatures that the SDK uses", () => {
  expect(signature).toBe(specialSigKey);
  expect(unknownText).toBe(unknownValue);
});

const ASSET = "c44067f5952c0a294b673a41bacd8c17";
/** Of an archive, a secret, a resource and an output. */
const OTHERS = [
  "0def7320c3a5731c473e5ecbe6d01bc7",
  "1b47061264138c4ac30d75fd1eb44270",
  "5cf8f73096256a8f31e491e813e4eb8e",
  "d0e6a833031e9bbcd3f4e8bde6ca49a4",
];

it.each<[string, string, number]>([
  [`[{"${signature}":"${ASSET}","path":"/a"}]`, `[{"_${signature}":"_${ASSET}","path":"/a"}]`, 2],
  ['[[{"__pulumiOutput":"__pulumiAsset"}]]', '[[{"___pulumiOutput":"___pulumiAsset"}]]', 2],
  ['[{"a/b":{"@isPulumiResource":1,"__proto__":1}}]', '[{"a/b":{"_@isPulumiResource":1,"___proto__":1}}]', 2],
  [JSON.stringify(OTHERS), JSON.stringify(OTHERS.map((signature) => `_${signature}`)), 4],
  [`["${unknownText}","${unknownText} "]`, `["_${unknownText}","${unknownText} "]`, 1],
  ['[{"constructor":1,"then":3,"__x":5},null,true]', '[{"constructor":1,"then":3,"__x":5},null,true]', 0],
  ['["a\\ud800b",{"__pulumi\\ud800":1}]', '["a\ufffdb",{"___pulumi\ufffd":1}]', 1],
  // Colour codes of the engine.
  [
    '["Nightly <{%x%}> import","<{%%}>","<{%never closed"]',
    '["Nightly <{_%x%}> import","<{_%%}>","<{_%never closed"]',
    3,
  ],
  ['["<{<{%x%}>%x%}>","<{%<{%x%}>"]', '["<{<{_%x%}>%x%}>","<{_%<{_%x%}>"]', 2],
  ['["%}><{","< {%x%}>"]', '["%}><{","< {%x%}>"]', 0],
  ['[{"__pulumi<{%x%}>":1}]', '[{"___pulumi<{_%x%}>":1}]', 1],
])("turns %s into what may cross", (text, expected, expectedChanges) => {
  const { value: items, changes } = safe(text);
  expect(JSON.stringify(items)).toBe(expected);
  expect(changes).toBe(expectedChanges);
});

it.each<[how: string, texts: readonly string[], cross: (text: string) => unknown]>([
  ["numbers", ["1.0", "1e5", "5e-324", "-0", "9007199254740991"], Number],
  ["their texts", ["9007199254740992", "-9007199254740993", "1e400", "0.1000000000000000055511151231257827"], String],
])("as %s cross %j", (_how, texts, cross) => {
  expect(safe(`[${texts.join()}]`).value).toEqual(texts.map(cross));
});

it("there is one warning, with the number of changes, and none without changes", () => {
  const warn = jest.fn();
  copyForEngine("value", [{ __proto: 1 }], warn);
  copyForEngine("items", parseJson('[{"__pulumiA":1},{"__proto__":"<{%x%}>"}]'), warn);
  expect(warn.mock.calls).toEqual([
    [
      "In `items`, keys and texts that Pulumi would take for its own have an underscore more: 3 in all. `json` has them as they are.",
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
    { numRuns: 500 },
  );
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
