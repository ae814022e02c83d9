/** Parses all settings of one client: the only check of config, the environment and a program's options. */
import type { Issue } from "../http/errors.js";
import type { TlsOptions } from "../http/types.js";
import { findInsecureIssue } from "./base-url.js";
import { findPairIssue } from "./certificates.js";
import { type SettingDefinition, type SettingKey, settingOf, SETTINGS, type SettingValues } from "./definitions.js";
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
  readonly rules?: SettingRules | undefined;
}

/** More checks of parsed values. Each returns what is wrong, as the rest of a sentence. */
export type SettingRules = {
  readonly [Key in SettingKey]?: (value: NonNullable<SettingValues[Key]>) => readonly string[];
};

/** Loaded with valibot when settings are read. */
const schemas = () => require("./schemas.js") as typeof schemasModule;

/** The values, complete if there are no issues and nothing is unknown; and all issues. No issue contains a secret. */
export function parseSettings(
  find: (definition: SettingDefinition) => Found,
  checks: Checks = {},
): { readonly values: SettingValues; readonly issues: readonly Issue[] } {
  const results = SETTINGS.map((one) => [one.key, parseSetting(one, find(one), checks)] as const);
  const values = Object.fromEntries(results.map(([key, { value }]) => [key, value])) as unknown as SettingValues;
  // Settings without a valid value cannot be checked beside others.
  const wrong = new Map(results.flatMap(([key, { issues }]) => (issues === undefined ? [] : [[key, issues]])));
  const nameOf = (key: SettingKey): string => find(settingOf(key)).subject;
  for (const [key, issue] of findIssuesTogether(values, (one) => !wrong.has(one), nameOf)) {
    wrong.set(key, [issue]);
  }
  const issues = SETTINGS.flatMap(({ key }) =>
    (wrong.get(key) ?? []).map((text) => ({ property: key, reason: `${nameOf(key)} ${text}` })),
  );
  return { values, issues };
}

/** The value, or the default; else what is wrong, which is nothing if it is not known yet. */
function parseSetting(
  definition: SettingDefinition,
  { value: given, missing }: Found,
  { isUnknown, rules }: Checks,
): { readonly value?: unknown; readonly issues?: readonly string[] } {
  const { key, required } = definition;
  if (isUnknown?.(key) === true) {
    return { issues: [] };
  }
  if (given === undefined) {
    return required ? { issues: [missing] } : { value: definition.default };
  }
  const parsed = schemas().parseValue(definition, given);
  if ("issue" in parsed) {
    return { issues: [parsed.issue] };
  }
  const rule = rules?.[key] as ((value: unknown) => readonly string[]) | undefined;
  const issues = rule?.(parsed.value) ?? [];
  return issues.length > 0 ? { issues } : parsed;
}

/** What is wrong with settings beside each other, if their values are known and valid. */
function findIssuesTogether(
  values: SettingValues,
  isUsable: (key: SettingKey) => boolean,
  nameOf: (key: SettingKey) => string,
): (readonly [key: SettingKey, issue: string])[] {
  const mayBeInsecure = !isUsable("baseUrl") || !isUsable("allowInsecureHttp") || values.allowInsecureHttp;
  const insecure = mayBeInsecure ? undefined : findInsecureIssue(values.baseUrl);
  const pair = ["clientCertificate", "clientKey", "clientKeyPassphrase"] as const;
  const unmatched = pair.every(isUsable) ? findPairIssue(tlsOf(values) ?? {}, nameOf) : undefined;
  const found = [insecure === undefined ? undefined : (["baseUrl", insecure] as const), unmatched];
  return found.filter((one) => one !== undefined);
}

/** The settings of TLS together; `undefined` if none is set. */
export function tlsOf(values: SettingValues): TlsOptions | undefined {
  const { caCertificates: ca, clientCertificate: cert, clientKey: key, clientKeyPassphrase: passphrase } = values;
  const set = Object.entries({ ca, cert, key, passphrase }).filter(([, value]) => value !== undefined);
  return set.length === 0 ? undefined : Object.fromEntries(set);
}

/** Every text in the values of secret settings, to be redacted. Those of headers are registered by the transport. */
export function secretsIn(values: SettingValues): readonly string[] {
  const secret = SETTINGS.filter((setting) => setting.secret && setting.key !== "headers");
  return secret.map(({ key }) => values[key]).filter((value) => typeof value === "string");
}
