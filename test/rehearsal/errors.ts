/** How an operation of the rehearsal engine fails, and all that it refuses. */
import { types } from "node:util";

/** What the rehearsal engine does not implement exactly as the Pulumi engine does. */
export class UnsupportedError extends Error {
  constructor(what: string) {
    super(`The rehearsal engine does not support ${what}. Use the Pulumi CLI.`);
    this.name = "UnsupportedError";
  }
}

/** An operation that failed, with all its errors in the message. The state keeps what was done before. */
export class RehearsalError extends Error {
  constructor(reason: string, errors: readonly string[]) {
    super([reason, ...errors].join("\n"));
    this.name = "RehearsalError";
  }
}

/** Returns the message of an error, of gRPC without its code. */
export function messageOf(error: unknown): string {
  // Not `instanceof`: what Node itself throws is of another realm where tests run in one of their own.
  if (!types.isNativeError(error)) {
    return String(error);
  }
  // `details` is the message of the other side.
  const { details } = error as { details?: unknown };
  return typeof details === "string" && details !== "" ? details : error.message;
}

/** Refuses every name in `given` that is not in `known`, unless its value is undefined. */
export function refuseUnknown(location: string, given: object, known: readonly string[]): void {
  const unknown = Object.entries(given).filter(([name, value]) => value !== undefined && !known.includes(name));
  if (unknown.length > 0) {
    throw new UnsupportedError(`${unknown.map(([name]) => `"${name}"`).join(", ")} in ${location}`);
  }
}

/** The fields of the SDK's requests that are implemented, by the names of protobuf's `toObject`. */
const IMPLEMENTED: readonly string[] = [
  ...["type", "name", "id", "parent", "custom", "object", "properties", "dependenciesList", "propertydependenciesMap"],
];

/** What the SDK sends about itself and the program's source: the engine need not act on it. */
const INFORMATION: readonly string[] = [
  ...["acceptsecrets", "acceptresources", "supportspartialvalues", "supportsresultreporting", "aliasspecs"],
  ...["sourceposition", "stacktrace", "parentstacktracehandle"],
];

interface Request {
  getType(): string;
  getName(): string;
  toObject(): object;
}

/** Refuses resources that are not dynamic, and each option that this engine does not play. */
export function refuseOthers(request: Request, isCustom: boolean): void {
  const [type, name] = [request.getType(), request.getName()];
  const isKnown = isCustom ? type.startsWith("pulumi-nodejs:") : !type.startsWith("pulumi:providers:");
  if (!isKnown) {
    throw new UnsupportedError(`resources of other providers than dynamic ones (${type})`);
  }
  const unknown = Object.entries(request.toObject())
    .filter(([field, value]) => !isUnset(value) && ![...IMPLEMENTED, ...INFORMATION].includes(field))
    .map(([field]) => field.replace(/(List|Map)$/, ""));
  if (unknown.length > 0) {
    throw new UnsupportedError(`the option ${unknown.join(", ")} of ${type} ${name}`);
  }
}

function isUnset(value: unknown): boolean {
  if (typeof value === "object" && value !== null) {
    return Object.values(value).every(isUnset);
  }
  return value === undefined || value === null || value === "" || value === false || value === 0;
}
