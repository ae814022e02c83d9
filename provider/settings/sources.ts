/** The words of messages about a setting: where its value came from, and how to set it. */
import { excerpt, inShell } from "../http/excerpt.js";
import { CONNECTIONS_KEY, NAMESPACE, type SettingDefinition, SETTINGS } from "./definitions.js";

/**
 * Where config is given: in the stack's config, or as arguments of an explicit provider. `toReadIt`: how to make a command read a
 * stack's config, if it reads none.
 */
export type ConfigPlace =
  | { readonly kind: "stack config"; readonly toReadIt?: string }
  | { readonly kind: "arguments"; readonly provider: string };

/** Where a value came from: config, or else its environment variable. */
export type Source = ConfigPlace | { readonly kind: "environment" };

/** Returns the text of one of our config keys (without its namespace), or `undefined`. */
export interface ConfigReader {
  (key: string): string | undefined;
  /** Where its keys are given, or would be. Default: in stack config. */
  readonly placeOf?: () => ConfigPlace;
}

/** The name of a value at its source: `workflows:clientId`, `WORKFLOWS_CLIENT_ID`. */
export interface Origin {
  readonly name: string;
  readonly source: Source;
}

/** The origin of a setting in config, or in the entry of a connection there. */
export function originIn(config: ConfigReader, key: string, connection?: string): Origin {
  const path = connection === undefined ? key : `${connectionPath(connection)}.${key}`;
  const source = config.placeOf?.() ?? { kind: "stack config" };
  return { source, name: source.kind === "arguments" ? path : `${NAMESPACE}:${path}` };
}

/** The source in messages: "stack config", "arguments of the provider `eu`". */
export function titleOf(source: Source): string {
  return source.kind === "arguments" ? `arguments of ${providerOf(source)}` : source.kind;
}

/** A setting in messages: "`workflows:clientId`", "`clientId` of the provider `eu`". */
export function subjectOf({ name, source }: Origin): string {
  return `\`${name}\`${source.kind === "arguments" ? ` of ${providerOf(source)}` : ""}`;
}

/** The name comes from a program, so it is an excerpt. */
function providerOf(source: { readonly provider: string }): string {
  return `the provider \`${excerpt(source.provider)}\``;
}

/** The path of a connection for `pulumi config set --path`: `connections.dev`, `connections["eu.dev"]`. */
function connectionPath(connection: string): string {
  const name = excerpt(connection);
  const step = /^([\w-]+|<name>)$/.test(name) ? `.${name}` : `["${name.replace(/["\\]/g, "\\$&")}"]`;
  return `${CONNECTIONS_KEY}${step}`;
}

/** What to do if a setting is missing, as a sentence. */
export function howToSet(definition: SettingDefinition, { source }: Origin, connection?: string): string {
  const more = source.kind === "stack config" && source.toReadIt !== undefined ? ` and ${source.toReadIt}` : "";
  const what =
    source.kind === "arguments"
      ? "Give the argument in the program"
      : `Run \`${commandFor(definition, connection)}\`${more}`;
  // Variables do not set the settings of connections.
  return connection === undefined ? `${what}, or set the environment variable ${definition.env}.` : `${what}.`;
}

/** What to do if `connections` is missing or no map, as the end of a sentence. `name`: a connection that it should have. */
export function howToSetConnections({ source }: Origin, name: string): string {
  const required = SETTINGS.filter((definition) => definition.required);
  return source.kind === "arguments"
    ? `give ${required.map(({ key }) => `\`${connectionPath(name)}.${key}\``).join(", ")} in the program`
    : required.map((definition) => `\`${commandFor(definition, name)}\``).join(", ");
}

/** The command that sets a setting, for users to copy. */
export function commandFor(definition: SettingDefinition, connection?: string): string {
  const { key, type, secret, example = "<value>" } = definition;
  const value = secret ? " --secret" : ` ${example}`;
  // Each value of a map is set and encrypted alone.
  const name = type === "strings" ? `${key}.<name>` : key;
  const path = connection === undefined ? name : `${connectionPath(connection)}.${name}`;
  const target = path === key ? `${NAMESPACE}:${key}` : `--path ${inShell(`${NAMESPACE}:${path}`)}`;
  return `pulumi config set ${target}${value}`;
}
