/** Reads the structured setting `connections`: several services or tenants, each with its own settings. */
import type { Issue } from "../http/errors.js";
import { excerpt } from "../http/excerpt.js";
import { isRecord, jsonIn } from "../http/json-path.js";
import { CONNECTIONS_KEY } from "./definitions.js";
import { nearest } from "./issue-text.js";
import { type ConfigReader, howToSetConnections, originIn, subjectOf } from "./sources.js";

/** The values of one connection. One that is `null` is not set, and is not among them. */
export type Connection = ReadonlyMap<string, unknown>;

/** The connection of this name, or what is wrong. */
export function findConnection(config: ConfigReader, name: string): Connection | Issue {
  const connections = readConnections(config);
  if ("reason" in connections) {
    return connections;
  }
  const names = [...connections.keys()];
  const guess = nearest(name, names);
  const known =
    names.length === 0
      ? `No connections are set: ${howToSetConnections(originIn(config, CONNECTIONS_KEY), name)}.`
      : `The connections are: ${names.map(excerpt).join(", ")}.`;
  return (
    connections.get(name) ?? {
      property: "connection",
      reason: `There is no connection "${excerpt(name)}"${guess === undefined ? "" : ` (did you mean "${excerpt(guess)}"?)`}. ${known}`,
    }
  );
}

/** All connections by their names; none if `connections` is not set or cannot be read. */
export function allConnections(config: ConfigReader): ReadonlyMap<string, Connection> {
  const connections = readConnections(config);
  return "reason" in connections ? new Map() : connections;
}

/** What is wrong with `connections` if it cannot be read. */
export function connectionsIssue(config: ConfigReader): Issue | undefined {
  const connections = readConnections(config);
  return "reason" in connections ? connections : undefined;
}

function readConnections(config: ConfigReader): ReadonlyMap<string, Connection> | Issue {
  const text = config(CONNECTIONS_KEY);
  if (text === undefined || text.trim() === "") {
    return new Map();
  }
  const origin = originIn(config, CONNECTIONS_KEY);
  const entries = configIn(text);
  const wrong = isRecord(entries) ? Object.entries(entries).find(([, values]) => !isRecord(values))?.[0] : "dev";
  if (wrong !== undefined) {
    // Its value is not in the message: it may be a secret.
    const reason = `${subjectOf(origin)} is not a map of names to settings. Set each value with a path: ${howToSetConnections(origin, wrong)}.`;
    return { property: CONNECTIONS_KEY, reason };
  }
  // A whole number may be a text whose quotation marks are not stored: a safe one still has all its digits.
  const asText = (value: unknown): unknown => (Number.isSafeInteger(value) ? String(value) : value);
  return new Map(
    Object.entries(entries as Readonly<Record<string, object>>).map(([name, values]) => {
      const set = Object.entries(values as Readonly<Record<string, unknown>>).filter(([, value]) => value !== null);
      return [name, new Map(set.map(([key, value]) => [key, asText(value)]))];
    }),
  );
}

/**
 * Parsed JSON of structured config. `pulumi config set --path` stores digits as a number of 64 bits, and the engine keeps all of
 * them: one beyond 2^53 becomes a text, so that none is lost. Any other number may have lost digits before.
 */
export function configIn(json: string): unknown {
  const isLong = (token: string): boolean =>
    /^-?\d{16,19}$/.test(token) && BigInt.asIntN(64, BigInt(token)) === BigInt(token);
  return jsonIn(json.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) => (isLong(token) ? `"${token}"` : token)));
}
