/**
 * Parses a resource's properties to a `State`, writes a `State` as properties, and compares what two of them have read.
 */
import { isRecord, stepNames } from "../../base/json-path.js";
import { stableKey } from "../../workflows/json/digest.js";
import { sentQuery } from "../../workflows/service-path.js";
import { containsUnknown, isUnknown, signedSecret, UNKNOWN } from "../engine-signatures.js";
import {
  argumentsOf,
  changedKeys,
  isEmpty,
  type Metadata,
  METADATA_PROPERTY,
  type Properties,
  PROVIDER_PROPERTY,
  SECRET_PROPERTY,
  SERVICE_PROPERTY,
} from "../properties.js";

/** A listing as it was read: its JSON, count and digest. */
export interface Snapshot {
  /** Absent in the inputs of some states above 1 MB. */
  readonly json: string | undefined;
  readonly count: number;
  readonly digest: string;
}

/** The service that a listing was read from, as in the property `__service`: `<client>.<baseUrl>`. */
export interface ServiceMark {
  /** A digest of base URL, client and the setting `itemsPath`. */
  readonly client: string;
  /** A digest of the base URL. */
  readonly baseUrl: string;
}

/** The properties of a resource, parsed. */
export interface State {
  readonly args: Properties;
  /** "unknown" in a preview where an argument or a dependency is not known yet; `undefined` if nothing was read. */
  readonly listing: Snapshot | "unknown" | undefined;
  readonly service: ServiceMark | undefined;
  /** True if what was read is secret. Then all arguments count as secret too. */
  readonly isSecret: boolean;
  /** The package that wrote the properties. Those of a new resource are "new". */
  readonly origin: "npm" | "plugin" | "new";
}

/** Parses inputs, outputs or a state, without the engine's wrappers of secrets. */
export function parseState(properties: Properties): State {
  return {
    args: argumentsOf(properties),
    listing: parseSnapshot(properties),
    service: parseService(properties[SERVICE_PROPERTY]),
    isSecret: properties[SECRET_PROPERTY] === true,
    origin: originOf(properties),
  };
}

/**
 * Parses what a program of the npm package sends, with its metadata, and decides whether the listing is secret:
 *
 * 1. It is secret if the argument `secret` is true.
 * 2. Otherwise the metadata decides. With `ignoreChanges` the metadata leaves the decision open, and with `["*"]` it is
 *    missing.
 * 3. Otherwise it is secret if it was. A state of the plugin may not say whether it was, so it counts as secret.
 */
export function parseSent(properties: Properties, previous: State) {
  const state = parseState(properties);
  const metadata = properties[METADATA_PROPERTY] as Metadata | undefined;
  const wasSecret = previous.isSecret || previous.origin === "plugin";
  const isSecret = state.args["secret"] === true || (metadata?.isSecret ?? wasSecret);
  return { state: { ...state, isSecret }, metadata };
}

/** Returns who wrote the properties. Every state of the npm package has the provider's code. */
function originOf(properties: Properties): State["origin"] {
  if (isEmpty(properties)) {
    return "new";
  }
  return properties[PROVIDER_PROPERTY] === undefined ? "plugin" : "npm";
}

function parseSnapshot({ json, count, digest }: Properties): State["listing"] {
  if ([json, count, digest].some(isUnknown)) {
    return "unknown";
  }
  if (typeof digest !== "string") {
    return undefined;
  }
  return { json: typeof json === "string" ? json : undefined, count: typeof count === "number" ? count : 0, digest };
}

/**
 * Parses the property `__service`, or the mark that a session makes of its service. Old states have a third part, which
 * is not read.
 */
export function parseService(mark: unknown): ServiceMark | undefined {
  if (typeof mark !== "string" || isUnknown(mark)) {
    return undefined;
  }
  const [client = "", baseUrl = ""] = mark.split(".");
  return { client, baseUrl };
}

/** Returns the listing, if it was read and is known. */
export function snapshotIn({ listing }: State): Snapshot | undefined {
  return listing === "unknown" ? undefined : listing;
}

/**
 * Writes inputs and outputs, which are the same. If the listing is secret, all of them are wrapped as secrets. The
 * engine cannot wrap the arguments: in an inline program with a transform, it does not know any more which of them are
 * secret.
 */
export function toProperties({ args, listing, service, isSecret }: State): Properties {
  // The service is written as unknown too, because a plan of the engine (`up --plan`) allows only properties that the
  // preview had.
  const unknown = { json: UNKNOWN, count: UNKNOWN, digest: UNKNOWN, [SERVICE_PROPERTY]: UNKNOWN };
  const mark = service && `${service.client}.${service.baseUrl}`;
  const computed = listing === "unknown" ? unknown : { ...listing, [SERVICE_PROPERTY]: mark };
  const written = Object.entries({ ...args, ...computed });
  const present = written.filter(([, value]) => value !== undefined);
  const marked = present.map(([name, value]) => [name, isSecret ? withSecretsIn(value) : value]);
  return { ...(Object.fromEntries(marked) as Properties), ...(isSecret ? { [SECRET_PROPERTY]: true } : {}) };
}

/**
 * Returns the value wrapped as a secret. If a part of it is not known yet, only the known parts are wrapped. If an
 * unknown value were marked as a secret, a plan of the engine (`up --plan`) would later accept only a secret for it.
 */
function withSecretsIn(value: unknown): unknown {
  if (!containsUnknown(value)) {
    return signedSecret(value);
  }
  if (Array.isArray(value)) {
    return value.map(withSecretsIn);
  }
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withSecretsIn(part)]))
    : value;
}

/** The arguments and the service, which together decide which listing is read. */
type Source = Pick<State, "args" | "service">;

/** The result of comparing two sources. */
export interface SourceComparison {
  /** Service and client. A service that is not known is taken for the same. */
  readonly isSameService: boolean;
  /** The listing: all arguments are the same that affect it, and so is the service. */
  readonly isSameListing: boolean;
  /** The items and their fields, so that they can be compared one by one. They may be checked by other limits. */
  readonly areSameItems: boolean;
  /** The request: base URL, `connection`, `query` and `where`. It can be the same for two clients. */
  readonly isSameRequest: boolean;
}

/** Compares the source of a state with the current one. */
export function compareSources(before: Source, now: Source): SourceComparison {
  const isSame = (part: keyof ServiceMark): boolean =>
    before.service === undefined || now.service === undefined || before.service[part] === now.service[part];
  const changed = changedKeys(before.args, now.args);
  const isSameService = isSame("client");
  return {
    isSameService,
    isSameListing: isSameService && changed.every((name) => NOT_FOR_LISTING.includes(name)),
    areSameItems: isSameService && changed.every((name) => NOT_FOR_ITEMS.includes(name)),
    isSameRequest: isSame("baseUrl") && requestKey(before.args) === requestKey(now.args),
  };
}

/** Arguments that do not affect the listing. */
const NOT_FOR_LISTING: readonly string[] = ["mode", "whenUnavailable", "secret", "allowEmpty", "maxRemoved"];

/** Arguments that do not affect which items the listing has, nor their fields. */
const NOT_FOR_ITEMS: readonly string[] = [...NOT_FOR_LISTING, "triggers", "keyPath", "maxItems", "minItems"];

/**
 * Returns a key of `connection`, `query` and `where` that is equal for equal requests:
 *
 * 1. Values of `query` count as they are sent, so 1 equals "1".
 * 2. Field paths of `where` count by their steps, so `/a/b`, `a.b` and `a.b?` are one path.
 * 3. An empty object equals none.
 */
function requestKey({ connection, query, where }: Properties): string {
  const sent = sentQuery(isRecord(query) ? query : {});
  const conditions = Object.entries(isRecord(where) ? where : {}).map(([path, condition]) => {
    const requiredPath = path.replace(/\?$/, "");
    return [stepNames(requiredPath).join("."), condition];
  });
  return stableKey([connection, sent, Object.fromEntries(conditions)]);
}
