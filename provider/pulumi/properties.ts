/** The names of a resource's properties, and functions on properties. */
import { stableKey } from "../workflows/json/digest.js";

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

/** The property with `Metadata`. It is not written to the state. */
export const METADATA_PROPERTY = "__call";

/** Facts of a resource that the program knows, and the engine does not tell a dynamic provider. */
export interface Metadata {
  /** The resource's URN, for the log. */
  readonly urn: string;
  /** True if the listing is secret; undefined if the state decides, because `ignoreChanges` keeps old arguments. */
  readonly isSecret: boolean | undefined;
  /** Unknown while a resource of `dependsOn` does not exist yet, otherwise undefined. */
  readonly dependencies: unknown;
}

/** The property that is `true` in the state if the listing is secret. A refresh needs it, because it runs no program. */
export const SECRET_PROPERTY = "__secret";

/** The property that tells which service a listing is from: `ServiceMark`. */
export const SERVICE_PROPERTY = "__service";

/** The property in which the SDK keeps the code of a dynamic provider. */
export const PROVIDER_PROPERTY = "__provider";

/** The properties that contain the listing. */
export const LISTING_PROPERTIES: readonly string[] = ["json", "count", "digest"];

/** The names of outputs. No argument has one of these names. */
export const OUTPUT_NAMES: readonly string[] = [...LISTING_PROPERTIES, "items"];

/** Returns the arguments among the properties. */
export function argumentsOf(properties: Properties): Properties {
  const isArgument = (name: string): boolean => !name.startsWith("__") && !OUTPUT_NAMES.includes(name);
  return Object.fromEntries(Object.entries(properties).filter(([name]) => isArgument(name)));
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
