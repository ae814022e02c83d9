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

/** Unknown fields in one error, and values in a sentence, at most. */
const MAX_UNKNOWN = 10;
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
  const unknown = fieldsAsked(view).filter(([, { optional, path }]) => !optional && !someItemHas(items, path));
  if (unknown.length > 0) {
    const lines = unknown
      .slice(0, MAX_UNKNOWN)
      .map(
        ([argument, { path }]) =>
          `\`${argument}\`: no workflow has a field "${excerpt(path.text)}"; the fields are ${describeFields(items, path.text)}.`,
      );
    const rest = unknown.length > MAX_UNKNOWN ? [`There are ${unknown.length - MAX_UNKNOWN} more such fields.`] : [];
    throw new ListingError([...lines, ...rest].join("\n"), {
      code: "listing",
      hint: 'Write a field that may be missing everywhere with a question mark at its end, such as "archived?".',
    });
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

const HOW_TO_WRITE: Readonly<Record<string, string>> = {
  string: "Write the value as a string, in quotes.",
  number: "Write the value as a number, without quotes.",
  boolean: "Write the value as true or false, without quotes.",
};

function checkKind(items: readonly JsonValue[], field: string, condition: WhereCondition): void {
  const { in: allowed = [], not, gt, gte, lt, lte } = isOperators(condition) ? condition : { in: [condition] };
  const wrongKind = (given: WhereValue, isBound: boolean): KindIssue | undefined =>
    findWrongKind(valuesOf(items, field), given, isBound);
  const bounds = [gt, gte, lt, lte].map((bound) => (bound === undefined ? undefined : wrongKind(bound, true)));
  const equals = allowed.map((value) => wrongKind(value, false));
  // Of several values, one of the right kind is enough.
  const wrong = bounds.find((one) => one) ?? (equals.includes(undefined) ? undefined : equals[0]);
  if (wrong !== undefined) {
    const name = excerpt(parseFieldPath(field).path.text);
    const problem = `\`where\`: "${name}" is compared with a ${wrong.given}, but is a ${wrong.found} in the workflows.`;
    throw new ListingError(problem, { code: "listing", hint: HOW_TO_WRITE[wrong.found] });
  }
  if (not !== undefined) {
    checkKind(items, field, not);
  }
}

/** What is given has another kind than what the workflows have. */
interface KindIssue {
  readonly given: string;
  readonly found: string;
}

/**
 * The kind of a value that is meant, if no value can be compared with what is given. Equality counts only if the two read the same,
 * or if the field has only booleans: a string that no item has may well be one that an item had before.
 */
function findWrongKind(values: Iterable<JsonValue>, given: WhereValue, isBound: boolean): KindIssue | undefined {
  if (given === null) {
    return undefined;
  }
  const wanted = String(given).trim().toLowerCase();
  let found: string | undefined;
  for (const value of values) {
    if (typeof given === "boolean" ? typeof value === "boolean" : compareWith(value, given) !== undefined) {
      return undefined;
    }
    const text = isJsonNumber(value) ? numberText(value) : value;
    const isMeant =
      typeof text === "boolean" || (typeof text === "string" && (isBound || text.toLowerCase() === wanted));
    found ??= isMeant ? (isJsonNumber(value) ? "number" : typeof value) : undefined;
  }
  return found === undefined ? undefined : { given: typeof given, found };
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
  const values = `${found
    .slice(0, MAX_VALUES)
    .map((text) => excerpt(text))
    .join(", ")}${found.length > MAX_VALUES ? ", …" : ""}`;
  const exist = found.length === 0 ? "" : `; there ${found.length === 1 ? "is" : "are"} ${values}`;
  const verb = isOperators(condition) ? "matches" : "is";
  return `\`where\`: ${excerpt(parseFieldPath(field).path.text)} ${verb} ${excerpt(JSON.stringify(condition))} nowhere${exist}.`;
}
