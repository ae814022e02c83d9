/** What identifies an item: `keyPath`, or by default the first usual field that all items have. */
import { ListingError } from "../../http/errors.js";
import { parsePath } from "../../http/json-path.js";
import type { Arguments } from "../arguments/argument-types.js";
import { canonicalJson } from "../json/digest.js";
import type { JsonValue } from "../json/json.js";
import { describeMissing, valuesAt } from "./fields.js";

/** The argument `keyPath`: a path, several paths that make one identity together, or "none". */
export type KeyPath = Arguments["keyPath"];

/** Fields that identify an item if all items have them, the first one first. */
export const ID_FIELDS: readonly string[] = ["id", "uuid", "_id", "key", "workflowId"];

const HINT =
  'Set `keyPath` to what identifies a workflow: a path, a list of paths, or "none". By default it is the first of ' +
  `${ID_FIELDS.join(", ")} that all items have.`;

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
  const paths = [keyPath].flat().map(parsePath);
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
 * as the listing may be secret. A `keyPath` that no item has is a typing error.
 *
 * @throws ListingError `listing`.
 */
export function assertDistinct(items: readonly JsonValue[], keyPath: KeyPath): void {
  const paths = keyPath === "none" ? [] : [keyPath ?? []].flat();
  const unknown = paths.map((path) => describeMissing(items, path)).find((text) => text !== undefined);
  if (unknown !== undefined) {
    throw new ListingError(`\`keyPath\`: ${unknown}`, { code: "listing", hint: HINT });
  }
  const identityOf = identityFor(items, keyPath);
  const places = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const identity = identityOf?.(item);
    const first = identity === undefined ? undefined : places.get(identity);
    if (first !== undefined) {
      const problem = `Workflows ${first + 1} and ${index + 1} of the listing have the same identity.`;
      throw new ListingError(problem, { code: "listing", hint: HINT });
    }
    if (identity !== undefined) {
      places.set(identity, index);
    }
  }
}

/** Pairs the items of two listings that have the same key, one by one and in their order. One without a key has no partner. */
export function matchItems(before: readonly JsonValue[], after: readonly JsonValue[], keyOf: IdentityOf) {
  const [left, right] = [byLabel(before, keyOf), byLabel(after, keyOf)];
  const without = (items: typeof left, others: typeof left): JsonValue[] =>
    [...items].filter(([label]) => !others.has(label)).map(([, item]) => item);
  const pairs = [...left]
    .filter(([label]) => right.has(label))
    .map(([label, item]) => ({ before: item, after: right.get(label) as JsonValue }));
  return { pairs, removed: without(left, right), added: without(right, left) };
}

/** The items by their keys; the second one with a key has another label than the first. */
function byLabel(items: readonly JsonValue[], keyOf: IdentityOf): ReadonlyMap<string | symbol, JsonValue> {
  const counts = new Map<string, number>();
  const labelOf = (key: string): string => {
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return count === 0 ? key : `#${count} ${key}`;
  };
  const labelled = items.map((item): [string | symbol, JsonValue] => {
    const key = keyOf(item);
    return [key === undefined ? Symbol("no key") : labelOf(key), item];
  });
  return new Map(labelled);
}
