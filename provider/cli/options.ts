/** Parses the options of commands, by the same rules as the arguments of programs. Runs in the command line. */
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
  readonly parameter?: readonly string[];
  readonly allowMissing?: boolean;
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
  // For one command each.
  readonly key?: string;
  readonly exitCode?: boolean;
  readonly show?: boolean;
}

/** Returns the arguments of `check`, `list` and `compare`, or throws a `CommandError` that names every issue. */
export function parseListingOptions(options: Options): ParsedArguments {
  const { select, ignoreFields, maxItems } = options;
  const where = parseWhere(options.where);
  const args = { ...requestArguments(options), where, select, ignoreFields, maxItems };
  return valueOf(parseArguments("getWorkflows", args));
}

/** Returns the arguments of `get`, or throws a `CommandError` that names every issue. */
export function parsePathOptions(path: string, options: Options): ParsedArguments {
  const parameters = objectOf("--parameter", parsePairs("--parameter", options.parameter), "Each has one value.");
  const { allowMissing } = options;
  return valueOf(parseArguments("getJson", { ...requestArguments(options), path, parameters, allowMissing }));
}

/** Returns the arguments that say what is requested and how the response is read. One field of `--key-path` is a string, several are a list. */
function requestArguments({ connection, itemsPath, maxPages, unrelatedFields, ...options }: Options): object {
  const keyPath = options.keyPath?.length === 1 ? options.keyPath[0] : options.keyPath;
  const pagination = parsePagination(options.pagination?.trim());
  return { connection, query: parseQuery(options.query), itemsPath, pagination, maxPages, keyPath, unrelatedFields };
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
  const conditions = (texts ?? []).flatMap((text) =>
    Object.entries(text.trimStart().startsWith("{") ? objectIn("--where", text) : parseEquality(text)),
  );
  return texts === undefined ? undefined : objectOf("--where", conditions, WHERE_HINT);
}

/** Makes an object of names and values. Throws if a name is given twice. */
function objectOf<T>(option: string, pairs: readonly (readonly [name: string, value: T])[], hint: string) {
  const names = pairs.map(([name]) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) {
    throw new CommandError("usage", `${option}: "${repeated}" is given more than once.`, hint);
  }
  return Object.fromEntries(pairs);
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
  const query = new Map<string, string[]>();
  for (const [name, value] of parsePairs("--query", texts)) {
    query.set(name, [...(query.get(name) ?? []), value]);
  }
  return texts === undefined ? undefined : Object.fromEntries(query);
}

/** Parses texts such as `name=value`. */
function parsePairs(option: string, texts: readonly string[] = []): [name: string, value: string][] {
  return texts.map((text) => {
    const equals = text.indexOf("=");
    if (equals < 1) {
      throw new CommandError("usage", `${option}: cannot read "${text}".`, "Write name=value.");
    }
    return [text.slice(0, equals), text.slice(equals + 1)];
  });
}
