/** Parses all settings of one client: the only check of config, the environment and a program's options. */
import type { Issue } from "../base/errors.js";
import { jsonIn } from "../base/json-path.js";
import { createSecrets, type Secrets } from "../base/secrets.js";
import type { TlsOptions } from "../http/types.js";
import { findInsecureIssue } from "./base-url.js";
import { type SettingDefinition, type SettingKey, settingOf, SETTINGS, type SettingValues } from "./definitions.js";
import type { Predicate } from "./issue-text.js";
import { parseValue } from "./parse-value.js";
import { registerSecrets } from "./secret-settings.js";

/** A setting as it was found in config, in the environment or in a program's options. */
export interface Found {
  /** The text or the typed value, before it is checked; `undefined` if the setting is not set. */
  readonly value?: unknown;
  /** The setting's name in messages: "`workflows:clientId`". */
  readonly subject: string;
  /** The issue if the setting is required, but has no value: "is not set. Run …". */
  readonly missing: Predicate;
}

/** The value of a setting, or what is wrong with it. */
interface ParsedSetting {
  readonly value?: unknown;
  readonly issues: readonly Predicate[];
}

/** Parses the object in `pagination`. The caller has this function, because this folder knows nothing of pagination. */
export type PaginationParser = (pagination: object) => ParsedSetting;

/**
 * Parses all settings, and returns their values and all issues, in the order of the table. No issue shows a secret.
 * `values` has only the settings that are valid.
 *
 * @param parsePagination Default: every object is valid.
 */
export function parseSettings(
  find: (definition: SettingDefinition) => Found,
  parsePagination: PaginationParser = (value) => ({ value, issues: [] }),
): { readonly values: SettingValues; readonly issues: readonly Issue[] } {
  const found = new Map(SETTINGS.map((definition) => [definition.key, find(definition)]));
  const subjectOf = (key: SettingKey): string => found.get(key)?.subject ?? key;
  const valid = new Map<SettingKey, unknown>();
  const wrong = new Map<SettingKey, readonly Predicate[]>();
  for (const [key, setting] of found) {
    const { value, issues } = parseSetting(settingOf(key), setting, parsePagination);
    if (issues.length === 0) {
      valid.set(key, value);
    } else {
      wrong.set(key, issues);
    }
  }
  const values = Object.fromEntries(valid) as unknown as SettingValues;
  const insecure = findInsecureIssue(values);
  if (insecure !== undefined) {
    wrong.set("baseUrl", [insecure]);
  }
  const pair = findHalfPair(values);
  if (pair !== undefined) {
    wrong.set(pair.missing, [`is not set, but ${subjectOf(pair.present)} is. Set both, or neither.`]);
  }
  const clean = maskerOf((key) => found.get(key)?.value);
  const issues = SETTINGS.flatMap(({ key }) =>
    (wrong.get(key) ?? []).map((issue) => ({ property: key, reason: `${subjectOf(key)} ${clean(issue)}` })),
  );
  return { values, issues };
}

/** Parses the value of a setting. If it is not set, it has its default. */
function parseSetting(
  definition: SettingDefinition,
  { value, missing }: Found,
  parsePagination: PaginationParser,
): ParsedSetting {
  if (value === undefined) {
    return definition.required ? { issues: [missing] } : { value: definition.default, issues: [] };
  }
  const parsed = parseValue(definition, value);
  if ("issue" in parsed) {
    return { issues: [parsed.issue] };
  }
  return definition.key === "pagination" ? parsePagination(parsed.value as object) : { ...parsed, issues: [] };
}

/** Finds a client certificate without its key, or a key without its certificate. */
function findHalfPair(values: Partial<SettingValues>) {
  const keys = ["clientCertificate", "clientKey"] as const;
  const present = keys.find((key) => values[key] !== undefined);
  // A setting that is wrong is not in `values`. It is not missing.
  const missing = keys.find((key) => key in values && values[key] === undefined);
  return present === undefined || missing === undefined ? undefined : { present, missing };
}

/**
 * Returns a function that masks the secrets among the values that were found, whether they are valid or not. A secret
 * may stand in the wrong setting, such as the Client Secret in `bearerPath`.
 */
function maskerOf(valueOf: (key: SettingKey) => unknown): Secrets["clean"] {
  const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
  const headers = valueOf("headers");
  const entries = Object.entries((typeof headers === "string" ? jsonIn(headers) : headers) ?? {});
  const secrets = createSecrets();
  registerSecrets(secrets, {
    clientSecret: textOf(valueOf("clientSecret")),
    clientKey: textOf(valueOf("clientKey")),
    headers: Object.fromEntries(entries.map(([name, value]) => [name, textOf(value)])),
  });
  return secrets.clean;
}

/** Returns the settings of TLS as the transport takes them; `undefined` if none is set. */
export function tlsOf(values: SettingValues): TlsOptions | undefined {
  const { caCertificates: ca, clientCertificate: cert, clientKey: key } = values;
  const present = Object.entries({ ca, cert, key }).filter(([, value]) => value !== undefined);
  return present.length === 0 ? undefined : Object.fromEntries(present);
}
