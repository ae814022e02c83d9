/** The words of messages about a setting: where its value came from, and how to set it. */
import { excerpt, inShell } from "../http/excerpt.js";
import { CONNECTIONS_KEY, isInherited, NAMESPACE, type SettingDefinition, SETTINGS } from "./definitions.js";

/**
 * Where config is given: in the stack's config, or as arguments of an explicit provider. `toReadIt`: how to make a command read a
 * stack's config, if it reads none.
 */
export type ConfigPlace =
  | { readonly kind: "stack config"; readonly toReadIt?: string }
  | { readonly kind: "arguments"; readonly provider: string };

/** Returns the text of one of our config keys (without its namespace), or `undefined`. */
export interface ConfigReader {
  (key: string): string | undefined;
  /** Where its keys are given, or would be. Default: in stack config. */
  readonly placeOf?: () => ConfigPlace;
}

export function placeIn(config: ConfigReader): ConfigPlace {
  return config.placeOf?.() ?? { kind: "stack config" };
}

/** Where a value came from, in the words of messages. */
export interface Origin {
  /** The name there: `workflows:clientId`, `WORKFLOWS_CLIENT_ID`. */
  readonly name: string;
  /** "stack config", "environment", "arguments of the provider `eu`". */
  readonly source: string;
  /** The setting: "`workflows:clientId`", "`clientId` of the provider `eu`". */
  readonly subject: string;
}

/** The origin of a setting in config, or in the entry of a connection there. */
export function originIn(config: ConfigReader, key: string, connection?: string): Origin {
  const path = connection === undefined ? key : `${connectionPath(connection)}.${key}`;
  const place = placeIn(config);
  if (place.kind === "stack config") {
    return { name: `${NAMESPACE}:${path}`, source: place.kind, subject: `\`${NAMESPACE}:${path}\`` };
  }
  // The name comes from a program.
  const provider = `the provider \`${excerpt(place.provider)}\``;
  return { name: path, source: `arguments of ${provider}`, subject: `\`${path}\` of ${provider}` };
}

/** The path of a connection for `pulumi config set --path`: `connections.dev`, `connections["eu.dev"]`. */
function connectionPath(connection: string): string {
  const name = excerpt(connection);
  const step = /^[\w-]+$/.test(name) ? `.${name}` : `["${name.replace(/["\\]/g, "\\$&")}"]`;
  return `${CONNECTIONS_KEY}${step}`;
}

/** What to do if a setting is missing, as a sentence. */
export function howToSet(definition: SettingDefinition, config: ConfigReader, connection?: string): string {
  const place = placeIn(config);
  const more = place.kind === "stack config" && place.toReadIt !== undefined ? ` and ${place.toReadIt}` : "";
  const command = `Run \`${commandFor(definition, connection)}\`${more}`;
  const what = place.kind === "arguments" ? "Give the argument in the program" : command;
  // Variables do not set the settings of connections.
  return connection === undefined ? `${what}, or set the environment variable ${definition.env}.` : `${what}.`;
}

/** What to do if `connections` is missing or no map, as the end of a sentence. `name`: a connection that it should have. */
export function howToSetConnections(config: ConfigReader, name: string): string {
  const required = SETTINGS.filter((definition) => definition.required && !isInherited(definition));
  return placeIn(config).kind === "arguments"
    ? `give ${required.map(({ key }) => `\`${connectionPath(name)}.${key}\``).join(", ")} in the program`
    : required.map((definition) => `\`${commandFor(definition, name)}\``).join(", ");
}

/** The command that sets a setting, for users to copy. */
export function commandFor(definition: SettingDefinition, connection?: string): string {
  const { key, type, secret, example = "VALUE" } = definition;
  // Each value of a map is set and encrypted alone.
  const name = type === "strings" ? `${key}.NAME` : key;
  const path = connection === undefined ? name : `${connectionPath(connection)}.${name}`;
  const target = path === key ? `${NAMESPACE}:${key}` : `--path ${inShell(`${NAMESPACE}:${path}`)}`;
  return `pulumi config set ${target} ${secret ? "--secret" : example}`;
}
