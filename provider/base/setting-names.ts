/** The names of settings in the environment and in messages. */

/** Returns the environment variable of a setting: `WORKFLOWS_BASE_URL`. */
export function variableOf(setting: string): string {
  return `WORKFLOWS_${setting.replace(/[A-Z]/g, "_$&").toUpperCase()}`;
}

/** Names a setting in advice: in programs, in stack config and in the environment. */
export function nameSetting(setting: string): string {
  return `${setting} (\`workflows:${setting}\` or ${variableOf(setting)})`;
}
