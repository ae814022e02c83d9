/** Reads the structured setting `connections`: several services or tenants, each with its own settings. */
import { type Issue, SettingsError } from "../base/errors.js";
import { excerpt } from "../base/text.js";
import { isRecord, jsonIn } from "../base/json-path.js";
import { CONNECTIONS_KEY, SETTINGS } from "./definitions.js";
import { adviseOnName, didYouMean, nearest } from "./issue-text.js";
import { type ConfigReader, howToSetConnections, subjectIn } from "./sources.js";

/** The values of one connection by their keys. A value that is `null` is left out, because it counts as not set. */
export type Connection = ReadonlyMap<string, unknown>;

/** All connections by their names. If `connections` cannot be read, there are none, and `issue` says why. */
export interface Connections {
  readonly connections: ReadonlyMap<string, Connection>;
  readonly issue?: Issue;
}

/** The keys that a connection may have. */
const KEYS: readonly string[] = SETTINGS.map(({ key }) => key);
/** A name for the suggested commands, if no connection has a name. */
const SAMPLE_NAME = "dev";

/** Returns all connections; none if `connections` is not set. */
export function readConnections(config: ConfigReader): Connections {
  const text = config(CONNECTIONS_KEY) ?? "";
  const entries = text.trim() === "" ? {} : jsonIn(text);
  if (!isRecord(entries)) {
    return unreadable(config, SAMPLE_NAME);
  }
  const connections = new Map<string, Connection>();
  for (const [name, values] of Object.entries(entries)) {
    if (!isRecord(values)) {
      return unreadable(config, name);
    }
    const present = Object.entries(values).filter(([, value]) => value !== null);
    connections.set(name, new Map(present.map(([key, value]) => [key, withDigitsAsText(value)])));
  }
  return { connections };
}

/**
 * Returns no connections, and the issue that `connections` is not a map of maps. The issue does not show the value,
 * because it may be a secret.
 *
 * @param sampleName The connection in the suggested commands.
 */
function unreadable(config: ConfigReader, sampleName: string): Connections {
  const advice = `Set each value with a path: ${howToSetConnections(config, sampleName)}.`;
  const reason = `${subjectIn(config, CONNECTIONS_KEY)} is not a map of names to settings. ${advice}`;
  return { connections: new Map(), issue: { property: CONNECTIONS_KEY, reason } };
}

/**
 * Returns a safe integer as text, and every other value as it is. Pulumi stores unquoted values as numbers, so
 * `--path …clientId 123` arrives as a number. A safe integer has lost no digit.
 */
function withDigitsAsText(value: unknown): unknown {
  return Number.isSafeInteger(value) ? String(value) : value;
}

/**
 * Returns the connection of this name.
 *
 * @throws SettingsError if `connections` has no such name or cannot be read, or if the connection has a key that is no
 *   setting: without its `baseUrl`, for example, its secret would be sent to the service outside of connections.
 */
export function findConnection(config: ConfigReader, name: string): Connection {
  const { connections, issue } = readConnections(config);
  const connection = connections.get(name);
  if (connection === undefined) {
    throw new SettingsError([issue ?? unknownConnection(config, name, [...connections.keys()])]);
  }
  const unknownKeys = [...connection.keys()].filter((key) => !KEYS.includes(key));
  if (unknownKeys.length > 0) {
    throw new SettingsError(unknownKeys.map((key) => unknownKey(config, key, name)));
  }
  return connection;
}

/** Returns the issue of a connection that does not exist, with the name that is probably meant, and all names. */
function unknownConnection(config: ConfigReader, name: string, names: readonly string[]): Issue {
  const available =
    names.length === 0
      ? `No connections are set: ${howToSetConnections(config, name)}.`
      : `The connections are: ${names.map(excerpt).join(", ")}.`;
  const advice = `${didYouMean(nearest(name, names))} ${available}`.trimStart();
  return { property: "connection", reason: `The connection "${excerpt(name)}" does not exist. ${advice}` };
}

/** Returns the issue of a key that is no setting, with the name that is probably meant, or all names. */
function unknownKey(config: ConfigReader, key: string, connection: string): Issue {
  const advice = adviseOnName(key, KEYS, "The settings are");
  const reason = `${subjectIn(config, excerpt(key), connection)} is not a setting of pulumi-workflows. ${advice}`;
  return { property: CONNECTIONS_KEY, reason };
}
