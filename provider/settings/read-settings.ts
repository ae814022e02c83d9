/** Reads all settings of one connection: checked values, or an error with every fault. */
import { type Issue, SettingsError } from "../http/errors.js";
import type { TlsOptions } from "../http/types.js";
import { findConnection } from "./connections.js";
import { createCredentials, type Credentials, withNonEnumerableFields } from "./credentials.js";
import { isInherited, type SettingDefinition, type SettingKey, SETTINGS } from "./definitions.js";
import type { Headers } from "./headers.js";
import { parseSettings, type SettingRules, type SettingSource, secretsIn, tlsOf } from "./parse-settings.js";
import { type ConfigReader, howToSet, type Origin, originIn, type Source, subjectOf, titleOf } from "./sources.js";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Checked settings of one connection. No `inspect` and no JSON shows a value that may be secret. */
export interface Settings {
  readonly baseUrl: URL;
  readonly credentials: Credentials;
  readonly bearerPath: string | undefined;
  readonly itemsPath: string | undefined;
  /** `subject`: its name in messages. */
  readonly pagination: { readonly value: Readonly<Record<string, unknown>>; readonly subject: string } | undefined;
  readonly unrelatedFields: readonly string[] | undefined;
  readonly requestTimeoutSeconds: number;
  readonly deadlineSeconds: number;
  readonly maxRetries: number;
  readonly requestsPerSecond: number | undefined;
  readonly maxResponseBytes: number;
  /** Sent with every request; names in lower case. */
  readonly headers: Headers;
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
  const { values, faults } = parseSettings(SETTINGS, { ...source, rules });
  if (faults.length > 0) {
    throw new SettingsError(faults);
  }
  const { pagination } = values;
  const origins = [source.originOf("clientId"), source.originOf("clientSecret")];
  return withNonEnumerableFields(
    {
      baseUrl: values.baseUrl,
      credentials: createCredentials(values),
      bearerPath: values.bearerPath,
      itemsPath: values.itemsPath,
      pagination: pagination === undefined ? undefined : { value: pagination, subject: source.nameOf("pagination") },
      unrelatedFields: values.unrelatedFields,
      requestTimeoutSeconds: values.requestTimeoutSeconds,
      deadlineSeconds: values.deadlineSeconds,
      maxRetries: values.maxRetries,
      requestsPerSecond: values.requestsPerSecond,
      maxResponseBytes: values.maxResponseBytes,
      credentialsOrigin: origins.map((origin) => `\`${origin.name}\` (${titleOf(origin.source)})`).join(" and "),
      credentialsSources: origins.map((origin) => origin.source),
    },
    { headers: values.headers ?? {}, tls: tlsOf(values), secrets: secretsIn(SETTINGS, values) },
  );
}

/** What is wrong with the settings of `connection`. Values that are not known yet are not checked. */
export function settingFaults(
  config: ConfigReader,
  environment: Environment,
  connection: string | undefined,
  checks: Pick<SettingSource, "isUnknown" | "rules">,
): readonly Issue[] {
  const source = sourceOf(config, environment, connection);
  return "reason" in source ? [source] : parseSettings(SETTINGS, { ...source, ...checks }).faults;
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
  const origins = new Map<SettingKey, Origin>();
  const found = (key: SettingKey, value: unknown, origin: Origin): unknown => {
    origins.set(key, origin);
    return value;
  };
  const given = (definition: SettingDefinition): unknown => {
    const { key, variable } = definition;
    const own = entry?.valueOf(definition);
    if (own !== undefined) {
      return found(key, own, originIn(config, key, connection));
    }
    if (entry !== undefined && !isInherited(definition)) {
      return undefined;
    }
    const configured = config(key);
    if (configured !== undefined) {
      return found(key, configured, originIn(config, key));
    }
    const exported = environment[variable];
    if (exported === undefined || exported === "") {
      return undefined;
    }
    return found(key, exported, { name: variable, source: { kind: "environment" } });
  };
  const originOf = (key: SettingKey): Origin => origins.get(key) ?? originIn(config, key, connection);
  return {
    given,
    originOf,
    nameOf: (key) => subjectOf(originOf(key)),
    missing: (definition) => `is not set. ${howToSet(definition, originOf(definition.key), connection)}`,
  };
}
