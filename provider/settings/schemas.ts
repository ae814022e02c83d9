/** What the value of each setting must be, as text (config, the environment) or as a value of a program or of structured config. */
import * as v from "valibot";
import { excerpt } from "../http/excerpt.js";
import { isPath, isRecord, jsonIn, likelyPointer } from "../http/json-path.js";
import { findAddressIssue, parseAddress } from "./base-url.js";
import { type Parsed, parseCertificates, parsePrivateKey } from "./certificates.js";
import { configIn } from "./connections.js";
import { type SettingKey, SETTINGS, type SettingValues } from "./definitions.js";
import { findHeaderIssue, findTextIssue, LOST_DIGITS, parseHeaders } from "./headers.js";

/** An issue is the rest of a sentence, or advice after the usual one: see `issueText`. */
const refuse = <Value>(find: (value: Value) => string | undefined) =>
  v.check<Value, (issue: v.CheckIssue<Value>) => string>(
    (value) => find(value) === undefined,
    ({ input }) => find(input) ?? "",
  );

const parsed = <Given, Value>(parse: (given: Given) => Parsed<Value>) =>
  v.rawTransform<Given, Value>(({ dataset, addIssue, NEVER }) => {
    const result = parse(dataset.value);
    if ("value" in result) {
      return result.value;
    }
    addIssue({ message: result.issue });
    return NEVER;
  });

const text = v.string(({ input }) => (typeof input === "number" ? LOST_DIGITS : ""));

/** A string that HTTP Basic can send. It is used unchanged. */
const credential = v.pipe(text, refuse(findTextIssue));

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A number, or its text, in the range that the table has for the setting. */
const numberOf = (key: SettingKey) => {
  const [least, greatest] = SETTINGS.find((setting) => setting.key === key)?.range ?? [-Infinity, Infinity];
  const number = v.union([v.number(), v.pipe(v.string(), v.trim(), v.regex(NUMBER), v.transform(Number))]);
  return v.pipe(number, v.minValue(least), v.maxValue(greatest));
};

/** `true` or `false` in any case; `1` or `0`, as environments have them. */
const boolean = v.pipe(
  v.union([v.boolean(), v.pipe(v.string(), v.trim(), v.toLowerCase(), v.picklist(["true", "1", "false", "0"]))]),
  v.transform((given) => given === true || given === "true" || given === "1"),
);

/** A path into a body. The empty one is the whole body. */
const path = v.pipe(
  v.string(),
  v.check(isPath, ({ input }) => {
    const meant = likelyPointer(input);
    return meant === undefined ? "" : `Did you mean "${excerpt(meant)}"?`;
  }),
);

const jsonObject = (example: string) =>
  v.pipe(
    v.unknown(),
    v.transform((given) => (typeof given === "string" ? (configIn(given) ?? given) : given)),
    v.custom<Readonly<Record<string, unknown>>>(isRecord, ({ input }) =>
      typeof input === "string" && /^\s*['"`]?\s*\{/.test(input)
        ? `is not valid JSON. Write keys and strings in double quotes, and no quotes around the whole: ${example}`
        : "",
    ),
  );

/** Names or JSON Pointers: a list, its JSON text, or a text with commas between them. */
const fieldNames = v.pipe(
  v.unknown(),
  v.transform((given) => {
    if (typeof given !== "string") {
      return given;
    }
    return given.trim().startsWith("[") ? jsonIn(given) : given.split(",");
  }),
  v.array(v.pipe(v.string(), v.trim(), v.nonEmpty())),
);

/** A setting without a schema, or with one of another type, does not compile. */
const SCHEMAS: { readonly [Key in SettingKey]-?: v.GenericSchema<unknown, NonNullable<SettingValues[Key]>> } = {
  baseUrl: v.pipe(v.string(), v.trim(), refuse(findAddressIssue), v.transform(parseAddress)),
  clientId: v.pipe(
    credential,
    refuse((id) =>
      id.includes(":")
        ? "contains a colon, which RFC 7617 does not allow. Is it the Client ID alone, without the secret?"
        : undefined,
    ),
  ),
  clientSecret: credential,
  bearerPath: v.pipe(path, v.nonEmpty()),
  itemsPath: path,
  pagination: jsonObject('{"type":"page"}'),
  unrelatedFields: fieldNames,
  requestTimeoutSeconds: numberOf("requestTimeoutSeconds"),
  deadlineSeconds: numberOf("deadlineSeconds"),
  maxRetries: v.pipe(numberOf("maxRetries"), v.integer()),
  requestsPerSecond: numberOf("requestsPerSecond"),
  maxResponseBytes: v.pipe(numberOf("maxResponseBytes"), v.integer()),
  headers: v.pipe(jsonObject('{"X-Api-Key":"…"}'), refuse(findHeaderIssue), v.transform(parseHeaders)),
  caCertificates: v.pipe(v.string(), v.trim(), v.nonEmpty(), parsed(parseCertificates)),
  clientCertificate: v.pipe(v.string(), v.trim(), v.nonEmpty(), parsed(parseCertificates)),
  clientKey: v.pipe(v.string(), v.trim(), v.nonEmpty(), parsed(parsePrivateKey)),
  clientKeyPassphrase: v.pipe(text, v.nonEmpty()),
  allowInsecureHttp: boolean,
};

/** The value of a setting, or its issue: see `issueText`. */
export function parseValue(key: SettingKey, given: unknown): Parsed<unknown> {
  const { success, output, issues } = v.safeParse(SCHEMAS[key], given, { abortEarly: true, message: "" });
  return success ? { value: output } : { issue: issues[0].message };
}
