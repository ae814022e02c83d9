/** The options that choose and present workflows, checked by the same rules as the arguments of programs. */
import type { Issue } from "../http/errors.js";
import { isRecord, jsonIn } from "../http/json-path.js";
import { type ListingArguments, parseArguments } from "../workflows/arguments/parse-arguments.js";
import { isSafeNumber } from "../workflows/json/numbers.js";
import { CommandError } from "./exit-codes.js";
import { optionOf, withOptions } from "./text.js";

export interface ListingOptions {
  readonly where?: readonly string[] | undefined;
  readonly query?: readonly string[] | undefined;
  readonly select?: readonly string[] | undefined;
  readonly ignoreFields?: readonly string[] | undefined;
  readonly sortBy?: readonly string[] | undefined;
  readonly itemsPath?: string | undefined;
  readonly pagination?: string | undefined;
  readonly maxItems?: number | undefined;
  readonly maxPages?: number | undefined;
}

/** Throws a `CommandError` that names every fault. */
export function parseListingOptions(options: ListingOptions): Pick<ListingArguments, "request" | "view"> {
  const { select, ignoreFields, sortBy, itemsPath, maxItems, maxPages, pagination } = options;
  const { where, mustExist } = parseConditions(options.where ?? []);
  const parsed = parseArguments("getWorkflows", {
    where,
    query: parseQuery(options.query ?? []),
    pagination: pagination === undefined ? undefined : parsePagination(pagination),
    select,
    ignoreFields,
    sortBy,
    itemsPath,
    maxItems,
    maxPages,
  });
  if ("faults" in parsed) {
    throw usageError(parsed.faults);
  }
  const { request, view } = parsed.value;
  return { request, view: mustExist.length === 0 ? view : { ...view, mustExist } };
}

export function usageError(faults: readonly Issue[]): CommandError {
  const lines = faults.map(({ property, reason }) => {
    const option = optionOf(property);
    const text = withOptions(reason);
    return text.startsWith(`\`${option}\` `) ? text : `${option}: ${text}`;
  });
  return new CommandError("usage", lines.join("\n"));
}

/** A JSON object, as the argument takes it, or its short form: `none`, `page,start=0,totalPath=/total`. */
export function parsePagination(text: string): unknown {
  const advice =
    "Write a type (none, page, offset, cursor) with settings, such as page,start=1,totalPath=/total, or a JSON object.";
  if (text.trimStart().startsWith("{")) {
    const parsed = jsonIn(text);
    if (isRecord(parsed)) {
      return parsed;
    }
    throw new CommandError("usage", `--pagination: "${text}" is not valid JSON.`, advice);
  }
  const [type = "", ...settings] = text.split(",").map((part) => part.trim());
  const entries = settings.map((setting): [string, unknown] => {
    const equals = setting.indexOf("=");
    if (equals < 1) {
      throw new CommandError("usage", `--pagination: cannot read "${setting}".`, advice);
    }
    const value = setting.slice(equals + 1);
    return [setting.slice(0, equals), /^(\d+|true|false)$/.test(value) ? (JSON.parse(value) as unknown) : value];
  });
  const keys = entries.map(([key]) => key);
  if (type === "" || keys.includes("type") || new Set(keys).size < keys.length) {
    throw new CommandError("usage", `--pagination: cannot read "${text}".`, advice);
  }
  return { type, ...Object.fromEntries(entries) };
}

type Conditions = Record<string, unknown>;

interface Operator {
  readonly condition: (value: unknown, text: string) => unknown;
  /** Whether it compares text: the text after it is not read as JSON. */
  readonly isTextual?: true;
}

const OPERATORS: Readonly<Record<string, Operator>> = {
  "=": { condition: equal },
  "!=": { condition: (value, text) => ({ not: equal(value, text) }) },
  "^=": { condition: (value) => ({ startsWith: value }), isTextual: true },
  "$=": { condition: (value) => ({ endsWith: value }), isTextual: true },
  "*=": { condition: (value) => ({ contains: value }), isTextual: true },
  "~": { condition: (value) => ({ matches: value }), isTextual: true },
  ">": { condition: (value) => ({ gt: value }) },
  ">=": { condition: (value) => ({ gte: value }) },
  "<": { condition: (value) => ({ lt: value }) },
  "<=": { condition: (value) => ({ lte: value }) },
};

/** A path. In a JSON Pointer, `~0` and `~1` are parts of a name. */
const FIELD = /^(?:\s*\/(?:[^=<>~^$*!]|~[01])*|[^=<>~^$*!]+)/;
const CONDITION = /^(?<operator>!=|>=|<=|\^=|\$=|\*=|=|~|>|<)(?<value>.*)$/s;

/**
 * `enabled=true`, `name^=Nightly`, `!archived`, or a JSON object. All conditions must match. A field without an operator must
 * exist in some workflow: otherwise a typing error such as `!archvied` would match all of them.
 */
function parseConditions(texts: readonly string[]): {
  readonly where: Conditions | undefined;
  readonly mustExist: readonly string[];
} {
  if (texts.length === 0) {
    return { where: undefined, mustExist: [] };
  }
  const conditions = new Map<string, unknown>();
  const mustExist: string[] = [];
  for (const text of texts) {
    const isJson = text.trimStart().startsWith("{");
    for (const [field, condition] of Object.entries(parseCondition(text))) {
      if (!isJson && isRecord(condition) && "exists" in condition) {
        mustExist.push(field);
      }
      conditions.set(field, conditions.has(field) ? both(conditions.get(field), condition, text) : condition);
    }
  }
  return { where: Object.fromEntries(conditions), mustExist };
}

function parseCondition(text: string): Conditions {
  const conditions = text.trimStart().startsWith("{") ? objectIn(text) : (comparisonIn(text) ?? existenceIn(text));
  if (conditions === undefined) {
    throw new CommandError(
      "usage",
      `--where: cannot read "${text}".`,
      "Write field=value, one of != ^= $= *= ~ > >= < <= in place of =, field or !field, or a JSON object.",
    );
  }
  return conditions;
}

function objectIn(text: string): Conditions {
  const parsed = jsonIn(text);
  if (isRecord(parsed)) {
    return parsed;
  }
  throw new CommandError("usage", `--where: not a JSON object: ${text}`);
}

/** `enabled=true`; `undefined` without an operator. */
function comparisonIn(text: string): Conditions | undefined {
  const [field = ""] = FIELD.exec(text) ?? [];
  const { operator: symbol = "", value: given = "" } = CONDITION.exec(text.slice(field.length))?.groups ?? {};
  const operator = OPERATORS[symbol];
  if (field.trim() === "" || operator === undefined) {
    return undefined;
  }
  const { condition, isTextual = false } = operator;
  // A blank after `*=` may be part of the text, except if there is one before the operator too.
  const value = isTextual && !/\s$/.test(field) ? given : given.trimStart();
  if (/^[=<>~!]/.test(value) || (!isTextual && isHalfQuoted(value))) {
    throw new CommandError(
      "usage",
      `--where: cannot read "${text}": the value begins with ${value.charAt(0)} and is not JSON.`,
      `Operators are ${Object.keys(OPERATORS).join(" ")}. If the value is meant, write a JSON object, such as ` +
        `{${JSON.stringify(field.trim())}:${JSON.stringify(value)}}.`,
    );
  }
  return { [field.trim()]: condition(isTextual ? value : valueOf(value), value) };
}

/** `archived` or `!archived`; `undefined` for anything else. */
function existenceIn(text: string): Conditions | undefined {
  const [, missing, rest = ""] = /^(!?)\s*(.*)$/s.exec(text) ?? [];
  const [name = ""] = FIELD.exec(rest) ?? [];
  return name.trim() !== "" && name === rest ? { [name.trim()]: { exists: missing === "" } } : undefined;
}

/** A quote that JSON does not have, or that is not closed: compared as text, it would match nothing. */
function isHalfQuoted(value: string): boolean {
  return /^'.*'$/s.test(value) || (value.startsWith('"') && jsonIn(value) === undefined);
}

/** `id=3` matches ids that are numbers and ids that are strings; `id="3"` matches strings only. */
function equal(value: unknown, text: string): unknown {
  if (Array.isArray(value)) {
    return { in: value };
  }
  return typeof value === "string" ? value : { in: [value, text] };
}

/** The JSON value of the text, or else the text itself. */
function valueOf(text: string): unknown {
  const value = jsonIn(text);
  // A number with more digits than JavaScript can represent is compared as text, digit by digit.
  return value === undefined || (typeof value === "number" && (String(value) !== text || !isSafeNumber(value)))
    ? text
    : value;
}

function both(first: unknown, second: unknown, text: string): unknown {
  if (isRecord(first) && isRecord(second) && !Object.keys(second).some((key) => key in first)) {
    return { ...first, ...second };
  }
  throw new CommandError("usage", `--where: "${text}" is a second condition of the same kind on one field.`);
}

/** `status=active`. A parameter that is given twice is sent twice. */
export function parseQuery(texts: readonly string[]): Record<string, string[]> | undefined {
  if (texts.length === 0) {
    return undefined;
  }
  const query = new Map<string, string[]>();
  for (const [name, value] of parsePairs("--query", texts)) {
    query.set(name, [...(query.get(name) ?? []), value]);
  }
  return Object.fromEntries(query);
}

/** `name=value`, each. */
export function parsePairs(flag: string, texts: readonly string[]): [name: string, value: string][] {
  return texts.map((text) => {
    const equals = text.indexOf("=");
    if (equals < 1) {
      throw new CommandError("usage", `${flag}: cannot read "${text}".`, "Write name=value.");
    }
    return [text.slice(0, equals), text.slice(equals + 1)];
  });
}
