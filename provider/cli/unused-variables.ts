/** Finds environment variables that are set but not used, because the config or a connection sets the value. Runs in the command line. */
import { isInherited, SETTINGS } from "../settings/definitions.js";
import { type Environment, settingFinder } from "../settings/read-settings.js";
import type { ConfigReader } from "../settings/sources.js";

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
  // A variable is not used in two cases: the setting has a value even if no variable is set, or no variable can set it.
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
