/** How two listings differ: item by item, field by field, and in one line. */
import { ResponseError } from "../../http/errors.js";
import { excerpt } from "../../http/excerpt.js";
import { canonicalJson } from "../json/digest.js";
import { isJsonObject, type JsonValue, ownField, parseJson, stringifyJson } from "../json/json.js";
import { isJsonNumber } from "../json/numbers.js";
import { ID_FIELDS, identityFor, type IdentityOf, type KeyPath } from "./identity.js";

/** Items and fields of one item in a line, and characters of a name or value, at most. */
const MAX_ITEMS = 5;
const MAX_FIELDS = 3;
const MAX_CHARACTERS = 60;

/** How two lists of items differ. */
export interface ItemDiff {
  readonly added: readonly JsonValue[];
  readonly removed: readonly JsonValue[];
  readonly changed: readonly { readonly before: JsonValue; readonly after: JsonValue }[];
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
 * Equal items are matched first, then items with the same identity, in their order. An item without one matches only an equal
 * one. The order of items and of keys is not compared.
 */
export function diffItems(
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  identityOf: IdentityOf = () => undefined,
): ItemDiff {
  const [left, right] = [withoutEqual(before, after), withoutEqual(after, before)];
  const partners = new Map<string | undefined, JsonValue[]>();
  for (const item of right) {
    const identity = identityOf(item);
    partners.set(identity, partners.get(identity) ?? []);
    partners.get(identity)?.push(item);
  }
  const removed: JsonValue[] = [];
  const changed: { before: JsonValue; after: JsonValue }[] = [];
  for (const item of left) {
    const identity = identityOf(item);
    const partner = identity === undefined ? undefined : partners.get(identity)?.shift();
    if (partner === undefined) {
      removed.push(item);
    } else {
      changed.push({ before: item, after: partner });
    }
  }
  return { added: [...partners.values()].flat(1), removed, changed, same: before.length - left.length };
}

/** The items without those that the others have too, each as often as it is there. */
function withoutEqual(items: readonly JsonValue[], others: readonly JsonValue[]): JsonValue[] {
  const counts = new Map<string, number>();
  for (const text of others.map(canonicalJson)) {
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return items.filter((item) => {
    const text = canonicalJson(item);
    const count = counts.get(text) ?? 0;
    counts.set(text, count - 1);
    return count <= 0;
  });
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
 * of all, the rest counted. `undefined` if nothing but the order changed.
 */
export function describeChanges(
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  keyPath: KeyPath,
): string | undefined {
  const { added, removed, changed } = diffItems(before, after, identityFor([...before, ...after], keyPath));
  const counts = Object.entries({ added, removed, changed })
    .filter(([, items]) => items.length > 0)
    .map(([word, items]) => `${items.length} ${word}`);
  const lines = [
    ...changed.map((pair) => () => `${nameOf(pair.after)}: ${describeChange(pair.before, pair.after)}`),
    ...added.map((item) => () => `+${nameOf(item)}`),
    ...removed.map((item) => () => `-${nameOf(item)}`),
  ];
  return counts.length === 0 ? undefined : `${counts.join(", ")}: ${aFew(lines, MAX_ITEMS, "; ")}`;
}

function describeChange(before: JsonValue, after: JsonValue): string {
  const lines = differingFields(before, after).map(
    (diff) => () => `${shorten(diff.field)} ${valueText(diff.before)} → ${valueText(diff.after)}`.trimStart(),
  );
  return aFew(lines, MAX_FIELDS, ", ");
}

/** The names of the items for a message: a few, the rest of `count` as a number. */
export function listNames(items: readonly JsonValue[], count = items.length): string {
  return aFew(
    items.map((item) => () => nameOf(item)),
    MAX_ITEMS,
    ", ",
    count,
  );
}

function aFew(lines: readonly (() => string)[], most: number, separator: string, all = lines.length): string {
  const shown = lines.slice(0, most).map((line) => line());
  return `${shown.join(separator)}${all > shown.length ? ` and ${all - shown.length} more` : ""}`;
}

function valueText(value: JsonValue | undefined): string {
  return value === undefined ? "(none)" : shorten(typeof value === "string" ? value : stringifyJson(value));
}

/** The item's name for a reader: its `name`, else a field that may identify it, else the item itself. */
function nameOf(item: JsonValue): string {
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
