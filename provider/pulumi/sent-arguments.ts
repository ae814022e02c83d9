/**
 * What is sent with a resource's arguments, and what the provider makes of it. The engine gives a dynamic provider neither a
 * URN nor the marks of secrets.
 */
import * as pulumi from "@pulumi/pulumi";
import * as state from "@pulumi/pulumi/runtime/state.js";
import { RESOURCE_ARGUMENTS } from "../workflows/arguments/names.js";
import { triggerContent } from "../workflows/arguments/plain-values.js";
import { containsUnknown, UNKNOWN } from "../workflows/engine-signatures.js";
import { sha256, stableKey } from "../workflows/json/digest.js";
import { assertOptions, getDeployment } from "./deployment.js";
import { plainInput, settledDependencies, type SettledOutput } from "./inputs.js";
import type { Context } from "./lifecycle.js";
import {
  argumentsOf,
  CALL_PROPERTY,
  changedKeys,
  hasSecretMark,
  isEmpty,
  isOfDynamicProvider,
  LISTING_PROPERTIES,
  NARROWING,
  type Properties,
  PROVIDER_PROPERTY,
  RESOURCE_ID,
  RESOURCE_TYPE,
} from "./properties.js";

/** The program's part of one operation. What is false or empty is not sent: each value takes time on its way. */
interface Sent {
  /** The resource's, for the log. */
  readonly urn: string;
  /** A digest of the value of each public argument. If one arrives otherwise, everything is secret. */
  readonly digests?: Readonly<Record<string, string>>;
  /** Those among them that `ignoreChanges` names: the engine may replace their values by the old ones. */
  readonly ignored?: readonly string[];
  /** Whether all outputs are secret, whatever the arguments are. */
  readonly isSecret?: boolean;
  /** Names that are no arguments, and so were not sent. */
  readonly unknownNames?: readonly string[];
  /** What is wrong with the arguments as a whole. */
  readonly issue?: string | undefined;
  /** The engine's mark for an unknown value while a resource of `dependsOn` is not there yet, or changes in this deployment. */
  readonly dependencies?: unknown;
}

/** What the constructor found that is not among the arguments. */
type Rejected = Pick<Sent, "unknownNames" | "issue">;

export function isSentArgument(name: string): boolean {
  return name !== "schema" && RESOURCE_ARGUMENTS.includes(name);
}

/**
 * A transformation that runs after all others: they may change the arguments, and what is secret among them. It makes the
 * arguments plain, and adds what is sent with them.
 */
export function sendArguments(urn: Promise<string>, rejected: Rejected): pulumi.ResourceTransformation {
  let isLast = false;
  const send: pulumi.ResourceTransformation = ({ resource, props, opts }) => {
    // Transformations of the parent and of the stack follow. The SDK has no public way to be after them. It runs what is added
    // to its list meanwhile, too.
    const all = (resource as { __transformations?: pulumi.ResourceTransformation[] }).__transformations;
    if (!isLast && all !== undefined && all.at(-1) !== send) {
      isLast = true;
      all.push(send);
      return undefined;
    }
    assertOptions(opts);
    return final(props, opts, urn, rejected);
  };
  // A user's closure may capture the resource, and the SDK's list of transformations with it.
  return Object.assign(send, { doNotCapture: true });
}

function final(
  props: Properties,
  opts: pulumi.CustomResourceOptions,
  urn: Promise<string>,
  { unknownNames = [], issue }: Rejected,
): pulumi.ResourceTransformationResult {
  const names = Object.keys(props).filter((name) => props[name] !== undefined);
  const args = Object.fromEntries(names.filter(isSentArgument).map((name) => [name, plainArgument(name, props[name])]));
  const known = publicDigests(args);
  const dependencies = opts.dependsOn === undefined ? undefined : settledDependencies(opts.dependsOn);
  const hasSecretOutput = secretOutputs(opts);
  // A promise, not an object of promises: the SDK keeps a stack trace for each promise that it awaits, twice.
  const sent = async (): Promise<Sent> => {
    // The engine must have our transform before it gets this resource.
    await registerLastTransform(opts);
    const digests = await known;
    return compact({
      urn: await urn,
      digests,
      ignored: Object.keys(digests).filter((name) => isIgnored(name, opts)),
      isSecret: hasSecretOutput,
      unknownNames: [...unknownNames, ...names.filter((name) => !isSentArgument(name) && !SENT_BESIDE.has(name))],
      issue,
      dependencies,
    });
  };
  // The input that makes an output of its name secret.
  const placeholder = known.then((digests) =>
    hasSecretOutput || digests["secret"] === digestOf(true) || Object.keys(digests).length < Object.keys(args).length
      ? pulumi.secret(null)
      : undefined,
  );
  return {
    props: {
      ...args,
      ...Object.fromEntries(LISTING_PROPERTIES.map((name) => [name, placeholder])),
      [CALL_PROPERTY]: sent(),
      [PROVIDER_PROPERTY]: props[PROVIDER_PROPERTY],
    },
    // With unknown arguments a listing that is only read must be unknown, and not the whole one.
    opts:
      opts.id === undefined
        ? opts
        : { ...opts, id: pulumi.all([pulumi.output(args), dependencies]).apply(() => RESOURCE_ID) },
  };
}

const SENT_BESIDE: ReadonlySet<string> = new Set([...LISTING_PROPERTIES, CALL_PROPERTY, PROVIDER_PROPERTY]);

function plainArgument(name: string, value: unknown): unknown {
  return name === "triggers"
    ? plainInput(value, { convert: triggerContent, wire: { undefinedFields: false, undefinedElements: false } })
    : plainInput(value, { wire: { undefinedFields: NARROWING.includes(name), undefinedElements: true } });
}

function compact({ urn, ...others }: Sent): Sent {
  const isWorthSending = (value: unknown): boolean => value !== undefined && value !== false && !isEmpty(value);
  return { urn, ...Object.fromEntries(Object.entries(others).filter(([, value]) => isWorthSending(value))) };
}

/** Of the arguments that are not secret. */
async function publicDigests(args: Properties): Promise<Readonly<Record<string, string>>> {
  const digests: Record<string, string> = {};
  await Promise.all(
    Object.entries(args).map(async ([name, value]) => {
      const settled = pulumi.output(value) as pulumi.Output<unknown> & SettledOutput;
      try {
        if (!(await pulumi.isSecret(settled))) {
          digests[name] = digestOf((await settled.isKnown) ? await settled.promise() : UNKNOWN);
        }
      } catch {
        // The SDK reports why an argument could not be resolved.
      }
    }),
  );
  return digests;
}

/** Of a value as it crosses the wire. */
function digestOf(value: unknown): string {
  return sha256(stableKey([containsUnknown(value) ? UNKNOWN : (value ?? null)]));
}

/** The engine makes such an output secret, but not the input of the same name, which has the listing too. */
function secretOutputs({ additionalSecretOutputs = [] }: Partial<pulumi.CustomResourceOptions>): boolean {
  return additionalSecretOutputs.some((name) => LISTING_PROPERTIES.includes(name) || name === "items" || name === "*");
}

function isIgnored(name: string, { ignoreChanges = [] }: Partial<pulumi.CustomResourceOptions>): boolean {
  return ignoreChanges.some((path) => path === "*" || new RegExp(`^(\\["?)?${name}\\b`).test(path));
}

/**
 * Transforms, unlike transformations, run in the engine, those of the stack last. If there are any, one of ours is added to
 * them: an argument that became secret has the same value, so that the digest does not show it.
 */
async function registerLastTransform(opts: pulumi.CustomResourceOptions): Promise<void> {
  const deployment = getDeployment();
  if (deployment.lastTransform === undefined && (hasTransforms() || (opts.transforms ?? []).length > 0)) {
    const runtime = pulumi.runtime as { awaitStackRegistrations?(): Promise<void> };
    // Those that are being registered must be there first: the engine runs them in the order in which they arrive.
    deployment.lastTransform = Promise.resolve(runtime.awaitStackRegistrations?.()).then(() => {
      pulumi.runtime.registerResourceTransform(describeAnew);
    });
  }
  await deployment.lastTransform;
}

/** In an inline program the SDK drops the marks of secrets from what a transform returns: nothing, where nothing changed. */
const describeAnew: pulumi.ResourceTransform = async ({ type, props, opts }) => {
  const sent = props[CALL_PROPERTY] as Sent | undefined;
  if (type !== RESOURCE_TYPE || sent === undefined) {
    return undefined;
  }
  const { digests = {}, isSecret = false } = sent;
  const isMarked = async (name: string): Promise<boolean> =>
    pulumi.runtime.isRpcSecret(props[name]) || (await pulumi.isSecret(pulumi.output(props[name])));
  const isNewlySecret = (await Promise.all(Object.keys(digests).map(isMarked))).includes(true);
  const described: Sent = { ...sent, isSecret: true, digests: isNewlySecret ? {} : digests };
  return isNewlySecret || (!isSecret && secretOutputs(opts))
    ? { props: { ...props, [CALL_PROPERTY]: described }, opts }
    : undefined;
};

/** The program's functions that the engine calls. */
interface Store {
  readonly callbacks?: { readonly _callbacks?: ReadonlyMap<string, { readonly name: string }> };
}

/** Whether the program has registered a transform. The SDK keeps hooks in the same place, as functions named `cb`. */
function hasTransforms(): boolean {
  const { callbacks } = (state as unknown as { getStore(): Store }).getStore();
  return (
    callbacks !== undefined && [...(callbacks._callbacks?.values() ?? [{ name: "" }])].some((f) => f.name !== "cb")
  );
}

/** Whether the properties are those that a running program sends. A refresh sends the state. */
export function areSent(properties: Properties): boolean {
  return properties[CALL_PROPERTY] !== undefined;
}

/**
 * The context of an operation for a running program. Secrets are decided here, where the inputs are final: transforms and
 * `ignoreChanges` have been applied.
 */
export function contextOf(news: Properties, olds: Properties = {}): Context & { readonly isSecret: boolean } {
  const sent = news[CALL_PROPERTY] as Sent | undefined;
  const args = argumentsOf(news);
  const publicNames = publicArguments(args, sent, olds);
  // Also if the one argument that arrives otherwise is gone: a transform may have removed `secret`.
  const isChanged = Object.keys(sent?.digests ?? {}).length > publicNames.length;
  const isSecretArgument = ([name, value]: [string, unknown]): boolean => value !== null && !publicNames.includes(name);
  const secrets = Object.fromEntries(Object.entries(args).filter(isSecretArgument));
  return {
    urn: sent?.urn,
    isSecret: sent?.isSecret === true || args["secret"] === true || isChanged || Object.keys(secrets).length > 0,
    wasSecret: hasSecretMark(olds),
    secrets,
    isPending: containsUnknown(sent?.dependencies),
    unknownNames: sent?.unknownNames,
    issues: sent === undefined ? [] : issuesOf(sent, args, publicNames),
  };
}

/** What the state contains. A refresh has nothing else: not which of the arguments are secret. */
export function contextOfState(state: Properties): Context & { readonly isSecret: boolean } {
  const isSecret = hasSecretMark(state);
  return { isSecret, secrets: isSecret ? argumentsOf(state) : {} };
}

/** The arguments that are public as they arrive: none, if they are not as the program sent them. */
function publicArguments(args: Properties, sent: Sent | undefined, olds: Properties): readonly string[] {
  // The plugin's state has no mark, whether it is secret or not.
  const wasPublic = isOfDynamicProvider(olds) && !hasSecretMark(olds);
  if (sent === undefined) {
    // `ignoreChanges: ["*"]` ignores what was sent, too.
    return wasPublic && changedKeys(argumentsOf(olds), args).length === 0 ? Object.keys(args) : [];
  }
  const { digests = {}, ignored = [] } = sent;
  // An old value may be there, or a part of it, which looks the same whether it is secret or not.
  const mayBeOld = ignored.length > 0 && !isEmpty(olds);
  const names = Object.keys(digests);
  const areAsSent = names.every(
    (name) => (mayBeOld && ignored.includes(name)) || digestOf(args[name]) === digests[name],
  );
  return areAsSent && (!mayBeOld || wasPublic) ? names : [];
}

function issuesOf({ issue, ignored = [] }: Sent, args: Properties, publicNames: readonly string[]): Context["issues"] {
  const emptied = NARROWING.filter(
    (name) => isEmpty(args[name]) && !publicNames.includes(name) && !ignored.includes(name),
  ).map(
    (name) =>
      `\`${name}\` is an empty object after a transform, which would list everything. The engine drops fields that are ` +
      "`undefined`, and makes an empty object of a Map and the like. Let the transform remove the argument, or give it plain values.",
  );
  return [...(issue === undefined ? [] : [issue]), ...emptied].map((reason) => ({ property: "", reason }));
}
