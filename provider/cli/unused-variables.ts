/** Finds environment variables that are set but not used: no setting has the name, or the config sets the value. */
import { variableOf } from "../base/setting-names.js";
import { isInherited, SETTINGS } from "../settings/definitions.js";
import { didYouMean, nearest } from "../settings/issue-text.js";
import { type Environment, settingFinder } from "../settings/read-settings.js";
import type { ConfigReader } from "../settings/sources.js";
import { GUARDED_NAMES } from "../workflows/items/guard.js";

/** The beginning of the names of all variables: `WORKFLOWS_`. */
const PREFIX = variableOf("");

/** The names of all variables that set a setting, or an argument for one run. */
const KNOWN = SETTINGS.map(({ env }) => env).concat(GUARDED_NAMES.map(variableOf));

/**
 * Returns a warning for each unused variable, with the reason. Shows no value.
 *
 * @throws SettingsError if the connection does not exist.
 */
export function unusedVariables(
  config: ConfigReader,
  environment: Environment,
  connection: string | undefined,
): readonly string[] {
  return [...variablesWithoutEffect(config, environment, connection), ...unknownVariables(environment)];
}

/** A variable of a setting has no effect if the config sets the setting, or if no variable can set it. */
function variablesWithoutEffect(config: ConfigReader, environment: Environment, connection: string | undefined) {
  const findWithoutVariables = settingFinder(config, {}, connection);
  const present = SETTINGS.filter(({ env }) => (environment[env] ?? "") !== "");
  return present.flatMap((setting) => {
    const { key, env } = setting;
    const { value, subject } = findWithoutVariables(setting);
    if (value !== undefined) {
      return [`\`${env}\` is set but not used, because ${subject} comes first.`];
    }
    return connection === undefined || isInherited(setting)
      ? []
      : [`\`${env}\` is set but not used, because variables do not set \`${key}\` of a connection.`];
  });
}

function unknownVariables(environment: Environment): readonly string[] {
  const unknown = Object.keys(environment).filter((name) => name.startsWith(PREFIX) && !KNOWN.includes(name));
  return unknown.map((name) => {
    // All names begin with the prefix, so only their endings are compared.
    const endings = KNOWN.map((other) => other.slice(PREFIX.length));
    const meant = nearest(name.slice(PREFIX.length), endings);
    const advice = didYouMean(meant === undefined ? undefined : PREFIX + meant, "`");
    return `\`${name}\` is set, but no setting has this name. ${advice}`.trimEnd();
  });
}
