/** How two listings differ: item by item, field by field, and in one line. */
import { ResponseError } from "../../http/errors.js";
import { excerpt } from "../../http/excerpt.js";
import { parsePath, type Path } from "../../http/json-path.js";
import { canonicalJson } from "../json/digest.js";
import { isJsonObject, type JsonValue, ownField, parseJson, stringifyJson } from "../json/json.js";
import { isJsonNumber } from "../json/numbers.js";
import { valuesAt } from "./fields.js";
import { ID_FIELDS, identityFor, type KeyPath } from "./identity.js";

/** Items and fields of one item in a line, and characters of a name or value, at most. */
const MAX_ITEMS = 5;
const MAX_FIELDS = 3;
const MAX_CHARACTERS = 60;

/** An item, and what it is matched by. */
export interface KeyedItem {
  /** `null` if the item has no key. */
  readonly key: JsonValue;
  readonly item: JsonValue;
}

/** How two lists of items differ. */
export interface ItemDiff {
  readonly added: readonly KeyedItem[];
  readonly removed: readonly KeyedItem[];
  readonly changed: readonly { readonly key: JsonValue; readonly before: JsonValue; readonly after: JsonValue }[];
  /** How many are the same on both sides. */
  readonly same: number;
}

/** A field that differs. `undefined`: it is missing. */
export interface FieldDiff {
  /** Dotted for nested. */
  readonly field: string;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/**
 * Matches the items by what `keyPath` leads to. Equal items are matched first, then items with the same key, in their order.
 * An item without a key matches only an equal one. The order of items and of keys is not compared.
 */
export function diffItems(before: readonly JsonValue[], after: readonly JsonValue[], keyPath: string): ItemDiff {
  const path = parsePath(keyPath);
  return matchItems(before, after, (item) => keyAt(item, path));
}

/** Of a path that passes through lists, the first value counts. */
function keyAt(item: JsonValue, path: Path): JsonValue {
  return valuesAt(item, path)[0] ?? null;
}

function matchItems(
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  keyOf: (item: JsonValue) => JsonValue,
): ItemDiff {
  const [left, right] = withoutCommon(before, after, canonicalJson);
  const unmatched = new Map<string, KeyedItem[]>();
  for (const item of right) {
    const key = keyOf(item);
    const text = canonicalJson(key);
    const same = unmatched.get(text) ?? [];
    unmatched.set(text, same);
    same.push({ key, item });
  }
  const removed: KeyedItem[] = [];
  const changed: ItemDiff["changed"][number][] = [];
  for (const item of left) {
    const key = keyOf(item);
    const partner = key === null ? undefined : unmatched.get(canonicalJson(key))?.shift();
    if (partner === undefined) {
      removed.push({ key, item });
    } else {
      changed.push({ key, before: item, after: partner.item });
    }
  }
  return { added: [...unmatched.values()].flat(), removed, changed, same: before.length - left.length };
}

/** Both without what is on both sides, each as often as it is there. */
export function withoutCommon<T>(before: readonly T[], after: readonly T[], textOf: (one: T) => string): [T[], T[]] {
  const [left, right] = [before.map(textOf), after.map(textOf)];
  const counts = new Map<string, number>();
  for (const text of left) {
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const rest = after.filter((_one, index) => !takeOne(counts, right[index] ?? ""));
  return [before.filter((_one, index) => takeOne(counts, left[index] ?? "")), rest];
}

/** Takes one of the text out of the counts; `false` if there is none left. */
function takeOne(counts: Map<string, number>, text: string): boolean {
  const count = counts.get(text) ?? 0;
  counts.set(text, Math.max(0, count - 1));
  return count > 0;
}

/** The fields in which two items differ. A list is one value. */
export function differingFields(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  names: readonly string[] = [],
): FieldDiff[] {
  if (before !== undefined && after !== undefined && canonicalJson(before) === canonicalJson(after)) {
    return [];
  }
  if (isJsonObject(before) && isJsonObject(after)) {
    const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return fields.flatMap((field) =>
      differingFields(ownField(before, field), ownField(after, field), [...names, field]),
    );
  }
  return [{ field: names.join("."), before, after }];
}

/**
 * "2 added, 1 changed: Sync job 12: state active → paused; +Report; +Sync job 13": what changed, was added and was removed, a few
 * of each kind, the rest counted. `undefined` if nothing but the order changed.
 */
export function describeChanges(
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  keyPath: KeyPath,
): string | undefined {
  const of = identityFor([...before, ...after], keyPath);
  const { added, removed, changed } = matchItems(before, after, (item) => of?.(item) ?? null);
  const counts = [
    [added.length, "added"],
    [removed.length, "removed"],
    [changed.length, "changed"],
  ] as const;
  const parts = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  const lines = [
    ...changed.slice(0, MAX_ITEMS).map((pair) => `${nameOf(pair.after)}: ${describeFields(pair.before, pair.after)}`),
    ...added.slice(0, MAX_ITEMS).map(({ item }) => `+${nameOf(item)}`),
    ...removed.slice(0, MAX_ITEMS).map(({ item }) => `-${nameOf(item)}`),
  ];
  const all = added.length + removed.length + changed.length;
  return parts.length === 0 ? undefined : `${parts.join(", ")}: ${aFew(lines, MAX_ITEMS, all, "; ")}`;
}

function describeFields(before: JsonValue, after: JsonValue): string {
  const fields = differingFields(before, after);
  const lines = fields
    .slice(0, MAX_FIELDS)
    .map((each) => `${shorten(each.field)} ${valueText(each.before)} → ${valueText(each.after)}`.trimStart());
  return aFew(lines, MAX_FIELDS, fields.length, ", ");
}

function aFew(lines: readonly string[], most: number, all: number, separator: string): string {
  const shown = lines.slice(0, most);
  return `${shown.join(separator)}${all > shown.length ? ` and ${all - shown.length} more` : ""}`;
}

function valueText(value: JsonValue | undefined): string {
  return value === undefined ? "(none)" : shorten(typeof value === "string" ? value : stringifyJson(value));
}

/** The item's name for a reader: its `name`, else a field that may identify it, else the item itself. */
export function nameOf(item: JsonValue): string {
  const fields = isJsonObject(item) ? ["name", ...ID_FIELDS].map((field) => ownField(item, field)) : [];
  const named = fields.find((field) => isJsonNumber(field) || (typeof field === "string" && field.trim() !== ""));
  return valueText(named ?? item);
}

function shorten(text: string): string {
  const characters = Array.from(excerpt(text));
  const shown = characters.slice(0, MAX_CHARACTERS).join("");
  return characters.length > MAX_CHARACTERS ? `${shown}…` : shown;
}

/** The items in the `json` of a state; `undefined` if it is no listing: a state may contain anything. */
export function itemsIn(json: unknown): readonly JsonValue[] | undefined {
  try {
    const items = typeof json === "string" && json.startsWith("[") ? parseJson(json) : undefined;
    return Array.isArray(items) ? items : undefined;
  } catch (error) {
    if (error instanceof ResponseError) {
      return undefined;
    }
    throw error;
  }
}
