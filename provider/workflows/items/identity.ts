/** Finds what identifies an item: the argument `keyPath`, or the first usual id field that all items have. */
import type { Arguments } from "../arguments/argument-types.js";
import { canonicalJson } from "../json/digest.js";
import type { JsonValue } from "../json/json.js";
import { isJsonNumber, toEngineNumber } from "../json/numbers.js";
import { parseField, valuesAt } from "./fields.js";

/** The argument `keyPath`: a path, several paths that make one identity together, or "none". */
export type KeyPath = Arguments["keyPath"];

/** Fields that identify an item if all items have them. The first such field is used. */
export const ID_FIELDS: readonly string[] = ["id", "uuid", "_id", "key", "workflowId"];

/** A function that returns an item's identity as text, or `undefined` if the item has none. */
export type IdentityOf = (item: JsonValue) => string | undefined;

/** Returns the function that reads an item's identity, or `undefined` if nothing identifies the items. */
export function identityFor(items: readonly JsonValue[], keyPath: KeyPath): IdentityOf | undefined {
  const fields = identityFields(items, keyPath);
  return fields && identityBy(fields);
}

/** Returns the function that reads the identity which these fields make together. */
export function identityBy(fields: readonly string[]): IdentityOf {
  return (item) => identityValues(item, fields)?.map(identityText).join();
}

/** Returns the fields that `keyPath` names, or `undefined` if it is "none" or not set. */
export function fieldsOfKeyPath(keyPath: KeyPath): readonly string[] | undefined {
  return keyPath === undefined || keyPath === "none" ? undefined : [keyPath].flat();
}

/**
 * Returns the fields that identify the items together: those of `keyPath`, or the first usual id field that all items
 * have. Returns `undefined` if nothing identifies the items.
 */
export function identityFields(items: readonly JsonValue[], keyPath: KeyPath): readonly string[] | undefined {
  if (keyPath !== undefined || items.length === 0) {
    return fieldsOfKeyPath(keyPath);
  }
  return ID_FIELDS.map((field) => [field]).find((fields) => allHave(items, fields));
}

/** Returns whether each item has a value in each of these fields. */
export function allHave(items: readonly JsonValue[], fields: readonly string[]): boolean {
  return items.every((item) => identityValues(item, fields) !== undefined);
}

/** Returns the item's values in the fields, or `undefined` if it lacks one of them or has `null` there. */
export function identityValues(item: JsonValue, fields: readonly string[]): JsonValue[] | undefined {
  const values = fields.map((field) => valuesAt(item, parseField(field))[0] ?? null);
  return values.includes(null) ? undefined : values;
}

/**
 * Returns the text of one value of an identity. Values that make the same name in a program, such as `alarm-${id}`,
 * have the same text: `"1"` for `1`, `1.0` and `"1"`. Half of a surrogate pair is U+FFFD, as in `items`. Lists and
 * objects are JSON with sorted keys.
 */
function identityText(value: JsonValue): string {
  if (isJsonNumber(value)) {
    return JSON.stringify(String(toEngineNumber(value)));
  }
  return typeof value === "object" ? canonicalJson(value) : JSON.stringify(String(value).toWellFormed());
}
