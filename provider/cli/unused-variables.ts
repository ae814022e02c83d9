/** Finds environment variables that are set but not used, because the stack's config has the setting. Runs in the command line. */
import { findConnection } from "../settings/connections.js";
import { isInherited, SETTINGS } from "../settings/definitions.js";
import type { Environment } from "../settings/read-settings.js";
import { type ConfigReader, subjectIn } from "../settings/sources.js";

/** Returns a warning for each unused variable, which names the config key that comes first. Shows no value. */
export function unusedVariables(
  config: ConfigReader,
  environment: Environment,
  connection: string | undefined,
): readonly string[] {
  const entry = connection === undefined ? undefined : findConnection(config, connection);
  if (entry !== undefined && "reason" in entry) {
    return [];
  }
  return SETTINGS.flatMap((setting) => {
    const { key, env } = setting;
    if ((environment[env] ?? "") === "") {
      return [];
    }
    if (entry?.has(key) === true) {
      return [`\`${env}\` is set but not used, because ${subjectIn(config, key, connection)} comes first.`];
    }
    if (entry !== undefined && !isInherited(setting)) {
      return [`\`${env}\` is set but not used, because variables do not set \`${key}\` of a connection.`];
    }
    return config(key) === undefined
      ? []
      : [`\`${env}\` is set but not used, because ${subjectIn(config, key)} comes first.`];
  });
}
