/** What identifies an item: `keyPath`, or by default the first usual field that all items have. */
import type { Arguments } from "../arguments/argument-types.js";
import { canonicalJson } from "../json/digest.js";
import type { JsonValue } from "../json/json.js";
import { parseField, valuesAt } from "./fields.js";

/** The argument `keyPath`: a path, several paths that make one identity together, or "none". */
export type KeyPath = Arguments["keyPath"];

/** Fields that identify an item if all items have them, the first one first. */
export const ID_FIELDS: readonly string[] = ["id", "uuid", "_id", "key", "workflowId"];

/** An item's identity as text, equal for equal values; `undefined` if the item has none. */
export type IdentityOf = (item: JsonValue) => string | undefined;

/** How the items are identified; `undefined` if nothing identifies them. */
export function identityFor(items: readonly JsonValue[], keyPath: KeyPath): IdentityOf | undefined {
  if (keyPath === undefined) {
    return ID_FIELDS.map(identityAt).find((of) => items.length > 0 && items.every((item) => of(item) !== undefined));
  }
  return keyPath === "none" ? undefined : identityAt(keyPath);
}

/** An item without one of the fields, or with `null` there, has no identity. */
function identityAt(keyPath: string | readonly string[]): IdentityOf {
  const paths = [keyPath].flat().map(parseField);
  return (item) => {
    const values = paths.map((path) => valuesAt(item, path)[0]);
    return values.every((value) => value !== undefined && value !== null) ? canonicalJson(values) : undefined;
  };
}
