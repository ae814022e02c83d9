/** How two listings differ: item by item, and in one line. */
import { ResponseError } from "../../http/errors.js";
import { excerpt } from "../../http/excerpt.js";
import { parsePath, type Path } from "../../http/json-path.js";
import { canonicalJson } from "../json/digest.js";
import { valuesAt } from "./fields.js";
import { isJsonObject, type JsonValue, ownField, parseJson } from "../json/json.js";
import { splitArray } from "../json/scan-json.js";
import type { KeyPath } from "./identity.js";

/** Names in the line, and characters of each, at most. */
const MAX_NAMES = 5;
const NAME_LENGTH = 60;

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

/**
 * Matches the items by what `keyPath` leads to. Equal items are matched first, then items with the same key, in their order.
 * An item without a key matches only an equal one. The order of items and of keys is not compared.
 */
export function diffItems(before: readonly JsonValue[], after: readonly JsonValue[], keyPath: string): ItemDiff {
  const path = parsePath(keyPath);
  const [left, right] = withoutCommon(before, after, canonicalJson);
  const unmatched = new Map<string, JsonValue[]>();
  for (const item of right) {
    const key = canonicalJson(keyOf(item, path));
    const same = unmatched.get(key);
    if (same === undefined) {
      unmatched.set(key, [item]);
    } else {
      same.push(item);
    }
  }
  // They are taken from the end: to take the first one moves all others.
  for (const same of unmatched.values()) {
    same.reverse();
  }
  const removed: KeyedItem[] = [];
  const changed: ItemDiff["changed"][number][] = [];
  for (const item of left) {
    const key = keyOf(item, path);
    const partner = key === null ? undefined : unmatched.get(canonicalJson(key))?.pop();
    if (partner === undefined) {
      removed.push({ key, item });
    } else {
      changed.push({ key, before: item, after: partner });
    }
  }
  const added = [...unmatched.values()]
    .flatMap((same) => same.reverse())
    .map((item) => ({ key: keyOf(item, path), item }));
  return { added, removed, changed, same: before.length - left.length };
}

/** Both without what is on both sides, each as often as it is there. */
export function withoutCommon<T>(left: readonly T[], right: readonly T[], textOf: (element: T) => string): [T[], T[]] {
  const [leftTexts, rightTexts] = [left.map(textOf), right.map(textOf)];
  const counts = new Map<string, number>();
  for (const text of leftTexts) {
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const rightOnly = right.filter((_element, index) => !take(counts, rightTexts[index] ?? ""));
  return [left.filter((_element, index) => take(counts, leftTexts[index] ?? "")), rightOnly];
}

/** Takes one of the text out of the counts; `false` if there is none left. */
function take(counts: Map<string, number>, text: string): boolean {
  const count = counts.get(text) ?? 0;
  if (count > 0) {
    counts.set(text, count - 1);
  }
  return count > 0;
}

/** Of a path that passes through lists, the first value counts. */
function keyOf(item: JsonValue, path: Path): JsonValue {
  return valuesAt(item, path)[0] ?? null;
}

/**
 * "2 added, 1 removed, 3 changed: Nightly import, +Report, -Old import": the names of what changed, then of what was added and
 * removed. See `diffItems`. `undefined` if nothing but the order changed, or if one of the two is no listing: a state may
 * contain anything, and a diff must not fail because of it.
 *
 * @param before the `json` of a listing, as this package wrote it; `undefined` if there is none.
 */
export function describeChanges(
  before: string | undefined,
  after: string | undefined,
  keyPath?: KeyPath,
): string | undefined {
  if (before === undefined || after === undefined || before === after || !isList(before) || !isList(after)) {
    return undefined;
  }
  try {
    return describe(diffTexts(before, after, typeof keyPath === "string" ? keyPath : "/id"));
  } catch (error) {
    if (error instanceof ResponseError) {
      return undefined;
    }
    throw error;
  }
}

function describe(diff: ItemDiff): string | undefined {
  const counts = [
    [diff.added.length, "added"],
    [diff.removed.length, "removed"],
    [diff.changed.length, "changed"],
  ] as const;
  const parts = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return parts.length === 0 ? undefined : `${parts.join(", ")}: ${describeNames(diff)}`;
}

/** Most items are the same text on both sides: only the others are parsed. */
function diffTexts(before: string, after: string, keyPath: string): ItemDiff {
  const [left, right] = withoutCommon(splitArray(before), splitArray(after), (text) => text);
  const parse = (text: string): JsonValue => parseJson(text);
  return diffItems(left.map(parse), right.map(parse), keyPath);
}

/** Judged by its ends: the text may also be the engine's mark for an unknown value. */
function isList(text: string): boolean {
  return text.startsWith("[") && text.endsWith("]");
}

function describeNames({ added, removed, changed }: ItemDiff): string {
  const names = [
    ...changed.slice(0, MAX_NAMES).map(({ key, after }) => nameOf(after, key)),
    ...added.slice(0, MAX_NAMES).map(({ key, item }) => `+${nameOf(item, key)}`),
    ...removed.slice(0, MAX_NAMES).map(({ key, item }) => `-${nameOf(item, key)}`),
  ].slice(0, MAX_NAMES);
  const more = added.length + removed.length + changed.length > names.length;
  return `${names.join(", ")}${more ? ", …" : ""}`;
}

/** The item's name for a reader: its `name`, else its key, else the item itself. */
export function nameOf(item: JsonValue, key: JsonValue): string {
  const name = isJsonObject(item) ? ownField(item, "name") : undefined;
  const called = typeof name === "string" && name.trim() !== "" ? name : (key ?? item);
  const characters = Array.from(excerpt(typeof called === "string" ? called : canonicalJson(called)));
  const shown = characters.slice(0, NAME_LENGTH).join("");
  return characters.length > NAME_LENGTH ? `${shown}…` : shown;
}
