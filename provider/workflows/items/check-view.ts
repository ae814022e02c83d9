/** What a view cannot mean: fields that no item has, values of another kind, conditions that nothing matches. */
import { ListingError } from "../../http/errors.js";
import { excerpt } from "../../http/excerpt.js";
import type { Path } from "../../http/json-path.js";
import type { Where, WhereCondition, WhereValue } from "../arguments/argument-types.js";
import { type JsonValue, stringifyJson } from "../json/json.js";
import { isJsonNumber } from "../json/numbers.js";
import type { ListingView } from "../types.js";
import { describeMissing, fieldValues, parseField } from "./fields.js";
import { parseSortBy } from "./sort-items.js";
import { compareWith, filterItems, isOperators } from "./where.js";

/** Values in a sentence, at most. */
const MAX_VALUES = 5;

/**
 * A field that no item has is a typing error, and so is a value of another kind than the field: the text "true" is never equal to
 * true. Without this check they would filter everything or nothing.
 *
 * @throws ListingError `listing`.
 */
export function checkView(items: readonly JsonValue[], view: ListingView): void {
  const { where = {}, select = [], ignoreFields = [], sortBy } = view;
  const conditions = Object.entries(where).filter(([, one]) => !isOperators(one) || one.exists === undefined);
  const asked = {
    where: conditions.map(([field]) => field),
    select,
    ignoreFields,
    sortBy: parseSortBy(sortBy).map(({ field }) => field),
  };
  for (const [argument, fields] of Object.entries(asked)) {
    for (const field of fields) {
      const missing = field.endsWith("?") ? undefined : describeMissing(items, field);
      if (missing !== undefined) {
        const hint =
          'Write a field that may be missing everywhere with a question mark at its end, such as "archived?".';
        throw new ListingError(`\`${argument}\`: ${missing}`, { code: "listing", hint });
      }
    }
  }
  for (const [field, condition] of Object.entries(where)) {
    checkKind(items, parseField(field), condition);
  }
}

function checkKind(items: readonly JsonValue[], path: Path, condition: WhereCondition): void {
  const { in: allowed = [], not, gt, gte, lt, lte } = isOperators(condition) ? condition : { in: [condition] };
  const equals = allowed.map((given) => otherKind(items, path, given, false));
  const kinds = [gt, gte, lt, lte].map((given) => otherKind(items, path, given ?? null, true));
  // Of several values, one of the right kind is enough.
  const kind = kinds.find((one) => one) ?? (equals.includes(undefined) ? undefined : equals[0]);
  if (kind !== undefined) {
    const problem = `\`where\`: "${excerpt(path.text)}" is a ${kind} in the workflows, and is compared with something else.`;
    const hint = `Write the value as a ${kind}: a string in quotes, a number and a boolean without.`;
    throw new ListingError(problem, { code: "listing", hint });
  }
  if (not !== undefined) {
    checkKind(items, path, not);
  }
}

/**
 * The kind of the field's values, if none of them can be compared with what is given. A value to equal must read the same, unless
 * the field is a boolean: a text that no item has may be one that an item had before.
 */
function otherKind(items: readonly JsonValue[], path: Path, given: WhereValue, isBound: boolean): string | undefined {
  let kind: string | undefined;
  for (const item of given === null ? [] : items) {
    for (const value of fieldValues(item, path).flat()) {
      if (!Number.isNaN(compareWith(value, given))) {
        return undefined;
      }
      const text = isJsonNumber(value) ? String(value) : value;
      const isSame = typeof text === "string" && (isBound || text.toLowerCase() === String(given).toLowerCase());
      kind ??= isSame || typeof text === "boolean" ? (isJsonNumber(value) ? "number" : typeof text) : undefined;
    }
  }
  return kind;
}

/** The first condition that no item matches, with some values that the field has; `undefined` if each matches some item. */
export function describeUnmatched(items: readonly JsonValue[], where: Where): string | undefined {
  for (const [field, condition] of Object.entries(where)) {
    if (filterItems(items, { [field]: condition }).length === 0) {
      const path = parseField(field);
      const values = items.flatMap((item) => fieldValues(item, path).flat());
      const scalars = values.filter((value) => typeof value !== "object" || value === null || isJsonNumber(value));
      const found = [...new Set(scalars.map(stringifyJson))];
      const list = found.slice(0, MAX_VALUES).map(excerpt).join(", ") + (found.length > MAX_VALUES ? ", …" : "");
      const exist = found.length === 0 ? "" : `; there ${found.length === 1 ? "is" : "are"} ${list}`;
      const verb = isOperators(condition) ? "matches" : "is";
      return `\`where\`: ${excerpt(path.text)} ${verb} ${excerpt(JSON.stringify(condition))} nowhere${exist}.`;
    }
  }
  return undefined;
}
