/** Reads the structured setting `connections`: several services or tenants, each with its own settings. Runs in both processes. */
import type { Issue } from "../base/errors.js";
import { excerpt } from "../base/excerpt.js";
import { isRecord, jsonIn } from "../base/json-path.js";
import { CONNECTIONS_KEY } from "./definitions.js";
import { didYouMean, nearest } from "./issue-text.js";
import { type ConfigReader, howToSetConnections, subjectIn } from "./sources.js";

/** The values of one connection, without those that are `null`, which are not set. */
export type Connection = ReadonlyMap<string, unknown>;

/** A name for the suggested command, if no connection has one. */
const SAMPLE_NAME = "dev";

/** Returns all connections by their names; none if `connections` is not set, or if it cannot be read, which is an issue. */
export function readConnections(config: ConfigReader): {
  readonly connections: ReadonlyMap<string, Connection>;
  readonly issue?: Issue;
} {
  const text = config(CONNECTIONS_KEY) ?? "";
  const entries = text.trim() === "" ? {} : jsonIn(text);
  const unreadableName = isRecord(entries)
    ? Object.keys(entries).find((name) => !isRecord(entries[name]))
    : SAMPLE_NAME;
  if (unreadableName !== undefined) {
    // Its value is not in the message: it may be a secret.
    const advice = `Set each value with a path: ${howToSetConnections(config, unreadableName)}.`;
    const reason = `${subjectIn(config, CONNECTIONS_KEY)} is not a map of names to settings. ${advice}`;
    return { connections: new Map(), issue: { property: CONNECTIONS_KEY, reason } };
  }
  // Pulumi stores unquoted values as numbers, so that `--path …clientId 123` arrives as a number. A safe integer has lost no digit.
  const asText = (value: unknown): unknown => (Number.isSafeInteger(value) ? String(value) : value);
  const connections = Object.entries(entries as Readonly<Record<string, object>>).map(([name, values]) => {
    const set = Object.entries(values as Readonly<Record<string, unknown>>).filter(([, value]) => value !== null);
    return [name, new Map(set.map(([key, value]) => [key, asText(value)]))] as const;
  });
  return { connections: new Map(connections) };
}

/** Returns the connection of this name, or what is wrong. */
export function findConnection(config: ConfigReader, name: string): Connection | Issue {
  const { connections, issue } = readConnections(config);
  const names = [...connections.keys()];
  const available =
    names.length === 0
      ? `No connections are set: ${howToSetConnections(config, name)}.`
      : `The connections are: ${names.map(excerpt).join(", ")}.`;
  const advice = `${didYouMean(nearest(name, names))} ${available}`.trimStart();
  const missing = `The connection "${excerpt(name)}" does not exist. ${advice}`;
  return issue ?? connections.get(name) ?? { property: "connection", reason: missing };
}
