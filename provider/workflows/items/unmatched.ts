/** Explains why no item matches `where`: which condition, and which values are near. Runs in both processes. */
import { excerpt } from "../../base/excerpt.js";
import { nearest } from "../../settings/issue-text.js";
import type { Where } from "../arguments/argument-types.js";
import { type JsonValue, stringifyJson } from "../json/json.js";
import { joinFirst } from "./describe.js";
import { parseField, scalarsAt } from "./fields.js";
import { filterItems, operatorsOf } from "./where.js";

const MAX_LISTED_VALUES = 5;
/** A longer value is text rather than a name. */
const MAX_NAME_CHARACTERS = 200;
/** A shorter text is part of too many values. */
const MIN_PART_CHARACTERS = 3;

/** Returns "`where`: … matches no workflow; there are …" for the first condition that no item matches, or `undefined`. */
export function describeUnmatched(items: readonly JsonValue[], where: Where): string | undefined {
  const [unmatched] = unmatchedConditions(items, where);
  if (unmatched === undefined) {
    return undefined;
  }
  const [field, condition] = unmatched;
  const values = [...new Set(scalarsAt(items, parseField(field)).map(stringifyJson))];
  const verb = values.length === 1 ? "is" : "are";
  const existing = values.length === 0 ? "" : `; there ${verb} ${joinFirst(values, MAX_LISTED_VALUES, excerpt)}`;
  return `\`where\`: ${excerpt(JSON.stringify({ [field]: condition }))} matches no workflow${existing}.`;
}

/**
 * Returns "The nearest values of `name` are …" for each condition that no item matches and whose field has values that look like
 * the wanted one: `Nightly imprt` → "Nightly import". Returns an empty list if there are none.
 */
export function describeNearValues(items: readonly JsonValue[], where: Where): string[] {
  const sentences: string[] = [];
  for (const [field, condition] of unmatchedConditions(items, where)) {
    const wanted = textsIn(operatorsOf(condition).in ?? []);
    const names = textsIn(scalarsAt(items, parseField(field))).filter((text) => text.length <= MAX_NAME_CHARACTERS);
    const near = [...new Set(wanted.flatMap((text) => nearValues(text, names)))];
    if (near.length > 0) {
      const listed = joinFirst(near, MAX_LISTED_VALUES, (value) => excerpt(JSON.stringify(value)));
      const subject = near.length === 1 ? "value" : "values";
      const verb = near.length === 1 ? "is" : "are";
      sentences.push(`The nearest ${subject} of \`${excerpt(field)}\` ${verb} ${listed}.`);
    }
  }
  return sentences;
}

/** Returns the conditions of `where` that no item matches, as pairs of a field and its condition. */
function unmatchedConditions(items: readonly JsonValue[], where: Where) {
  return Object.entries(where).filter(([field, condition]) => filterItems(items, { [field]: condition }).length === 0);
}

function textsIn(values: readonly JsonValue[]): string[] {
  return values.filter((value) => typeof value === "string");
}

/** Returns the value that is spelled most like the wanted text, and the values that contain it or are contained in it. */
function nearValues(wanted: string, values: readonly string[]): string[] {
  const text = wanted.trim().toLowerCase();
  const isPart = (part: string, whole: string): boolean => part.length >= MIN_PART_CHARACTERS && whole.includes(part);
  const overlapping = values.filter((value) => {
    const lower = value.toLowerCase();
    return isPart(text, lower) || isPart(lower, text);
  });
  const spelledAlike = nearest(wanted, values);
  return spelledAlike === undefined ? overlapping : [spelledAlike, ...overlapping];
}
