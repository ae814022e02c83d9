/** What changed from one listing to the next, in one line. */
import { ResponseError } from "../http/errors.js";
import { excerpt } from "../http/excerpt.js";
import { readPointer } from "../http/json-pointer.js";
import { DEFAULTS } from "./arguments/parts.js";
import { canonicalJson } from "./digest.js";
import { isJsonObject, ownField, parseJson, type JsonValue } from "./json.js";
import { splitArray } from "./scan-json.js";

/** Names in the line, and characters of each, at most. */
const MOST_NAMES = 5;
const NAME_LENGTH = 60;

interface Changes {
  readonly added: JsonValue[];
  readonly removed: JsonValue[];
  readonly changed: JsonValue[];
}

/**
 * "2 added, 1 removed, 3 changed: Nightly import, +Report, -Old import": the names of what changed, then of what was added and
 * removed. Items are matched by what `keyPath` leads to, else as a whole. `undefined` where nothing but the order changed,
 * and where one of the two is no listing: a state may contain anything, and a diff must not fail because of it.
 *
 * @param before the `json` of a listing, as this package wrote it; `undefined` where there is none.
 */
export function describeChanges(
  before: string | undefined,
  after: string | undefined,
  keyPath: string = DEFAULTS.keyPath,
): string | undefined {
  if (before === undefined || after === undefined || before === after || !isList(before) || !isList(after)) {
    return undefined;
  }
  try {
    return describe(findChanges(before, after, keyPath), keyPath);
  } catch (error) {
    if (error instanceof ResponseError) {
      return undefined;
    }
    throw error;
  }
}

function describe(changes: Changes, keyPath: string): string | undefined {
  const counts = [
    [changes.added.length, "added"],
    [changes.removed.length, "removed"],
    [changes.changed.length, "changed"],
  ] as const;
  const parts = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return parts.length === 0 ? undefined : `${parts.join(", ")}: ${describeNames(changes, keyPath)}`;
}

function findChanges(before: string, after: string, keyPath: string): Changes {
  // Most items are the same text on both sides: only the others are parsed.
  const [leftTexts, rightTexts] = withoutCommon(splitArray(before), splitArray(after));
  const [left, right] = withoutCommon(leftTexts.map(readItem), rightTexts.map(readItem));
  const unmatched = new Map<string | undefined, JsonValue[]>();
  for (const { value } of left) {
    const key = keyOf(value, keyPath);
    const same = unmatched.get(key);
    if (same === undefined) {
      unmatched.set(key, [value]);
    } else {
      same.push(value);
    }
  }
  const added: JsonValue[] = [];
  const changed: JsonValue[] = [];
  for (const { value } of right) {
    const key = keyOf(value, keyPath);
    const partner = key === undefined ? undefined : unmatched.get(key)?.pop();
    (partner === undefined ? added : changed).push(value);
  }
  return { added, changed, removed: [...unmatched.values()].flat() };
}

/** Judged by its ends: the text may also be the engine's mark for an unknown value. */
function isList(text: string): boolean {
  return text.startsWith("[") && text.endsWith("]");
}

interface Item {
  readonly value: JsonValue;
  readonly canonical: string;
}

function readItem(text: string): Item {
  const value = parseJson(text);
  return { value, canonical: canonicalJson(value) };
}

/** Both without what stands on both sides, each as often as it does. */
function withoutCommon<T extends string | Item>(left: readonly T[], right: readonly T[]): [T[], T[]] {
  const textOf = (element: T): string => (typeof element === "string" ? element : element.canonical);
  const counts = new Map<string, number>();
  for (const element of left) {
    counts.set(textOf(element), (counts.get(textOf(element)) ?? 0) + 1);
  }
  const rightOnly = right.filter((element) => !take(counts, textOf(element)));
  return [left.filter((element) => take(counts, textOf(element))), rightOnly];
}

/** Takes one of the text out of the counts; `false` where there is none left. */
function take(counts: Map<string, number>, text: string): boolean {
  const count = counts.get(text) ?? 0;
  if (count > 0) {
    counts.set(text, count - 1);
  }
  return count > 0;
}

function keyOf(value: JsonValue, keyPath: string): string | undefined {
  const key = readPointer<JsonValue>(value, keyPath);
  return key === undefined || key === null ? undefined : canonicalJson(key);
}

function describeNames({ added, removed, changed }: Changes, keyPath: string): string {
  const names = [
    ...changed.slice(0, MOST_NAMES).map((item) => nameOf(item, keyPath)),
    ...added.slice(0, MOST_NAMES).map((item) => `+${nameOf(item, keyPath)}`),
    ...removed.slice(0, MOST_NAMES).map((item) => `-${nameOf(item, keyPath)}`),
  ].slice(0, MOST_NAMES);
  const more = added.length + removed.length + changed.length > names.length;
  return `${names.join(", ")}${more ? ", …" : ""}`;
}

/** What a person calls the item: its `name`, else its key, else the item itself. */
function nameOf(item: JsonValue, keyPath: string): string {
  const name = isJsonObject(item) ? ownField(item, "name") : undefined;
  const called =
    typeof name === "string" && name.trim() !== "" ? name : (readPointer<JsonValue>(item, keyPath) ?? item);
  const characters = Array.from(excerpt(typeof called === "string" ? called : canonicalJson(called)));
  const shown = characters.slice(0, NAME_LENGTH).join("");
  return characters.length > NAME_LENGTH ? `${shown}…` : shown;
}
