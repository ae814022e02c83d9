/** The types of the arguments that have a structure of their own. */
import { PAGINATION_DEFAULTS } from "./parts.js";
import type { ArgumentType, NamedType, PropertyDefinition } from "./vocabulary.js";

export const text: ArgumentType = { is: "string" };
export const name: ArgumentType = { is: "string", format: "name" };
export const path: ArgumentType = { is: "string", format: "path" };
export const field: ArgumentType = { is: "string", format: "field" };
const place: ArgumentType = { is: "string", format: "place" };
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

const anyPages: readonly PropertyDefinition[] = [
  {
    name: "size",
    type: integer(1),
    otherwise: "not sent",
    description: "Items asked for on each page, sent as `sizeParameter`.",
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
      'Where each response has a flag that is false on the last page, such as `/has_more`. No page is requested after it. A flag is true or false, 1 or 0, or a text such as "true", "yes", "no".',
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
      "Where each response has the number of all items, such as `/total` or `header:X-Total-Count`. It never ends the reading. It is compared: fewer or more items than the last total are an error. If all items were read, a 404 or a repeated page after the last one counts as an empty page.",
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
    description:
      "How to read on after a page. With any of these, the address that a response names itself is not followed. A place is a path into the body, such as `/meta/next` or `meta.next`, or `header:` and the name of a response header (`header:X-Next-Page`; for JSON in a header, `header:X-Pagination/totalPages`).",
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
      "Each response names the next page. On the last page the field is missing, `null`, `false`, `0`, `-1` or an empty text. Exactly one of `cursorPath`, `urlPath` and `lastItemPath` is needed.",
    words: "an object of cursor pagination",
    properties: [
      typeOf("cursor", "Each response names the next page."),
      {
        name: "cursorPath",
        type: place,
        description:
          "Where the next page's cursor is, a text or a number, such as `/next_cursor`. The number of the next page and the next offset are cursors too.",
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
        description: "The number of the first page, sent with the first request.",
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
      typeOf("offset", "Pages are asked for by the number of items before them."),
      {
        name: "parameter",
        type: name,
        default: PAGINATION_DEFAULTS.offset.parameter,
        description: "The query parameter that carries the number of items read so far.",
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
    description: "A value to compare with. Numbers are compared as decimals, exactly.",
    words: "a text, a number, true, false or null",
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
      { name: "in", type: list(named("WhereValue")), description: "Equal to one of these; `[]` fits nothing." },
      { name: "not", type: named("WhereCondition"), description: "Not so: a value, or operators." },
      {
        name: "exists",
        type: boolean,
        description: "`true`: the field is present, even if it is `null`. `false`: it is missing.",
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
      "Conditions on fields. All of them must match. A key is the path of a field, such as `owner.name`; in a list, any element may match. A field that no item of the listing has is an error, except with the operator `exists`, and in a path that ends in a question mark (`archived?`).",
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
    alias: union(field, named("SortField")),
  },
};
