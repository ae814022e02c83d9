/** The types of the arguments that have a structure of their own. */
import type { ArgumentType, NamedType, PropertyDefinition } from "./vocabulary.js";

export const text: ArgumentType = { is: "string" };
export const name: ArgumentType = { is: "string", format: "name" };
export const pointer: ArgumentType = { is: "string", format: "pointer" };
export const boolean: ArgumentType = { is: "boolean" };
export const integer = (least: number): ArgumentType => ({ is: "integer", least });
export const list = (of: ArgumentType): ArgumentType => ({ is: "array", of });
export const named = (typeName: string): ArgumentType => ({ is: "named", name: typeName });
const union = (...of: ArgumentType[]): ArgumentType => ({ is: "union", of });

const number: ArgumentType = { is: "number" };

const typeOf = (value: string, description: string): PropertyDefinition => ({
  name: "type",
  type: { is: "enum", values: [value] },
  required: true,
  description,
});

const sizedPages: readonly PropertyDefinition[] = [
  {
    name: "size",
    type: integer(1),
    otherwise: "not sent",
    description: "Items asked for on each page, sent as `sizeParameter`.",
  },
  { name: "sizeParameter", type: name, default: "limit", description: "The query parameter that carries `size`." },
  {
    name: "morePath",
    type: pointer,
    description:
      "JSON Pointer to a boolean in each answer that is `false` on the last page, such as `/has_more`: no page is asked for after it.",
  },
];

const countedPages: readonly PropertyDefinition[] = [
  ...sizedPages,
  {
    name: "totalPath",
    type: pointer,
    description:
      "JSON Pointer to the number of all items, such as `/total`. It never ends the reading, it checks it: fewer or more items than the last answer's total are an error. Where all have come, a 404 on the page after the last counts as an empty page.",
  },
];

export const NAMED_TYPES: Readonly<Record<string, NamedType>> = {
  QueryValue: {
    description: "The value of a query parameter.",
    words: "a text, a number, true or false",
    alias: union(text, number, boolean),
  },
  Query: {
    description:
      'Query parameters, sent as they are and in this order; a list repeats its key: `{ tag: ["a", "b"] }` is sent as `tag=a&tag=b`.',
    words: "an object of query parameters: each a text, a number, true or false, or a list of these",
    alias: { is: "map", of: union(text, number, boolean, list(named("QueryValue"))) },
  },
  Pagination: {
    description: "How a listing goes on after a page. With any of these a `Link` header is not followed.",
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
      'Each answer names the next page; the last one does not: the field is missing, `null`, `false` or `""`. Exactly one of `cursorPath` and `urlPath` is needed.',
    words: "an object of cursor pagination",
    properties: [
      typeOf("cursor", "Each answer names the next page."),
      {
        name: "cursorPath",
        type: pointer,
        description: "JSON Pointer to the next page's cursor, a string or a number, such as `/next_cursor`.",
      },
      {
        name: "parameter",
        type: name,
        default: "cursor",
        description: "The query parameter that carries the cursor. Only with `cursorPath`.",
      },
      {
        name: "urlPath",
        type: pointer,
        description:
          "JSON Pointer to the next page's address, whole or relative, on the same origin, such as `/_links/next/href`.",
      },
      ...sizedPages,
    ],
  },
  PagePagination: {
    description: "Numbered pages, read until one comes that is empty.",
    words: "an object of page pagination",
    properties: [
      typeOf("page", "Pages are numbered."),
      {
        name: "parameter",
        type: name,
        default: "page",
        description: "The query parameter that carries the page's number.",
      },
      {
        name: "start",
        type: integer(0),
        default: 1,
        description: "The number of the first page, sent with the first request.",
      },
      ...countedPages,
    ],
  },
  OffsetPagination: {
    description: "Pages by the number of items before them, read until one comes that is empty.",
    words: "an object of offset pagination",
    properties: [
      typeOf("offset", "Pages are asked for by the number of items before them."),
      {
        name: "parameter",
        type: name,
        default: "offset",
        description: "The query parameter that carries the number of items read so far.",
      },
      {
        name: "start",
        type: integer(0),
        default: 0,
        description: "The offset of the first page, sent with the first request.",
      },
      ...countedPages,
    ],
  },
  NoPagination: {
    description: "One page is all there is: a `Link` header is not followed.",
    words: "an object of no pagination",
    properties: [typeOf("none", "One page is all there is.")],
  },
  WhereValue: {
    description: "A value to compare with. Numbers are compared as decimals, exactly.",
    words: "a text, a number, true, false or null",
    alias: union(text, number, boolean, { is: "null" }),
  },
  WhereOperators: {
    description:
      "What a field must be: all of the operators that are given hold. Where the field is a list, one element that fits is enough (and `not` wants none that does). A missing field fits nothing but `{ exists: false }` and `{ not: … }`.",
    words: "an object of operators",
    needsOne: true,
    hint: 'A nested field is written with dots: { "owner.name": … }.',
    properties: [
      { name: "startsWith", type: text, description: "Text that starts so; case counts." },
      { name: "endsWith", type: text, description: "Text that ends so; case counts." },
      { name: "contains", type: text, description: "Text that holds this; case counts." },
      {
        name: "matches",
        type: { is: "string", format: "pattern" },
        description:
          "Text in which this regular expression (JavaScript's syntax, flag `u`, not anchored) finds something. Filtering a listing with it may take 5 seconds in all, so that hostile text cannot hold a slow pattern for ever.",
      },
      { name: "in", type: list(named("WhereValue")), description: "Equal to one of these; `[]` fits nothing." },
      { name: "not", type: named("WhereCondition"), description: "Not so: a value, or operators." },
      {
        name: "exists",
        type: boolean,
        description: "`true`: the field is there, be it `null`. `false`: it is not.",
      },
      {
        name: "gt",
        type: union(text, number),
        description:
          "Greater than this number, or text after this text (by UTF-16 code units: right for ISO 8601 dates in one zone).",
      },
      { name: "gte", type: union(text, number), description: "As `gt`, or equal." },
      { name: "lt", type: union(text, number), description: "Less than this number, or text before this text." },
      { name: "lte", type: union(text, number), description: "As `lt`, or equal." },
    ],
  },
  WhereCondition: {
    description: "A value means equality: with the field or, where it is a list, with one of its elements.",
    words: "a value to equal (a text, a number, true, false or null), or an object of operators such as { in: […] }",
    alias: union(text, number, boolean, { is: "null" }, named("WhereOperators")),
  },
  Where: {
    description:
      "Conditions on fields; all hold. A key is a field, or a path of fields joined by dots (`owner.name`; through lists, any element). A field whose own name has dots wins over the path. A field that no item of the listing has is an error, but for a condition that says `exists`, and for a path that ends in a question mark (`archived?`).",
    words: "an object of conditions on fields, such as { enabled: true }",
    alias: { is: "map", of: named("WhereCondition") },
  },
  SortField: {
    description: "A field to sort by, for names that start with `-`.",
    words: "an object with `field`",
    properties: [
      { name: "field", type: name, required: true, description: "The field, dotted for nested." },
      { name: "descending", type: boolean, default: false, description: "The greatest first." },
    ],
  },
  SortBy: {
    description:
      "A field to sort by, dotted for nested; `-field` is descending. The object form takes names that start with `-`.",
    words: 'a field\'s name, "-" before it for descending, or { field, descending }',
    alias: union(name, named("SortField")),
  },
};
