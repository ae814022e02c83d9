/** Values as the engine sends and takes them (`google.protobuf.Struct`), to and from plain ones. */
import provider from "@pulumi/pulumi/proto/provider_pb.js";
import { ListValue, NullValue, Struct, Value } from "google-protobuf/google/protobuf/struct_pb.js";
import type { Issue } from "../http/errors.js";
import { pointerStep } from "../http/json-path.js";
import type { Properties } from "../pulumi/properties.js";
import { SECRET_SIGNATURE, secretMark, SIGNATURE_KEY } from "../workflows/engine-marks.js";
import { setOwnField } from "../workflows/json/json.js";

/** Plain values, without the key `except`. Secrets lose their wrapping. Unknown values stay the engine's marks. */
export function decode(struct: Struct | undefined, except?: string): Properties {
  return decodeIf(struct, (_value, key) => key !== except);
}

function decodeValue(value: Value): unknown {
  switch (value.getKindCase()) {
    case Value.KindCase.STRING_VALUE:
      return value.getStringValue();
    case Value.KindCase.NUMBER_VALUE:
      return value.getNumberValue();
    case Value.KindCase.BOOL_VALUE:
      return value.getBoolValue();
    case Value.KindCase.LIST_VALUE:
      return (value.getListValue()?.getValuesList() ?? []).map(decodeValue);
    case Value.KindCase.STRUCT_VALUE: {
      const struct = value.getStructValue() ?? new Struct();
      const inner = secretIn(struct);
      return inner === undefined ? decode(struct) : decodeValue(inner);
    }
    default:
      return null;
  }
}

/** What the engine wrapped as a secret, if `struct` is such a wrapping. */
export function secretIn(struct: Struct): Value | undefined {
  const fields = struct.getFieldsMap();
  return fields.get(SIGNATURE_KEY)?.getStringValue() === SECRET_SIGNATURE
    ? (fields.get("value") ?? nullValue())
    : undefined;
}

export function hasSecret(struct: Struct | undefined): boolean {
  return struct !== undefined && anyValue(struct, containsSecret);
}

/** The plain values of `struct`, without those that are secret or contain a secret. */
export function decodePublic(struct: Struct | undefined): Properties {
  return decodeIf(struct, (value) => !containsSecret(value));
}

/** The plain values of `struct` that are secret or contain a secret. */
export function decodeSecret(struct: Struct | undefined): Properties {
  return decodeIf(struct, containsSecret);
}

function decodeIf(struct: Struct | undefined, isWanted: (value: Value, key: string) => boolean): Properties {
  const fields: Properties = {};
  struct?.getFieldsMap().forEach((value: Value, key: string) => {
    if (isWanted(value, key)) {
      setOwnField(fields, key, decodeValue(value));
    }
  });
  return fields;
}

function containsSecret(value: Value): boolean {
  if (value.hasListValue()) {
    return (value.getListValue()?.getValuesList() ?? []).some(containsSecret);
  }
  const struct = value.getStructValue();
  return struct !== undefined && (secretIn(struct) !== undefined || anyValue(struct, containsSecret));
}

/** For each key whose value is secret or contains a secret: where the secrets are in it, as JSON Pointers. */
export function secretPlaces(struct: Struct): Record<string, string[]> {
  const places: Record<string, string[]> = {};
  struct.getFieldsMap().forEach((value: Value, key: string) => {
    const inValue = placesIn(value, "");
    if (inValue.length > 0) {
      setOwnField(places, key, inValue.sort());
    }
  });
  return places;
}

function placesIn(value: Value, place: string): string[] {
  const struct = value.getStructValue();
  if (struct !== undefined) {
    const places: string[] = [];
    struct.getFieldsMap().forEach((part: Value, key: string) => {
      places.push(...placesIn(part, place + pointerStep(key)));
    });
    return secretIn(struct) === undefined ? places : [place];
  }
  const elements = value.getListValue()?.getValuesList() ?? [];
  return elements.flatMap((element, index) => placesIn(element, place + pointerStep(index)));
}

function anyValue(struct: Struct, matches: (value: Value) => boolean): boolean {
  let found = false;
  struct.getFieldsMap().forEach((value: Value) => {
    found ||= matches(value);
  });
  return found;
}

interface EncodeOptions {
  /** Values of the same keys are taken from here unchanged, with their secrets and their marks. */
  readonly like?: Struct | undefined;
  /** Keys whose values become secrets. */
  readonly secret?: ReadonlySet<string> | undefined;
}

/** Properties for the engine. A key whose value is `undefined` is left out. */
export function encode(properties: Properties, { like, secret }: EncodeOptions = {}): Struct {
  const struct = new Struct();
  const fields = struct.getFieldsMap();
  const given = like?.getFieldsMap();
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined) {
      continue;
    }
    const encoded = given?.get(key) ?? encodeValue(value);
    fields.set(key, secret?.has(key) === true ? asSecret(encoded) : encoded);
  }
  return struct;
}

function encodeValue(value: unknown): Value {
  switch (typeof value) {
    case "string":
      return new Value().setStringValue(value);
    case "number":
      return new Value().setNumberValue(value);
    case "boolean":
      return new Value().setBoolValue(value);
    default:
      if (value === null || typeof value !== "object") {
        return nullValue();
      }
      if (value instanceof Value) {
        return value;
      }
      if (Array.isArray(value)) {
        return new Value().setListValue(new ListValue().setValuesList(value.map(encodeValue)));
      }
      return new Value().setStructValue(encode(value as Properties));
  }
}

function asSecret(value: Value): Value {
  if (value.hasStructValue() && secretIn(value.getStructValue() ?? new Struct()) !== undefined) {
    return value;
  }
  return encodeValue(secretMark(value));
}

function nullValue(): Value {
  return new Value().setNullValue(NullValue.NULL_VALUE);
}

/** Faults as the engine takes them. */
export function failuresFrom(faults: readonly Issue[]): provider.CheckFailure[] {
  return faults.map(({ property, reason }) => new provider.CheckFailure().setProperty(property).setReason(reason));
}
