/**
 * Recognises values of the engine and the SDK: unknown values, secrets, assets, resources. A fixed text, a signature,
 * marks each of them. Also parses URNs.
 */
import { isRecord } from "../base/json-path.js";

/** The key that marks an object of the engine. Its value is the signature of a kind, such as that of secrets. */
export const SIGNATURE_KEY = "4dabf18193072939515e22adb298388d";

/** The signatures of a secret and of a resource. */
export const SECRET_SIGNATURE = "1b47061264138c4ac30d75fd1eb44270";
const RESOURCE_SIGNATURE = "5cf8f73096256a8f31e491e813e4eb8e";

/** Returns the value wrapped as a secret. */
export function signedSecret(value: unknown): Readonly<Record<string, unknown>> {
  return { [SIGNATURE_KEY]: SECRET_SIGNATURE, value };
}

/** Returns the kind of an object that only the engine and the SDK understand; `undefined` for all other values. */
export function kindOfEngineObject(value: unknown): string | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const isSigned = Object.hasOwn(value, SIGNATURE_KEY);
  if (value["__pulumiResource"] === true || (isSigned && value[SIGNATURE_KEY] === RESOURCE_SIGNATURE)) {
    return "a resource (write one of its outputs, such as its id)";
  }
  return isSigned ? "an asset, an archive, or another object that only Pulumi understands" : undefined;
}

/** The signatures of an asset, an archive and an output. */
const ASSET_SIGNATURE = "c44067f5952c0a294b673a41bacd8c17";
const ARCHIVE_SIGNATURE = "0def7320c3a5731c473e5ecbe6d01bc7";
const OUTPUT_SIGNATURE = "d0e6a833031e9bbcd3f4e8bde6ca49a4";

const RESERVED: ReadonlySet<string> = new Set([
  ...[SIGNATURE_KEY, SECRET_SIGNATURE, RESOURCE_SIGNATURE, ASSET_SIGNATURE, ARCHIVE_SIGNATURE, OUTPUT_SIGNATURE],
  ...["@isPulumiResource", "__proto__"],
]);

/**
 * Returns whether this key or text has a meaning for the engine, the SDK or JavaScript. With a key such as
 * `__pulumiAsset`, by which the SDK recognises an asset, a service could read a local file of the user.
 */
export function isReserved(text: string): boolean {
  // A long text is not looked up, because its hash takes time.
  return text.startsWith("__pulumi") || isUnknown(text) || (text.length <= SIGNATURE_KEY.length && RESERVED.has(text));
}

/** The text that stands for a value which is not known yet, at preview. The SDK sends it for every type. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/**
 * The texts that the engine may send for such a value: of any type, a boolean, number, array, asset, archive, object.
 */
const UNKNOWN_SIGNATURES: ReadonlySet<unknown> = new Set([
  UNKNOWN,
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

/** Returns whether the value is a text that stands for a value which is not known yet. */
export function isUnknown(value: unknown): boolean {
  // A text of another length is not looked up, because its hash takes time.
  return typeof value === "string" && value.length === UNKNOWN.length && UNKNOWN_SIGNATURES.has(value);
}

/** Returns whether the value or a part of it is not known yet. A value may contain itself: a recursive `schema` does. */
export function containsUnknown(value: unknown, seen = new Set<unknown>()): boolean {
  if (typeof value !== "object" || value === null || seen.has(value)) {
    return isUnknown(value);
  }
  seen.add(value);
  return Object.values(value).some((part) => containsUnknown(part, seen));
}

/**
 * Returns parts of a URN, `urn:pulumi:<stack>::<project>::<parents$type>::<name>`. Of any other text, they are empty.
 */
export function parseUrn(urn: string): { readonly project: string; readonly type: string; readonly name: string } {
  const [, project = "", types = "", ...name] = urn.split("::");
  return { project, type: types.split("$").at(-1) ?? "", name: name.join("::") };
}
