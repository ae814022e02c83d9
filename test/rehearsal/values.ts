/** Property values as they cross the engine's gRPC: JSON, with the SDK's signatures for what JSON does not have. */
import { isDeepStrictEqual } from "node:util";
import { UnsupportedError } from "./errors.js";

export type Value = null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value };
export type Properties = Readonly<Record<string, Value>>;

/** Stands for a value that a preview cannot know yet. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const SIGNATURE = "4dabf18193072939515e22adb298388d";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";
const RESOURCE = "5cf8f73096256a8f31e491e813e4eb8e";
const ASSET = "c44067f5952c0a294b673a41bacd8c17";
const ARCHIVE = "0def7320c3a5731c473e5ecbe6d01bc7";

type Structure = Readonly<Record<string, Value>>;

function isStructure(value: Value | undefined): value is Structure {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A secret, with its value in the clear under `value` (in memory) or sealed under `ciphertext` (in a file). */
export function isSecret(value: Value | undefined): value is Structure {
  return isStructure(value) && value[SIGNATURE] === SECRET;
}

export function makeSecret(content: { readonly value: Value } | { readonly ciphertext: string }): Value {
  return { [SIGNATURE]: SECRET, ...content };
}

/** Rebuilds `value`, with what `replace` gives wherever it gives something. */
function mapValue(value: Value, replace: (value: Value) => Value | undefined): Value {
  const replaced = replace(value);
  if (replaced !== undefined) {
    return replaced;
  }
  if (Array.isArray(value)) {
    return value.map((item: Value) => mapValue(item, replace));
  }
  return isStructure(value) ? mapProperties(value, replace) : value;
}

export function mapProperties(properties: Properties, replace: (value: Value) => Value | undefined): Properties {
  return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, mapValue(value, replace)]));
}

function containsSecret(value: Value): boolean {
  return isSecret(value) || (typeof value === "object" && value !== null && Object.values(value).some(containsSecret));
}

/** As a provider that takes neither secrets nor resource references sees them. */
export function toProvider(properties: Properties): Properties {
  return mapProperties(properties, plain);
}

function plain(value: Value): Value | undefined {
  if (!isStructure(value)) {
    return undefined;
  }
  switch (value[SIGNATURE]) {
    case SECRET:
      return mapValue(value["value"] ?? null, plain);
    case RESOURCE:
      return value["id"] ?? value["urn"] ?? null;
    default:
      return undefined;
  }
}

/** Refuses what the engine would refuse in the response of a program or a provider. */
export function checkValues(properties: Properties, allowUnknowns: boolean): Properties {
  return mapProperties(properties, (value) => {
    if (value === UNKNOWN && !allowUnknowns) {
      throw new Error("unexpected unknown property value");
    }
    const signature = isStructure(value) ? value[SIGNATURE] : undefined;
    if (signature === ASSET || signature === ARCHIVE) {
      throw new UnsupportedError("assets and archives");
    }
    if (signature !== undefined && signature !== SECRET && signature !== RESOURCE) {
      throw new Error(`unrecognized signature '${JSON.stringify(signature)}' in property map`);
    }
    return undefined;
  });
}

/** Makes a value secret again that a provider without secrets returned under the name of a secret. */
export function restoreSecrets(outputs: Properties, inputs: Properties): Properties {
  return Object.fromEntries(
    Object.entries(outputs).map(([key, output]) => {
      const input = inputs[key];
      if (input === undefined || isSecret(output)) {
        return [key, output];
      }
      if (isStructure(output) && isStructure(input) && !isSecret(input)) {
        return [key, restoreSecrets(output, input)];
      }
      return [key, containsSecret(input) ? makeSecret({ value: output }) : output];
    }),
  );
}

/** Makes the named properties secret: the option `additionalSecretOutputs`. */
export function makeSecrets(outputs: Properties, names: readonly string[]): Properties {
  return Object.fromEntries(
    Object.entries(outputs).map(([key, value]) => [
      key,
      names.includes(key) && !isSecret(value) ? makeSecret({ value }) : value,
    ]),
  );
}

/** What may be shown: secrets masked. */
export function maskSecrets(properties: Properties): Properties {
  return mapProperties(properties, (value) => (isSecret(value) ? "[secret]" : undefined));
}

/** Whether both are the same, as a secret or not. */
export function sameValues(left: Properties, right: Properties): boolean {
  return isDeepStrictEqual(toProvider(left), toProvider(right));
}

/** The names whose values differ. */
export function changedNames(left: Properties, right: Properties): string[] {
  const [before, after] = [toProvider(left), toProvider(right)];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !isDeepStrictEqual(before[name], after[name]))
    .sort();
}
