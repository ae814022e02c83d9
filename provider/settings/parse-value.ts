/**
 * Parses the value of one setting: a text (config, the environment), or a value of a program or of structured config.
 */
import { isPath, isRecord, jsonIn } from "../base/json-path.js";
import { parseAddress } from "./base-url.js";
import { parseCertificates, parsePrivateKey } from "./certificates.js";
import { type SettingDefinition, type SettingKey, type SettingValues } from "./definitions.js";
import { findTextIssue, LOST_DIGITS, parseHeaders } from "./headers.js";
import { describeValue, didYouMeanPath, type Parsed, wrongValue } from "./issue-text.js";

/** Parses a value. Returns `undefined` for a value that is not at all what the setting takes. */
type Parser<Value> = (value: unknown, definition: SettingDefinition) => Parsed<Value> | undefined;

/** Makes the parser of a text. */
function text<Value>(parse: (text: string) => Parsed<Value> | undefined): Parser<Value> {
  return (value) => (typeof value === "string" ? parse(value) : undefined);
}

/** Makes the parser of a text that is not blank. The spaces around it do not count. */
function trimmed<Value>(parse: (text: string) => Parsed<Value>): Parser<Value> {
  return text((value) => (value.trim() === "" ? undefined : parse(value.trim())));
}

/** Parses a text that HTTP Basic can send. It is used unchanged. */
function parseCredential(value: string): Parsed<string> {
  const issue = findTextIssue(value);
  return issue === undefined ? { value } : { issue };
}

function parseClientId(value: string): Parsed<string> {
  const issue = "contains a colon, which RFC 7617 does not allow. Is it the Client ID alone, without the secret?";
  const parsed = parseCredential(value);
  return "value" in parsed && value.includes(":") ? { issue } : parsed;
}

/** Parses the path of a value in a body. The empty one is the whole body. */
function parseBodyPath(value: string): Parsed<string> | undefined {
  return isPath(value) ? { value } : undefined;
}

/** Returns whether a text may be a decimal number. `Number` alone also accepts a blank text, `0x10`, `0o17` and `0b11`. */
function mayBeDecimal(text: string): boolean {
  return text.trim() !== "" && !/[xob]/i.test(text);
}

/** Parses a number, or its text, in the range that the table has for the setting. */
function parseNumber(value: unknown, { type, range }: SettingDefinition): Parsed<number> | undefined {
  const [least, greatest] = range ?? [-Infinity, Infinity];
  const number = typeof value === "string" && mayBeDecimal(value) ? Number(value) : value;
  const isInRange = typeof number === "number" && number >= least && number <= greatest;
  return isInRange && (type === "number" || Number.isInteger(number)) ? { value: number } : undefined;
}

/** Parses `true` or `false` in any case; `1` or `0`, as environments have them. */
function parseBoolean(value: unknown): Parsed<boolean> | undefined {
  const flag = typeof value === "string" ? value.trim().toLowerCase() : value;
  if (flag === true || flag === "true" || flag === "1") {
    return { value: true };
  }
  return flag === false || flag === "false" || flag === "0" ? { value: false } : undefined;
}

/** Returns the content of a text that looks like JSON and is JSON. Returns everything else as it is. */
function jsonContent(value: unknown): unknown {
  return typeof value === "string" && /^\s*[[{"]/.test(value) ? (jsonIn(value) ?? value) : value;
}

const NOT_JSON =
  'is not valid JSON. Write keys and strings in double quotes, and no quotes around the whole: {"name":"value"}.';

/** Parses an object, or its JSON text. */
function parseObject(value: unknown): Parsed<Readonly<Record<string, unknown>>> | undefined {
  const content = jsonContent(value);
  if (isRecord(content)) {
    return { value: content };
  }
  // The text of an object, perhaps after a quotation mark, that is not JSON.
  return typeof content === "string" && /^\s*['"`]?\s*\{/.test(content) ? { issue: NOT_JSON } : undefined;
}

function parseHeaderObject(value: unknown): Parsed<Readonly<Record<string, string>>> | undefined {
  const parsed = parseObject(value);
  return parsed !== undefined && "value" in parsed ? parseHeaders(parsed.value) : parsed;
}

/** Parses names or JSON Pointers: a list, its JSON text, or a text with commas between them. */
function parseNames(value: unknown): Parsed<readonly string[]> | undefined {
  const content = jsonContent(value);
  const names: unknown = typeof content === "string" && !content.trim().startsWith("[") ? content.split(",") : content;
  const areNames = Array.isArray(names) && names.every((name) => typeof name === "string" && name.trim() !== "");
  return areNames ? { value: names.map((name: string) => name.trim()) } : undefined;
}

/** One parser for each setting: without one, or with one of another type, this does not compile. */
const PARSERS: { readonly [Key in SettingKey]-?: Parser<NonNullable<SettingValues[Key]>> } = {
  baseUrl: text((value) => parseAddress(value.trim())),
  clientId: text(parseClientId),
  clientSecret: text(parseCredential),
  bearerPath: text((value) => (value === "" ? undefined : parseBodyPath(value))),
  itemsPath: text(parseBodyPath),
  pagination: parseObject,
  unrelatedFields: parseNames,
  requestTimeoutSeconds: parseNumber,
  deadlineSeconds: parseNumber,
  maxRetries: parseNumber,
  requestsPerSecond: parseNumber,
  headers: parseHeaderObject,
  caCertificates: trimmed(parseCertificates),
  clientCertificate: trimmed(parseCertificates),
  clientKey: trimmed(parsePrivateKey),
  allowInsecureHttp: parseBoolean,
};

/** Parses the value of a setting. The issue of a wrong value does not show a secret. */
export function parseValue(definition: SettingDefinition, value: unknown): Parsed<unknown> {
  const { key, type, expected, secret } = definition;
  // Pulumi stores unquoted digits as a number. A long number loses digits, so the text that the user wrote is not
  // known.
  if (type === "string" && typeof value === "number") {
    return { issue: LOST_DIGITS };
  }
  const actual = secret ? undefined : describeValue(value);
  const advice = key.endsWith("Path") ? didYouMeanPath(value) : "";
  return PARSERS[key](value, definition) ?? { issue: wrongValue(actual, expected, advice) };
}
