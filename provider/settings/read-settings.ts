/** Reads all settings of one connection: checked values, or an error with every issue. */
import { type Issue, SettingsError } from "../http/errors.js";
import type { TlsOptions } from "../http/types.js";
import { findConnection } from "./connections.js";
import { createCredentials, type Credentials, withNonEnumerableFields } from "./credentials.js";
import { isInherited, type SettingDefinition, type SettingKey, settingOf, SETTINGS } from "./definitions.js";
import type { SettingValues } from "./definitions.js";
import { parseSettings, type SettingRules, type SettingSource, secretsIn, tlsOf } from "./parse-settings.js";
import { type ConfigReader, howToSet, type Origin, originIn, type Source, subjectOf, titleOf } from "./sources.js";

export type Environment = Readonly<Record<string, string | undefined>>;

type Own = "clientId" | "clientSecret" | "caCertificates" | "clientCertificate" | "clientKey" | "clientKeyPassphrase";

/** Checked settings of one connection. No `inspect` and no JSON shows a value that may be secret. */
export interface Settings extends Omit<SettingValues, Own | "pagination"> {
  readonly credentials: Credentials;
  /** `subject`: its name in messages. */
  readonly pagination: { readonly value: Readonly<Record<string, unknown>>; readonly subject: string } | undefined;
  /** Sent with every request; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly tls: TlsOptions | undefined;
  /** Every text of every secret setting, to be redacted. */
  readonly secrets: readonly string[];
  /** The source of the credentials in messages: "`workflows:clientId` and … (stack config)". */
  readonly credentialsOrigin: string;
  /** The same for programs: the source of the Client ID, and that of the Client Secret. */
  readonly credentialsSources: readonly Source[];
}

/**
 * Reads and checks the settings of `connection` (a name in `connections`), or those outside of connections if it is
 * `undefined`.
 *
 * @param rules more checks than those of the table.
 * @throws SettingsError with every missing and every invalid setting, and how to set it.
 */
export function readSettings(
  config: ConfigReader,
  environment: Environment,
  connection?: string,
  rules?: SettingRules,
): Settings {
  const source = sourceOf(config, environment, connection);
  if ("reason" in source) {
    throw new SettingsError([source]);
  }
  const { values, issues } = parseSettings(SETTINGS, { ...source, rules });
  if (issues.length > 0) {
    throw new SettingsError(issues);
  }
  const { pagination, headers = {} } = values;
  const shown = SETTINGS.filter(isInherited).map(({ key }) => [key, values[key]]);
  const origins = [source.originOf("clientId"), source.originOf("clientSecret")];
  return withNonEnumerableFields(
    {
      ...(Object.fromEntries(shown) as Omit<SettingValues, Own | "headers" | "pagination">),
      credentials: createCredentials(values),
      pagination: pagination && { value: pagination, subject: source.nameOf("pagination") },
      credentialsOrigin: origins.map((origin) => `\`${origin.name}\` (${titleOf(origin.source)})`).join(" and "),
      credentialsSources: origins.map((origin) => origin.source),
    },
    { headers, tls: tlsOf(values), secrets: secretsIn(SETTINGS, values) },
  );
}

/** What is wrong with the settings of `connection`. Values that are not known yet are not checked. */
export function settingIssues(
  config: ConfigReader,
  environment: Environment,
  connection: string | undefined,
  checks: Pick<SettingSource, "isUnknown" | "rules">,
): readonly Issue[] {
  const source = sourceOf(config, environment, connection);
  return "reason" in source ? [source] : parseSettings(SETTINGS, { ...source, ...checks }).issues;
}

interface FoundSource extends SettingSource {
  readonly originOf: (key: SettingKey) => Origin;
}

/** The first value wins: the connection's entry, stack config, the environment. An empty variable counts as not set. */
function sourceOf(config: ConfigReader, environment: Environment, connection: string | undefined): FoundSource | Issue {
  const entry = connection === undefined ? undefined : findConnection(config, connection);
  if (entry !== undefined && "reason" in entry) {
    return entry;
  }
  /** Its value, `undefined` if nothing sets it, and where that is or would be set. */
  const find = (definition: SettingDefinition): { readonly value?: unknown; readonly origin: Origin } => {
    const { key, env } = definition;
    const own = originIn(config, key, connection);
    if (entry !== undefined && (entry.has(key) || !isInherited(definition))) {
      return { value: entry.get(key), origin: own };
    }
    const configured = config(key);
    if (configured !== undefined) {
      return { value: configured, origin: originIn(config, key) };
    }
    const exported = environment[env];
    return exported === undefined || exported === ""
      ? { origin: own }
      : { value: exported, origin: { name: env, source: { kind: "environment" } } };
  };
  const originOf = (key: SettingKey): Origin => find(settingOf(key)).origin;
  return {
    given: (definition) => find(definition).value,
    originOf,
    nameOf: (key) => subjectOf(originOf(key)),
    missing: (definition) => `is not set. ${howToSet(definition, originOf(definition.key), connection)}`,
  };
}
