/** Parses the options of commands, by the same rules as the arguments of programs. */
import type { Issue } from "../base/errors.js";
import { isRecord, jsonIn } from "../base/json-path.js";
import { parseArguments, type ParsedArguments } from "../workflows/arguments/parse-arguments.js";
import { isUnsafeNumberText } from "../workflows/json/numbers.js";
import type { CommandContext } from "./context.js";
import { CommandError } from "./exit-codes.js";
import { optionOf, withOptions } from "./text.js";

/** The context and the options of a command. Each command has some of the options: `program.ts` lists them. */
export interface Options {
  readonly context: CommandContext;
  readonly json?: boolean;
  /** Prints a table in Markdown, for a pipeline's summary page. */
  readonly markdown?: boolean;
  // Where the settings come from.
  readonly stack?: string;
  readonly cwd?: string;
  readonly connection?: string;
  // Sent to the service, or needed to read its response.
  readonly query?: readonly string[];
  readonly itemsPath?: string;
  readonly pagination?: string;
  readonly maxPages?: number;
  readonly keyPath?: readonly string[];
  readonly unrelatedFields?: readonly string[];
  // How the workflows are presented.
  readonly where?: readonly string[];
  readonly select?: readonly string[];
  readonly ignoreFields?: readonly string[];
  readonly maxItems?: number;
  /** Prints a token to a terminal or a file too. */
  readonly show?: boolean;
}

/** Returns the arguments of `check` and `list`, or throws a `CommandError` that names every issue. */
export function parseListingOptions(options: Options): ParsedArguments {
  const { connection, itemsPath, maxPages, unrelatedFields, select, ignoreFields, maxItems } = options;
  const args = {
    ...{ connection, itemsPath, maxPages, unrelatedFields, select, ignoreFields, maxItems },
    query: parseQuery(options.query),
    pagination: parsePagination(options.pagination?.trim()),
    // One field is a string, several are a list.
    keyPath: options.keyPath?.length === 1 ? options.keyPath[0] : options.keyPath,
    where: parseWhere(options.where),
  };
  return valueOf(parseArguments("getWorkflows", args));
}

/** Parses `--pagination`: JSON, or the type alone. */
function parsePagination(text: string | undefined): object | undefined {
  if (text === undefined) {
    return undefined;
  }
  return text.startsWith("{") ? objectIn("--pagination", text) : { type: text };
}

/** Returns the parsed value, or throws a `CommandError` with one line for each issue, which begins with its option. */
function valueOf<T>(parsed: { readonly value: T } | { readonly issues: readonly Issue[] }): T {
  if ("value" in parsed) {
    return parsed.value;
  }
  const lines = parsed.issues.map(({ property, reason }) => {
    const option = optionOf(property);
    const text = withOptions(reason);
    // A reason may already begin with its option.
    return text.startsWith(`\`${option}\` `) ? text : `${option}: ${text}`;
  });
  throw new CommandError("usage", lines.join("\n"));
}

/** Parses the JSON object that is the value of an option. */
function objectIn(option: string, text: string): Readonly<Record<string, unknown>> {
  const value = jsonIn(text);
  if (isRecord(value)) {
    return value;
  }
  throw new CommandError("usage", `${option}: not a JSON object: ${text}`);
}

/** Parses `--where` into one object. Throws if a field is named twice, because the object has one value for each field. */
function parseWhere(texts: readonly string[] | undefined): Readonly<Record<string, unknown>> | undefined {
  if (texts === undefined) {
    return undefined;
  }
  const conditions = new Map<string, unknown>();
  for (const text of texts) {
    const given = text.trimStart().startsWith("{") ? objectIn("--where", text) : parseEquality(text);
    for (const [field, condition] of Object.entries(given)) {
      if (conditions.has(field)) {
        throw new CommandError("usage", `--where: "${field}" is given more than once.`, WHERE_HINT);
      }
      conditions.set(field, condition);
    }
  }
  return Object.fromEntries(conditions);
}

const WHERE_HINT = 'Write field=value, or all conditions on a field as JSON: \'{"name":{"startsWith":"Nightly"}}\'.';

/** Parses a condition such as `enabled=true`. Throws if another operator or a quote of the shell stands beside the `=`: `id!=1`, `id==1`, `name='x'`. */
function parseEquality(text: string): Readonly<Record<string, unknown>> {
  const equals = text.indexOf("=");
  const field = text.slice(0, Math.max(0, equals)).trim();
  const value = text.slice(equals + 1).trimStart();
  const hasOtherOperator = /[!~^$*<>]$/.test(field) || /^[=~<>']/.test(value);
  if (field === "" || hasOtherOperator) {
    throw new CommandError("usage", `--where: cannot read "${text}".`, WHERE_HINT);
  }
  const parsed = jsonIn(value);
  if (typeof parsed === "string" || parsed === undefined) {
    return { [field]: parsed ?? value };
  }
  if (Array.isArray(parsed)) {
    return { [field]: { in: parsed } };
  }
  // `id=3` matches the number and the string. A number with more digits than JavaScript can represent is compared as text, digit by digit.
  return { [field]: isUnsafeNumberText(value) ? value : { in: [parsed, value] } };
}

/** Parses `status=active`. A parameter that is given twice is sent twice. */
function parseQuery(texts: readonly string[] | undefined): Record<string, string[]> | undefined {
  if (texts === undefined) {
    return undefined;
  }
  const query = new Map<string, string[]>();
  for (const text of texts) {
    const equals = text.indexOf("=");
    if (equals < 1) {
      throw new CommandError("usage", `--query: cannot read "${text}".`, "Write name=value.");
    }
    const name = text.slice(0, equals);
    query.set(name, [...(query.get(name) ?? []), text.slice(equals + 1)]);
  }
  return Object.fromEntries(query);
}
