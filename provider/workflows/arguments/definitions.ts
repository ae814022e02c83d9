/** The one description of all arguments: validation, interfaces, documentation and the plugin's schema are made from it. */
import { boolean, integer, field, list, name, named, path } from "./named-types.js";
import { DEFAULTS } from "./parts.js";
import type { ArgumentDefinition, ArgumentKind } from "./vocabulary.js";

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
      "Query parameters, sent as they are and in this order; a list repeats its key. They are kept on all pages that `pagination` asks for.",
    example: '{ status: "active", tag: ["a", "b"] }',
  },
  {
    name: "itemsPath",
    on: requests,
    type: path,
    otherwise: "the setting `itemsPath`, else found",
    description:
      'Path to the array of workflows in the response, such as `data.items` or the JSON Pointer `/data/items`; `""` is the whole response.',
    example: '"/result/workflows"',
  },
  {
    name: "pagination",
    on: requests,
    type: named("Pagination"),
    otherwise: "the setting `pagination`, else the next page's address, if the response names it",
    description: "How to read on after a page.",
    example: '{ type: "cursor", cursorPath: "/next_cursor" }',
  },
  {
    name: "maxPages",
    on: requests,
    type: integer(1),
    default: DEFAULTS.maxPages,
    description: "Pages read at most; one more is an error, never a silent cut.",
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
    type: { is: "union", of: [field, named("SortField"), list(named("SortBy"))] },
    otherwise: "the service's order",
    description:
      "Order of the items: paths of fields, the first one first; `-path` is descending. Ties stay in the service's order, items without the field come last.",
    example: '["-createdAt", "name"]',
  },
  {
    name: "keyPath",
    on: listings,
    type: path,
    default: DEFAULTS.keyPath,
    description: "Path to what identifies an item when changes are shown, such as `/uuid` or `meta.key`.",
    example: '"/uuid"',
  },
  {
    name: "maxItems",
    on: listings,
    type: integer(0),
    otherwise: "no limit",
    description: "More items than this, after `where`, are an error, never a silent cut.",
    example: "500",
  },
  {
    name: "connection",
    on: [...requests, "getAccessToken"],
    type: name,
    otherwise: "the settings outside `connections`",
    description: "A name from the setting `connections`: which service, with which credentials.",
    example: '"production"',
  },
  {
    name: "secret",
    on: requests,
    type: boolean,
    default: DEFAULTS.secret,
    description:
      "Makes all outputs secret: encrypted in the state, and redacted in what is shown. They are secret without it where an argument is. A function that returns a promise cannot mark its result: use its Output form.",
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
    description: 'When the service cannot be reached: `"fail"`, or `"keep"` the last listing and warn.',
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
    on: functions,
    type: { is: "schema" },
    otherwise: "items are not checked",
    description: "Any Standard Schema validator (zod, valibot, arktype, …): items come out typed and checked.",
    example: "z.object({ id: z.string(), name: z.string() })",
  },
];
