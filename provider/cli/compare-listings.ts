/** The differences between two listings. */
import { diffItems, type KeyedItem } from "../workflows/items/changes.js";
import { canonicalJson } from "../workflows/json/digest.js";
import { isJsonObject, type JsonValue, ownField } from "../workflows/json/json.js";

interface FieldDifference {
  /** Dotted for nested. */
  readonly field: string;
  /** The names that lead to it. */
  readonly names: readonly string[];
  /** `undefined`: the field is missing. */
  readonly a: JsonValue | undefined;
  readonly b: JsonValue | undefined;
}

export interface Comparison {
  readonly onlyInA: readonly KeyedItem[];
  readonly onlyInB: readonly KeyedItem[];
  readonly different: readonly { readonly key: JsonValue; readonly fields: readonly FieldDifference[] }[];
  /** How many are the same on both sides. */
  readonly same: number;
}

/** Matches the items by what the path `key` leads to, as `diffItems` does. */
export function compareListings(a: readonly JsonValue[], b: readonly JsonValue[], key: string): Comparison {
  const { removed, added, changed, same } = diffItems(a, b, key);
  const different = changed.map(({ key: name, before, after }) => ({
    key: name,
    fields: differingFields(before, after, []),
  }));
  return { onlyInA: removed, onlyInB: added, different, same };
}

/** The fields in which most of the pairs differ: leave them out to see the rest. */
export function usualDifferences({ different, same }: Comparison): readonly FieldDifference[] {
  const counts = new Map<string, { readonly first: FieldDifference; count: number }>();
  for (const difference of different.flatMap(({ fields }) => fields)) {
    const place = JSON.stringify(difference.names);
    const seen = counts.get(place) ?? { first: difference, count: 0 };
    seen.count += 1;
    counts.set(place, seen);
  }
  const pairs = different.length + same;
  return pairs < 2 ? [] : [...counts.values()].filter(({ count }) => count === pairs).map(({ first }) => first);
}

function differingFields(
  a: JsonValue | undefined,
  b: JsonValue | undefined,
  names: readonly string[],
): FieldDifference[] {
  if (a !== undefined && b !== undefined && canonicalJson(a) === canonicalJson(b)) {
    return [];
  }
  if (isJsonObject(a) && isJsonObject(b)) {
    const fields = [...new Set([...Object.keys(a), ...Object.keys(b)])];
    return fields.flatMap((field) => differingFields(ownField(a, field), ownField(b, field), [...names, field]));
  }
  return [{ field: names.join("."), names, a, b }];
}
