/** Explains why no item matches `where`: which condition, and which values there are. */
import { excerpt } from "../../base/text.js";
import type { Where } from "../arguments/argument-types.js";
import { type JsonValue, stringifyJson } from "../json/json.js";
import { joinFirst } from "./describe.js";
import { parseField, scalarsAt } from "./fields.js";
import { filterItems } from "./where.js";

const MAX_LISTED_VALUES = 5;

/**
 * Returns the warning about the first condition that no item matches: "`where`: … matches no workflow; there are …".
 * Returns `undefined` if each condition is matched by some item.
 */
export function describeUnmatched(items: readonly JsonValue[], where: Where): string | undefined {
  const unmatched = Object.entries(where).find(
    ([field, condition]) => filterItems(items, { [field]: condition }).length === 0,
  );
  if (unmatched === undefined) {
    return undefined;
  }
  const [field, condition] = unmatched;
  const values = [...new Set(scalarsAt(items, parseField(field)).map(stringifyJson))];
  const verb = values.length === 1 ? "is" : "are";
  const existing = values.length === 0 ? "" : `; there ${verb} ${joinFirst(values, MAX_LISTED_VALUES, excerpt)}`;
  return `\`where\`: ${excerpt(JSON.stringify({ [field]: condition }))} matches no workflow${existing}.`;
}
