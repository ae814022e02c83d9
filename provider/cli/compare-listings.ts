/** The differences between two listings. */
import { diffItems, type KeyedItem } from "../workflows/changes.js";
import { canonicalJson } from "../workflows/digest.js";
import { isJsonObject, type JsonValue, ownField } from "../workflows/json.js";

interface FieldDifference {
  /** Dotted for nested. */
  readonly field: string;
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
    fields: differingFields(before, after, ""),
  }));
  return { onlyInA: removed, onlyInB: added, different, same };
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

function differingFields(a: JsonValue | undefined, b: JsonValue | undefined, path: string): FieldDifference[] {
  if (a !== undefined && b !== undefined && canonicalJson(a) === canonicalJson(b)) {
    return [];
  }
  if (isJsonObject(a) && isJsonObject(b)) {
    const fields = [...new Set([...Object.keys(a), ...Object.keys(b)])];
    return fields.flatMap((field) => {
      const inner = path === "" ? field : `${path}.${field}`;
      return differingFields(ownField(a, field), ownField(b, field), inner);
    });
  }
  return [{ field: path, a, b }];
}
