/** The differences between two listings. */
import { canonicalJson } from "../workflows/digest.js";
import { valuesAt } from "../workflows/fields.js";
import { isJsonObject, type JsonValue, ownField } from "../workflows/json.js";

export interface FieldDifference {
  /** Dotted for nested. */
  readonly field: string;
  /** `undefined`: the field is missing. */
  readonly a: JsonValue | undefined;
  readonly b: JsonValue | undefined;
}

export interface KeyedItem {
  /** `null` if the item has no key. */
  readonly key: JsonValue;
  readonly item: JsonValue;
}

export interface Comparison {
  readonly onlyInA: readonly KeyedItem[];
  readonly onlyInB: readonly KeyedItem[];
  readonly different: readonly { readonly key: JsonValue; readonly fields: readonly FieldDifference[] }[];
  /** How many are the same on both sides. */
  readonly same: number;
}

/**
 * Matches the items by the field `key`, dotted for nested. Of several items with one key, equal
 * ones are matched first, the others in their order. The order of items is not compared.
 */
export function compareListings(a: readonly JsonValue[], b: readonly JsonValue[], key: string): Comparison {
  const [left, right] = [groupByKey(a, key), groupByKey(b, key)];
  const onlyInA: KeyedItem[] = [];
  const onlyInB: KeyedItem[] = [];
  const different: Comparison["different"][number][] = [];
  let same = 0;
  for (const group of new Set([...left.keys(), ...right.keys()])) {
    const leftItems = left.get(group) ?? [];
    const rightItems = right.get(group) ?? [];
    const keyOf = leftItems[0]?.key ?? rightItems[0]?.key ?? null;
    const [restOfA, restOfB] = [without(leftItems, rightItems), without(rightItems, leftItems)];
    same += leftItems.length - restOfA.length;
    const pairs = keyOf === null ? 0 : Math.min(restOfA.length, restOfB.length);
    for (let index = 0; index < pairs; index += 1) {
      different.push({ key: keyOf, fields: differingFields(restOfA[index]?.item, restOfB[index]?.item, "") });
    }
    for (const { item } of restOfA.slice(pairs)) {
      onlyInA.push({ key: keyOf, item });
    }
    for (const { item } of restOfB.slice(pairs)) {
      onlyInB.push({ key: keyOf, item });
    }
  }
  return { onlyInA, onlyInB, different, same };
}

/** The fields in which most of the pairs differ: leave them out to see the rest. */
export function usualDifferences({ different, same }: Comparison): readonly string[] {
  const counts = new Map<string, number>();
  for (const { field } of different.flatMap(({ fields }) => fields)) {
    counts.set(field, (counts.get(field) ?? 0) + 1);
  }
  const pairs = different.length + same;
  return pairs < 2 ? [] : [...counts].filter(([, count]) => count === pairs).map(([field]) => field);
}

function groupByKey(items: readonly JsonValue[], key: string): Map<string, KeyedItem[]> {
  const groups = new Map<string, KeyedItem[]>();
  for (const item of items) {
    const value = (isJsonObject(item) ? valuesAt(item, key)[0] : undefined) ?? null;
    const name = canonicalJson(value);
    const group = groups.get(name);
    if (group === undefined) {
      groups.set(name, [{ key: value, item }]);
    } else {
      group.push({ key: value, item });
    }
  }
  return groups;
}

/** The items that have no equal in `others`. Each of the others is the equal of one item only. */
function without(items: readonly KeyedItem[], others: readonly KeyedItem[]): readonly KeyedItem[] {
  const equals = new Map<string, number>();
  for (const { item } of others) {
    const text = canonicalJson(item);
    equals.set(text, (equals.get(text) ?? 0) + 1);
  }
  return items.filter(({ item }) => {
    const text = canonicalJson(item);
    const left = equals.get(text) ?? 0;
    equals.set(text, left - 1);
    return left <= 0;
  });
}

function differingFields(a: JsonValue | undefined, b: JsonValue | undefined, path: string): FieldDifference[] {
  if (a !== undefined && b !== undefined && canonicalJson(a) === canonicalJson(b)) {
    return [];
  }
  if (isJsonObject(a) && isJsonObject(b)) {
    const fields = [...new Set([...Object.keys(a), ...Object.keys(b)])];
    return fields.flatMap((field) => {
      const inner = path === "" ? field : `${path}.${field}`;
      const [left, right] = [ownField(a, field), ownField(b, field)];
      return left === undefined && right === undefined ? [] : differingFields(left, right, inner);
    });
  }
  return [{ field: path, a, b }];
}
