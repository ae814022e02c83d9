/** The schemas of the arguments, which satisfy the hand-written types. */
import * as v from "valibot";
import { excerpt } from "../../base/text.js";
import { isPath, isPointer } from "../../base/json-path.js";
import { SETTINGS } from "../../settings/definitions.js";
import { HEADER_NAME } from "../../settings/headers.js";
import { didYouMeanPath, nearest } from "../../settings/issue-text.js";
import type * as types from "./argument-types.js";
import * as table from "./table.js";
import { isPlainObject, kindIfNotPlain, NOT_KNOWN_YET } from "./plain-values.js";
import * as s from "./schema-parts.js";

// The function in `s.text` returns `true` to accept a text, and `false` or advice for the message to refuse it.
const string = s.scalar<string>("a string", "string");
const boolean = s.scalar<boolean>("true or false", "boolean");
const name = s.text("a string that is not empty", (value) => value.trim() !== "");

const PATH = "a path such as /data/items or data.items";
const isKeyPath = (value: string): boolean => value !== "" && isPath(value);
const keyPath = s.text(`${PATH}, a list of them, or "none"`, (value) => isKeyPath(value) || didYouMeanPath(value));

/**
 * Returns whether the text is a path into an item. The rule is not as strict as that for a path into a response,
 * because a field that no item has is an error anyway.
 */
const isField = (value: string): boolean => {
  const path = value.replace(/\?$/, "");
  return path.trim() !== "" && (!path.startsWith("/") || isPointer(path));
};
const field = s.text("a field's path such as owner.team or /owner/team", isField);

/**
 * Returns whether the text is a path, or `header:` and a header's name. A JSON Pointer into the header's JSON and a
 * question mark may follow.
 */
const isLocation = (value: string): boolean => {
  const [header, headerName = "", pointer = ""] = /^header:([^/]*)(\/.*)?$/s.exec(value.replace(/\?$/, "")) ?? [];
  return header === undefined ? isPath(value) : HEADER_NAME.test(headerName) && isPointer(pointer);
};
const LOCATION = "a path such as /next_cursor, or a response header such as header:X-Next-Cursor";
const location = s.text(LOCATION, (value) => isLocation(value) || didYouMeanPath(value));

const PRIMITIVES = ["string", "number", "boolean"];
const queryValue = s.scalar<types.QueryValue>("a string, a number, true, or false", ...PRIMITIVES);
const WHERE_VALUE = "a string, a number, true, false, or null";
const whereValue = s.scalar<types.WhereValue>(WHERE_VALUE, ...PRIMITIVES, "null");
const comparable = s.scalar<string | number>("a string or a number", "string", "number");
// The message about a condition of another type names both: a value, and an object of operators.
const EQUAL = `a value to equal (${WHERE_VALUE}), or an object of operators such as { in: […] }`;
const equalValue = s.scalar<types.WhereValue>(EQUAL, ...PRIMITIVES, "null");
const condition = s.chosen<types.WhereCondition>(EQUAL, (value) => (isPlainObject(value) ? operators : equalValue));

const textOperators = { startsWith: string, endsWith: string, contains: string };
const comparisonOperators = { gt: comparable, gte: comparable, lt: comparable, lte: comparable };
const generalOperators = { in: s.listOf(whereValue), not: condition, exists: boolean };
const operatorSchemas: s.SchemasOf<types.WhereOperators> = {
  ...textOperators,
  ...generalOperators,
  ...comparisonOperators,
};
const OPERATORS = Object.keys(operatorSchemas).join(", ");
const NESTED = 'A nested field is written with dots: { "owner.name": … }.';
const operatorRules: s.ObjectRules = { advise: () => NESTED, refusesUndefined: true };
const operators = v.pipe(
  s.objectOf(EQUAL, operatorSchemas, operatorRules),
  // Without an operator, everything would match.
  v.check((value) => Object.keys(value).length > 0, `is an empty object, but needs an operator: ${OPERATORS}.`),
);

const size = s.integer(1);
const lastItemPath = s.text("a field of the item, such as /id", isKeyPath);
const cursorLocations = { cursorPath: location, urlPath: location, lastItemPath };
const flags = { morePath: location, lastPath: location };
const commonOptions = { parameter: name, size, sizeParameter: name, ...flags, totalPath: location };
/** For each `type` of `pagination`: its options. */
const OPTIONS_OF = {
  cursor: { ...cursorLocations, ...commonOptions },
  page: { totalPagesPath: location, ...commonOptions },
  offset: commonOptions,
  none: {},
} satisfies { readonly [Way in types.Pagination as Way["type"]]: s.SchemasOf<Omit<Way, "type">> };
const TYPES = Object.keys(OPTIONS_OF) as (keyof typeof OPTIONS_OF)[];
const type = s.oneOf(...TYPES);
const PAGINATION = `an object whose \`type\` is ${type.expects}`;
const CURSOR_LOCATIONS = Object.keys(cursorLocations);
/** Lists of options that exclude each other. */
const ALTERNATIVES = [CURSOR_LOCATIONS, ["urlPath", "parameter"], Object.keys(flags)];
/** The options of all types. `findOptionIssue` refuses those of another type than the chosen one. */
const allOptions = { type, ...OPTIONS_OF.page, ...OPTIONS_OF.cursor };
const anyPagination = s.objectOf<object>(PAGINATION, allOptions, { findIssue: findOptionIssue, required: ["type"] });

/**
 * Returns why an option of `pagination` cannot be used, or `undefined`:
 *
 * 1. It is of another type: `cursorPath` with the type "page".
 * 2. It excludes an option that is set: `morePath` and `lastPath`.
 * 3. The type is "cursor", and nothing says where the cursor is.
 * 4. It is `size`, and would be sent in place of the page: `limit` as the name of both.
 */
function findOptionIssue(key: string, options: s.Fields): string | undefined {
  const isSet = (option: string): boolean => Object.hasOwn(options, option);
  const chosenType = TYPES.find((typeName) => typeName === options["type"]);
  const typesWithOption = TYPES.filter((typeName) => Object.hasOwn(OPTIONS_OF[typeName], key));
  const isOfOtherType = typesWithOption.length > 0 && !typesWithOption.some((typeName) => typeName === chosenType);
  if (chosenType !== undefined && isOfOtherType) {
    return `does not go with type "${chosenType}", only with "${typesWithOption.join('" or "')}".`;
  }
  for (const alternatives of ALTERNATIVES.filter((names) => names.includes(key))) {
    const firstOption = alternatives.find(isSet);
    if (firstOption !== undefined && firstOption !== key) {
      return `does not go with \`pagination.${firstOption}\`: give one of them.`;
    }
  }
  if (key === "type" && chosenType === "cursor" && !CURSOR_LOCATIONS.some(isSet)) {
    return 'is "cursor", which needs `cursorPath`, `urlPath`, or `lastItemPath`.';
  }
  // Without `parameter`, the query parameter has the name of the type: `page`, `offset` or `cursor`.
  const { sizeParameter = table.DEFAULTS.sizeParameter, parameter = options["type"] } = options;
  if (key === "size" && v.is(size, options["size"]) && v.is(name, parameter) && sizeParameter === parameter) {
    return `would be sent as "${excerpt(String(parameter))}", as \`pagination.parameter\` is: set another \`sizeParameter\`.`;
  }
  return undefined;
}

/**
 * The values that `triggers` takes, for messages. Others are refused, because two different Maps would compare equal,
 * so that a change would not be seen.
 */
const ANY_VALUE =
  "what JSON can hold: texts of whole characters, finite numbers, booleans, null, lists and plain objects";
const plainValue = s.custom(ANY_VALUE, (value) => kindIfNotPlain(value) === undefined);
const anyValue: s.Schema<unknown> = s.chosen(ANY_VALUE, (value) => {
  if (Array.isArray(value)) {
    return v.array(anyValue);
  }
  return isPlainObject(value) ? s.object(ANY_VALUE, () => anyValue) : plainValue;
});

const SETTING_NAMES: ReadonlySet<string> = new Set(SETTINGS.map(({ key }) => key));

const QUERY = `an object of query parameters: each ${queryValue.expects}, or a list of these`;
const schemas: s.SchemasOf<types.Arguments> = {
  path: name,
  parameters: s.object(`an object; each value: ${queryValue.expects}`, () => queryValue),
  query: s.object(QUERY, () => s.oneOrList(queryValue)),
  itemsPath: s.text(PATH, (value) => isPath(value) || didYouMeanPath(value)),
  pagination: anyPagination as s.Schema<types.Pagination>,
  maxPages: s.integer(1),
  where: s.object("an object of conditions on fields, such as { enabled: true }", (key) =>
    isField(key) ? condition : v.never(`is not ${field.expects}.`),
  ),
  select: s.listOf(field, 1),
  ignoreFields: s.listOf(field),
  keyPath: s.oneOrList(keyPath, 1),
  maxItems: s.integer(0),
  minItems: s.integer(0),
  allowEmpty: boolean,
  maxRemoved: s.custom('a whole number, at least 0, or a percentage such as "50%"', (value) =>
    typeof value === "string" ? /^(?:100|\d{1,2})%$/.test(value) : v.is(s.integer(0), value),
  ),
  unrelatedFields: s.listOf(name),
  connection: name,
  secret: boolean,
  mode: s.oneOf("live", "pinned"),
  triggers: s.listOf(anyValue),
  whenUnavailable: s.oneOf("fail", "keep"),
  allowMissing: boolean,
  schema: s.custom("a validator that speaks Standard Schema (https://standardschema.dev)", (value) => {
    const standard = (value as { "~standard"?: { validate?: unknown } | null } | null)?.["~standard"];
    return typeof standard?.validate === "function";
  }),
};

/**
 * Checks the arguments. Returns those that are set, and the issues. `NOT_KNOWN_YET` is accepted in place of any value:
 * `hasUnknown` is true if there is such a value.
 */
export function validateArguments(kind: table.ArgumentKind, args: unknown) {
  const names = table.argumentNames(kind);
  const findIssue = (key: string): string | undefined => {
    if (!Object.hasOwn(table.ARGUMENTS, key)) {
      return undefined;
    }
    const kinds: readonly string[] = table.ARGUMENTS[key as table.ArgumentName].on;
    return kinds.includes(kind) ? undefined : `is not an argument of \`${kind}\`, only of \`${kinds.join("`, `")}\`.`;
  };
  const rules: s.ObjectRules = {
    findIssue,
    required: names.includes("path") ? ["path"] : [],
    advise: (key) => adviseOnField(key, names),
  };
  const schema = s.objectOf<object>("an object of arguments (not an Output of one)", schemas, rules);
  const { output, issues = [] } = v.safeParse(schema, args);
  // An issue of the type `never` is about a key that must not be there, whatever its value.
  const reported = issues.filter(({ type: issueType, input }) => issueType === "never" || input !== NOT_KNOWN_YET);
  return {
    value: output as Partial<types.Arguments>,
    issues: reported.map(s.issueOf),
    hasUnknown: reported.length < issues.length,
  };
}

/**
 * Returns the advice on an unknown argument that may be a field of the workflows, as in `getWorkflow({ id: "wf_1" })`;
 * an empty text if it looks like one of `names`, if it is a setting, or if there is no `where`.
 */
function adviseOnField(argument: string, names: readonly string[]): string {
  if (nearest(argument, names) !== undefined || SETTING_NAMES.has(argument) || !names.includes("where")) {
    return "";
  }
  const key = /^[A-Za-z_$][\w$]{0,100}$/.test(argument) ? argument : `"${excerpt(argument)}"`;
  return `If it is a field of the workflows, write \`where: { ${key}: … }\`.`;
}
