/** What the arguments must be. The schemas satisfy the hand-written types. */
import * as v from "valibot";
import { excerpt } from "../../http/excerpt.js";
import { isPath, isPointer } from "../../http/json-path.js";
import { isHeaderName } from "../../settings/headers.js";
import { describeValue, didYouMeanPath, issueText, takes } from "../../settings/issue-text.js";
import type {
  Arguments,
  CursorPagination,
  PageOptions,
  Pagination,
  QueryValue,
  SortBy,
  SortField,
  Where,
  WhereCondition,
  WhereOperators,
  WhereValue,
} from "./argument-types.js";
import {
  type ArgumentKind,
  type ArgumentName,
  ARGUMENTS,
  argumentsOf,
  GONE_OPTIONS,
  kindsOf,
  nameOfKind,
  PAGINATION_DEFAULTS,
  VOCABULARY,
} from "./names.js";
import { isUnknown } from "../engine-signatures.js";
import { isPlainObject, kindIfNotPlain } from "./plain-values.js";
import {
  boolean,
  integer,
  isWhole,
  listOf,
  object,
  objectOf,
  oneOf,
  oneOrList,
  scalar,
  type Schema,
  type SchemasOf,
  single,
  text,
} from "./schema-parts.js";

const NAME = "a string that is not empty";
const name = text(NAME, (given) => given.trim() !== "");

const PATH = "a path such as /data/items or data.items";
const KEY_PATH = `${PATH}, a list of them, or "none"`;
const keyPath = text(KEY_PATH, (given) => given !== "" && isPath(given), didYouMeanPath);

/** A path into a listing's items. It is not as strict as a path into a response: a field that no item has is an error. */
const FIELD = "a field's path such as owner.team or /owner/team";
const isField = (given: string): boolean => {
  const path = given.replace(/\?$/, "");
  return path.trim() !== "" && (!path.startsWith("/") || isPointer(path));
};
const field = text(FIELD, isField);

/** A path, or `header:` and a header's name, which a JSON Pointer into the header's JSON may follow. */
const location = text(
  "a path such as /next_cursor, or a response header such as header:X-Next-Cursor",
  (given) => {
    const [header, headerName = "", pointer = ""] = /^header:([^/]*)(\/.*)?$/s.exec(given) ?? [];
    return header === undefined ? isPath(given) : isHeaderName(headerName) && isPointer(pointer);
  },
  didYouMeanPath,
);

const QUERY_VALUE = "a string, a number, true or false";
const queryValue = scalar<QueryValue>(["string", "number", "boolean"], QUERY_VALUE);
const QUERY = `an object of query parameters: each ${QUERY_VALUE}, or a list of these`;

const WHERE_TYPES = ["string", "number", "boolean", "null"];
const WHERE_VALUE = "a string, a number, true, false or null";
const whereValue = scalar<WhereValue>(WHERE_TYPES, WHERE_VALUE);
const equalValue = scalar<WhereValue>(
  WHERE_TYPES,
  `a value to equal (${WHERE_VALUE}), or an object of operators such as { in: […] }`,
);
const condition = v.lazy<Schema<WhereCondition>>((given) => (isPlainObject(given) ? operators : equalValue));

/** Why the text is no regular expression, as a sentence; empty if it is one. */
const findPatternIssue = (given: unknown): string => {
  try {
    new RegExp(given as string, "u");
    return "";
  } catch (error) {
    return `${excerpt(String(error).split(": ").at(-1) ?? "")}.`;
  }
};
const comparable = scalar<string | number>(["string", "number"], "a string, or a number");
const operatorSchemas: SchemasOf<WhereOperators> = {
  startsWith: text(),
  endsWith: text(),
  contains: text(),
  matches: text("a regular expression", (given) => findPatternIssue(given) === "", findPatternIssue),
  in: listOf(whereValue, WHERE_VALUE),
  not: condition,
  exists: boolean,
  gt: comparable,
  gte: comparable,
  lt: comparable,
  lte: comparable,
};
const OPERATORS = `an object of operators: ${Object.keys(operatorSchemas).join(", ")}`;
const NESTED = 'A nested field is written with dots: { "owner.name": … }.';
const operators = v.pipe(
  objectOf(OPERATORS, operatorSchemas, [], (_key, usual) => `${usual} ${NESTED}`),
  // Without an operator, everything would match.
  v.check((given) => Object.keys(given).length > 0, takes(OPERATORS)),
);
const where = object<Where>("an object of conditions on fields, such as { enabled: true }", (key) =>
  isField(key) ? condition : v.never(`is not ${FIELD}.`),
);

const SORT_FIELD = "a field's path such as owner.team or -owner.team, or { field, descending }";
const sortField = objectOf<SortField>("an object with `field`", { field, descending: boolean }, ["field"]);
const sortPath = text(SORT_FIELD, (given) => isField(given.replace(/^-/, "")));
const sortEntry = v.lazy<Schema<SortBy>>((given) => (isPlainObject(given) ? sortField : sortPath));

const pageOptions: SchemasOf<PageOptions> = {
  size: integer(1),
  sizeParameter: name,
  morePath: location,
  lastPath: location,
  totalPath: location,
};
const WAYS = {
  cursor: {
    type: oneOf("cursor"),
    cursorPath: location,
    parameter: name,
    requestHeader: text("the name of a request header such as X-Cursor", isHeaderName),
    urlPath: location,
    lastItemPath: text("a field of the item, such as /id", (given) => given !== "" && isPath(given)),
    ...pageOptions,
  },
  page: { type: oneOf("page"), parameter: name, totalPagesPath: location, ...pageOptions },
  offset: { type: oneOf("offset"), parameter: name, ...pageOptions },
  none: { type: oneOf("none") },
} satisfies { readonly [Way in Pagination as Way["type"]]: SchemasOf<Way> };
const TYPES = Object.keys(WAYS) as (keyof typeof WAYS)[];
const PAGINATION = 'an object whose `type` is "cursor", "page", "offset" or "none"';
const pagination = v.lazy<Schema<Pagination>>((given) => {
  const type = TYPES.find((one) => isPlainObject(given) && given["type"] === one);
  const options = type === undefined ? { type: oneOf(...TYPES) } : WAYS[type];
  return objectOf(PAGINATION, options as unknown as SchemasOf<Pagination>, ["type"], (key, usual) => {
    const others = TYPES.filter((other) => Object.hasOwn(WAYS[other], key)).map((other) => `"${other}"`);
    if (type === undefined || others.length === 0) {
      return type && (GONE_OPTIONS[key] ?? usual);
    }
    return `does not go with type "${type}", only with ${others.join(" or ")}.`;
  });
});

/** Of each of these, one option is given. */
const ALTERNATIVES = [
  ["cursorPath", "urlPath", "lastItemPath"],
  ["urlPath", "parameter", "requestHeader"],
  ["morePath", "lastPath"],
] as const satisfies (keyof CursorPagination)[][];

/** What is wrong with options beside each other, and beside `query`. Each of them is valid. */
function* findIssuesTogether({ pagination: given, query = {} }: Partial<Arguments>): Generator<PartIssue> {
  const issue = (key: string, message: string): PartIssue => ({ path: ["pagination", key], message });
  if (given === undefined || given.type === "none") {
    return;
  }
  for (const alternatives of ALTERNATIVES) {
    const [first = "", ...others] = alternatives.filter((key) => Object.hasOwn(given, key));
    yield* others.map((key) => issue(key, `does not go with \`pagination.${first}\`: give one of them.`));
  }
  if (given.type === "cursor" && !ALTERNATIVES[0].some((key) => Object.hasOwn(given, key))) {
    const others = "or `urlPath`, or `lastItemPath`: the path of what names the next page";
    yield issue("cursorPath", `is missing; type "cursor" needs it, ${others}.`);
  }
  const { type, size, sizeParameter, parameter = PAGINATION_DEFAULTS[type].parameter } = given;
  if (size === undefined) {
    const message = "has no effect without `pagination.size`: give both, or none.";
    yield* sizeParameter === undefined ? [] : [issue("sizeParameter", message)];
    return;
  }
  const sent = sizeParameter ?? PAGINATION_DEFAULTS.sizeParameter;
  if (sent === parameter) {
    yield issue("sizeParameter", `is "${sent}", as \`pagination.parameter\`: they must differ.`);
  }
  if (Object.hasOwn(query, sent)) {
    yield { path: ["query", sent], message: "is also sent by `pagination.size`: leave one of them out." };
  }
}

/** A part that is not plain would be the same for every value of its kind. */
const ANY_VALUE = "any value except functions, symbols and instances of classes";
const anyValue: Schema<unknown> = v.lazy((given) => {
  if (Array.isArray(given)) {
    return v.array(anyValue);
  }
  return isPlainObject(given)
    ? object(ANY_VALUE, () => anyValue)
    : single(ANY_VALUE, (part) => kindIfNotPlain(part) === undefined);
});

const ANY_REMOVED = 'a whole number, at least 0, or a percentage such as "50%"';
const isPercentage = (given: unknown): boolean => typeof given === "string" && /^(?:100|\d{1,2})%$/.test(given);

const schemas: SchemasOf<Arguments> = {
  path: name,
  parameters: object(`an object; each value: ${QUERY_VALUE}`, () => queryValue),
  query: object(QUERY, () => oneOrList(queryValue, QUERY_VALUE)),
  itemsPath: text(PATH, isPath, didYouMeanPath),
  pagination,
  maxPages: integer(1),
  where,
  select: listOf(field, FIELD, 1),
  ignoreFields: listOf(field, FIELD),
  sortBy: oneOrList(sortEntry, SORT_FIELD),
  keyPath: oneOrList(keyPath, KEY_PATH, 1),
  maxItems: integer(0),
  minItems: integer(0),
  allowEmpty: boolean,
  maxRemoved: single(ANY_REMOVED, (given) => isWhole(given, 0) || isPercentage(given)),
  unrelatedFields: listOf(name, NAME),
  connection: name,
  secret: boolean,
  mode: oneOf(...VOCABULARY.mode),
  triggers: listOf(anyValue, ANY_VALUE),
  whenUnavailable: oneOf(...VOCABULARY.whenUnavailable),
  allowMissing: boolean,
  schema: single("a validator that speaks Standard Schema (https://standardschema.dev)", (given) => {
    const standard = (given as { "~standard"?: { validate?: unknown } | null } | null)?.["~standard"];
    return typeof standard?.validate === "function";
  }),
};

/** All arguments of a kind, and no others. */
function schemaOf(kind: ArgumentKind): Schema<Partial<Arguments>> {
  const entries = Object.fromEntries(argumentsOf(kind).map((argument) => [argument, schemas[argument]]));
  const required = "path" in entries ? ["path"] : [];
  return objectOf("an object", entries as unknown as SchemasOf<Partial<Arguments>>, required, (key, usual) => {
    const kinds = Object.hasOwn(ARGUMENTS, key) ? kindsOf(key as ArgumentName) : [];
    const names = kinds.map((one) => `\`${nameOfKind(one)}\``).join(", ");
    return names === "" ? usual : `is not an argument of \`${nameOfKind(kind)}\`, only of ${names}.`;
  });
}

interface PartIssue {
  readonly path: readonly (string | number)[];
  /** The rest of a sentence about it. */
  readonly message: string;
}

/** The arguments without what is absent, and every issue except of values that are not known yet: if any is not, `isComplete` is false. */
export function check(
  kind: ArgumentKind,
  given: unknown,
): { readonly value: Partial<Arguments>; readonly isComplete: boolean; readonly issues: readonly PartIssue[] } {
  const { output, issues = [] } = v.safeParse(schemaOf(kind), given);
  const value = output as Partial<Arguments>;
  const known = issues.filter(({ type, input }) => type === "never" || !isUnknown(input));
  const single = known.map(({ path = [], message, input }) => {
    const got = input === undefined ? "missing" : (kindIfNotPlain(input) ?? describeValue(input));
    return { path: path.map(({ key }) => key as string | number), message: issueText(message, got) };
  });
  const areValid = !issues.some(({ path }) => ["pagination", "query"].includes(String(path?.[0].key)));
  const together = areValid ? findIssuesTogether(value) : [];
  return { value, isComplete: issues.length === 0, issues: [...single, ...together] };
}
