/** Finds each setting's text: a connection's entry, then stack config, then the environment, then the default. */
import type { Fault } from "../http/errors.js";
import { excerpt } from "../http/excerpt.js";
import { CONNECTIONS_KEY, SETTINGS, type SettingDefinition, type SettingKey } from "./definitions.js";
import { nearest } from "./nearest.js";
import { type ConfigReader, connectionPath, type Found, howToSetConnections, originIn, subjectOf } from "./sources.js";

export type Environment = Readonly<Record<string, string | undefined>>;

/** An entry of `connections`: its values as text, `undefined` for what is a list or an object. */
type ConnectionEntry = ReadonlyMap<string, string | undefined>;

/** Credentials belong to their connection: one that names none must not be given another's. */
const NEVER_INHERITED: ReadonlySet<SettingKey> = new Set(["clientId", "clientSecret"]);

/** Finds one setting where no connection is chosen. An empty variable counts as not set. */
function findPlain(definition: SettingDefinition, config: ConfigReader, environment: Environment): Found | undefined {
  const configured = config(definition.key);
  if (configured !== undefined) {
    return { text: configured, ...originIn(config, definition.key) };
  }
  const exported = environment[definition.variable];
  if (exported !== undefined && exported !== "") {
    return { text: exported, name: definition.variable, source: { kind: "environment" } };
  }
  return definition.fallback === undefined
    ? undefined
    : { text: definition.fallback, name: definition.key, source: { kind: "default" } };
}

/** Finds every setting of `connection`, or of the settings outside `connections` where it is `undefined`. */
export function findSettings(
  config: ConfigReader,
  environment: Environment,
  connection: string | undefined,
): { found: ReadonlyMap<SettingKey, Found>; faults: readonly Fault[] } {
  const found = new Map<SettingKey, Found>();
  const entry: ConnectionEntry | Fault | undefined =
    connection === undefined ? undefined : findConnection(config, connection);
  if (entry !== undefined && "reason" in entry) {
    return { found, faults: [entry] };
  }
  for (const definition of SETTINGS) {
    const own = entry?.get(definition.key);
    const setting: Found | undefined =
      own !== undefined
        ? { text: own, ...originIn(config, definition.key, connection) }
        : entry !== undefined && NEVER_INHERITED.has(definition.key)
          ? undefined
          : findPlain(definition, config, environment);
    if (setting !== undefined) {
      found.set(definition.key, setting);
    }
  }
  const faults = entry === undefined || connection === undefined ? [] : entryFaults(entry, connection, config);
  return { found, faults };
}

/** The entry called `name`, or what is wrong. */
function findConnection(config: ConfigReader, name: string): ConnectionEntry | Fault {
  const connections = readConnections(config);
  if ("reason" in connections) {
    return connections;
  }
  const entry = connections.get(name);
  if (entry !== undefined) {
    return entry;
  }
  const names = [...connections.keys()];
  const guess = nearest(name, names);
  const known =
    names.length === 0
      ? `No connections are set: ${howToSetConnections(originIn(config, CONNECTIONS_KEY), name)}.`
      : `The connections are: ${names.map((known) => excerpt(known)).join(", ")}.`;
  return {
    property: "connection",
    reason: `There is no connection "${excerpt(name)}"${guess === undefined ? "" : ` (did you mean "${excerpt(guess)}"?)`}. ${known}`,
  };
}

/** The names in `connections`; none where it is not set or cannot be read. */
export function connectionNames(config: ConfigReader): readonly string[] {
  const connections = readConnections(config);
  return "reason" in connections ? [] : [...connections.keys()];
}

/** What is wrong with `connections` where it cannot be read at all. */
export function connectionsFault(config: ConfigReader): Fault | undefined {
  const connections = readConnections(config);
  return "reason" in connections ? connections : undefined;
}

/** The paths of all keys in `connections`, each with its own name: `connections.dev.clientId`, `clientId`. */
export function connectionKeys(config: ConfigReader): readonly { path: string; key: string }[] {
  const connections = readConnections(config);
  return "reason" in connections
    ? []
    : [...connections].flatMap(([name, entry]) =>
        [...entry.keys()].map((key) => ({ path: `${connectionPath(name)}.${excerpt(key)}`, key })),
      );
}

function readConnections(config: ConfigReader): ReadonlyMap<string, ConnectionEntry> | Fault {
  const text = config(CONNECTIONS_KEY);
  if (text === undefined || text.trim() === "") {
    return new Map();
  }
  const origin = originIn(config, CONNECTIONS_KEY);
  const bad: Fault = {
    property: CONNECTIONS_KEY,
    reason:
      `${subjectOf(origin)} is not a map of names to settings. ` +
      `Set each value with a path: ${howToSetConnections(origin, "dev")}.`,
  };
  let parsed: unknown;
  try {
    parsed = JSON.parse(withNumbersAsText(text));
  } catch {
    return bad;
  }
  if (!isRecord(parsed)) {
    return bad;
  }
  const connections = new Map<string, ConnectionEntry>();
  for (const [name, entry] of Object.entries(parsed)) {
    if (!isRecord(entry)) {
      return bad;
    }
    connections.set(name, new Map(Object.entries(entry).flatMap(([key, value]) => textOf(key, value))));
  }
  return connections;
}

/** `pulumi config set --path` stores digits as a number: a Client ID of twenty must not be rounded. */
function withNumbersAsText(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) => (token.startsWith('"') ? token : `"${token}"`));
}

/** Structured config holds booleans as such; a setting is text until it is parsed. */
function textOf(key: string, value: unknown): [string, string | undefined][] {
  if (value === null) {
    return [];
  }
  return [[key, typeof value === "string" || typeof value === "boolean" ? String(value) : undefined]];
}

function entryFaults(entry: ConnectionEntry, connection: string, config: ConfigReader): Fault[] {
  const isSetting = (key: string): boolean => SETTINGS.some((definition) => definition.key === key);
  return [...entry]
    .filter(([key, text]) => isSetting(key) && text === undefined)
    .map(([key]) => ({
      property: `${connectionPath(connection)}.${key}`,
      reason: `${subjectOf(originIn(config, key, connection))} is a list or an object, but takes a single value.`,
    }));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
