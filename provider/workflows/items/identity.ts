/** Finds what identifies an item: the argument `keyPath`, or the first usual id field that all items have. Runs in both processes. */
import type { Arguments } from "../arguments/argument-types.js";
import { isJsonObject, type JsonValue } from "../json/json.js";
import { decimalText, isJsonNumber } from "../json/numbers.js";
import { parseField, valuesAt } from "./fields.js";

/** The argument `keyPath`: a path, several paths that make one identity together, or "none". */
export type KeyPath = Arguments["keyPath"];

/** Fields that identify an item if all items have them. The first such field is used. */
export const ID_FIELDS: readonly string[] = ["id", "uuid", "_id", "key", "workflowId"];

/** Returns an item's identity as text, or `undefined` if the item has none. Two items are the same workflow if the texts are equal. */
export type IdentityOf = (item: JsonValue) => string | undefined;

/** Returns how the items are identified, or `undefined` if nothing identifies them. */
export function identityFor(items: readonly JsonValue[], keyPath: KeyPath): IdentityOf | undefined {
  const fields = identityFields(items, keyPath);
  return fields === undefined ? undefined : identityAt(fields);
}

/** Returns the fields that identify the items together, or `undefined` if nothing identifies them. */
export function identityFields(items: readonly JsonValue[], keyPath: KeyPath): readonly string[] | undefined {
  if (keyPath === "none") {
    return undefined;
  }
  if (keyPath !== undefined) {
    return [keyPath].flat();
  }
  const idField = ID_FIELDS.find((field) => {
    const identityOf = identityAt([field]);
    return items.length > 0 && items.every((item) => identityOf(item) !== undefined);
  });
  return idField === undefined ? undefined : [idField];
}

/** Returns a function that reads an item's identity. An item that lacks one of the fields, or has `null` there, has no identity. */
function identityAt(fields: readonly string[]): IdentityOf {
  const valuesOf = identityValues(fields);
  return (item) => {
    const values = valuesOf(item);
    return values === undefined ? undefined : identityText(values);
  };
}

/** Returns a function that reads the values of the fields; it returns `undefined` if the item lacks one of them. */
export function identityValues(fields: readonly string[]): (item: JsonValue) => JsonValue[] | undefined {
  const paths = fields.map(parseField);
  return (item) => {
    const values: JsonValue[] = [];
    for (const path of paths) {
      const value = valuesAt(item, path)[0] ?? null;
      if (value === null) {
        return undefined;
      }
      values.push(value);
    }
    return values;
  };
}

/**
 * Returns one text for identities that a program cannot tell apart when it makes a name of them, as in `alarm-${id}`: `1`, `1.0`
 * and `"1"` are one identity. The order of an object's keys does not matter.
 */
function identityText(value: JsonValue): string {
  if (Array.isArray(value)) {
    return `[${value.map(identityText).join()}]`;
  }
  if (isJsonObject(value)) {
    const fields = Object.keys(value).sort();
    return `{${fields.map((field) => `${JSON.stringify(field)}:${identityText(value[field] as JsonValue)}`).join()}}`;
  }
  return JSON.stringify(isJsonNumber(value) ? decimalText(value) : String(value));
}
