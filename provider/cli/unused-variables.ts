/** Finds environment variables that are set but not used: no setting has the name, or the config sets the value. */
import { isInherited, SETTINGS } from "../settings/definitions.js";
import { didYouMean, nearest } from "../settings/issue-text.js";
import { type Environment, settingFinder } from "../settings/read-settings.js";
import type { ConfigReader } from "../settings/sources.js";
import { variableOf } from "../base/setting-names.js";
import { GUARDED_NAMES } from "../workflows/items/guard.js";

/** The beginning of the names of all variables: `WORKFLOWS_`. */
const PREFIX = variableOf("");
/** The variables that set an argument for one run. */
const FOR_ONE_RUN = GUARDED_NAMES.map(variableOf);

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
  // A variable of a setting is not used in two cases: the setting has a value even if no variable is set, or no variable can set it.
  const findWithoutVariables = settingFinder(config, {}, connection);
  const present = SETTINGS.filter(({ env }) => (environment[env] ?? "") !== "");
  const ofSettings = present.flatMap((setting) => {
    const { key, env } = setting;
    const { value, subject } = findWithoutVariables(setting);
    if (value !== undefined) {
      return [`\`${env}\` is set but not used, because ${subject} comes first.`];
    }
    return connection === undefined || isInherited(setting)
      ? []
      : [`\`${env}\` is set but not used, because variables do not set \`${key}\` of a connection.`];
  });
  const known = [...SETTINGS.map(({ env }) => env), ...FOR_ONE_RUN];
  const unknown = Object.keys(environment).filter((name) => name.startsWith(PREFIX) && !known.includes(name));
  const ofNothing = unknown.map((name) => {
    // Without the prefix, because all names have it in common.
    const meant = nearest(
      name.slice(PREFIX.length),
      known.map((other) => other.slice(PREFIX.length)),
    );
    const advice = didYouMean(meant === undefined ? undefined : PREFIX + meant, "`");
    return `\`${name}\` is set, but no setting has this name. ${advice}`.trimEnd();
  });
  return [...ofSettings, ...ofNothing];
}
