/**
 * The options of the commands, and their parsers. What the options say is checked by the rules for the arguments of
 * programs.
 */
import { InvalidArgumentError } from "commander";
import { SettingsError } from "../base/errors.js";
import { isRecord, jsonIn } from "../base/json-path.js";
import { parseArguments, type ParsedArguments } from "../workflows/arguments/parse-arguments.js";
import { argumentNames } from "../workflows/arguments/table.js";
import { isUnsafeNumberText } from "../workflows/json/numbers.js";
import type { CommandContext } from "./context.js";

/** The context and the options of a command. Each command has some of the options: `program.ts` lists them. */
export interface Options {
  readonly context: CommandContext;
  readonly json?: boolean;
  /** Prints a table in Markdown, for a pipeline's summary page. */
  readonly markdown?: boolean;
  /** Prints a token to a terminal or a file too. */
  readonly show?: boolean;
  // Where the settings come from.
  readonly stack?: string;
  readonly cwd?: string;
  readonly connection?: string;
  // Arguments. Every other option that is an argument has the argument's name too.
  readonly select?: readonly string[];
  readonly keyPath?: readonly string[];
}

/** The values of each query parameter. */
type QueryParameters = Readonly<Record<string, readonly string[]>>;
/** The condition on each field. */
type Conditions = Readonly<Record<string, unknown>>;

/**
 * Returns the arguments among the options of `check` and `list`.
 *
 * @throws SettingsError with every issue.
 */
export function parseListingOptions(options: Options): ParsedArguments {
  const names: readonly string[] = argumentNames("getWorkflows");
  const listingOptions = Object.fromEntries(Object.entries(options).filter(([name]) => names.includes(name)));
  const { keyPath } = options;
  // One path is a string, several are a list.
  const parsed = parseArguments("getWorkflows", {
    ...listingOptions,
    keyPath: keyPath?.length === 1 ? keyPath[0] : keyPath,
  });
  if ("issues" in parsed) {
    throw new SettingsError(parsed.issues);
  }
  return parsed.value;
}

/** Adds the names in a text with commas between them to those of earlier options. */
export function addFields(text: string, earlierFields: readonly string[] = []): readonly string[] {
  return [...earlierFields, ...text.split(",").map((field) => field.trim())];
}

/** Parses `--pagination`: JSON, or the type alone. */
export function parsePagination(text: string): object {
  return text.startsWith("{") ? objectIn(text) : { type: text };
}

/** Adds a parameter such as `status=active`. One that is given twice is sent twice. */
export function addParameter(text: string, earlier: QueryParameters = {}): QueryParameters {
  const [name, value] = splitAtEquals(text, "Write name=value.");
  const earlierValues = Object.hasOwn(earlier, name) ? (earlier[name] ?? []) : [];
  return { ...earlier, [name]: [...earlierValues, value] };
}

/**
 * Adds the conditions of one `--where`: JSON, or `enabled=true`. A second condition on a field would replace the first,
 * so it is refused.
 */
export function addCondition(text: string, earlier: Conditions = {}): Conditions {
  const conditions = text.trimStart().startsWith("{") ? objectIn(text) : parseEquality(text);
  const repeated = Object.keys(conditions).find((field) => Object.hasOwn(earlier, field));
  if (repeated !== undefined) {
    throw new InvalidArgumentError(`"${repeated}" is given more than once. ${WHERE_HINT}`);
  }
  return { ...earlier, ...conditions };
}

const WHERE_HINT = 'Write field=value, or all conditions on a field as JSON: \'{"name":{"startsWith":"Nightly"}}\'.';

/** Parses `enabled=true`. The value is JSON, or text. A list means one of its values. */
function parseEquality(text: string): Conditions {
  const [field, value] = splitAtEquals(text, WHERE_HINT).map((part) => part.trim()) as [string, string];
  const parsed = jsonIn(value);
  if (typeof parsed === "string" || parsed === undefined) {
    return { [field]: parsed ?? value };
  }
  if (Array.isArray(parsed)) {
    return { [field]: { in: parsed } };
  }
  // `id=3` matches the number and the text. A number with more digits than JavaScript can represent is compared as
  // text, digit by digit.
  return { [field]: isUnsafeNumberText(value) ? value : { in: [parsed, value] } };
}

/** Returns the texts before and after the first `=`. Throws if there is none, or nothing before it. */
function splitAtEquals(text: string, advice: string): [name: string, value: string] {
  const equals = text.indexOf("=");
  if (equals === -1 || text.slice(0, equals).trim() === "") {
    throw new InvalidArgumentError(advice);
  }
  return [text.slice(0, equals), text.slice(equals + 1)];
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  const value = jsonIn(text);
  if (!isRecord(value)) {
    throw new InvalidArgumentError("It is not a JSON object.");
  }
  return value;
}
