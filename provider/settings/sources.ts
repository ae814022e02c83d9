/** The words of messages about a setting: where its value came from, and how to set it. */
import { excerpt, inShell } from "../base/text.js";
import { CONNECTIONS_KEY, isInherited, NAMESPACE, type SettingDefinition, SETTINGS } from "./definitions.js";

/** The config: a function that returns the text of a key in the namespace `workflows`, or `undefined`. */
export interface ConfigReader {
  (key: string): string | undefined;
  /** The explicit provider whose arguments are read. If it is missing, the keys are read from stack config. */
  readonly provider?: string | undefined;
  /** What a user must also do after `pulumi config set`, as the end of a sentence: "name the stack (`--stack NAME`)". */
  readonly howToUseConfig?: string;
}

/** Names a setting in config, or in a connection there: "`workflows:clientId`", "`clientId` of the provider `eu`". */
export function subjectIn(config: ConfigReader, key: string, connection?: string): string {
  const path = pathIn(key, connection);
  const { provider } = config;
  // An excerpt, because the provider's name comes from a program and may be any text.
  return provider === undefined ? `\`${NAMESPACE}:${path}\`` : `\`${path}\` of the provider \`${excerpt(provider)}\``;
}

/** Returns the path of a key in config, or in a connection there. */
function pathIn(key: string, connection?: string): string {
  return connection === undefined ? key : `${connectionPath(connection)}.${key}`;
}

/** Returns the path of a connection for `pulumi config set --path`: `connections.dev`, `connections["eu.dev"]`. */
function connectionPath(connection: string): string {
  const name = excerpt(connection);
  const step = /^[\w-]+$/.test(name) ? `.${name}` : `["${name.replace(/["\\]/g, "\\$&")}"]`;
  return `${CONNECTIONS_KEY}${step}`;
}

/** Returns what to do if a setting is missing, as a sentence. */
export function howToSet(definition: SettingDefinition, config: ConfigReader, connection?: string): string {
  const { provider, howToUseConfig } = config;
  const secondStep = howToUseConfig === undefined ? "" : ` and ${howToUseConfig}`;
  const command = `Run \`${commandFor(definition, connection)}\`${secondStep}`;
  const advice = provider === undefined ? command : "Give the argument in the program";
  // A variable does not set what belongs to one connection, such as its Client ID and its secret.
  const canBeVariable = connection === undefined || isInherited(definition);
  return canBeVariable ? `${advice}, or set the environment variable ${definition.env}.` : `${advice}.`;
}

/**
 * Returns what to do if `connections` is missing or is not a map, as the end of a sentence: "`pulumi config set …`,
 * `pulumi config set …`".
 *
 * @param name The connection in the commands.
 */
export function howToSetConnections(config: ConfigReader, name: string): string {
  const required = SETTINGS.filter((definition) => definition.required && !isInherited(definition));
  return config.provider === undefined
    ? required.map((definition) => `\`${commandFor(definition, name)}\``).join(", ")
    : `give ${required.map(({ key }) => `\`${connectionPath(name)}.${key}\``).join(", ")} in the program`;
}

/** Returns the command that sets a setting, for users to copy. */
export function commandFor(definition: SettingDefinition, connection?: string): string {
  const { key, type, secret, example = "VALUE" } = definition;
  // Each value of a map is set and encrypted separately.
  const path = pathIn(type === "strings" ? `${key}.NAME` : key, connection);
  const target = path === key ? `${NAMESPACE}:${key}` : `--path ${inShell(`${NAMESPACE}:${path}`)}`;
  return `pulumi config set ${target} ${secret ? "--secret" : example}`;
}
