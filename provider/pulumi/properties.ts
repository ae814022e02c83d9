/** A resource's properties, as they cross the engine and stand in state: the arguments, and what was read for them. */
import { createHash } from "node:crypto";
import { stableKey } from "../workflows/stable-key.js";

export type Properties = Record<string, unknown>;

/** As `pulumi.dynamic.Resource` forms it: the SDK's provider host serves every type that starts with `pulumi-nodejs:`. */
export const RESOURCE_TYPE = "pulumi-nodejs:dynamic/workflows:Workflows";

/** A listing whose `json` is larger stays out of the inputs, as it would stand twice in state. Bytes. */
export const MAX_INPUT_BYTES = 1_000_000;

/** Where the program sends along what the engine does not tell a dynamic provider. In no state but as an input of `Workflows.get`. */
export const CALL_PROPERTY = "__call";

/** What a running program says of one call. */
export interface Call {
  /** The resource's, for the log. */
  readonly urn: string;
  /** Whether any argument is secret: no message shows their values then. */
  readonly isSecret: boolean;
  /** Where the arguments hold `undefined`: the wire leaves such a field out, so that more would be listed, or says `null`. */
  readonly absent?: readonly Path[];
}

type Path = readonly [string, ...(string | number)[]];

/** Arguments whose fields each narrow the listing. */
const NARROWING = ["where", "query"];

/** Where values that narrow the listing are `undefined`: fields, and elements of lists. */
export function absentValues(args: Properties): Path[] {
  return NARROWING.flatMap((argument) =>
    Object.entries(args[argument] ?? {}).flatMap(([field, value]) => absentIn(value, [argument, field])),
  );
}

/** An operator that is `undefined` is one that is not used. What is no plain object, such as a resource, may lead anywhere. */
function absentIn(value: unknown, path: Path): Path[] {
  if (value === undefined) {
    return [path];
  }
  if (Array.isArray(value)) {
    return value.flatMap((element, index) => absentIn(element, [...path, index]));
  }
  const isPlain = typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  const parts = isPlain ? Object.entries(value) : [];
  return parts.flatMap(([key, part]) => (part === undefined ? [] : absentIn(part, [...path, key])));
}

/** The arguments as the program gave them: `undefined` where it was. */
export function withAbsentValues(properties: Properties, absent: readonly Path[] = []): Properties {
  return absent.reduce(withAbsent, properties);
}

function withAbsent(
  value: Properties,
  [step, ...rest]: readonly [string | number, ...(string | number)[]],
): Properties {
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Properties;
  const [next, ...others] = rest;
  copy[step] = next === undefined ? undefined : withAbsent(copy[step] as Properties, [next, ...others]);
  return copy;
}

/** Kept in state, as `true`, where an argument is secret: a refresh runs no program that could tell, and sees no secrets. */
const SECRET_PROPERTY = "__secret";

export function hasSecretMark(properties: Properties): boolean {
  return properties[SECRET_PROPERTY] === true;
}

export function markSecret(properties: Properties, isSecret = false): Properties {
  return isSecret ? { ...properties, [SECRET_PROPERTY]: true } : properties;
}

const COMPUTED: ReadonlySet<string> = new Set([
  "json",
  "items",
  "count",
  "digest",
  "__provider",
  CALL_PROPERTY,
  SECRET_PROPERTY,
]);

/** The arguments among the properties: all that neither we nor the SDK computed. */
export function argumentsOf(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([key]) => !COMPUTED.has(key)));
}

/** What was read for the arguments, as far as it is there. */
export function readingOf({ json, count, digest }: Properties): Properties {
  return Object.fromEntries(Object.entries({ json, count, digest }).filter(([, value]) => value !== undefined));
}

export function sameArguments(a: Properties, b: Properties): boolean {
  return stableKey(argumentsOf(a)) === stableKey(argumentsOf(b));
}

/** They say when the service is asked, not for what: a listing stays good when they change, also while the service is down. */
const TIMING: ReadonlySet<string> = new Set(["mode", "whenUnavailable"]);

/** Whether both ask for the same listing. */
export function sameListing(a: Properties, b: Properties): boolean {
  const asked = (properties: Properties): Properties =>
    Object.fromEntries(Object.entries(properties).filter(([key]) => !TIMING.has(key)));
  return sameArguments(asked(a), asked(b));
}

/**
 * What was read as a resource's inputs: `json` only where it is small. A secret one always: the engine knows that what a
 * dynamic provider gives back is secret by the input of the same name alone.
 */
export function asInputs(reading: Properties, isSecret = false): Properties {
  const { json, ...rest } = reading;
  return typeof json === "string" && !isSecret && Buffer.byteLength(json) > MAX_INPUT_BYTES ? rest : reading;
}

/**
 * An id from the arguments: equal arguments, equal id. It is never compared. Where one is secret, from their names alone: the
 * state has an id in the clear, and a secret's hash in it would tell whether a guess is right.
 */
export function idOf(args: Properties, isSecret = false): string {
  const given = argumentsOf(args);
  return `workflows-${createHash("sha256")
    .update(stableKey(isSecret ? Object.keys(given).sort() : given))
    .digest("hex")
    .slice(0, 16)}`;
}
