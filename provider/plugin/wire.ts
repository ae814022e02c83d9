/** Converts values from and to the engine's form (`google.protobuf.Struct`), and finds the secrets in them; runs in the plugin's process. */
import provider from "@pulumi/pulumi/proto/provider_pb.js";
import { Struct, Value } from "google-protobuf/google/protobuf/struct_pb.js";
import type { Issue } from "../base/errors.js";
import { isRecord, pointerStep } from "../base/json-path.js";
import { printableIssue } from "../pulumi/argument-issues.js";
import type { Properties } from "../pulumi/properties.js";
import { SECRET_SIGNATURE, signedSecret, SIGNATURE_KEY } from "../pulumi/engine-signatures.js";
import { setOwnField } from "../workflows/json/json.js";

/** Returns the fields as plain values, without the field `except`. Secrets and unknown values keep the engine's signatures. */
export function fromStruct(struct: Struct | undefined, except?: string): Properties {
  const fields: Properties = {};
  struct?.getFieldsMap().forEach((value: Value, key: string) => {
    if (key !== except) {
      setOwnField(fields, key, fromValue(value));
    }
  });
  return fields;
}

function fromValue(value: Value): unknown {
  switch (value.getKindCase()) {
    case Value.KindCase.STRING_VALUE:
      return value.getStringValue();
    case Value.KindCase.NUMBER_VALUE:
      return value.getNumberValue();
    case Value.KindCase.BOOL_VALUE:
      return value.getBoolValue();
    case Value.KindCase.LIST_VALUE:
      return (value.getListValue()?.getValuesList() ?? []).map(fromValue);
    case Value.KindCase.STRUCT_VALUE:
      return fromStruct(value.getStructValue());
    default:
      return null;
  }
}

/** Returns properties in the form of the engine. A key whose value is `undefined` is left out. */
export function toStruct(properties: Properties): Struct {
  const present = Object.entries(properties).filter(([, value]) => value !== undefined);
  return Struct.fromJavaScript(Object.fromEntries(present) as Parameters<typeof Struct.fromJavaScript>[0]);
}

/** Returns issues in the form of the protocol. */
export function toFailures(issues: readonly Issue[]): provider.CheckFailure[] {
  const printableIssues = issues.map(printableIssue);
  return printableIssues.map(({ property, reason }) =>
    new provider.CheckFailure().setProperty(property).setReason(reason),
  );
}

/** Returns whether the value is the engine's wrapper of a secret. */
export function isSecretWrapper(value: unknown): value is { readonly value?: unknown } {
  return isRecord(value) && Object.hasOwn(value, SIGNATURE_KEY) && value[SIGNATURE_KEY] === SECRET_SIGNATURE;
}

/** Returns the value wrapped as a secret; `undefined` stays. */
export function asSecret(value: unknown): unknown {
  return value === undefined || isSecretWrapper(value) ? value : signedSecret(value);
}

/** Returns the value with each secret in it replaced by the value that its wrapper contains. */
function unwrap(value: unknown): unknown {
  if (isSecretWrapper(value)) {
    return unwrap(value.value ?? null);
  }
  if (Array.isArray(value)) {
    return value.map(unwrap);
  }
  return isRecord(value) ? unwrapAll(value) : value;
}

/** Returns the properties with each secret in them replaced by the value that its wrapper contains. */
export function unwrapAll(properties: Properties): Properties {
  const plain: Properties = {};
  for (const [key, value] of Object.entries(properties)) {
    setOwnField(plain, key, unwrap(value));
  }
  return plain;
}

/** Returns the JSON Pointers to the secrets in a value. If the value itself is a secret, they are `[""]`. */
export function secretLocations(value: unknown, location = ""): readonly string[] {
  if (isSecretWrapper(value)) {
    return [location];
  }
  if (typeof value !== "object" || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([key, part]) => secretLocations(part, location + pointerStep(key)));
}

/** Returns whether the value is a secret or contains one. */
export function hasSecret(value: unknown): boolean {
  return secretLocations(value).length > 0;
}

/** Returns the properties that are secret or contain a secret, with the wrappers. */
export function secretProperties(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => hasSecret(value)));
}
