/** Compares two listings: item by item, field by field, and as one line for the log. */
import { canonicalJson } from "../json/digest.js";
import { isJsonObject, type JsonValue, ownField, parseJson } from "../json/json.js";
import { joinFirst, nameOf, valueText } from "./describe.js";
import { identityFor, type IdentityOf, type KeyPath } from "./identity.js";

/** A field that differs between two versions of an item. A value is `undefined` if the field is missing. */
interface FieldDiff {
  /** The path of the field, with dots: `owner.team`. */
  readonly field: string;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** The same item in the previous and in the current listing. */
interface ItemPair {
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/**
 * Compares two lists of items. Equal items are matched first, then items with the same identity, in their order. An
 * item without an identity matches only an equal item. The order of items and of keys is ignored.
 */
export function diffItems(before: readonly JsonValue[], after: readonly JsonValue[], identityOf?: IdentityOf) {
  const byContent = matchItems(before, after, canonicalJson);
  const { added, removed, pairs } = matchItems(byContent.removed, byContent.added, identityOf);
  return { added, removed, changed: pairs };
}

/** Pairs the items whose keys are equal. Returns the pairs, and the items of both lists that have no partner. */
function matchItems(before: readonly JsonValue[], after: readonly JsonValue[], keyOf?: IdentityOf) {
  const added = byKey(after, keyOf);
  const removed: JsonValue[] = [];
  const pairs: ItemPair[] = [];
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

/**
 * Maps keys to items. Each key gets a number in front, so that items with the same key are matched in their order: "0
 * wf_1" is the first item with the key `wf_1`, "1 wf_1" the second. An item without a key gets a unique symbol, so that
 * it matches nothing.
 */
function byKey(items: readonly JsonValue[], keyOf?: IdentityOf): Map<string | symbol, JsonValue> {
  const counts = new Map<string, number>();
  const itemsByKey = new Map<string | symbol, JsonValue>();
  for (const item of items) {
    const key = keyOf?.(item);
    if (key === undefined) {
      itemsByKey.set(Symbol("no key"), item);
    } else {
      const count = counts.get(key) ?? 0;
      counts.set(key, count + 1);
      itemsByKey.set(`${count} ${key}`, item);
    }
  }
  return itemsByKey;
}

/**
 * Returns the fields in which two items differ. A list counts as one value.
 *
 * @param names The names of the fields that lead to `before` and `after`, if these are parts of items.
 */
function differingFields(before?: JsonValue, after?: JsonValue, names: string[] = []): FieldDiff[] {
  if (isJsonObject(before) && isJsonObject(after)) {
    const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return fields.flatMap((name) => differingFields(ownField(before, name), ownField(after, name), [...names, name]));
  }
  const isSame = before !== undefined && after !== undefined && canonicalJson(before) === canonicalJson(after);
  return isSame ? [] : [{ field: names.join("."), before, after }];
}

const MAX_LISTED_ITEMS = 5;
const MAX_LISTED_FIELDS = 3;

/**
 * Describes in one line what changed, was added and was removed: the first five, and how many more there are. Example:
 * "2 added, 1 changed: Sync job 12: state active → paused; +Report; +Sync job 13". Returns `undefined` if only the
 * order changed.
 */
export function describeChanges(
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  keyPath: KeyPath,
): string | undefined {
  const identityOf = identityFor([...before, ...after], keyPath);
  const { added, removed, changed } = diffItems(before, after, identityOf);
  const differing = Object.entries({ added, removed, changed }).filter(([, items]) => items.length > 0);
  if (differing.length === 0) {
    return undefined;
  }
  const counts = differing.map(([word, items]) => `${items.length} ${word}`).join(", ");
  // These are functions, because only the first five lines are written, of perhaps 100,000.
  const lines: (() => string)[] = [
    ...changed.map((pair) => () => describePair(pair, keyPath)),
    ...added.map((item) => () => `+${nameOf(item, keyPath)}`),
    ...removed.map((item) => () => `-${nameOf(item, keyPath)}`),
  ];
  return `${counts}: ${joinFirst(lines, MAX_LISTED_ITEMS, (line) => line(), "; ")}`;
}

function describePair({ before, after }: ItemPair, keyPath: KeyPath): string {
  // Items that are not objects differ as a whole. The name of the field is empty then.
  const describeDiff = (diff: FieldDiff): string =>
    `${valueText(diff.field)} ${valueText(diff.before)} → ${valueText(diff.after)}`.trimStart();
  return `${nameOf(after, keyPath)}: ${joinFirst(differingFields(before, after), MAX_LISTED_FIELDS, describeDiff)}`;
}

/** Returns the items in the `json` of a state, if it has any. */
export function itemsIn(json: string | undefined): readonly JsonValue[] | undefined {
  return json === undefined ? undefined : (parseJson(json) as readonly JsonValue[]);
}
