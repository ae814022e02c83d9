/** Contains the names of a resource's properties, and functions on properties; runs in the program and in the provider process. */
import { containsUnknown, UNKNOWN } from "./engine-signatures.js";
import { sha256, stableKey } from "../workflows/json/digest.js";

/** Properties by name: arguments, inputs, outputs or a state. */
export type Properties = Record<string, unknown>;

/** The id of every `Workflows` resource. A constant, because nothing is created at the service. */
export const RESOURCE_ID = "workflows";

/** The resource's type. The SDK's provider host serves every type that starts with `pulumi-nodejs:`, such as those of `pulumi.dynamic.Resource`. */
export const RESOURCE_TYPE = "pulumi-nodejs:dynamic/workflows:Workflows";
/** The same resource, made by the plugin. */
export const PLUGIN_RESOURCE_TYPE = "workflows:index:Workflows";

/** The key under which `mockWorkflows` stores its session on the mocks object. `Symbol.for`, because a test may load two copies of this package. */
export const MOCK_SESSION = Symbol.for("pulumi-workflows.mock-session");

/** Returns whether the value is an object without properties. */
export function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** Above this size `json` is kept only in the outputs, not copied to the inputs, and the plugin leaves `items` out. */
const MAX_COPIED_BYTES = 1_000_000;

/** Returns whether `json` is kept only in the outputs. */
export function isLarge(json: string): boolean {
  return Buffer.byteLength(json) > MAX_COPIED_BYTES;
}

/** Returns the size as a message shows it, for example "1.2 MB". */
export function sizeOf(json: string): string {
  return `${(Buffer.byteLength(json) / 1e6).toFixed(1)} MB`;
}

/**
 * The property with the program's metadata: the URN, which arguments are secret, a digest. It is removed before the state is written, except
 * in the inputs of `Workflows.get`.
 */
export const METADATA_PROPERTY = "__call";

/**
 * The property that is `true` in the state if the outputs are secret. It is needed because a refresh runs no program, and the engine does not
 * tell dynamic providers what is secret.
 */
export const SECRET_PROPERTY = "__secret";

/** The property with digests of the service that a listing is from, and of the arguments. `engine/state.ts` parses it. */
export const SERVICE_PROPERTY = "__service";

/** The property in which the SDK keeps the code of a dynamic provider. */
export const PROVIDER_PROPERTY = "__provider";

/** The properties that contain the listing. */
export const LISTING_PROPERTIES: readonly string[] = ["json", "count", "digest"];

/** The properties whose names begin with `__`. */
export const INTERNAL_PROPERTIES: readonly string[] = [
  SERVICE_PROPERTY,
  PROVIDER_PROPERTY,
  METADATA_PROPERTY,
  SECRET_PROPERTY,
];

/** Returns the arguments among the properties: all but what this package, the SDK and other versions of this package add. */
export function argumentsOf(properties: Properties): Properties {
  const computed = [...LISTING_PROPERTIES, "items"];
  return Object.fromEntries(
    Object.entries(properties).filter(([name]) => !name.startsWith("__") && !computed.includes(name)),
  );
}

/** Returns the keys whose values differ. */
export function changedKeys(before: Properties, after: Properties): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].filter((key) => stableKey({ value: before[key] }) !== stableKey({ value: after[key] }));
}

/**
 * Returns a digest of the arguments, which is the same in the program and in the provider process:
 *
 * 1. Arguments that are `undefined` or `null` are left out, because they do not survive serialisation.
 * 2. An argument with an unknown value in it, such as `{ id: <unknown> }`, counts as unknown as a whole, because the program cannot see
 *    which part of it is unknown.
 */
export function digestOf(args: Properties): string {
  const present = Object.entries(args).filter(([, value]) => value !== undefined && value !== null);
  const digested = present.map(([name, value]) => [name, containsUnknown(value) ? UNKNOWN : value]);
  return sha256(stableKey(Object.fromEntries(digested)));
}

/** Returns the properties except those with these names. */
export function without(properties: Properties, names: readonly string[]): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));
}
