/** Where a setting's value came from, and how a user sets it: what messages say of a setting. */
import { excerpt } from "../http/excerpt.js";
import { CONNECTIONS_KEY, NAMESPACE, type SettingDefinition } from "./definitions.js";

/** Stack config or provider arguments; an entry of `connections`; an environment variable; our own default. */
export type Source = "config" | "connection" | "environment" | "default";

/** Gives the text of a config key of ours (without its namespace), or `undefined`. */
export type ConfigReader = (key: string) => string | undefined;

/** A setting as it was found: its text, and where. */
export interface Found {
  readonly text: string;
  readonly source: Source;
}

/** The name of a setting where it was, or would be, found: `workflows:clientId`, `WORKFLOWS_CLIENT_ID`. */
export function nameOf(definition: SettingDefinition, source: Source, connection?: string): string {
  switch (source) {
    case "environment":
      return definition.variable;
    case "connection":
      return `${NAMESPACE}:${connectionPath(connection ?? "")}.${definition.key}`;
    case "config":
    case "default":
      return `${NAMESPACE}:${definition.key}`;
  }
}

/** The place of a connection as `pulumi config set --path` takes it: `connections.dev`, `connections["eu.dev"]`. */
export function connectionPath(connection: string): string {
  const name = excerpt(connection);
  const step = /^[\w-]+$/.test(name) ? `.${name}` : `["${name.replace(/["\\]/g, "\\$&")}"]`;
  return `${CONNECTIONS_KEY}${step}`;
}

/** The command that sets a setting, to be copied. */
export function commandFor(definition: SettingDefinition, connection?: string): string {
  const secret = definition.kind === "secret" ? " --secret" : "";
  const value = definition.key === "baseUrl" ? " https://api.example.com" : secret === "" ? " <value>" : "";
  return connection === undefined
    ? `pulumi config set ${NAMESPACE}:${definition.key}${value}${secret}`
    : `pulumi config set --path ${inShell(`${NAMESPACE}:${connectionPath(connection)}.${definition.key}`)}${value}${secret}`;
}

function inShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
