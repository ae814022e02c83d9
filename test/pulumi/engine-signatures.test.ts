/** The engine's signatures, and the parts of its names of resources. */
import { specialSecretSig, specialSigKey, unknownValue } from "@pulumi/pulumi/runtime/rpc.js";
import {
  containsUnknown,
  isReserved,
  parseUrn,
  signedSecret,
  UNKNOWN,
} from "../../provider/pulumi/engine-signatures.js";

it("a secret has the SDK's signature", () => {
  expect(signedSecret("s3cret")).toEqual({ [specialSigKey]: specialSecretSig, value: "s3cret" });
  expect(UNKNOWN).toBe(unknownValue);
});

it.each([
  [specialSigKey, true],
  ["@isPulumiResource", true],
  ["__proto__", true],
  ["__pulumiAsset", true],
  ["__pulumi", true],
  ["a__pulumi", false],
  ["__other", false],
  ["name", false],
  ["c44067f5952c0a294b673a41bacd8c17", true],
  ["0def7320c3a5731c473e5ecbe6d01bc7", true],
  ["d0e6a833031e9bbcd3f4e8bde6ca49a4", true],
  ["5cf8f73096256a8f31e491e813e4eb8e", true],
  [specialSecretSig, true],
  [unknownValue, true],
  ["c44067f5952c0a294b673a41bacd8c18", false],
])("the text %s has a meaning for the engine: %s", (text, expected) => {
  expect(isReserved(text)).toBe(expected);
});

const circle: Record<string, unknown> = { name: "circle" };
circle["itself"] = circle;

it.each<[string, unknown]>([
  ["it is unknown itself", UNKNOWN],
  ["an unknown value is in a list in an object", { a: [1, { b: UNKNOWN }] }],
  ["one of a known type is in a list in a list", [["3eeb2bf0-c639-47a8-9e75-3b44932eb421"]]],
  ["an unknown value is after others", [null, "x", {}, UNKNOWN]],
])("a value contains an unknown one if %s", (_when, value) => {
  expect(containsUnknown(value)).toBe(true);
});

it.each<[string, unknown]>([
  ["all of its parts are known", { a: [1, null, "x", true, undefined] }],
  ["a string in it only begins as the mark does", `${UNKNOWN} `],
  ["the mark is a key", { [UNKNOWN]: 1 }],
  ["it is undefined", undefined],
  ["it contains itself", circle],
])("a value contains no unknown one if %s", (_when, value) => {
  expect(containsUnknown(value)).toBe(false);
});

it.each([
  ["urn:pulumi:dev::shop::workflows:index:Workflows::all", "shop", "workflows:index:Workflows", "all"],
  ["urn:pulumi:dev::shop::a:b:C$d:e:F$workflows:index:Workflows::all", "shop", "workflows:index:Workflows", "all"],
  ["urn:pulumi:dev::shop::workflows:index:Workflows::a::b", "shop", "workflows:index:Workflows", "a::b"],
  ["no urn", "", "", ""],
  ["", "", "", ""],
])("the parts of %s are project %j, type %j and name %j", (urn, project, type, name) => {
  expect(parseUrn(urn)).toEqual({ project, type, name });
});
