/** How two listings differ: item by item, field by field, and in one line. */
import { canonicalJson } from "../json/digest.js";
import { isJsonObject, type JsonValue, ownField, parseJson } from "../json/json.js";
import { few, nameOf, valueText } from "./describe.js";
import { identityFor, type IdentityOf, type KeyPath } from "./identity.js";

/** A field that differs. `undefined`: it is missing. */
export interface FieldDiff {
  /** Dotted for nested. */
  readonly field: string;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/**
 * How two lists of items differ, and how many are the same. Equal items are matched first, then items with the same identity, in
 * their order. An item without one matches only an equal one. The order of items and of keys is not compared.
 */
export function diffItems(before: readonly JsonValue[], after: readonly JsonValue[], identityOf?: IdentityOf) {
  const equal = matchItems(before, after, canonicalJson);
  const { added, removed, pairs } = matchItems(equal.removed, equal.added, identityOf);
  return { added, removed, changed: pairs, same: equal.pairs.length };
}

function matchItems(before: readonly JsonValue[], after: readonly JsonValue[], keyOf?: IdentityOf) {
  const added = byKey(after, keyOf);
  const removed: JsonValue[] = [];
  const pairs: { readonly before: JsonValue; readonly after: JsonValue }[] = [];
  for (const [key, item] of byKey(before, keyOf)) {
    const partner = added.get(key);
    if (partner === undefined) {
      removed.push(item);
    } else {
      pairs.push({ before: item, after: partner });
      added.delete(key);
    }
  }
  return { pairs, removed, added: [...added.values()] };
}

/** The items by their keys, each key with its number: several items may have it. An item without one has a key of its own. */
function byKey(items: readonly JsonValue[], keyOf?: IdentityOf): Map<string | symbol, JsonValue> {
  const counts = new Map<string | undefined, number>();
  const keyed = new Map<string | symbol, JsonValue>();
  for (const item of items) {
    const key = keyOf?.(item);
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    keyed.set(key === undefined ? Symbol("no key") : `${count} ${key}`, item);
  }
  return keyed;
}

/** The fields in which two items differ. A list is one value. */
export function differingFields(before?: JsonValue, after?: JsonValue, names: string[] = []): FieldDiff[] {
  if (isJsonObject(before) && isJsonObject(after)) {
    const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return fields.flatMap((name) => differingFields(ownField(before, name), ownField(after, name), [...names, name]));
  }
  const isSame = before !== undefined && after !== undefined && canonicalJson(before) === canonicalJson(after);
  return isSame ? [] : [{ field: names.join("."), before, after }];
}

/**
 * "2 added, 1 changed: Sync job 12: state active → paused; +Report; +Sync job 13": what changed, was added and was removed, a few
 * of all, the rest counted. `undefined` if nothing but the order changed.
 */
export function describeChanges(before: readonly JsonValue[], after: readonly JsonValue[], keyPath: KeyPath) {
  const { added, removed, changed } = diffItems(before, after, identityFor([...before, ...after], keyPath));
  const differing = Object.entries({ added, removed, changed }).filter(([, items]) => items.length > 0);
  const counts = differing.map(([word, items]) => `${items.length} ${word}`);
  const describeDiff = (diff: FieldDiff): string =>
    `${valueText(diff.field)} ${valueText(diff.before)} → ${valueText(diff.after)}`.trimStart();
  const lines = [
    ...changed.map(
      (pair) => () => `${nameOf(pair.after)}: ${few(differingFields(pair.before, pair.after), 3, describeDiff)}`,
    ),
    ...added.map((item) => () => `+${nameOf(item)}`),
    ...removed.map((item) => () => `-${nameOf(item)}`),
  ];
  const shown = few(lines, 5, (line) => line(), "; ");
  return counts.length === 0 ? undefined : `${counts.join(", ")}: ${shown}`;
}

/** The items in the `json` of a state; `undefined` if it is no listing: a state may contain anything. */
export function itemsIn(json: unknown): readonly JsonValue[] | undefined {
  try {
    const items = typeof json === "string" && json.startsWith("[") ? parseJson(json) : undefined;
    return Array.isArray(items) ? items : undefined;
  } catch {
    return undefined;
  }
}
