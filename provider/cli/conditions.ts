/** `--where` and `--query` on the command line, as the arguments that programs give. */
import { CommandError } from "./command-error.js";

type Conditions = Record<string, unknown>;

const OPERATORS: Readonly<Record<string, (value: unknown, text: string) => unknown>> = {
  "=": equal,
  "!=": (value, text) => ({ not: equal(value, text) }),
  "^=": (value) => ({ startsWith: value }),
  "$=": (value) => ({ endsWith: value }),
  "*=": (value) => ({ contains: value }),
  "~": (value) => ({ matches: value }),
  ">": (value) => ({ gt: value }),
  ">=": (value) => ({ gte: value }),
  "<": (value) => ({ lt: value }),
  "<=": (value) => ({ lte: value }),
};

/** Operators that compare text: what stands after them is not read as JSON. */
const TEXTUAL: ReadonlySet<string> = new Set(["^=", "$=", "*=", "~"]);

const CONDITION = /^(?<field>[^=<>~^$*!]+)(?<operator>!=|>=|<=|\^=|\$=|\*=|=|~|>|<)(?<value>.*)$/s;

/** `enabled=true`, `name^=Nightly`, `!archived`, or the whole of it as a JSON object. Several hold together. */
export function parseConditions(texts: readonly string[]): Conditions | undefined {
  if (texts.length === 0) return undefined;
  const conditions = new Map<string, unknown>();
  for (const text of texts) {
    for (const [field, condition] of Object.entries(parseCondition(text))) {
      conditions.set(field, conditions.has(field) ? both(conditions.get(field), condition, text) : condition);
    }
  }
  return Object.fromEntries(conditions);
}

function parseCondition(text: string): Conditions {
  if (text.trimStart().startsWith("{")) {
    const parsed = fromJson(text);
    if (typeof parsed === "object" && parsed !== null) return parsed as Conditions;
    throw new CommandError("usage", `--where: not a JSON object: ${text}`);
  }
  const { field, operator, value } = CONDITION.exec(text)?.groups ?? {};
  if (field !== undefined && operator !== undefined && value !== undefined) {
    return { [field.trim()]: OPERATORS[operator]?.(TEXTUAL.has(operator) ? value : valueOf(value), value) };
  }
  const [, missing, name] = /^(!?)\s*([^=<>~^$*!]+)$/.exec(text) ?? [];
  if (name !== undefined) return { [name.trim()]: { exists: missing === "" } };
  throw new CommandError(
    "usage",
    `--where: cannot read "${text}".`,
    "Write field=value, one of != ^= $= *= ~ > >= < <= in place of =, field or !field, or a JSON object.",
  );
}

/** `id=3` is for ids that are numbers and for ids that are texts; `id="3"` for texts alone. */
function equal(value: unknown, text: string): unknown {
  if (Array.isArray(value)) return { in: value };
  return typeof value === "string" ? value : { in: [value, text] };
}

/** A value is JSON where it is; else it is text as it stands. */
function valueOf(text: string): unknown {
  const value = fromJson(text);
  // More digits than a number holds: the text is compared, digit for digit.
  return value === undefined || (typeof value === "number" && String(value) !== text) ? text : value;
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function both(first: unknown, second: unknown, text: string): unknown {
  if (isRecord(first) && isRecord(second) && !Object.keys(second).some((key) => key in first)) {
    return { ...first, ...second };
  }
  throw new CommandError("usage", `--where: "${text}" is a second condition of the same kind on one field.`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `status=active`, again and again: a key that stands twice is sent twice. */
export function parseQuery(texts: readonly string[]): Record<string, string[]> | undefined {
  if (texts.length === 0) return undefined;
  const query = new Map<string, string[]>();
  for (const text of texts) {
    const equals = text.indexOf("=");
    if (equals < 1) throw new CommandError("usage", `--query: cannot read "${text}".`, "Write name=value.");
    const name = text.slice(0, equals);
    query.set(name, [...(query.get(name) ?? []), text.slice(equals + 1)]);
  }
  return Object.fromEntries(query);
}
