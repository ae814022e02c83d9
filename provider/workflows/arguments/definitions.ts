/** The one description of all arguments: validation, interfaces, documentation and the plugin's schema are made from it. */
import {
  type ArgumentDefinition,
  type ArgumentKind,
  type ArgumentType,
  DEFAULTS,
  type NamedType,
  PAGINATION_DEFAULTS,
  type PropertyDefinition,
  type TypeName,
} from "./description.js";

const text: ArgumentType = { is: "string" };
const name: ArgumentType = { is: "string", format: "name" };
const path: ArgumentType = { is: "string", format: "path" };
const field: ArgumentType = { is: "string", format: "field" };
const sortField: ArgumentType = { is: "string", format: "sort field" };
const place: ArgumentType = { is: "string", format: "place" };
const boolean: ArgumentType = { is: "boolean" };
const integer = (least: number): ArgumentType => ({ is: "integer", least });
const list = (of: ArgumentType): ArgumentType => ({ is: "array", of });
const named = (typeName: TypeName): ArgumentType => ({ is: "named", name: typeName });
const union = (...of: ArgumentType[]): ArgumentType => ({ is: "union", of });

const number: ArgumentType = { is: "number" };

const typeOf = (value: string, description: string): PropertyDefinition => ({
  name: "type",
  type: { is: "enum", values: [value] },
  required: true,
  description,
});

const anyPages: readonly PropertyDefinition[] = [
  {
    name: "size",
    type: integer(1),
    otherwise: "not sent",
    description: "Items requested on each page, sent as `sizeParameter`.",
  },
  {
    name: "sizeParameter",
    type: name,
    default: PAGINATION_DEFAULTS.sizeParameter,
    description: "The query parameter that carries `size`.",
  },
  {
    name: "morePath",
    type: place,
    description:
      'Where each response has a flag that is false on the last page, such as `/has_more`. No page is requested after it. A flag is true or false, 1 or 0, or a string such as "true", "yes", "no".',
  },
  {
    name: "lastPath",
    type: place,
    description:
      "Where each response has a flag that is true on the last page, such as `/isLast`. Not with `morePath`.",
  },
  {
    name: "totalPath",
    type: place,
    description:
      "Where each response has the number of all items, such as `/total` or `header:X-Total-Count`. It never ends the reading. It is compared: fewer or more items than the last total are an error. If all items were read, a page after the last one that is refused (400, 404, 416, 422) or repeated counts as an empty one.",
  },
  {
    name: "ignoreTotals",
    type: boolean,
    default: false,
    description:
      "Whether totals, numbers of pages, warnings of missing parts and the like in the responses are ignored: some services count what they do not list. Nothing else shows then that items are missing. Not with `totalPath`.",
  },
];

export const NAMED_TYPES: Readonly<Record<TypeName, NamedType>> = {
  QueryValue: {
    description: "The value of a query parameter. A number beyond 2^53 is written as text.",
    words: "a string, a number, true or false",
    alias: union(text, number, boolean),
  },
  Query: {
    description:
      'Query parameters, sent as they are and in this order (with the plugin, in the order of their names); a list repeats its key: `{ tag: ["a", "b"] }` is sent as `tag=a&tag=b`.',
    words: "an object of query parameters: each a string, a number, true or false, or a list of these",
    alias: { is: "map", of: union(text, number, boolean, list(named("QueryValue"))) },
  },
  Pagination: {
    description:
      "How to request the next page. With any of these, the address that a response names itself is not followed. A place is a path into the body, such as `/meta/next` or `meta.next`. Or it is `header:` and the name of a response header: `header:X-Next-Page`, and for JSON in a header, `header:X-Pagination/totalPages`.",
    words: 'an object whose `type` is "cursor", "page", "offset" or "none"',
    choices: {
      cursor: "CursorPagination",
      page: "PagePagination",
      offset: "OffsetPagination",
      none: "NoPagination",
    },
  },
  CursorPagination: {
    description:
      "Each response names the next page. On the last page the field is missing, `null`, `false`, `0`, `-1` or an empty string. Exactly one of `cursorPath`, `urlPath` and `lastItemPath` is needed.",
    words: "an object of cursor pagination",
    properties: [
      typeOf("cursor", "Each response names the next page."),
      {
        name: "cursorPath",
        type: place,
        description:
          "Where the next page's cursor is, a string or a number, such as `/next_cursor`. The number of the next page and the next offset are cursors too.",
      },
      {
        name: "parameter",
        type: name,
        default: PAGINATION_DEFAULTS.cursor.parameter,
        description: "The query parameter that carries the cursor. Not with `urlPath` or `requestHeader`.",
      },
      {
        name: "requestHeader",
        type: { is: "string", format: "request header" },
        otherwise: "a query parameter",
        description: "The request header that carries the cursor, instead of a query parameter.",
      },
      {
        name: "urlPath",
        type: place,
        description:
          "Where the next page's address is, whole or relative, on the same origin, such as `/_links/next/href`.",
      },
      {
        name: "lastItemPath",
        type: path,
        description:
          "The field of the page's last item that is the cursor, such as `/id`. The listing ends with an empty page, or by `morePath` or `lastPath`.",
      },
      ...anyPages,
    ],
  },
  PagePagination: {
    description: "Numbered pages, read until one is empty, or until the flag or the number of pages says so.",
    words: "an object of page pagination",
    properties: [
      typeOf("page", "Pages are numbered."),
      {
        name: "parameter",
        type: name,
        default: PAGINATION_DEFAULTS.page.parameter,
        description: "The query parameter that carries the page's number.",
      },
      {
        name: "start",
        type: integer(0),
        default: PAGINATION_DEFAULTS.page.start,
        description:
          "The number of the first page, sent with the first request. If no total shows that all items were read, further requests, without the number or with another one, check that no page comes before it.",
      },
      {
        name: "totalPagesPath",
        type: place,
        description:
          "Where each response has the number of pages, such as `/total_pages` or `header:X-Total-Pages`. The reading ends after so many.",
      },
      ...anyPages,
    ],
  },
  OffsetPagination: {
    description: "Pages by the number of items before them, read until one is empty, or until the flag says so.",
    words: "an object of offset pagination",
    properties: [
      typeOf("offset", "Pages are requested by the number of items before them."),
      {
        name: "parameter",
        type: name,
        default: PAGINATION_DEFAULTS.offset.parameter,
        description:
          "The query parameter that carries the number of items read so far. If no total shows that all items were read, one more request checks that it counts items, and not pages.",
      },
      {
        name: "start",
        type: integer(0),
        default: PAGINATION_DEFAULTS.offset.start,
        description: "The offset of the first page, sent with the first request.",
      },
      ...anyPages,
    ],
  },
  NoPagination: {
    description: "The first page is all. No address is followed, and no hint of more pages is an error.",
    words: "an object of no pagination",
    properties: [typeOf("none", "The first page is all.")],
  },
  WhereValue: {
    description:
      "A value to compare with. Numbers are compared as decimals, exactly. One beyond 2^53 is written as text.",
    words: "a string, a number, true, false or null",
    alias: union(text, number, boolean, { is: "null" }),
  },
  WhereOperators: {
    description:
      "Operators on a field. All of them must match. If the field is a list, one matching element is enough, and `not` requires that no element matches. A missing field matches only `{ exists: false }` and `{ not: … }`.",
    words: "an object of operators",
    needsOne: true,
    hint: 'A nested field is written with dots: { "owner.name": … }.',
    properties: [
      { name: "startsWith", type: text, description: "The text starts with this (case-sensitive)." },
      { name: "endsWith", type: text, description: "The text ends with this (case-sensitive)." },
      { name: "contains", type: text, description: "The text contains this (case-sensitive)." },
      {
        name: "matches",
        type: { is: "string", format: "pattern" },
        description:
          "The text matches this regular expression (JavaScript's syntax, flag `u`, not anchored). Filtering a listing with it may take 5 seconds in all. More is an error.",
      },
      { name: "in", type: list(named("WhereValue")), description: "Equal to one of these; `[]` matches nothing." },
      { name: "not", type: named("WhereCondition"), description: "What must not match: a value, or operators." },
      {
        name: "exists",
        type: boolean,
        description: "`true`: the field is present, even if it is `null`. `false`: it is missing.",
      },
      {
        name: "gt",
        type: union(text, number),
        description:
          "Greater than this number, or a string after this one (by UTF-16 code units: right for ISO 8601 dates in one zone).",
      },
      { name: "gte", type: union(text, number), description: "As `gt`, or equal." },
      { name: "lt", type: union(text, number), description: "Less than this number, or a string before this one." },
      { name: "lte", type: union(text, number), description: "As `lt`, or equal." },
    ],
  },
  WhereCondition: {
    description: "A value means equality: with the field or, where it is a list, with one of its elements.",
    words: "a value to equal (a string, a number, true, false or null), or an object of operators such as { in: […] }",
    alias: union(text, number, boolean, { is: "null" }, named("WhereOperators")),
  },
  Where: {
    description:
      "Conditions on fields. All of them must match. A key is the path of a field, such as `owner.name`; in a list, any element may match. A field that no item of the listing has is an error. Exceptions: the operator `exists`, and a path that ends in a question mark (`archived?`).",
    words: "an object of conditions on fields, such as { enabled: true }",
    alias: { is: "map", of: named("WhereCondition"), keys: "field" },
  },
  SortField: {
    description: "A field to sort by, for names that start with `-`.",
    words: "an object with `field`",
    properties: [
      { name: "field", type: field, required: true, description: "The field's path." },
      { name: "descending", type: boolean, default: false, description: "The greatest first." },
    ],
  },
  SortBy: {
    description:
      "The path of a field to sort by; `-path` is descending. The object form takes names that start with `-`.",
    words: 'a field\'s path, "-" before it for descending, or { field, descending }',
    alias: union(sortField, named("SortField")),
  },
};

/** The properties of a named type; none if it is no object. */
export function propertiesOf(name: TypeName): readonly PropertyDefinition[] {
  const type = NAMED_TYPES[name];
  return "properties" in type ? type.properties : [];
}

/** What a type stands for, if it is only another name for that. */
export function aliasOf(type: ArgumentType): ArgumentType | undefined {
  const named = type.is === "named" ? NAMED_TYPES[type.name] : undefined;
  return named !== undefined && "alias" in named ? named.alias : undefined;
}

const listings: readonly ArgumentKind[] = ["resource", "getWorkflows"];
const readers: readonly ArgumentKind[] = [...listings, "getWorkflow"];
const functions: readonly ArgumentKind[] = ["getWorkflows", "getWorkflow", "getJson"];
const requests: readonly ArgumentKind[] = [...readers, "getJson"];

export const ARGUMENTS: readonly ArgumentDefinition[] = [
  {
    name: "path",
    on: ["getJson"],
    type: name,
    required: true,
    description:
      "The path to read, below `baseUrl`. It begins with a slash. Parts in braces are filled in from `parameters`.",
    example: '"/v2/workflows/{id}"',
  },
  {
    name: "parameters",
    on: ["getJson"],
    type: { is: "map", of: named("QueryValue") },
    otherwise: "none",
    description: "Values for the parts of `path` in braces. They are percent-encoded.",
    example: '{ id: "wf_1" }',
  },
  {
    name: "query",
    on: requests,
    type: named("Query"),
    otherwise: "none",
    description:
      "Query parameters, sent as they are and in this order (with the plugin, in the order of their names); a list repeats its key. They are sent for all pages that `pagination` requests.",
    example: '{ status: "active", tag: ["a", "b"] }',
  },
  {
    name: "itemsPath",
    on: requests,
    type: path,
    otherwise: "the setting `itemsPath`, else found automatically",
    description:
      'Path to the array of workflows in the response, such as `data.items` or the JSON Pointer `/data/items`; `""` is the whole response. With a question mark at its end, a list that is missing or `null` is empty.',
    example: '"/result/workflows"',
  },
  {
    name: "pagination",
    on: requests,
    type: named("Pagination"),
    otherwise: "the setting `pagination`, else the next page's address, if the response names it",
    description: "How to request the next page.",
    example: '{ type: "cursor", cursorPath: "/next_cursor" }',
  },
  {
    name: "maxPages",
    on: requests,
    type: integer(1),
    default: DEFAULTS.maxPages,
    description: "The maximum number of pages. More are an error, never a silent cut.",
    example: "20",
  },
  {
    name: "where",
    on: readers,
    type: named("Where"),
    otherwise: "all items",
    description:
      "Which items to keep, decided in the provider: equality on fields, or operators. A key is a path, such as `owner.team` or the JSON Pointer `/owner/team`.",
    example: '{ enabled: true, "owner.team": { in: ["Search", "Support"] } }',
  },
  {
    name: "select",
    on: readers,
    type: { is: "array", of: field, least: 1 },
    otherwise: "all fields",
    description:
      "Paths of the fields to keep. Fewer fields make a smaller state with fewer changes. One that no item has is an error unless it ends in a question mark.",
    example: '["id", "name", "owner.team"]',
  },
  {
    name: "ignoreFields",
    on: readers,
    type: list(field),
    otherwise: "none",
    description:
      "Paths of the fields to leave out, such as those that change at every run. Applied after `select`. One that no item has is an error unless it ends in a question mark.",
    example: '["lastRunAt"]',
  },
  {
    name: "sortBy",
    on: listings,
    type: { is: "union", of: [sortField, named("SortField"), list(named("SortBy"))] },
    otherwise: "the service's order",
    description:
      "Order of the items: paths of fields, the first one first; `-path` is descending. Ties stay in the service's order, items without the field come last.",
    example: '["-createdAt", "name"]',
  },
  {
    name: "keyPath",
    on: requests,
    type: union(path, { is: "array", of: path, least: 1 }),
    otherwise: "the first of `id`, `uuid`, `_id`, `key`, `workflowId` that all items have",
    description:
      'What identifies an item: a path such as `/uuid`, a list of paths whose values together do, or `"none"`. Two items with one identity are an error.',
    example: '["namespace", "id"]',
  },
  {
    name: "maxItems",
    on: listings,
    type: integer(0),
    otherwise: "no limit",
    description: "The maximum number of items, after `where`. More are an error, never a silent cut.",
    example: "500",
  },
  {
    name: "minItems",
    on: listings,
    type: integer(0),
    otherwise: "no limit",
    description: "The minimum number of items, after `where`. Fewer are an error.",
    example: "1",
  },
  {
    name: "allowEmpty",
    on: listings,
    type: boolean,
    otherwise: "`false`",
    description:
      "Whether the service may list nothing. Without it, that is an error for a function, and for a resource that had workflows. The environment variable `WORKFLOWS_ALLOW_EMPTY` wins over it, for one run.",
    example: "true",
  },
  {
    name: "maxRemoved",
    on: ["resource"],
    type: union(integer(0), { is: "string", format: "percentage" }),
    otherwise: "three, or 30%, whichever is more",
    description:
      'How many of the last workflows may be missing at once: a number, or a percentage such as `"50%"`; `"100%"` allows any number. More are an error. The environment variable `WORKFLOWS_MAX_REMOVED` wins over it, for one run.',
    example: '"50%"',
  },
  {
    name: "unrelatedFields",
    on: requests,
    type: list(name),
    otherwise: "the setting `unrelatedFields`, else none",
    description:
      "Fields beside the list that say nothing about it: names at any depth, or JSON Pointers. They are no hints of more pages.",
    example: '["total"]',
  },
  {
    name: "connection",
    on: [...requests, "getAccessToken"],
    type: name,
    otherwise: "the settings outside `connections`",
    description: "The name of a connection in the setting `connections`: another service, or other credentials.",
    example: '"production"',
  },
  {
    name: "secret",
    on: requests,
    type: boolean,
    default: DEFAULTS.secret,
    description:
      "Makes all outputs secret: encrypted in the state, and redacted in what is shown. They are secret without it if an argument is secret. A function that returns a promise cannot mark its result: use its Output form.",
    example: "true",
  },
  {
    name: "mode",
    on: ["resource"],
    type: { is: "enum", values: ["live", "pinned"] },
    default: DEFAULTS.mode,
    description:
      'When the listing is read: `"live"` at every preview, update and refresh; `"pinned"` only when an argument or a trigger changes.',
    example: '"pinned"',
  },
  {
    name: "triggers",
    on: ["resource"],
    type: list({ is: "any" }),
    otherwise: "none",
    description:
      "Any values: when one changes, a pinned listing is read again. They are compared by content: a Date by its ISO text, a bigint by its digits, a Map or a Set by its elements.",
    example: '["2026-01"]',
  },
  {
    name: "whenUnavailable",
    on: ["resource"],
    type: { is: "enum", values: ["fail", "keep"] },
    default: DEFAULTS.whenUnavailable,
    description: 'If the service cannot be reached: `"fail"`, or `"keep"` the last listing and log a warning.',
    example: '"keep"',
  },
  {
    name: "allowMissing",
    on: ["getWorkflow", "getJson"],
    type: boolean,
    default: DEFAULTS.allowMissing,
    description: "Gives `undefined` rather than an error if nothing matches, or if the path does not exist (404).",
    example: "true",
  },
  {
    name: "schema",
    on: ["resource", ...functions],
    type: { is: "schema" },
    otherwise: "items are not checked",
    description:
      "Any Standard Schema validator (zod, valibot, arktype, …): checks each item, and gives the items its type.",
    example: "z.object({ id: z.string(), name: z.string() })",
  },
];

/** The names of the resource's arguments. */
export const RESOURCE_ARGUMENTS: readonly string[] = ARGUMENTS.filter(({ on }) => on.includes("resource")).map(
  ({ name }) => name,
);
