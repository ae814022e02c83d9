/** What the arguments must be. The schemas satisfy the hand-written types, and every issue names what is expected instead. */
import * as v from "valibot";
import { excerpt } from "../../http/excerpt.js";
import { isPath, isPointer, likelyPointer } from "../../http/json-path.js";
import { HEADER_NAME } from "../../settings/headers.js";
import type {
  Arguments,
  CursorPagination,
  NoPagination,
  OffsetPagination,
  PageOptions,
  PagePagination,
  Pagination,
  Query,
  QueryValue,
  SortBy,
  SortField,
  WhereCondition,
  WhereOperators,
  WhereValue,
} from "./argument-types.js";
import { checkPagination, checkQuery } from "./check-pagination.js";
import {
  type ArgumentKind,
  type ArgumentName,
  ARGUMENTS,
  argumentsOf,
  GONE_OPTIONS,
  kindsOf,
  nameOfKind,
  VOCABULARY,
} from "./names.js";
import {
  boolean,
  chosenBy,
  didYouMean,
  integer,
  isObject,
  listOf,
  mapOf,
  objectOf,
  oneOf,
  type PartIssue,
  refused,
  scalar,
  type Schema,
  type SchemasOf,
  text,
  wrong,
} from "./schema-parts.js";

/** A value, or a list of them. */
const oneOrList = <One, Element = One>(one: Schema<One>, list: Schema<readonly Element[]>) =>
  chosenBy<One | readonly Element[]>((given) => (Array.isArray(given) ? list : one));

const NAME = "a string that is not empty";
const name = text(NAME, (given) => given.trim() !== "");

const suggestPointer = (given: string): string | undefined => didYouMean(likelyPointer(given), '"');
const PATH = "a path such as /data/items or data.items";
const path = text(PATH, isPath, suggestPointer);
const KEY_PATH = `${PATH}, a list of them, or "none"`;
const keyPath = text(KEY_PATH, isPath, suggestPointer);

/** A path into a listing's items. It is not as strict as a path into a response: a field that no item has is an error. */
const FIELD = "a field's path such as owner.team or /owner/team";
const isField = (given: string): boolean => {
  const fieldPath = given.replace(/\?$/, "");
  return fieldPath.trim() !== "" && (!fieldPath.startsWith("/") || isPointer(fieldPath));
};
const field = text(FIELD, isField);

/** A path, or `header:` and a header's name, which a JSON Pointer into the header's JSON may follow. */
const location = text(
  "a path such as /next_cursor, or a response header such as header:X-Next-Cursor",
  (given) => {
    const [header, headerName = "", pointer = ""] = /^header:([^/]*)(\/.*)?$/s.exec(given) ?? [];
    return header === undefined ? isPath(given) : HEADER_NAME.test(headerName) && isPointer(pointer);
  },
  suggestPointer,
);

/** Headers that a cursor may be sent in: those that decide how a request is sent or who sends it are not among them. */
const TAKEN_HEADERS =
  /^(?:authorization|proxy-.*|host|cookie|content-.*|accept|accept-encoding|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|user-agent)$/i;
const requestHeader = text(
  "the name of a request header such as X-Cursor",
  (given) => HEADER_NAME.test(given) && !TAKEN_HEADERS.test(given),
);

const pattern = text("a regular expression", (given) => findPatternIssue(given) === undefined, findPatternIssue);

/** Why the text is not a regular expression: a sentence. */
function findPatternIssue(given: string): string | undefined {
  try {
    new RegExp(given, "u");
    return undefined;
  } catch (error) {
    return `${excerpt(String(error).split(": ").at(-1) ?? "")}.`;
  }
}

const QUERY_VALUE = "a string, a number, true or false";
const queryValue: Schema<QueryValue> = scalar(["string", "number", "boolean"], wrong(QUERY_VALUE));
const query: Schema<Query> = mapOf(
  oneOrList(queryValue, listOf(queryValue, QUERY_VALUE)),
  `an object of query parameters: each ${QUERY_VALUE}, or a list of these`,
);

const WHERE_VALUE = "a string, a number, true, false or null";
const whereValue: Schema<WhereValue> = scalar(["string", "number", "boolean", "null"], wrong(WHERE_VALUE));
const equalValue: Schema<WhereValue> = scalar(
  ["string", "number", "boolean", "null"],
  wrong(`a value to equal (${WHERE_VALUE}), or an object of operators such as { in: […] }`, (given) =>
    Array.isArray(given) ? "For one of several values write { in: […] }." : undefined,
  ),
);
const condition: Schema<WhereCondition> = chosenBy<WhereCondition>((given) =>
  isObject(given) ? operators : equalValue,
);
const comparable = scalar(["string", "number"], wrong("a string, or a number"));
const operatorSchemas: SchemasOf<WhereOperators> = {
  startsWith: v.optional(text("a string")),
  endsWith: v.optional(text("a string")),
  contains: v.optional(text("a string")),
  matches: v.optional(pattern),
  in: v.optional(listOf(whereValue, WHERE_VALUE)),
  not: v.exactOptional(condition),
  exists: v.optional(boolean),
  gt: v.optional(comparable),
  gte: v.optional(comparable),
  lt: v.optional(comparable),
  lte: v.optional(comparable),
};
const OPERATORS = `an object of operators: ${Object.keys(operatorSchemas).join(", ")}`;
const operators: Schema<WhereOperators> = objectOf(operatorSchemas, OPERATORS, {
  hint: ' A nested field is written with dots: { "owner.name": … }.',
  // Without an operator, everything would match.
  together: (given) =>
    Object.keys(given).length > 0 ? [] : [{ path: [], message: wrong(OPERATORS)({ input: given }) }],
});
const where = mapOf(
  condition,
  `an object of conditions on fields, such as { enabled: true }; each key: ${FIELD}`,
  isField,
);

const SORT_FIELD = "a field's path such as owner.team or -owner.team, or { field, descending }";
const sortField: Schema<SortField> = objectOf<SortField>(
  { field, descending: v.optional(boolean) },
  "an object with `field`",
);
const sortPath = text(SORT_FIELD, (given) => isField(given.replace(/^-/, "")));
const sortEntry: Schema<SortBy> = chosenBy<SortBy>((given) => (isObject(given) ? sortField : sortPath));
const sortBy = oneOrList(sortEntry, listOf(sortEntry, SORT_FIELD));

const pageOptions: SchemasOf<PageOptions> = {
  size: v.optional(integer(1)),
  sizeParameter: v.optional(name),
  morePath: v.optional(location),
  lastPath: v.optional(location),
  totalPath: v.optional(location),
};
const WAYS = {
  cursor: {
    type: oneOf("cursor"),
    cursorPath: v.optional(location),
    parameter: v.optional(name),
    requestHeader: v.optional(requestHeader),
    urlPath: v.optional(location),
    lastItemPath: v.optional(text("a field of the item, such as /id", (given) => given !== "" && isPath(given))),
    ...pageOptions,
  } satisfies SchemasOf<CursorPagination>,
  page: {
    type: oneOf("page"),
    parameter: v.optional(name),
    totalPagesPath: v.optional(location),
    ...pageOptions,
  } satisfies SchemasOf<PagePagination>,
  offset: {
    type: oneOf("offset"),
    parameter: v.optional(name),
    ...pageOptions,
  } satisfies SchemasOf<OffsetPagination>,
  none: { type: oneOf("none") } satisfies SchemasOf<NoPagination>,
};
const TYPES = Object.keys(WAYS) as (keyof typeof WAYS)[];
const PAGINATION = 'an object whose `type` is "cursor", "page", "offset" or "none"';
const typeOnly = v.object(
  { type: oneOf(...TYPES) },
  `is missing; it takes ${TYPES.map((type) => `"${type}"`).join(" or ")}.`,
);
const otherWays = (type: string, key: string): string | undefined => {
  const others = TYPES.filter((other) => Object.hasOwn(WAYS[other], key)).map((other) => `"${other}"`);
  return others.length > 0 ? `does not go with type "${type}", only with ${others.join(" or ")}.` : GONE_OPTIONS[key];
};
const pagination = chosenBy<Pagination>((given) => {
  if (!isObject(given)) {
    return refused(wrong(PAGINATION));
  }
  const type = TYPES.find((one) => one === given["type"]);
  return type === undefined
    ? typeOnly
    : objectOf(WAYS[type] as unknown as SchemasOf<Pagination>, PAGINATION, {
        unknown: (key) => otherWays(type, key),
        together: checkPagination,
      });
});

/** A part that is not plain would be the same for every value of its kind. */
const ANY_VALUE = "any value except functions, symbols and instances of classes";
const anyValue: Schema<unknown> = chosenBy((given) => {
  if (Array.isArray(given)) {
    return v.array(anyValue);
  }
  const isPlain = typeof given !== "object" || given === null;
  return isPlain ? v.unknown() : mapOf(anyValue, ANY_VALUE);
});

const ANY_REMOVED = 'a whole number, at least 0, or a percentage such as "50%"';
const percentage = text(ANY_REMOVED, (given) => /^(?:100|\d{1,2})%$/.test(given));

const schemas: SchemasOf<Arguments> = {
  path: name,
  parameters: v.optional(mapOf(queryValue, `an object; each value: ${QUERY_VALUE}`)),
  query: v.optional(query),
  itemsPath: v.optional(path),
  pagination: v.optional(pagination),
  maxPages: v.optional(integer(1)),
  where: v.optional(where),
  select: v.optional(listOf(field, FIELD, 1)),
  ignoreFields: v.optional(listOf(field, FIELD)),
  sortBy: v.optional(sortBy),
  keyPath: v.optional(oneOrList(keyPath, listOf(keyPath, KEY_PATH, 1))),
  maxItems: v.optional(integer(0)),
  minItems: v.optional(integer(0)),
  allowEmpty: v.optional(boolean),
  maxRemoved: v.optional(
    chosenBy<number | string>((given) => (typeof given === "string" ? percentage : integer(0, ANY_REMOVED))),
  ),
  unrelatedFields: v.optional(listOf(name, NAME)),
  connection: v.optional(name),
  secret: v.optional(boolean),
  mode: v.optional(oneOf(...VOCABULARY.mode)),
  triggers: v.optional(listOf(anyValue, ANY_VALUE)),
  whenUnavailable: v.optional(oneOf(...VOCABULARY.whenUnavailable)),
  allowMissing: v.optional(boolean),
  schema: v.optional(
    v.custom<NonNullable<Arguments["schema"]>>((given) => {
      const standard = (given as { "~standard"?: { validate?: unknown } | null } | null)?.["~standard"];
      return typeof standard?.validate === "function";
    }, wrong("a validator that speaks Standard Schema (https://standardschema.dev)")),
  ),
};

/** Options of Pulumi's resources and invokes. Programs often put them among the arguments. */
const PULUMI_OPTIONS =
  /^(?:additionalSecretOutputs|aliases|customTimeouts|deleteBeforeReplace|dependsOn|ignoreChanges|parent|protect|provider|replaceOnChanges|retainOnDelete|transform(?:ation)?s)$/;

/** All arguments of a kind, and no others. */
function schemaOf(kind: ArgumentKind): Schema<Partial<Arguments>> {
  const entries = Object.fromEntries(argumentsOf(kind).map((argument) => [argument, schemas[argument]]));
  const unknown = (key: string): string | undefined => {
    if (PULUMI_OPTIONS.test(key)) {
      return "is an option of Pulumi and not an argument. Options come after the arguments, in an object of their own.";
    }
    const takers = Object.hasOwn(ARGUMENTS, key) ? kindsOf(key as ArgumentName) : [];
    const names = takers.map((taker) => `\`${nameOfKind(taker)}\``).join(", ");
    return names === "" ? undefined : `is not an argument of \`${nameOfKind(kind)}\`, only of ${names}.`;
  };
  return objectOf(entries as unknown as SchemasOf<Partial<Arguments>>, "an object", {
    unknown,
    together: (args) => checkQuery(args.query, args.pagination),
  });
}

/** The arguments without what is absent, and every issue. With an issue, they are as they were given. */
export function check(
  kind: ArgumentKind,
  given: unknown,
): { value: Partial<Arguments>; issues: readonly (PartIssue & { readonly input: unknown })[] } {
  const { success, output, issues = [] } = v.safeParse(schemaOf(kind), given);
  const found = issues.map(({ path = [], message, input }) => ({
    path: path.map(({ key }) => key as string | number),
    message,
    input,
  }));
  return { value: success ? output : (given as Partial<Arguments>), issues: found };
}
