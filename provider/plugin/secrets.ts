/** Secrets in plain values: where they are, and the values without their wrapping. */
import { isRecord, pointerStep } from "../http/json-path.js";
import type { Properties } from "../pulumi/properties.js";
import { SECRET_SIGNATURE, secretMark, SIGNATURE_KEY } from "../workflows/engine-signatures.js";
import { setOwnField } from "../workflows/json/json.js";

/** Whether the engine has wrapped this value as a secret. */
export function isSecret(value: unknown): value is { readonly value?: unknown } {
  return isRecord(value) && Object.hasOwn(value, SIGNATURE_KEY) && value[SIGNATURE_KEY] === SECRET_SIGNATURE;
}

/** The value as a secret. */
export function asSecret(value: unknown): unknown {
  return isSecret(value) ? value : secretMark(value);
}

/** The value, with each secret in it replaced by what is wrapped. */
export function unwrap(value: unknown): unknown {
  if (isSecret(value)) {
    return unwrap(value.value ?? null);
  }
  if (Array.isArray(value)) {
    return value.map(unwrap);
  }
  return isRecord(value) ? unwrapAll(value) : value;
}

/** The same for each of the properties. */
export function unwrapAll(properties: Properties): Properties {
  const plain: Properties = {};
  for (const [key, value] of Object.entries(properties)) {
    setOwnField(plain, key, unwrap(value));
  }
  return plain;
}

/** Where the secrets in a value are, as JSON Pointers: `[""]` if the value itself is one. */
export function secretLocations(value: unknown, location = ""): readonly string[] {
  if (isSecret(value)) {
    return [location];
  }
  if (typeof value !== "object" || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([key, part]) => secretLocations(part, location + pointerStep(key)));
}

export function hasSecret(value: unknown): boolean {
  return secretLocations(value).length > 0;
}

/** Those of the properties that are secret or contain a secret, with the wrapping. */
export function secretProperties(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => hasSecret(value)));
}
