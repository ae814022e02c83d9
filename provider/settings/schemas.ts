/**
 * Schemas of the settings' values, as text (config, the environment) or as a value of a program or of structured
 * config.
 */
import * as v from "valibot";
import { isPath, isRecord, jsonIn } from "../base/json-path.js";
import { parseAddress } from "./base-url.js";
import { parseCertificates, parsePrivateKey } from "./certificates.js";
import { type SettingDefinition, type SettingKey, settingOf, type SettingValues } from "./definitions.js";
import { findTextIssue, LOST_DIGITS, parseHeaders } from "./headers.js";
import { describeValue, didYouMeanPath, type Parsed, wrongValue } from "./issue-text.js";

/** Makes a step of a schema that calls `parse`, and takes over its value or its issue. */
const parseStep = <Input, Value>(parse: (input: Input) => Parsed<Value>) =>
  v.rawTransform<Input, Value>(({ dataset, addIssue, NEVER }) => {
    const result = parse(dataset.value);
    if ("value" in result) {
      return result.value;
    }
    addIssue({ message: result.issue });
    return NEVER;
  });

/** A string that HTTP Basic can send. It is used unchanged. */
const credential = v.pipe(v.string(), parseStep(parseCredential));

function parseCredential(text: string): Parsed<string> {
  const issue = findTextIssue(text);
  return issue === undefined ? { value: text } : { issue };
}

const trimmed = v.pipe(v.string(), v.trim(), v.nonEmpty());

/** Makes the schema of a number, or of its text, in the range that the table has for the setting. */
const numberOf = (key: SettingKey) => {
  const { type, range: [least, greatest] = [-Infinity, Infinity] } = settingOf(key);
  return v.pipe(
    // Decimal only: Number() also accepts 0x, 0o and 0b.
    v.union([v.number(), v.pipe(trimmed, v.regex(/^[^xob]+$/i), v.transform(Number))]),
    v.check((number) => number >= least && number <= greatest && (type === "number" || Number.isInteger(number))),
  );
};

/** `true` or `false` in any case; `1` or `0`, as environments have them. */
const boolean = v.pipe(
  v.union([v.boolean(), v.pipe(v.string(), v.trim(), v.toLowerCase(), v.picklist(["true", "1", "false", "0"]))]),
  v.transform((flag) => flag === true || flag === "true" || flag === "1"),
);

/** A path into a body. The empty one is the whole body. */
const path = v.pipe(v.string(), v.check(isPath));

const NOT_JSON =
  'is not valid JSON. Write keys and strings in double quotes, and no quotes around the whole: {"name":"value"}.';

/** Parses a string that looks like JSON, and passes everything else through. */
const jsonContent = v.pipe(
  v.unknown(),
  v.transform((value) => (typeof value === "string" && /^\s*[[{"]/.test(value) ? (jsonIn(value) ?? value) : value)),
);

/** Returns whether a value is a text that begins like a JSON object, perhaps after a quotation mark. */
const isObjectText = (value: unknown): boolean => typeof value === "string" && /^\s*['"`]?\s*\{/.test(value);

/** An object, or its JSON text. */
const jsonObject = v.pipe(
  jsonContent,
  // `jsonContent` has parsed every valid JSON text of an object. One that is still a text is not valid.
  v.check((value) => !isObjectText(value), NOT_JSON),
  v.custom<Readonly<Record<string, unknown>>>(isRecord),
);

/** Names or JSON Pointers: a list, its JSON text, or a text with commas between them. */
const fieldNames = v.pipe(
  jsonContent,
  v.transform((value) => (typeof value === "string" && !/^\s*\[/.test(value) ? value.split(",") : value)),
  v.array(trimmed),
);

/** One schema for each setting: without one, or with one of another type, this does not compile. */
const SCHEMAS: { readonly [Key in SettingKey]-?: v.GenericSchema<unknown, NonNullable<SettingValues[Key]>> } = {
  baseUrl: v.pipe(v.string(), v.trim(), parseStep(parseAddress)),
  clientId: v.pipe(
    credential,
    v.excludes(":", "contains a colon, which RFC 7617 does not allow. Is it the Client ID alone, without the secret?"),
  ),
  clientSecret: credential,
  bearerPath: v.pipe(path, v.nonEmpty()),
  itemsPath: path,
  pagination: jsonObject,
  unrelatedFields: fieldNames,
  requestTimeoutSeconds: numberOf("requestTimeoutSeconds"),
  deadlineSeconds: numberOf("deadlineSeconds"),
  maxRetries: numberOf("maxRetries"),
  requestsPerSecond: numberOf("requestsPerSecond"),
  headers: v.pipe(jsonObject, parseStep(parseHeaders)),
  caCertificates: v.pipe(trimmed, parseStep(parseCertificates)),
  clientCertificate: v.pipe(trimmed, parseStep(parseCertificates)),
  clientKey: v.pipe(trimmed, parseStep(parsePrivateKey)),
  allowInsecureHttp: boolean,
};

/** Parses the value of a setting. The issue of a wrong value does not show a secret. */
export function parseValue({ key, type, expected, secret }: SettingDefinition, value: unknown): Parsed<unknown> {
  // Pulumi stores unquoted digits as a number. A long number loses digits, so the text that the user wrote is not
  // known.
  if (type === "string" && typeof value === "number") {
    return { issue: LOST_DIGITS };
  }
  const { success, output, issues } = v.safeParse(SCHEMAS[key], value, {
    // Default message for schemas that do not define one.
    message: ({ input }) =>
      wrongValue(
        secret ? undefined : describeValue(value),
        expected,
        key.endsWith("Path") ? didYouMeanPath(input) : "",
      ),
  });
  return success ? { value: output } : { issue: issues[0].message };
}
