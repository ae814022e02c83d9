/** What a view cannot mean: fields that no item has, values of another kind, conditions that nothing matches. */
import { ListingError } from "../../http/errors.js";
import { excerpt } from "../../http/excerpt.js";
import type { Where, WhereCondition, WhereValue } from "../arguments/argument-types.js";
import { isJsonObject, type JsonValue, stringifyJson } from "../json/json.js";
import { isJsonNumber, numberText } from "../json/numbers.js";
import type { ListingView } from "../types.js";
import { describeFields, type FieldPath, parseFieldPath, someItemHas, valuesAt } from "./fields.js";
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
  if (items.length === 0) {
    return;
  }
  const unknown = fieldsAsked(view).find(([, { optional, path }]) => !optional && !someItemHas(items, path));
  if (unknown !== undefined) {
    const [argument, { path }] = unknown;
    const problem = `\`${argument}\`: no workflow has a field "${excerpt(path.text)}"; the fields are ${describeFields(items, path.text)}.`;
    const hint = 'Write a field that may be missing everywhere with a question mark at its end, such as "archived?".';
    throw new ListingError(problem, { code: "listing", hint });
  }
  for (const [field, condition] of Object.entries(view.where ?? {})) {
    checkKind(items, field, condition);
  }
}

function fieldsAsked({ where = {}, select = [], ignoreFields = [], sortBy }: ListingView): [string, FieldPath][] {
  const conditions = Object.keys(where).filter((field) => {
    const condition = where[field] ?? null;
    return !isOperators(condition) || condition.exists === undefined;
  });
  return [
    ...conditions.map((field): [string, FieldPath] => ["where", parseFieldPath(field)]),
    ...select.map((field): [string, FieldPath] => ["select", parseFieldPath(field)]),
    ...ignoreFields.map((field): [string, FieldPath] => ["ignoreFields", parseFieldPath(field)]),
    ...parseSortBy(sortBy).map((rule): [string, FieldPath] => ["sortBy", rule]),
  ];
}

/** What the field has in all items, the elements of lists too. */
function* valuesOf(items: readonly JsonValue[], field: string): Generator<JsonValue> {
  const { path } = parseFieldPath(field);
  for (const item of items) {
    if (isJsonObject(item)) {
      yield* valuesAt(item, path).flat();
    }
  }
}

function checkKind(items: readonly JsonValue[], field: string, condition: WhereCondition): void {
  const { in: allowed = [], not, gt, gte, lt, lte } = isOperators(condition) ? condition : { in: [condition] };
  const kindFor = (given: WhereValue | undefined, isBound: boolean): string | undefined =>
    given === undefined || given === null ? undefined : findOtherKind(valuesOf(items, field), given, isBound);
  const bounds = [gt, gte, lt, lte].map((bound) => kindFor(bound, true));
  const equals = allowed.map((value) => kindFor(value, false));
  // Of several values, one of the right kind is enough.
  const kind = bounds.find((one) => one) ?? (equals.includes(undefined) ? undefined : equals[0]);
  if (kind !== undefined) {
    const name = excerpt(parseFieldPath(field).path.text);
    throw new ListingError(`\`where\`: "${name}" is a ${kind} in the workflows, and is compared with something else.`, {
      code: "listing",
      hint: `Write the value as a ${kind}: a string in quotes, a number and a boolean without.`,
    });
  }
  if (not !== undefined) {
    checkKind(items, field, not);
  }
}

/**
 * The kind of a value that is meant, if no value can be compared with what is given. Equality counts only if the two read the same,
 * or if the field has only booleans: a string that no item has may well be one that an item had before.
 */
function findOtherKind(
  values: Iterable<JsonValue>,
  given: NonNullable<WhereValue>,
  isBound: boolean,
): string | undefined {
  const wanted = String(given).trim().toLowerCase();
  let kind: string | undefined;
  for (const value of values) {
    if (typeof given === "boolean" ? typeof value === "boolean" : compareWith(value, given) !== undefined) {
      return undefined;
    }
    const text = isJsonNumber(value) ? numberText(value) : value;
    const isMeant =
      typeof text === "boolean" || (typeof text === "string" && (isBound || text.toLowerCase() === wanted));
    kind ??= isMeant ? (isJsonNumber(value) ? "number" : typeof value) : undefined;
  }
  return kind;
}

/** The first condition that no item matches, with some values that the field has; `undefined` if each matches some item. */
export function describeUnmatched(items: readonly JsonValue[], where: Where): string | undefined {
  const unmatched = Object.entries(where).find((entry) => filterItems(items, Object.fromEntries([entry])).length === 0);
  if (unmatched === undefined || items.length === 0) {
    return undefined;
  }
  const [field, condition] = unmatched;
  const scalars = [...valuesOf(items, field)].filter(
    (value) => typeof value !== "object" || value === null || isJsonNumber(value),
  );
  const found = [...new Set(scalars.map(stringifyJson))];
  const shown = found.slice(0, MAX_VALUES).map((text) => excerpt(text));
  const values = [...shown, ...(found.length > MAX_VALUES ? ["…"] : [])].join(", ");
  const exist = found.length === 0 ? "" : `; there ${found.length === 1 ? "is" : "are"} ${values}`;
  const verb = isOperators(condition) ? "matches" : "is";
  return `\`where\`: ${excerpt(parseFieldPath(field).path.text)} ${verb} ${excerpt(JSON.stringify(condition))} nowhere${exist}.`;
}
