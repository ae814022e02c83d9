/** How two listings differ: item by item, field by field, and in one line. */
import { excerpt } from "../../http/excerpt.js";
import { canonicalJson } from "../json/digest.js";
import { isJsonObject, type JsonValue, ownField, parseJson, stringifyJson } from "../json/json.js";
import { isJsonNumber } from "../json/numbers.js";
import { ID_FIELDS, identityFor, type IdentityOf, type KeyPath, matchItems } from "./identity.js";

/** Items and fields of one item in a line, and characters of a name or value, at most. */
const MAX_ITEMS = 5;
const MAX_FIELDS = 3;
const MAX_CHARACTERS = 60;

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
export function diffItems(
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  identityOf: IdentityOf = () => undefined,
) {
  const equal = matchItems(before, after, canonicalJson);
  const { added, removed, pairs } = matchItems(equal.removed, equal.added, identityOf);
  return { added, removed, changed: pairs, same: equal.pairs.length };
}

/** The fields in which two items differ. A list is one value. */
export function differingFields(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  names: readonly string[] = [],
): FieldDiff[] {
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
  return counts.length === 0 ? undefined : `${counts.join(", ")}: ${aFew(lines, MAX_ITEMS, "; ", (line) => line())}`;
}

function describeChange(before: JsonValue, after: JsonValue): string {
  return aFew(differingFields(before, after), MAX_FIELDS, ", ", (diff) =>
    `${shorten(diff.field)} ${valueText(diff.before)} → ${valueText(diff.after)}`.trimStart(),
  );
}

/** The names of the items for a message: a few, the rest of `count` as a number. */
export function listNames(items: readonly JsonValue[], count: number): string {
  return aFew(items, MAX_ITEMS, ", ", nameOf, count);
}

function aFew<T>(
  values: readonly T[],
  most: number,
  separator: string,
  describe: (value: T) => string,
  count = values.length,
): string {
  const shown = values.slice(0, most).map((value) => describe(value));
  return `${shown.join(separator)}${count > shown.length ? ` and ${count - shown.length} more` : ""}`;
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
  return characters.length > MAX_CHARACTERS ? `${characters.slice(0, MAX_CHARACTERS).join("")}…` : characters.join("");
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
