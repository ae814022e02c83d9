/** A resource's properties, as they cross the engine and are in state: the arguments, and what was read for them. */
import { isRecord, stepNames } from "../base/json-path.js";
import { containsUnknown, signedSecret, UNKNOWN } from "../workflows/engine-signatures.js";
import { sha256, stableKey } from "../workflows/json/digest.js";
import { sentQuery } from "../workflows/service-path.js";

export type Properties = Record<string, unknown>;

/** The id of each resource. It is never compared: a listing is not made at the service. */
export const RESOURCE_ID = "workflows";

/** As `pulumi.dynamic.Resource` forms it: the SDK's provider host serves every type that starts with `pulumi-nodejs:`. */
export const RESOURCE_TYPE = "pulumi-nodejs:dynamic/workflows:Workflows";
/** The same resource, made by the plugin. */
export const PLUGIN_RESOURCE_TYPE = "workflows:index:Workflows";

/** The property of the mocks in use that has their session. A global symbol: a test may load this package more than once. */
export const MOCK_SESSION = Symbol.for("pulumi-workflows.mock-session");

export function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** A larger `json` is stored and sent once, as text: not in the inputs too, and not as `items` too. Bytes. */
const MAX_COPIED_BYTES = 1_000_000;

export function isLarge(json: string): boolean {
  return Buffer.byteLength(json) > MAX_COPIED_BYTES;
}

/** The size for a message: "1.2 MB". */
export function sizeOf(json: string): string {
  return `${(Buffer.byteLength(json) / 1e6).toFixed(1)} MB`;
}

/** Has what the program sends beside the arguments. In state only as an input of `Workflows.get`. */
export const SENT_PROPERTY = "__call";

/** Kept in state, as `true`, if an argument is secret: a refresh runs no program, and gets no marks of secrets. */
const SECRET_PROPERTY = "__secret";

export function hasSecretMark(properties: Properties): boolean {
  return properties[SECRET_PROPERTY] === true;
}

/**
 * Kept in state: a digest of base URL, client and the setting `itemsPath`, a dot, and a digest of the base URL. A state of an older
 * version has no second part, or no mark at all.
 */
export const SERVICE_PROPERTY = "__service";

/** Whether a part of the mark, 1 for the base URL alone, is known on both sides, and is not the same. */
function isOther(part: 0 | 1, properties: Properties, service: unknown): boolean {
  const partOf = (mark: unknown): string | undefined => (typeof mark === "string" ? mark.split(".")[part] : undefined);
  const [before, after] = [partOf(properties[SERVICE_PROPERTY]), partOf(service)];
  return before !== undefined && after !== undefined && before !== after;
}

/** Whether the listing in `properties` may be that service's, read by that client. */
export function isFromService(properties: Properties, service: unknown): boolean {
  return !isOther(0, properties, service);
}

/** Whether the user asks for other workflows than those in `properties`. An empty object asks for the same as none: everything. */
export function isOtherRequest(properties: Properties, args: Properties, service: string): boolean {
  return isOther(1, properties, service) || askedIn(properties) !== askedIn(args);
}

/** What decides which workflows there are, in one spelling: the query as it is sent; `/a/b`, `a.b` and `a.b?` are one field. */
function askedIn({ connection, query, where }: Properties): string {
  const sent = sentQuery(isRecord(query) ? query : {});
  const conditions = Object.entries(isRecord(where) ? where : {}).map(([field, condition]) => [
    stepNames(field.replace(/\?$/, "")).join("."),
    condition,
  ]);
  return stableKey([connection, sent, Object.fromEntries(conditions)]);
}

/** Where the SDK keeps the code of a dynamic provider. */
export const PROVIDER_PROPERTY = "__provider";

/** Whether the state is of the dynamic provider. The plugin's has no such code. */
export function isOfDynamicProvider(state: Properties): boolean {
  return state[PROVIDER_PROPERTY] !== undefined;
}

/** What is read for the arguments. */
export const LISTING_PROPERTIES: readonly string[] = ["json", "count", "digest"];

/** The same, and what belongs to it. */
const SNAPSHOT: readonly string[] = [...LISTING_PROPERTIES, SERVICE_PROPERTY];

/**
 * The properties as the engine takes them: what was read is secret, if `isSecret`, and so are the arguments in `secrets`, whose
 * marks may be lost on the way here.
 */
export function withSecrets(properties: Properties, isSecret: boolean, secrets: Properties = {}): Properties {
  if (!isSecret) {
    return properties;
  }
  const known = Object.keys(secrets).filter((name) => !containsUnknown(properties[name]));
  const read = [...LISTING_PROPERTIES, ...known].filter((name) => properties[name] !== undefined);
  return {
    ...properties,
    ...Object.fromEntries(read.map((name) => [name, signedSecret(properties[name])])),
    [SECRET_PROPERTY]: true,
  };
}

const COMPUTED: readonly string[] = [...SNAPSHOT, "items", PROVIDER_PROPERTY, SENT_PROPERTY, SECRET_PROPERTY];

/** The arguments among the properties: all that neither this package nor the SDK computed. */
export function argumentsOf(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([key]) => !COMPUTED.includes(key)));
}

/** What was read for the arguments, if present. */
export function snapshotOf(properties: Properties): Properties {
  const read = SNAPSHOT.filter((name) => properties[name] !== undefined);
  return Object.fromEntries(read.map((name) => [name, properties[name]]));
}

/** The keys whose values differ. */
export function changedKeys(before: Properties, after: Properties): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].filter((key) => stableKey({ value: before[key] }) !== stableKey({ value: after[key] }));
}

/** Arguments that do not change what is listed: a listing stays good when they change, also while the service is down. */
const HANDLING: readonly string[] = ["mode", "whenUnavailable", "secret", "allowEmpty", "maxRemoved"];

/** Whether both list the same. */
export function sameListing(a: Properties, b: Properties): boolean {
  return changedKeys(argumentsOf(a), argumentsOf(b)).every((name) => HANDLING.includes(name));
}

/** Arguments that decide when a listing is read, or check it: neither which items are in it, nor what they look like. */
const READING_ALONE: readonly string[] = [...HANDLING, "triggers", "keyPath", "maxItems", "minItems", "sortBy"];

/** Whether both show the same items, as long as the service has the same. */
export function sameItems(a: Properties, b: Properties): boolean {
  return changedKeys(argumentsOf(a), argumentsOf(b)).every((name) => READING_ALONE.includes(name));
}

/** What was read as a resource's inputs: with `json` only if it is small. */
export function asInputs(snapshot: Properties): Properties {
  const { json, ...rest } = snapshot;
  return typeof json === "string" && isLarge(json) ? rest : snapshot;
}

/** Returns a digest of the arguments without `undefined` and `null`, which do not survive serialisation. */
export function digestOf(args: Properties): string {
  const present = Object.entries(args).filter(([, value]) => value !== undefined && value !== null);
  const known = present.map(([name, value]) => [name, containsUnknown(value) ? UNKNOWN : value]);
  return sha256(stableKey(Object.fromEntries(known)));
}

/** Returns the properties except those with these names. */
export function without(properties: Properties, names: readonly string[]): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));
}
