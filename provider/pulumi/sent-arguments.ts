/**
 * What is sent with a resource's arguments, and what the provider makes of it. The engine gives a dynamic provider neither a
 * URN nor the marks of secrets.
 */
import * as pulumi from "@pulumi/pulumi";
import * as state from "@pulumi/pulumi/runtime/state.js";
import { toPlain } from "../workflows/arguments/plain-values.js";
import { argumentNames } from "../workflows/arguments/table.js";
import { containsUnknown, UNKNOWN } from "../workflows/engine-signatures.js";
import { sha256, stableKey } from "../workflows/json/digest.js";
import { assertOptions, getDeployment } from "./program/deployment.js";
import { emptyArgumentIssues } from "./errors.js";
import { secretNamesIn, settledDependencies } from "./program/inputs.js";
import type { Context } from "./engine/lifecycle.js";
import {
  argumentsOf,
  SENT_PROPERTY,
  changedKeys,
  hasSecretMark,
  isEmpty,
  isOfDynamicProvider,
  LISTING_PROPERTIES,
  type Properties,
  PROVIDER_PROPERTY,
  RESOURCE_ID,
  RESOURCE_TYPE,
} from "./properties.js";
import { PROVIDER_TEXT } from "./engine/stub.js";

/** The program's part of one operation. */
interface Sent {
  /** The resource's, for the log. */
  readonly urn: string;
  /** Of the public arguments. If it is absent, or if they arrive with another one, everything is secret. */
  readonly digest?: string | undefined;
  readonly secretNames: readonly string[];
  /** With `ignoreChanges`: the arguments whose old values may arrive instead, and a digest of the other public ones. */
  readonly ignored?: { readonly names: readonly string[]; readonly digestOfOthers: string } | undefined;
  /** Whether all outputs are secret, whatever the arguments are. */
  readonly isSecret: boolean;
  /** Names that are no arguments, and so were not sent. */
  readonly unknownNames: readonly string[];
  /** The engine's signature of an unknown value while a resource of `dependsOn` is not there yet. */
  readonly dependencies: unknown;
}

const SENT_ARGUMENTS: readonly string[] = argumentNames("Workflows").filter((name) => name !== "schema");

/**
 * A transformation that makes the arguments plain, and adds what is sent with them. It runs after all others: they may change
 * the arguments, and what is secret among them. `begin` is called when all that the resource depends on is there.
 */
export function sendArguments(begin: () => void): pulumi.ResourceTransformation {
  let own: pulumi.Resource | undefined;
  const send: pulumi.ResourceTransformation = (given) => {
    const { resource, opts } = given;
    // Transformations of the parent and of the stack follow. The SDK has no public way to be after them, but runs what is added
    // to its list meanwhile, too.
    const all = (resource as { __transformations?: pulumi.ResourceTransformation[] }).__transformations;
    if (own === undefined && all !== undefined) {
      own = resource;
      all.push(send);
      return undefined;
    }
    // The resource's children inherit its transformations.
    if (resource !== own && all !== undefined) {
      return undefined;
    }
    assertOptions(opts);
    const sent = asSent(given, opts);
    // What the SDK does not declare of an Output. It waits for the children of a component, too.
    const args = pulumi.output(sent.props) as unknown as { allResources(): Promise<ReadonlySet<pulumi.Resource>> };
    const resources = args.allResources().then((all) => [...all]);
    pulumi.all([sent.props[SENT_PROPERTY], settledDependencies(resources, resource)]).apply(begin);
    return sent;
  };
  // A user's closure may capture the resource, and the SDK's list of transformations with it.
  return Object.assign(send, { doNotCapture: true });
}

function asSent({ resource, name, props }: pulumi.ResourceTransformationArgs, opts: pulumi.CustomResourceOptions) {
  const given = Object.keys(props).filter((key) => props[key] !== undefined);
  const names = given.filter((key) => SENT_ARGUMENTS.includes(key));
  const args = Object.fromEntries(names.map((key) => [key, toPlain(key, props[key])]));
  const dependencies = opts.dependsOn === undefined ? undefined : settledDependencies(opts.dependsOn, resource);
  // As a promise, not an Output: that would make the resource depend on its parent, and so a component's child on itself.
  const urn = new Promise<string>((resolve) => void pulumi.createUrn(name, RESOURCE_TYPE, opts.parent).apply(resolve));
  const ignoredNames = SENT_ARGUMENTS.filter((name) => isIgnored(name, opts));
  // A promise, not an object of promises: the SDK keeps a stack trace for each promise that it awaits, twice.
  const sent = async (): Promise<Sent> => {
    const values = await settlePublic(args);
    const others = without(values, ignoredNames);
    const sent = {
      urn: await urn,
      digest: digestOf(values),
      secretNames: names.filter((name) => !Object.hasOwn(values, name)),
      ignored: ignoredNames.length === 0 ? undefined : { names: ignoredNames, digestOfOthers: digestOf(others) },
      isSecret: makesOutputsSecret(opts),
      unknownNames: given.filter((name) => !SENT_ARGUMENTS.includes(name)),
      dependencies,
    };
    // The parent is registered by now, with its transforms. The engine must have ours before it gets this resource.
    await registerLastTransform(opts);
    return sent;
  };
  return {
    props: {
      ...args,
      // The SDK makes outputs of the names that it finds here.
      ...Object.fromEntries(LISTING_PROPERTIES.map((name) => [name, undefined])),
      [SENT_PROPERTY]: sent(),
      [PROVIDER_PROPERTY]: PROVIDER_TEXT,
    },
    // With unknown arguments a listing that is only read must be unknown, and not the whole one.
    opts:
      opts.id === undefined
        ? opts
        : { ...opts, id: pulumi.all([pulumi.output(args), dependencies]).apply(() => RESOURCE_ID) },
  };
}

/** The values of the public arguments. */
async function settlePublic(args: Properties): Promise<Properties> {
  const publicArgs = Object.entries(without(args, await secretNamesIn(args)));
  const settled = publicArgs.map(async ([name, value]) => {
    // What the SDK does not declare of an Output.
    const output = pulumi.output(value) as unknown as { isKnown: Promise<boolean>; promise: () => Promise<unknown> };
    return [name, (await output.isKnown) ? await output.promise() : UNKNOWN];
  });
  return Object.fromEntries(await Promise.all(settled)) as Properties;
}

/** Of arguments as they cross the wire, which has no `undefined`. */
function digestOf(args: Properties): string {
  const present = Object.entries(args).filter(([, value]) => value !== undefined && value !== null);
  const known = present.map(([name, value]) => [name, containsUnknown(value) ? UNKNOWN : value]);
  return sha256(stableKey(Object.fromEntries(known)));
}

function without(properties: Properties, names: readonly string[]): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));
}

/** By `additionalSecretOutputs` the engine makes an output secret, but not the input of the same name, which has the listing too. */
function makesOutputsSecret({ additionalSecretOutputs = [] }: Partial<pulumi.CustomResourceOptions>): boolean {
  return additionalSecretOutputs.some((name) => LISTING_PROPERTIES.includes(name) || name === "items" || name === "*");
}

function isIgnored(name: string, { ignoreChanges = [] }: Partial<pulumi.CustomResourceOptions>): boolean {
  return ignoreChanges.some((path) => path === "*" || new RegExp(`^(\\["?)?${name}\\b`).test(path));
}

/**
 * Transforms, unlike transformations, run in the engine, those of the stack last. If there may be any, one of ours is added to
 * them: an argument that became secret has the same value, so that the digest does not show it.
 */
async function registerLastTransform({ transforms = [] }: pulumi.CustomResourceOptions): Promise<void> {
  // The SDK starts a server for the engine's calls with the first transform or hook. To start one always takes half a second.
  const { callbacks } = (state as unknown as { getStore(): { readonly callbacks?: object } }).getStore();
  const deployment = getDeployment();
  if (callbacks !== undefined || transforms.length > 0) {
    // Those that are being registered must be there first: the engine runs them in the order in which they arrive.
    deployment.lastTransform ??= pulumi.runtime.awaitStackRegistrations().then(() => {
      pulumi.runtime.registerResourceTransform(dropDigest);
    });
  }
  await deployment.lastTransform;
}

/**
 * Makes everything secret if something became so. Returns nothing if nothing changed: in an inline program the SDK drops the
 * marks of secrets from what a transform returns.
 */
const dropDigest: pulumi.ResourceTransform = async ({ type, props, opts }) => {
  const sent = props[SENT_PROPERTY] as Sent | undefined;
  if (type !== RESOURCE_TYPE || sent?.digest === undefined) {
    return undefined;
  }
  const secretNames = await secretNamesIn(without(argumentsOf(props), sent.secretNames));
  const becameSecret = secretNames.length > 0 || (makesOutputsSecret(opts) && !sent.isSecret);
  return becameSecret
    ? { props: { ...props, [SENT_PROPERTY]: { ...sent, digest: undefined, ignored: undefined } }, opts }
    : undefined;
};

/**
 * The context of an operation for a running program. Secrets are decided here, where the inputs are final: transforms and
 * `ignoreChanges` have been applied.
 */
export function contextOf(news: Properties, olds: Properties = {}): Context & { readonly isSecret: boolean } {
  const sent = news[SENT_PROPERTY] as Sent | undefined;
  const args = argumentsOf(news);
  const areAsSent = arriveAsSent(args, sent, olds);
  const publicNames = Object.keys(without(args, sent?.secretNames ?? []));
  const secrets = areAsSent ? without(args, publicNames) : args;
  return {
    urn: sent?.urn,
    isSecret: !areAsSent || sent?.isSecret === true || args["secret"] === true || !isEmpty(secrets),
    wasSecret: hasSecretMark(olds),
    secrets,
    isPending: containsUnknown(sent?.dependencies),
    unknownNames: sent?.unknownNames,
    issues: sent === undefined ? [] : emptyArgumentIssues(without(secrets, sent.ignored?.names ?? [])),
  };
}

/** The context of a read. A refresh has the state alone: not which of the arguments are secret. */
export function contextOfRead(properties: Properties): ReturnType<typeof contextOf> & { readonly isNew: boolean } {
  const isNew = properties[SENT_PROPERTY] !== undefined;
  const isSecret = hasSecretMark(properties);
  return { isNew, ...(isNew ? contextOf(properties) : { isSecret, secrets: isSecret ? argumentsOf(properties) : {} }) };
}

/** Whether the public arguments arrive as the program sent them, or as they are in a public state. */
function arriveAsSent(args: Properties, sent: Sent | undefined, olds: Properties): boolean {
  // The plugin's state has no mark, whether it is secret or not.
  const wasPublic = isOfDynamicProvider(olds) && !hasSecretMark(olds);
  if (sent === undefined) {
    // `ignoreChanges: ["*"]` ignores what was sent, too.
    return wasPublic && changedKeys(argumentsOf(olds), args).length === 0;
  }
  const received = without(args, sent.secretNames);
  return sent.ignored === undefined || isEmpty(olds)
    ? digestOf(received) === sent.digest
    : // An old value may be there, or a part of it, which looks the same whether it is secret or not.
      wasPublic && digestOf(without(received, sent.ignored.names)) === sent.ignored.digestOfOthers;
}
