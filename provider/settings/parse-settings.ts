/** Parses all settings of one client: the only check of config, the environment and a program's options. */
import type { Issue } from "../base/errors.js";
import { jsonIn } from "../base/json-path.js";
import { createSecrets, type Secrets } from "../base/secrets.js";
import type { TlsOptions } from "../http/types.js";
import { findInsecureIssue } from "./base-url.js";
import { type SettingDefinition, type SettingKey, settingOf, SETTINGS, type SettingValues } from "./definitions.js";
import type { Parsed, Predicate } from "./issue-text.js";
import type * as schemasModule from "./schemas.js";
import { registerSecrets } from "./secrets.js";

/** A setting as it was found in config, in the environment or in a program's options. */
export interface Found {
  /** The text or the typed value, before it is checked; `undefined` if the setting is not set. */
  readonly value?: unknown;
  /** The setting's name in messages: "`workflows:clientId`". */
  readonly subject: string;
  /** The issue if the setting is required, but has no value: "is not set. Run …". */
  readonly missing: Predicate;
}

/** Functions of the caller for the checks, because `settings/` knows neither Pulumi nor pagination. */
export interface Checks {
  /** Returns whether the setting's value is not known yet, so that it cannot be checked. Default: every value is known. */
  readonly isUnknown?: (key: SettingKey) => boolean;
  /** Parses the object in `pagination`. Default: every object is valid. */
  readonly parsePagination?: (pagination: object) => {
    readonly value: object | undefined;
    readonly issues: readonly Predicate[];
  };
}

/** Loads the schemas when settings are read, because they load valibot, which takes time. */
const loadSchemas = () => require("./schemas.js") as typeof schemasModule;

/**
 * Parses all settings, and returns their values and all issues, in the order of the table. No issue shows a secret. `values` is complete only
 * if `issues` is empty and every value is known.
 */
export function parseSettings(
  find: (definition: SettingDefinition) => Found,
  { isUnknown = () => false, parsePagination = (pagination) => ({ value: pagination, issues: [] }) }: Checks = {},
): { readonly values: SettingValues; readonly issues: readonly Issue[] } {
  /** The values of the settings that are valid. An optional setting that is not set is valid. */
  const valid = new Map<SettingKey, unknown>();
  const issues = new Map<SettingKey, readonly Predicate[]>();
  for (const definition of SETTINGS.filter(({ key }) => !isUnknown(key))) {
    const parsed = parseSetting(definition, find(definition));
    if ("value" in parsed) {
      valid.set(definition.key, parsed.value);
    } else {
      issues.set(definition.key, [parsed.issue]);
    }
  }
  const pagination = valid.get("pagination");
  if (pagination !== undefined) {
    const parsed = parsePagination(pagination as object);
    valid.set("pagination", parsed.value);
    issues.set("pagination", parsed.issues);
  }
  // Each of the last two checks needs several settings, so it is made only if all of these are valid.
  const values = Object.fromEntries(valid) as unknown as SettingValues;
  const areValid = (...keys: readonly SettingKey[]): boolean => keys.every((key) => valid.has(key));
  const nameOf = (key: SettingKey): string => find(settingOf(key)).subject;
  if (areValid("baseUrl", "allowInsecureHttp") && !values.allowInsecureHttp) {
    const issue = findInsecureIssue(values.baseUrl);
    issues.set("baseUrl", issue === undefined ? [] : [issue]);
  }
  const pair = ["clientCertificate", "clientKey"] as const;
  const [present, ...further] = areValid(...pair) ? pair.filter((key) => values[key] !== undefined) : [];
  if (present !== undefined && further.length === 0) {
    const missing = present === "clientKey" ? "clientCertificate" : "clientKey";
    issues.set(missing, [`is not set, but ${nameOf(present)} is. Set both, or neither.`]);
  }
  const clean = secretsAmong((key) => find(settingOf(key)).value);
  const sentences = SETTINGS.flatMap(({ key }) =>
    (issues.get(key) ?? []).map((predicate) => ({ property: key, reason: `${nameOf(key)} ${clean(predicate)}` })),
  );
  return { values, issues: sentences };
}

/**
 * Returns a function that masks the secrets among the values that were found, checked or not: one of them may also stand where it does not
 * belong, such as the Client Secret in `bearerPath`.
 */
function secretsAmong(valueOf: (key: SettingKey) => unknown): Secrets["clean"] {
  const { add, addClientSecret, clean } = createSecrets();
  const [clientSecret, clientKey, headers] = [valueOf("clientSecret"), valueOf("clientKey"), valueOf("headers")];
  if (typeof clientSecret === "string") {
    addClientSecret(clientSecret);
  }
  const entries = Object.entries((typeof headers === "string" ? jsonIn(headers) : headers) ?? {});
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === "string");
  registerSecrets(
    { add },
    {
      secrets: typeof clientKey === "string" ? [clientKey] : [],
      headers: Object.fromEntries(texts),
    },
  );
  return clean;
}

/** Returns the parsed value of a setting, or its default if it is not set. */
function parseSetting(definition: SettingDefinition, { value, missing }: Found): Parsed<unknown> {
  if (value !== undefined) {
    return loadSchemas().parseValue(definition, value);
  }
  return definition.required ? { issue: missing } : { value: definition.default };
}

/** Returns the settings of TLS as the transport takes them; `undefined` if none is set. */
export function tlsOf(values: SettingValues): TlsOptions | undefined {
  const { caCertificates: ca, clientCertificate: cert, clientKey: key } = values;
  const present = Object.entries({ ca, cert, key }).filter(([, value]) => value !== undefined);
  return present.length === 0 ? undefined : Object.fromEntries(present);
}

/**
 * Returns the values of the secret settings that are texts, so that the caller can redact them. `headers` is a map and is left out, because
 * `registerSecrets` needs the headers' names too.
 */
export function secretsIn(values: SettingValues): readonly string[] {
  const secret = SETTINGS.filter((setting) => setting.secret);
  return secret.map(({ key }) => values[key]).filter((value) => typeof value === "string");
}
