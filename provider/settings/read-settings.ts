/** Reads all settings of one connection: checked values, or an error with every issue. */
import { SettingsError } from "../base/errors.js";
import { withNonEnumerableFields } from "../base/non-enumerable.js";
import type { TlsOptions } from "../http/types.js";
import { findConnection } from "./connections.js";
import { createCredentials, type Credentials } from "./credentials.js";
import { type InheritedValues, isInherited, type SettingDefinition, settingOf, SETTINGS } from "./definitions.js";
import { type Found, type PaginationParser, parseSettings, tlsOf } from "./parse-settings.js";
import { type ConfigReader, howToSet, subjectIn } from "./sources.js";

/** Environment variables by their names. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Checked settings of one connection. No `inspect` and no JSON shows a value that may be secret. */
export interface Settings extends InheritedValues {
  readonly credentials: Credentials;
  /** Sent with every request; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly tls: TlsOptions | undefined;
  /** The places of the credentials, for messages: "`workflows:clientId` and `WORKFLOWS_CLIENT_SECRET`". */
  readonly credentialsOrigin: string;
}

/**
 * Reads and checks the settings of `connection` (a name in `connections`), or those outside of connections.
 *
 * @throws SettingsError with every missing and every invalid setting and how to set it, or if the connection does not
 *   exist.
 */
export function readSettings(
  config: ConfigReader,
  environment: Environment,
  connection?: string,
  parsePagination?: PaginationParser,
): Settings {
  const find = settingFinder(config, environment, connection);
  const { values, issues } = parseSettings(find, parsePagination);
  if (issues.length > 0) {
    throw new SettingsError(issues);
  }
  const { headers = {} } = values;
  const inherited = SETTINGS.filter(isInherited).map(({ key }) => [key, values[key]]);
  return withNonEnumerableFields(
    {
      ...(Object.fromEntries(inherited) as InheritedValues),
      credentials: createCredentials(values),
      credentialsOrigin: `${find(settingOf("clientId")).subject} and ${find(settingOf("clientSecret")).subject}`,
    },
    { headers, tls: tlsOf(values) },
  );
}

/**
 * Returns a function that finds the value of one setting, and the name of its place for messages. It looks in these
 * places, in this order:
 *
 * 1. The connection, if there is one: `workflows:connections.dev.maxRetries`. A setting that connections do not
 *    inherit, such as `clientSecret`, is looked for nowhere else.
 * 2. Stack config, or the arguments of an explicit provider: `workflows:maxRetries`.
 * 3. The environment: `WORKFLOWS_MAX_RETRIES`. An empty variable counts as not set.
 *
 * If it finds no value, it names the first place, because the setting can be set there.
 *
 * @throws SettingsError if the connection does not exist.
 */
export function settingFinder(
  config: ConfigReader,
  environment: Environment,
  connection: string | undefined,
): (definition: SettingDefinition) => Found {
  const connectionValues = connection === undefined ? undefined : findConnection(config, connection);
  return (definition) => {
    const { key, env } = definition;
    const firstPlace = subjectIn(config, key, connection);
    const advice = howToSet(definition, config, connection);
    const missing = `is not set. ${advice}`;
    if (connectionValues?.has(key) === true) {
      return { value: connectionValues.get(key), subject: firstPlace, missing };
    }
    if (connectionValues !== undefined && !isInherited(definition)) {
      return { subject: firstPlace, missing };
    }
    const configValue = config(key);
    if (configValue !== undefined) {
      return { value: configValue, subject: subjectIn(config, key), missing };
    }
    const variable = environment[env];
    if (variable === "") {
      return { subject: `\`${env}\``, missing: `is empty. ${advice}` };
    }
    return variable === undefined
      ? { subject: firstPlace, missing }
      : { value: variable, subject: `\`${env}\``, missing };
  };
}
