/** Reads the structured setting `connections`: several services or tenants, each with its own settings. */
import type { Issue } from "../http/errors.js";
import { excerpt } from "../http/excerpt.js";
import { isRecord, jsonIn } from "../http/json-path.js";
import { CONNECTIONS_KEY, type SettingDefinition } from "./definitions.js";
import { nearest } from "./nearest.js";
import { configIn } from "./parsers.js";
import { type ConfigReader, howToSetConnections, type Origin, originIn, subjectOf } from "./sources.js";

/** One connection. A value that is `null` is not set. */
interface Connection {
  readonly entries: readonly (readonly [key: string, value: unknown])[];
  readonly valueOf: (definition: SettingDefinition) => unknown;
}

/** The connection of this name, or what is wrong. */
export function findConnection(config: ConfigReader, name: string): Connection | Issue {
  const connections = readConnections(config);
  if ("reason" in connections) {
    return connections;
  }
  const connection = connections.get(name);
  if (connection !== undefined) {
    return connection;
  }
  const names = [...connections.keys()];
  const guess = nearest(name, names);
  const known =
    names.length === 0
      ? `No connections are set: ${howToSetConnections(originIn(config, CONNECTIONS_KEY), name)}.`
      : `The connections are: ${names.map(excerpt).join(", ")}.`;
  return {
    property: "connection",
    reason: `There is no connection "${excerpt(name)}"${guess === undefined ? "" : ` (did you mean "${excerpt(guess)}"?)`}. ${known}`,
  };
}

/** The names in `connections`; none if it is not set or cannot be read. */
export function connectionNames(config: ConfigReader): readonly string[] {
  const connections = readConnections(config);
  return "reason" in connections ? [] : [...connections.keys()];
}

/** What is wrong with `connections` if it cannot be read. */
export function connectionsFault(config: ConfigReader): Issue | undefined {
  const connections = readConnections(config);
  return "reason" in connections ? connections : undefined;
}

/** One value in `connections`. */
interface ConnectionValue {
  readonly connection: string;
  /** `clientId` */
  readonly key: string;
  readonly value: unknown;
}

/** All values in `connections`; none if it cannot be read. */
export function connectionValues(config: ConfigReader): readonly ConnectionValue[] {
  const connections = readConnections(config);
  return "reason" in connections
    ? []
    : [...connections].flatMap(([name, { entries }]) =>
        entries.map(([key, value]) => ({ connection: name, key, value })),
      );
}

function readConnections(config: ConfigReader): ReadonlyMap<string, Connection> | Issue {
  const text = config(CONNECTIONS_KEY);
  if (text === undefined || text.trim() === "") {
    return new Map();
  }
  const origin = originIn(config, CONNECTIONS_KEY);
  const plain = jsonIn(text);
  const exact = plain === undefined ? undefined : configIn(text);
  if (!isRecord(exact) || !isRecord(plain)) {
    return noMap(`${subjectOf(origin)} is not a map of names to settings`, origin, "dev");
  }
  const connections = new Map<string, Connection>();
  for (const [name, entry] of Object.entries(exact)) {
    const asNumbers = plain[name];
    if (!isRecord(entry) || !isRecord(asNumbers)) {
      return noMap(`The connection "${excerpt(name)}" in ${subjectOf(origin)} is not a map of settings`, origin, name);
    }
    connections.set(name, connectionOf(entry, asNumbers));
  }
  return connections;
}

/** Its value is not in the message: it may be a secret. */
function noMap(what: string, origin: Origin, name: string): Issue {
  return {
    property: CONNECTIONS_KEY,
    reason: `${what}. Set each value with a path: ${howToSetConnections(origin, name)}.`,
  };
}

/** A setting that is a JSON object itself keeps its numbers. Any other setting gets whole numbers as text. */
function connectionOf(exact: Readonly<Record<string, unknown>>, plain: Readonly<Record<string, unknown>>): Connection {
  return {
    entries: Object.entries(exact).filter(([, value]) => value !== null),
    valueOf: ({ key, parser }) => {
      const values = parser.type === "object" ? plain : exact;
      return Object.hasOwn(values, key) ? (values[key] ?? undefined) : undefined;
    },
  };
}
