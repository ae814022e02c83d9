/** Parses all settings of one client: the only check of config, the environment and a program's options. Runs in both processes. */
import type { Issue } from "../base/errors.js";
import type { TlsOptions } from "../http/types.js";
import { findInsecureIssues } from "./base-url.js";
import { findPairIssue } from "./certificates.js";
import { type SettingDefinition, type SettingKey, settingOf, SETTINGS, type SettingValues } from "./definitions.js";
import type { Parsed, Predicate } from "./issue-text.js";
import type * as schemasModule from "./schemas.js";

/** The result of the search for a setting in config, the environment or a program's options. */
export interface Found {
  /** Text or a typed value; `undefined` if it is not set. */
  readonly value?: unknown;
  /** The setting's name in messages. */
  readonly subject: string;
  /** The message if the setting is required but missing, without its subject: "is not set. Run …". */
  readonly missing: Predicate;
}

export interface Checks {
  /** Returns whether the setting has a value that is not known yet. Default: no setting has. */
  readonly isUnknown?: (key: SettingKey) => boolean;
  /** Parses the object in `pagination`. Its issues continue a sentence that begins with the setting's name. Default: any object is right. */
  readonly parsePagination?: (pagination: object) => {
    readonly value: object | undefined;
    readonly issues: readonly string[];
  };
}

/** Loads the schemas, and valibot with them, when settings are read. */
const loadSchemas = () => require("./schemas.js") as typeof schemasModule;

/** Returns all issues, without secrets. `values` is complete only if `issues` is empty and nothing is unknown. */
export function parseSettings(
  find: (definition: SettingDefinition) => Found,
  { isUnknown = () => false, parsePagination = (pagination) => ({ value: pagination, issues: [] }) }: Checks = {},
): { readonly values: SettingValues; readonly issues: readonly Issue[] } {
  const valid = new Map<SettingKey, unknown>();
  const wrong = new Map<SettingKey, readonly Predicate[]>();
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
  // An optional setting that is not set counts as valid.
  const areValid = (...keys: readonly SettingKey[]): boolean => keys.every((key) => valid.has(key));
  const nameOf = (key: SettingKey): string => find(settingOf(key)).subject;
  if (areValid("baseUrl", "allowInsecureHttp") && !values.allowInsecureHttp) {
    wrong.set("baseUrl", findInsecureIssues(values.baseUrl));
  }
  if (areValid("clientCertificate", "clientKey", "clientKeyPassphrase")) {
    const pairIssue = findPairIssue(tlsOf(values) ?? {}, nameOf);
    if (pairIssue !== undefined) {
      const [key, predicate] = pairIssue;
      wrong.set(key, [predicate]);
    }
  }
  const issues = SETTINGS.flatMap(({ key }) =>
    (wrong.get(key) ?? []).map((predicate) => ({ property: key, reason: `${nameOf(key)} ${predicate}` })),
  );
  return { values, issues };
}

function parseSetting(definition: SettingDefinition, { value, missing }: Found): Parsed<unknown> {
  if (value !== undefined) {
    return loadSchemas().parseValue(definition, value);
  }
  return definition.required ? { issue: missing } : { value: definition.default };
}

/** Returns the settings of TLS together; `undefined` if none is set. */
export function tlsOf(values: SettingValues): TlsOptions | undefined {
  const { caCertificates: ca, clientCertificate: cert, clientKey: key, clientKeyPassphrase: passphrase } = values;
  const set = Object.entries({ ca, cert, key, passphrase }).filter(([, value]) => value !== undefined);
  return set.length === 0 ? undefined : Object.fromEntries(set);
}

/** Returns the secret settings that are texts, to be redacted. `headers`, a map, is left out: `registerSecrets` gets it as a whole, because it needs the names. */
export function secretsIn(values: SettingValues): readonly string[] {
  const secret = SETTINGS.filter((setting) => setting.secret);
  return secret.map(({ key }) => values[key]).filter((value) => typeof value === "string");
}
