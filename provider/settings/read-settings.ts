/** Reads all settings of one connection: checked values, or an error with every issue. Runs in both processes. */
import { type Issue, SettingsError } from "../base/errors.js";
import type { TlsOptions } from "../http/types.js";
import { findConnection } from "./connections.js";
import { createCredentials, type Credentials, withNonEnumerableFields } from "./credentials.js";
import { type InheritedValues, isInherited, type SettingDefinition, settingOf, SETTINGS } from "./definitions.js";
import { type Checks, type Found, parseSettings, secretsIn, tlsOf } from "./parse-settings.js";
import { type ConfigReader, howToSet, subjectIn } from "./sources.js";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Checked settings of one connection. No `inspect` and no JSON shows a value that may be secret. */
export interface Settings extends InheritedValues {
  readonly credentials: Credentials;
  /** Sent with every request; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly tls: TlsOptions | undefined;
  /** Every text of every secret setting, to be redacted. */
  readonly secrets: readonly string[];
  /** Where the credentials are set, in messages: "`workflows:clientId` and `WORKFLOWS_CLIENT_SECRET`". */
  readonly credentialsOrigin: string;
}

/**
 * Reads and checks the settings of `connection` (a name in `connections`), or those outside of connections.
 *
 * @throws SettingsError with every missing and every invalid setting, and how to set it.
 */
export function readSettings(
  config: ConfigReader,
  environment: Environment,
  connection?: string,
  checks: Checks = {},
): Settings {
  const find = finderOf(config, environment, connection);
  if ("reason" in find) {
    throw new SettingsError([find]);
  }
  const { values, issues } = parseSettings(find, checks);
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
    { headers, tls: tlsOf(values), secrets: secretsIn(values) },
  );
}

/** Returns what is wrong with the settings of `connection`. Values that are not known yet are not checked. */
export function settingIssues(
  config: ConfigReader,
  environment: Environment,
  connection: string | undefined,
  checks: Checks,
): readonly Issue[] {
  const find = finderOf(config, environment, connection);
  return "reason" in find ? [find] : parseSettings(find, checks).issues;
}

/**
 * Returns a function that finds the value of each setting, or an `Issue` if the connection cannot be read. The first of these that
 * has a value wins:
 *
 * 1. The connection's entry. For a setting that connections do not inherit, such as `clientSecret`, the search ends here.
 * 2. Stack config, or the arguments of the explicit provider.
 * 3. The environment variable. An empty variable counts as not set.
 */
function finderOf(
  config: ConfigReader,
  environment: Environment,
  connection: string | undefined,
): ((definition: SettingDefinition) => Found) | Issue {
  const entry = connection === undefined ? undefined : findConnection(config, connection);
  if (entry !== undefined && "reason" in entry) {
    return entry;
  }
  return (definition) => {
    const { key, env } = definition;
    const missing = `is not set. ${howToSet(definition, config, connection)}`;
    // Messages name this place if the setting is not set anywhere.
    const expectedPlace = { subject: subjectIn(config, key, connection), missing };
    if (entry !== undefined && (entry.has(key) || !isInherited(definition))) {
      return { ...expectedPlace, value: entry.get(key) };
    }
    const [configValue, environmentValue] = [config(key), environment[env]];
    if (configValue !== undefined) {
      return { subject: subjectIn(config, key), missing, value: configValue };
    }
    return environmentValue ? { subject: `\`${env}\``, missing, value: environmentValue } : expectedPlace;
  };
}
