/** The engine's signatures, and the parts of its names of resources. */
import { specialSecretSig, specialSigKey, unknownValue } from "@pulumi/pulumi/runtime/rpc.js";
import { containsUnknown, parseUrn, signedSecret, UNKNOWN } from "../../provider/pulumi/engine-signatures.js";

it("a secret has the SDK's signature", () => {
  expect(signedSecret("s3cret")).toEqual({ [specialSigKey]: specialSecretSig, value: "s3cret" });
  expect(UNKNOWN).toBe(unknownValue);
});

it.each<[value: unknown, contains: boolean]>([
  [UNKNOWN, true],
  [{ a: [null, { b: UNKNOWN }] }, true],
  [[["3eeb2bf0-c639-47a8-9e75-3b44932eb421"]], true],
  [{ a: [1, null, "x", true, undefined] }, false],
  [`${UNKNOWN} `, false],
  [{ [UNKNOWN]: 1 }, false],
])("a value that is not known yet is in %p: %p", (value, contains) => {
  expect(containsUnknown(value)).toBe(contains);
});

it.each([
  ["urn:pulumi:dev::shop::workflows:index:Workflows::all", "shop", "workflows:index:Workflows", "all"],
  ["urn:pulumi:dev::shop::a:b:C$d:e:F$workflows:index:Workflows::all", "shop", "workflows:index:Workflows", "all"],
  ["urn:pulumi:dev::shop::workflows:index:Workflows::a::b", "shop", "workflows:index:Workflows", "a::b"],
  ["", "", "", ""],
])("the parts of %s are project %j, type %j and name %j", (urn, project, type, name) => {
  expect(parseUrn(urn)).toEqual({ project, type, name });
});
