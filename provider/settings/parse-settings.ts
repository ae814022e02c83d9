/** Parses all settings of one client: the only check of config, the environment and a program's options. */
import type { Issue } from "../base/errors.js";
import type { TlsOptions } from "../http/types.js";
import { findInsecureIssues } from "./base-url.js";
import { findPairIssue } from "./certificates.js";
import { type SettingDefinition, type SettingKey, settingOf, SETTINGS, type SettingValues } from "./definitions.js";
import type { Parsed } from "./issue-text.js";
import type * as schemasModule from "./schemas.js";

/** A setting at its source. */
export interface Found {
  /** Text or a typed value; `undefined` if it is not set. */
  readonly value?: unknown;
  /** The setting's name in messages. */
  readonly subject: string;
  /** The issue if it is required and not set: the rest of a sentence, and what to do. */
  readonly missing: string;
}

export interface Checks {
  /** Whether the setting has a value that is not known yet. Default: no. */
  readonly isUnknown?: (key: SettingKey) => boolean;
  /** Parses the object in `pagination`. Its issues continue a sentence that begins with the setting's name. Default: any object is right. */
  readonly parsePagination?: (given: object) => {
    readonly value: object | undefined;
    readonly issues: readonly string[];
  };
}

/** Loaded with valibot when settings are read. */
const schemas = () => require("./schemas.js") as typeof schemasModule;

/** The values, complete if there are no issues and nothing is unknown; and all issues. No issue contains a secret. */
export function parseSettings(
  find: (definition: SettingDefinition) => Found,
  { isUnknown = () => false, parsePagination = (given) => ({ value: given, issues: [] }) }: Checks = {},
): { readonly values: SettingValues; readonly issues: readonly Issue[] } {
  const valid = new Map<SettingKey, unknown>();
  const wrong = new Map<SettingKey, readonly string[]>();
  for (const definition of SETTINGS.filter(({ key }) => !isUnknown(key))) {
    const parsed = parseSetting(definition, find(definition));
    if ("value" in parsed) {
      valid.set(definition.key, parsed.value);
    } else {
      wrong.set(definition.key, [parsed.issue]);
    }
  }
  const paginationObject = valid.get("pagination");
  if (paginationObject !== undefined) {
    const { value, issues } = parsePagination(paginationObject as object);
    valid.set("pagination", value);
    wrong.set("pagination", issues);
  }
  const values = Object.fromEntries(valid) as unknown as SettingValues;
  const areValid = (...keys: readonly SettingKey[]): boolean => keys.every((key) => valid.has(key));
  const nameOf = (key: SettingKey): string => find(settingOf(key)).subject;
  if (areValid("baseUrl", "allowInsecureHttp") && !values.allowInsecureHttp) {
    wrong.set("baseUrl", findInsecureIssues(values.baseUrl));
  }
  if (areValid("clientCertificate", "clientKey", "clientKeyPassphrase")) {
    const pair = findPairIssue(tlsOf(values) ?? {}, nameOf);
    if (pair !== undefined) {
      wrong.set(pair[0], [pair[1]]);
    }
  }
  const issues = SETTINGS.flatMap(({ key }) =>
    (wrong.get(key) ?? []).map((text) => ({ property: key, reason: `${nameOf(key)} ${text}` })),
  );
  return { values, issues };
}

function parseSetting(definition: SettingDefinition, { value: given, missing }: Found): Parsed<unknown> {
  if (given !== undefined) {
    return schemas().parseValue(definition, given);
  }
  return definition.required ? { issue: missing } : { value: definition.default };
}

/** The settings of TLS together; `undefined` if none is set. */
export function tlsOf(values: SettingValues): TlsOptions | undefined {
  const { caCertificates: ca, clientCertificate: cert, clientKey: key, clientKeyPassphrase: passphrase } = values;
  const set = Object.entries({ ca, cert, key, passphrase }).filter(([, value]) => value !== undefined);
  return set.length === 0 ? undefined : Object.fromEntries(set);
}

/** Every text in the values of secret settings, to be redacted. Those of headers are registered by the transport. */
export function secretsIn(values: SettingValues): readonly string[] {
  const secret = SETTINGS.filter((setting) => setting.secret);
  return secret.map(({ key }) => values[key]).filter((value) => typeof value === "string");
}
