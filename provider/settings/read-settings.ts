/** Reads all settings at once, at the edge: into values that cannot be wrong afterwards, or an error that names every fault. */
import { baseUrlFault, parseBaseUrl } from "../auth/base-url.js";
import { createCredentials, credentialFaults, type Credentials } from "../auth/credentials.js";
import { type Fault, SettingsError } from "../http/errors.js";
import { excerpt } from "../http/excerpt.js";
import { isPointer } from "../http/json-pointer.js";
import { SETTINGS, type SettingDefinition, type SettingKey } from "./definitions.js";
import { type Environment, findSettings } from "./find-settings.js";
import { parseBoolean, parseNumber, whatItTakes } from "./parse-value.js";
import {
  type ConfigReader,
  type Found,
  howToSet,
  type Origin,
  originIn,
  type Source,
  subjectOf,
  titleOf,
} from "./sources.js";

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
  /** The same for decisions: the source of the Client ID, and that of the Client Secret. */
  readonly credentialsSources: readonly Source[];
}

/**
 * Reads and checks the settings of `connection` (a name in `connections`), or those outside it where it is `undefined`.
 *
 * @throws SettingsError that names every missing and every bad setting, with what to do to set it.
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
          ? missing(definition, originIn(config, definition.key, connection), connection)
          : undefined
        : wrong(definition, setting, allowInsecureHttp);
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
  const credentials = [found.get("clientId"), found.get("clientSecret")].filter((setting) => setting !== undefined);
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
    credentialsOrigin: credentials.map(({ name, source }) => `\`${name}\` (${titleOf(source)})`).join(" and "),
    credentialsSources: credentials.map(({ source }) => source),
  };
}

function missing(definition: SettingDefinition, origin: Origin, connection: string | undefined): string {
  return `${subjectOf(origin)} is not set. ${howToSet(definition, origin, connection)}`;
}

/** Says what is wrong with a setting that is set; never its value where that is a secret. */
function wrong(definition: SettingDefinition, found: Found, allowInsecureHttp: boolean): string | undefined {
  const { text } = found;
  const subject = subjectOf(found);
  const takes = `${subject} is "${excerpt(text)}", but takes ${whatItTakes(definition)}.`;
  switch (definition.kind) {
    case "positive number":
    case "whole number":
      return parseNumber(text, definition) === undefined ? takes : undefined;
    case "boolean":
      return parseBoolean(text) === undefined ? takes : undefined;
    case "pointer":
      return isPointer(text) ? undefined : takes;
    case "secret":
      return labelled(subject, definition, credentialFaults("-", text));
    case "text":
      return labelled(
        subject,
        definition,
        definition.key === "baseUrl" ? [baseUrlFault(text, { allowInsecureHttp })] : credentialFaults(text, "-"),
      );
  }
}

/** The auth module's own words for a fault of its, under the name by which the user set it. */
function labelled(
  subject: string,
  { key }: SettingDefinition,
  faults: readonly (Fault | undefined)[],
): string | undefined {
  const reason = faults.find((fault) => fault?.property === key)?.reason;
  return reason === undefined ? undefined : `${subject} ${reason.replace(new RegExp(`^${key} `), "")}`;
}
