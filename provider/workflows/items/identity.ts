/** What identifies an item: `keyPath`, or by default the first usual field that all items have. */
import { ListingError } from "../../http/errors.js";
import { parsePath } from "../../http/json-path.js";
import type { Arguments } from "../arguments/argument-types.js";
import { canonicalJson } from "../json/digest.js";
import type { JsonValue } from "../json/json.js";
import { valuesAt } from "./fields.js";

/** The argument `keyPath`: a path, several paths that make one identity together, or "none". */
export type KeyPath = Arguments["keyPath"];

/** Fields that identify an item if all items have them, the first one first. */
export const ID_FIELDS: readonly string[] = ["id", "uuid", "_id", "key", "workflowId"];

/** An item's identity as text, equal for equal values; `undefined` if the item has none. */
export type IdentityOf = (item: JsonValue) => string | undefined;

/** How the items are identified; `undefined` if nothing identifies them. */
export function identityFor(items: readonly JsonValue[], keyPath: KeyPath): IdentityOf | undefined {
  if (keyPath === "none") {
    return undefined;
  }
  if (keyPath !== undefined) {
    return identityAt(keyPath);
  }
  return ID_FIELDS.map(identityAt).find((of) => items.length > 0 && items.every((item) => of(item) !== undefined));
}

/** An item without one of the fields, or with `null` there, has no identity. */
function identityAt(keyPath: string | readonly string[]): IdentityOf {
  const paths = (typeof keyPath === "string" ? [keyPath] : keyPath).map(parsePath);
  return (item) => {
    const values = paths.map((path) => valuesAt(item, path)[0]);
    const [only] = values;
    if (values.length === 1 && typeof only === "string") {
      // Most identities: no other one begins with a quotation mark.
      return `"${only}`;
    }
    return values.every((value) => value !== undefined && value !== null) ? canonicalJson(values) : undefined;
  };
}

/**
 * Demands that no two items have one identity: whoever makes a resource for each would lose one. The message names no value,
 * as the listing may be secret.
 *
 * @throws ListingError `listing`.
 */
export function assertDistinct(items: readonly JsonValue[], keyPath: KeyPath): void {
  const of = identityFor(items, keyPath);
  const seen = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const identity = of?.(item);
    const first = identity === undefined ? undefined : seen.get(identity);
    if (first !== undefined) {
      throw new ListingError(`Workflows ${first + 1} and ${index + 1} of the listing have the same identity.`, {
        code: "listing",
        hint:
          'Set `keyPath` to what identifies a workflow: a path, a list of paths, or "none". By default it is the first of ' +
          `${ID_FIELDS.join(", ")} that all items have.`,
      });
    }
    if (identity !== undefined) {
      seen.set(identity, index);
    }
  }
}
