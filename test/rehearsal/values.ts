/** Property values as they cross the engine's gRPC: JSON, with the SDK's signature for secrets. */
import { isDeepStrictEqual } from "node:util";

export type Value = null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value };
export type Properties = Readonly<Record<string, Value>>;

/** Stands for a value that a preview cannot know yet. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const SIGNATURE = "4dabf18193072939515e22adb298388d";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";

type Structure = Readonly<Record<string, Value>>;

function isStructure(value: Value | undefined): value is Structure {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isSecret(value: Value | undefined): value is Structure {
  return isStructure(value) && value[SIGNATURE] === SECRET;
}

export function makeSecret(value: Value): Value {
  return { [SIGNATURE]: SECRET, value };
}

/** Returns the properties with each value replaced for which `replace` returns one. */
function mapProperties(properties: Properties, replace: (value: Value) => Value | undefined): Properties {
  const map = (value: Value): Value => {
    const replaced = replace(value);
    if (replaced !== undefined) {
      return replaced;
    }
    return Array.isArray(value) ? value.map(map) : isStructure(value) ? mapProperties(value, replace) : value;
  };
  return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, map(value)]));
}

/** Returns the properties as a provider that takes no secrets gets them: in the clear, without the mark. */
export function toProvider(properties: Properties): Properties {
  return mapProperties(properties, (value) =>
    isSecret(value) ? toProvider({ value: value["value"] ?? null })["value"] : undefined,
  );
}

/** Returns the properties as a state and an event have them: without the secrets' values. */
export function sealSecrets(properties: Properties): Properties {
  return mapProperties(properties, (value) =>
    isSecret(value) ? { [SIGNATURE]: SECRET, ciphertext: "left out" } : undefined,
  );
}

/** Makes outputs secret again that have the names of secret inputs: the provider returned them in the clear. */
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
      return [key, containsSecret(input) ? makeSecret(output) : output];
    }),
  );
}

function containsSecret(value: Value): boolean {
  return isSecret(value) || (typeof value === "object" && value !== null && Object.values(value).some(containsSecret));
}

/** Returns whether both are equal, whatever is secret in them. */
export function sameValues(left: Properties, right: Properties): boolean {
  return isDeepStrictEqual(toProvider(left), toProvider(right));
}
