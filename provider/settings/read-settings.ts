/** Reads all settings at once, at the edge: into values that cannot be wrong afterwards, or an error that names every fault. */
import { baseUrlFault, parseBaseUrl } from "../auth/base-url.js";
import { createCredentials, credentialFaults, type Credentials } from "../auth/credentials.js";
import { type Fault, SettingsError } from "../http/errors.js";
import { excerpt } from "../http/excerpt.js";
import { SETTINGS, type SettingDefinition, type SettingKey } from "./definitions.js";
import { type Environment, findSettings } from "./find-settings.js";
import { isJsonPointer, parseBoolean, parseNumber, whatItTakes } from "./parse-value.js";
import { commandFor, type ConfigReader, type Found, nameOf } from "./sources.js";

/** Checked settings of one connection. */
export interface Settings {
  readonly baseUrl: URL;
  readonly credentials: Credentials;
  readonly bearerPath: string | undefined;
  readonly itemsPath: string | undefined;
  readonly requestTimeoutSeconds: number;
  readonly deadlineSeconds: number;
  readonly maxRetries: number;
  readonly requestsPerSecond: number | undefined;
  readonly maxResponseBytes: number;
  /** Where the credentials came from, as a message names it: "`workflows:clientId` and … (stack config)". */
  readonly credentialsOrigin: string;
}

/**
 * Reads and checks the settings of `connection` (a name in `connections`), or those outside it where it is `undefined`.
 *
 * @throws SettingsError that names every missing and every bad setting, with the command and the variable that set it.
 */
export function readSettings(config: ConfigReader, environment: Environment, connection?: string): Settings {
  const { found, faults: findingFaults } = findSettings(config, environment, connection);
  const faults = [...findingFaults];
  const unreadable = faults.some(({ property }) => property === "connection" || property === "connections");
  if (unreadable) {
    throw new SettingsError(faults);
  }
  const allowInsecureHttp = parseBoolean(found.get("allowInsecureHttp")?.text ?? "") ?? false;
  for (const definition of SETTINGS) {
    const setting = found.get(definition.key);
    const reason =
      setting === undefined
        ? definition.required
          ? missing(definition, connection)
          : undefined
        : wrong(definition, setting, { allowInsecureHttp, connection });
    if (reason !== undefined) {
      faults.push({ property: definition.key, reason });
    }
  }
  if (faults.length > 0) {
    throw new SettingsError(faults);
  }
  const text = (key: SettingKey): string => found.get(key)?.text ?? "";
  const optional = (key: SettingKey): string | undefined => found.get(key)?.text;
  const number = (key: SettingKey): number => Number(text(key));
  const rate = optional("requestsPerSecond");
  return {
    baseUrl: parseBaseUrl(text("baseUrl"), { allowInsecureHttp }),
    credentials: createCredentials({ clientId: text("clientId"), clientSecret: text("clientSecret") }),
    bearerPath: optional("bearerPath"),
    itemsPath: optional("itemsPath"),
    requestTimeoutSeconds: number("requestTimeoutSeconds"),
    deadlineSeconds: number("deadlineSeconds"),
    maxRetries: number("maxRetries"),
    requestsPerSecond: rate === undefined ? undefined : Number(rate),
    maxResponseBytes: number("maxResponseBytes"),
    credentialsOrigin: describeOrigin(found, connection),
  };
}

function missing(definition: SettingDefinition, connection: string | undefined): string {
  const name = nameOf(definition, connection === undefined ? "config" : "connection", connection);
  const variable = connection === undefined ? `, or set the environment variable ${definition.variable}` : "";
  return `\`${name}\` is not set. Run \`${commandFor(definition, connection)}\`${variable}.`;
}

/** Says what is wrong with a setting that is set; never its value where that is a secret. */
function wrong(
  definition: SettingDefinition,
  { text, source }: Found,
  context: { allowInsecureHttp: boolean; connection: string | undefined },
): string | undefined {
  const name = nameOf(definition, source, context.connection);
  const takes = `\`${name}\` is "${excerpt(text)}", but takes ${whatItTakes(definition)}.`;
  switch (definition.kind) {
    case "positive number":
    case "whole number":
      return parseNumber(text, definition) === undefined ? takes : undefined;
    case "boolean":
      return parseBoolean(text) === undefined ? takes : undefined;
    case "pointer":
      return isJsonPointer(text) ? undefined : takes;
    case "secret":
      return labelled(name, definition, credentialFaults("-", text));
    case "text":
      return labelled(
        name,
        definition,
        definition.key === "baseUrl"
          ? [baseUrlFault(text, { allowInsecureHttp: context.allowInsecureHttp })]
          : credentialFaults(text, "-"),
      );
  }
}

/** The auth module's own words for a fault of its, under the name by which the user set it. */
function labelled(
  name: string,
  { key }: SettingDefinition,
  faults: readonly (Fault | undefined)[],
): string | undefined {
  const reason = faults.find((fault) => fault?.property === key)?.reason;
  return reason === undefined ? undefined : `\`${name}\` ${reason.replace(new RegExp(`^${key} `), "")}`;
}

function describeOrigin(found: ReadonlyMap<SettingKey, Found>, connection: string | undefined): string {
  const names = SETTINGS.filter(({ key }) => key === "clientId" || key === "clientSecret").map((definition) => {
    const source = found.get(definition.key)?.source ?? "config";
    const where = source === "environment" ? "environment" : "stack config";
    return `\`${nameOf(definition, source, connection)}\` (${where})`;
  });
  return names.join(" and ");
}
