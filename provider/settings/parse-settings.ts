/** Parses all settings of one client: the only check of config, the environment and a program's options. */
import type { Issue } from "../http/errors.js";
import { isRecord } from "../http/json-path.js";
import type { TlsOptions } from "../http/types.js";
import { findInsecureIssue } from "./base-url.js";
import { findPairIssue } from "./certificates.js";
import type { SettingDefinition, SettingKey, SettingValues } from "./definitions.js";
import { describeValue, issueText } from "./issue-text.js";
import type * as schemasModule from "./schemas.js";

/** Where the values of settings come from. */
export interface SettingSource {
  /** Text or a typed value; `undefined` if it is not set. */
  readonly given: (definition: SettingDefinition) => unknown;
  /** The setting's name in messages. */
  readonly nameOf: (key: SettingKey) => string;
  /** The issue of a required setting that is not set: the rest of a sentence, and what to do. */
  readonly missing: (definition: SettingDefinition) => string;
  /** Whether it is set to a value that is not known yet. Default: no. */
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
  definitions: readonly SettingDefinition[],
  source: SettingSource,
): { readonly values: SettingValues; readonly issues: readonly Issue[] } {
  const results = definitions.map((definition) => [definition.key, parseSetting(definition, source)] as const);
  const values = Object.fromEntries(results.map(([key, { value }]) => [key, value])) as unknown as SettingValues;
  // Settings that cannot be checked beside others: without a valid value.
  const found = new Map(results.flatMap(([key, { issues }]) => (issues === undefined ? [] : [[key, issues]])));
  for (const [key, issue] of findIssuesTogether(values, (one) => !found.has(one), source.nameOf)) {
    found.set(key, [issue]);
  }
  const issues = definitions.flatMap(({ key: property }) =>
    (found.get(property) ?? []).map((text) => ({ property, reason: `${source.nameOf(property)} ${text}` })),
  );
  return { values, issues };
}

/** The value, or the default; else what is wrong, which is nothing if it is not known yet. */
function parseSetting(
  definition: SettingDefinition,
  { given: valueOf, missing, isUnknown, rules }: SettingSource,
): { readonly value?: unknown; readonly issues?: readonly string[] } {
  const { key, secret } = definition;
  if (isUnknown?.(key) === true) {
    return { issues: [] };
  }
  const given = valueOf(definition);
  if (given === undefined) {
    return definition.required ? { issues: [missing(definition)] } : { value: definition.default };
  }
  const parsed = schemas().parseValue(definition, given);
  if ("issue" in parsed) {
    return { issues: [issueText(parsed.issue, secret ? describeSecret(given) : describeValue(given))] };
  }
  const rule = rules?.[key] as ((value: unknown) => readonly string[]) | undefined;
  const issues = rule?.(parsed.value) ?? [];
  return issues.length > 0 ? { issues } : parsed;
}

function describeSecret(given: unknown): string | undefined {
  return Array.isArray(given) ? "a list" : isRecord(given) ? "an object" : undefined;
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
export function secretsIn(definitions: readonly SettingDefinition[], values: SettingValues): readonly string[] {
  return definitions
    .filter(({ key, secret }) => secret && key !== "headers")
    .map(({ key }) => values[key])
    .filter((value) => typeof value === "string");
}
