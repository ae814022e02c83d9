/** Names a resource's properties, and has functions for properties. */
import { stableKey } from "../workflows/json/digest.js";

/** Properties by name: arguments, inputs, outputs or a state. */
export type Properties = Record<string, unknown>;

/** The id of every `Workflows` resource. A constant, because nothing is created at the service. */
export const RESOURCE_ID = "workflows";

/** The type of `Workflows`. The SDK's host of dynamic providers serves every type that begins with `pulumi-nodejs:`. */
export const RESOURCE_TYPE = "pulumi-nodejs:dynamic/workflows:Workflows";
/** The type of the same resource, made by the plugin. */
export const PLUGIN_RESOURCE_TYPE = "workflows:index:Workflows";

/**
 * The key of the session in the object that `mockWorkflows` returns. `Symbol.for`, because a test may load two copies
 * of this package.
 */
export const MOCK_SESSION = Symbol.for("pulumi-workflows.mock-session");

/** The property that contains `Metadata`. It is not written to the state. */
export const METADATA_PROPERTY = "__call";

/** Facts of a resource that the program knows, and the engine does not tell a dynamic provider. */
export interface Metadata {
  /** The resource's URN, for the log. */
  readonly urn: string;
  /** True if the listing is secret. Undefined if the state decides, because `ignoreChanges` keeps old arguments. */
  readonly isSecret: boolean | undefined;
  /** Unknown while a resource of `dependsOn` does not exist yet, otherwise undefined. */
  readonly dependencies: unknown;
}

/**
 * The property that is `true` in the state if the listing is secret. A refresh reads it, because it runs no program.
 */
export const SECRET_PROPERTY = "__secret";

/** The property that tells which service a listing is from: `ServiceMark`. */
export const SERVICE_PROPERTY = "__service";

/** The property in which the SDK keeps the code of a dynamic provider. */
export const PROVIDER_PROPERTY = "__provider";

/** The properties that contain the listing. */
export const LISTING_PROPERTIES: readonly string[] = ["json", "count", "digest"];

/** The names of outputs. No argument has one of these names. */
export const OUTPUT_NAMES: readonly string[] = [...LISTING_PROPERTIES, "items"];

/** Returns whether a property of this name is taken for an argument. */
export function isArgumentName(name: string): boolean {
  return !name.startsWith("__") && !OUTPUT_NAMES.includes(name);
}

/** Returns the arguments among the properties. */
export function argumentsOf(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => isArgumentName(name)));
}

/** Returns the keys whose values differ. */
export function changedKeys(before: Properties, after: Properties): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].filter((key) => stableKey({ value: before[key] }) !== stableKey({ value: after[key] }));
}

/** Returns whether the value is an object without properties. */
export function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

const LARGE_BYTES = 1_000_000;

/** Returns whether the listing is larger than 1 MB. Such a listing is a warning, and the plugin leaves `items` out. */
export function isLarge(json: string): boolean {
  return Buffer.byteLength(json) > LARGE_BYTES;
}

/** Returns the size as a message shows it, for example "1.2 MB". */
export function sizeOf(json: string): string {
  return `${(Buffer.byteLength(json) / 1e6).toFixed(1)} MB`;
}
