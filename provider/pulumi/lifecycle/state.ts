/**
 * Parses a resource's properties to a typed `State` when a request of the engine comes in, and writes them when the response leaves;
 * runs in the provider process. Inputs, outputs and old states of every version have this one form.
 */
import { isRecord, stepNames } from "../../base/json-path.js";
import { argumentNames } from "../../workflows/arguments/table.js";
import { containsUnknown, isUnknown, UNKNOWN } from "../engine-signatures.js";
import { itemsIn } from "../../workflows/items/changes.js";
import { digestItems, sha256, stableKey } from "../../workflows/json/digest.js";
import { sentQuery } from "../../workflows/service-path.js";
import {
  argumentsOf,
  changedKeys,
  INTERNAL_PROPERTIES,
  isEmpty,
  isLarge,
  LISTING_PROPERTIES,
  type Properties,
  PROVIDER_PROPERTY,
  SECRET_PROPERTY,
  SERVICE_PROPERTY,
} from "../properties.js";

/** A listing as it was read: its JSON, count and digest. */
export interface Snapshot {
  /** Absent in inputs above 1 MB. */
  readonly json: string | undefined;
  readonly count: number;
  readonly digest: string;
}

/** The property `__service`: `<client>.<baseUrl>.<binding>`. States of older versions have only the first parts, or none. */
export interface ServiceMark {
  /** The whole property, as it was stored. */
  readonly text: string;
  /** A digest of base URL, client and the setting `itemsPath`. */
  readonly client: string;
  /** A digest of the base URL. */
  readonly baseUrl: string | undefined;
  /** Digests of the arguments and of what was read with them: see `bindingOf`. */
  readonly binding: string | undefined;
}

/** The properties of a resource, parsed. */
export interface State {
  readonly args: Properties;
  /** "unknown" in a preview in which an argument or a dependency is not known yet; `undefined` if nothing was read. */
  readonly listing: Snapshot | "unknown" | undefined;
  readonly service: ServiceMark | undefined;
  /** True if what was read is secret. */
  readonly isSecret: boolean;
  /** The package that wrote the properties. Those of a new resource are "new". */
  readonly origin: "npm" | "plugin" | "new";
  /** Names that begin with `__` and that only another version knows. They are not written to the state again. */
  readonly unknownNames: readonly string[];
  /**
   * True if a refresh found the listing that is stored. Outputs then keep the stored `__service`, even one of an older version, because
   * an upgrade of this package is not drift.
   */
  readonly isAsStored?: boolean;
}

/**
 * Parses inputs, outputs or a state.
 *
 * @param isSecret True if the engine marks a part of the properties as secret. Only the plugin is told.
 */
export function parseState(properties: Properties, isSecret = false): State {
  const names = Object.keys(properties);
  return {
    args: argumentsOf(properties),
    listing: parseSnapshot(properties),
    service: parseService(properties[SERVICE_PROPERTY]),
    isSecret: isSecret || properties[SECRET_PROPERTY] === true,
    origin: originOf(properties),
    unknownNames: names.filter((name) => name.startsWith("__") && !INTERNAL_PROPERTIES.includes(name)),
  };
}

function originOf(properties: Properties): State["origin"] {
  if (isEmpty(properties)) {
    return "new";
  }
  return properties[PROVIDER_PROPERTY] === undefined ? "plugin" : "npm";
}

/**
 * Parses the listing. If somebody has edited the state, `json` or `count` may have a wrong type. They are then read as "" and 0, so that
 * `isDamaged` returns true.
 */
function parseSnapshot({ json, count, digest }: Properties): State["listing"] {
  if ([json, count, digest].some(isUnknown)) {
    return "unknown";
  }
  if (typeof digest !== "string") {
    return undefined;
  }
  const isAbsent = json === undefined || json === null;
  const text = typeof json === "string" ? json : "";
  return { json: isAbsent ? undefined : text, count: typeof count === "number" ? count : 0, digest };
}

/** Parses the property `__service`, or the mark that a session makes of its service. */
export function parseService(mark: unknown): ServiceMark | undefined {
  if (typeof mark !== "string" || isUnknown(mark)) {
    return undefined;
  }
  const [client = "", baseUrl, binding] = mark.split(".");
  return { text: mark, client, baseUrl: baseUrl === "" ? undefined : baseUrl, binding };
}

/** Returns the listing, if it was read and is known. */
export function snapshotIn({ listing }: State): Snapshot | undefined {
  return listing === "unknown" ? undefined : listing;
}

/** Writes outputs. Which values are secret is added by `withSecrets` (npm package) and `toStructWithSecrets` (plugin). */
export function toOutputs(state: State): Properties {
  const { args, listing, service } = state;
  if (listing === "unknown") {
    // `__service` is announced too, because the engine's plan (`up --plan`) allows only what the preview announced.
    return { ...args, json: UNKNOWN, count: UNKNOWN, digest: UNKNOWN, [SERVICE_PROPERTY]: UNKNOWN };
  }
  const newMark = service && `${service.client}.${service.baseUrl ?? ""}.${bindingOf(state)}`;
  const mark = state.isAsStored === true ? service?.text : newMark;
  const written = { ...args, ...listing, [SERVICE_PROPERTY]: mark };
  return Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined));
}

/**
 * Writes inputs as `toOutputs` does, with two differences. They have `json` only if it is small, because the state stores inputs and outputs.
 * They always have a new binding, because `diff` and `store` compare it with these inputs.
 */
export function toInputs(state: State): Properties {
  return toOutputs({ ...withoutLargeJson(state), isAsStored: false });
}

function withoutLargeJson(state: State): State {
  const listing = snapshotIn(state);
  return listing?.json !== undefined && isLarge(listing.json)
    ? { ...state, listing: { ...listing, json: undefined } }
    : state;
}

/** The number of characters of a name's digest. Each entry of a binding begins with one. */
const NAME_LENGTH = 4;
/** The number of characters of an entry: the name's digest, then a part of the digest of name and value. */
const ENTRY_LENGTH = 16;

/**
 * Returns the binding, which shows later whether the arguments and the listing are still those of the check. A policy can change both
 * after it, and check does not run again. The binding has an entry for each argument and each property of the listing, in the form that
 * inputs have (without a large `json`), so that an error can name what was changed.
 */
function bindingOf(state: State): string {
  return [...entriesOf(withoutLargeJson(state)).values()].sort().join("");
}

/** Returns the binding's entries by the name of the property. */
function entriesOf({ args, listing, isSecret }: State): Map<string, string> {
  const bound: Properties = { ...args, ...(listing === "unknown" ? {} : listing), [SECRET_PROPERTY]: isSecret };
  const present = Object.entries(bound).filter(([, value]) => value !== undefined && value !== null);
  return new Map(present.map(([name, value]) => [name, entryOf(name, value)]));
}

/** Returns the entry of a property: four characters for its name, such as "3f2a" for `where`, then twelve for its name and value together. */
function entryOf(name: string, value: unknown): string {
  return (nameDigest(name) + sha256(stableKey([name, value]))).slice(0, ENTRY_LENGTH);
}

function nameDigest(name: string): string {
  return sha256(name).slice(0, NAME_LENGTH);
}

/** Returns the names of the properties that were changed or removed since check; `undefined` if the state has no binding. */
export function changedSinceCheck(state: State): readonly string[] | undefined {
  const { binding } = state.service ?? {};
  if (binding === undefined) {
    return undefined;
  }
  // A binding consists of entries of one length, without separators.
  const boundEntries = new Set(binding.match(new RegExp(`.{1,${ENTRY_LENGTH}}`, "g")));
  const entries = entriesOf(state);
  const changed = [...entries].filter(([, entry]) => !boundEntries.has(entry)).map(([name]) => name);
  const isRemoved = (name: string): boolean =>
    !entries.has(name) && [...boundEntries].some((entry) => entry.startsWith(nameDigest(name)));
  const removed = [...argumentNames("Workflows"), ...LISTING_PROPERTIES].filter(isRemoved);
  return [...changed, ...removed];
}

/** Returns whether any argument is not known yet, or nothing was read for that reason. */
export function hasUnknowns({ args, listing }: State): boolean {
  return listing === "unknown" || containsUnknown(args);
}

/**
 * Returns whether the stored `json` does not match the stored digest or count, because somebody edited the state. Such a listing is read
 * anew. A listing without `json` counts as undamaged.
 *
 * @param copy The listing as it was read now, or its second copy in the state. A listing that equals it is undamaged, because nobody edits both in
 *   the same way. Then we skip the digest, which takes long.
 */
export function isDamaged(listing: Snapshot | undefined, copy?: Snapshot): boolean {
  const isSame = listing?.json === copy?.json && listing?.count === copy?.count;
  if (listing?.json === undefined || isSame) {
    return false;
  }
  const items = itemsIn(listing.json);
  return items === undefined || items.length !== listing.count || digestItems(items) !== listing.digest;
}

/** Returns whether the state's listing was read from `service` by the same client. True also if either mark is unknown. */
export function isFromService({ service: stored }: State, service: ServiceMark | undefined): boolean {
  return stored === undefined || service === undefined || stored.client === service.client;
}

/** Returns whether other workflows are requested than in the state, because base URL, `connection`, `query` or `where` differ. */
export function isOtherRequest({ args: previous, service: stored }: State, args: Properties, service: ServiceMark) {
  const isOtherBaseUrl =
    stored?.baseUrl !== undefined && service.baseUrl !== undefined && stored.baseUrl !== service.baseUrl;
  return isOtherBaseUrl || requestKey(previous) !== requestKey(args);
}

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

/**
 * Arguments that do not affect the listing. If only these change, the stored listing can still be used, also for
 * `whenUnavailable: "keep"`.
 */
const LISTING_UNAFFECTED_BY: readonly string[] = ["mode", "whenUnavailable", "secret", "allowEmpty", "maxRemoved"];

/** Arguments that do not affect which items are read. If only these change, the stored ones can be compared with the current ones. */
const ITEMS_UNAFFECTED_BY: readonly string[] = [
  ...LISTING_UNAFFECTED_BY,
  ...["triggers", "keyPath", "maxItems", "minItems"],
];

/** Returns whether both sets of arguments get the same listing from the same service. */
export function sameListing(previous: Properties, current: Properties): boolean {
  return changedKeys(previous, current).every((name) => LISTING_UNAFFECTED_BY.includes(name));
}

/** Returns whether both sets of arguments get the same items from the same service. */
export function sameItems(previous: Properties, current: Properties): boolean {
  return changedKeys(previous, current).every((name) => ITEMS_UNAFFECTED_BY.includes(name));
}
