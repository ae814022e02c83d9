/** Values as the engine sends and takes them (`google.protobuf.Struct`), to and from plain ones. Secrets keep their wrapping. */
import provider from "@pulumi/pulumi/proto/provider_pb.js";
import { Struct, Value } from "google-protobuf/google/protobuf/struct_pb.js";
import type { Issue } from "../http/errors.js";
import type { Properties } from "../pulumi/properties.js";
import { setOwnField } from "../workflows/json/json.js";

/** Plain values, without the key `except`. Secrets and unknown values stay the engine's marks. */
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

/** Properties for the engine. A key whose value is `undefined` is left out. */
export function toStruct(properties: Properties): Struct {
  const present = Object.entries(properties).filter(([, value]) => value !== undefined);
  return Struct.fromJavaScript(Object.fromEntries(present) as Parameters<typeof Struct.fromJavaScript>[0]);
}

/** Issues as the engine takes them. */
export function toFailures(issues: readonly Issue[]): provider.CheckFailure[] {
  return issues.map(({ property, reason }) => new provider.CheckFailure().setProperty(property).setReason(reason));
}
