/** What a running program sends beside a resource's arguments. The engine gives a dynamic provider neither URN nor secrets. */
import type { Issue } from "../http/errors.js";
import { containsUnknown, UNKNOWN } from "../workflows/engine-marks.js";
import { sha256, stableKey } from "../workflows/json/digest.js";
import type { About } from "./lifecycle.js";
import { argumentsOf, CALL_PROPERTY, hasSecretMark, isOfDynamicProvider, type Properties } from "./properties.js";

/** The program's part of one call. What is false or empty is not sent: each value takes time on its way. */
export interface Call {
  /** The resource's, for the log. */
  readonly urn: string;
  /** Whether all outputs are secret, whatever the arguments are. */
  readonly isSecret?: boolean | undefined;
  /**
   * Fingerprints of the arguments that were public when the program sent them. Any other argument is secret: it has no
   * fingerprint, or its value was replaced since then. If `ignoreChanges` has put the old value in, the state decides.
   */
  readonly publicArguments?: Readonly<Record<string, string>> | undefined;
  /** Arguments that the program gives as an empty object, before transforms. */
  readonly emptyArguments?: readonly string[] | undefined;
  /** Arguments that `ignoreChanges` names. */
  readonly ignored?: readonly string[] | undefined;
  /** Names that are no arguments, and so were not sent. */
  readonly unknownNames?: readonly string[] | undefined;
  /** What is wrong with the arguments as a whole. */
  readonly fault?: string | undefined;
  /** The engine's mark for an unknown value while a resource of `dependsOn` is not there yet, or changes in this deployment. */
  readonly dependencies?: unknown;
}

/** Arguments whose fields each narrow the listing. */
export const NARROWING: readonly string[] = ["where", "query"];

/** A digest of an argument's value, as it crosses the wire. */
export function fingerprint(value: unknown): string {
  return containsUnknown(value) ? UNKNOWN : sha256(stableKey(value ?? null));
}

/** Whether the properties are those that a running program sends. A refresh sends the state. */
export function hasCall(properties: Properties): boolean {
  return properties[CALL_PROPERTY] !== undefined;
}

/**
 * What a running program sent beside the arguments. Secrets are decided here, where the inputs are final: transforms and
 * `ignoreChanges` have been applied.
 */
export function aboutCall(news: Properties, olds: Properties = {}): About & { readonly isSecret: boolean } {
  const call = news[CALL_PROPERTY] as Call | undefined;
  const args = argumentsOf(news);
  const secrets = secretArguments(args, call, olds);
  const isSecret = call?.isSecret === true || args["secret"] === true || Object.keys(secrets).length > 0;
  return {
    urn: call?.urn,
    isSecret,
    wasSecret: hasSecretMark(olds),
    secrets,
    isPending: containsUnknown(call?.dependencies),
    unknownNames: call?.unknownNames,
    faults: call === undefined ? [] : faultsOfCall(call, args),
  };
}

/** What the state contains. A refresh has nothing else: not which of the arguments are secret. */
export function aboutState(state: Properties): About & { readonly isSecret: boolean } {
  const isSecret = hasSecretMark(state);
  return { isSecret, secrets: isSecret ? argumentsOf(state) : {} };
}

/** The arguments that are secret, or may be. */
function secretArguments(args: Properties, call: Call | undefined, olds: Properties): Properties {
  const isPublic = (name: string): boolean => {
    const sent = call?.publicArguments?.[name];
    // The engine may have put the old value in, or a part of it, which looks the same whether it is secret or not. The plugin's
    // state has no mark, whether it is secret or not.
    return sent !== undefined && call?.ignored?.includes(name) === true && isOfDynamicProvider(olds)
      ? !hasSecretMark(olds)
      : sent === fingerprint(args[name]);
  };
  return Object.fromEntries(Object.entries(args).filter(([name, value]) => value !== null && !isPublic(name)));
}

function faultsOfCall({ fault, emptyArguments = [], ignored = [] }: Call, args: Properties): Issue[] {
  const emptied = NARROWING.filter(
    (name) => isEmpty(args[name]) && !emptyArguments.includes(name) && !ignored.includes(name),
  ).map(
    (name) =>
      `\`${name}\` is an empty object after a transform, which would list everything. The engine drops fields that are ` +
      "`undefined`, and makes an empty object of a Map and the like. Let the transform remove the argument, or give it plain values.",
  );
  return [...(fault === undefined ? [] : [fault]), ...emptied].map((reason) => ({ property: "", reason }));
}

export function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
