/**
 * Sends metadata (`__call`) with a resource's arguments; runs in the program. It is needed because the engine gives a dynamic
 * provider neither the resource's URN nor the secretness of arguments. `pulumi/engine/metadata.ts` reads it.
 */
import * as pulumi from "@pulumi/pulumi";
import { toPlain } from "../../workflows/arguments/plain-values.js";
import { argumentNames } from "../../workflows/arguments/table.js";
import { UNKNOWN } from "../../workflows/engine-signatures.js";
import { PROVIDER_TEXT } from "../engine/stub.js";
import {
  argumentsOf,
  digestOf,
  LISTING_PROPERTIES,
  type Properties,
  PROVIDER_PROPERTY,
  RESOURCE_ID,
  RESOURCE_TYPE,
  METADATA_PROPERTY,
  without,
} from "../properties.js";
import { assertOptions, getDeployment, warnOfIgnoredOptions } from "./deployment.js";
import { secretNamesIn, settledDependencies } from "./inputs.js";
import { hasCallbacks, isKnown, notCaptured, runningTransformations, valueOf } from "./sdk-internals.js";

/** Contents of `__call`. */
export interface Metadata {
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
 * Returns a transformation that makes the arguments plain and adds the metadata. It runs after all others, because they may change
 * the arguments and what is secret among them. `onArguments` is called with the arguments as they then are.
 */
export function sendArguments(onArguments: (args: Properties) => void): pulumi.ResourceTransformation {
  let sender: pulumi.Resource | undefined;
  const send: pulumi.ResourceTransformation = (given) => {
    const { resource, opts } = given;
    if (sender === undefined) {
      // Transformations of the parent and of the stack follow. To run after them, this one is added again at the end of the list.
      sender = resource;
      runningTransformations(resource).push(send);
      return undefined;
    }
    if (resource !== sender) {
      // A child of the resource inherits its transformations.
      return undefined;
    }
    assertOptions(opts);
    warnOfIgnoredOptions(opts, resource);
    const { args, ...sent } = asSent(given, opts);
    onArguments(args);
    return sent;
  };
  // A user's closure may capture the resource, and the SDK's list of transformations with it.
  return notCaptured(send);
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
  const sent = async (): Promise<Metadata> => {
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
    args,
    props: {
      ...args,
      // The SDK makes outputs of the names that it finds here.
      ...Object.fromEntries(LISTING_PROPERTIES.map((name) => [name, undefined])),
      [METADATA_PROPERTY]: sent(),
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
    const output = pulumi.output(value);
    return [name, (await isKnown(output)) ? await valueOf(output) : UNKNOWN];
  });
  return Object.fromEntries(await Promise.all(settled)) as Properties;
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
  const deployment = getDeployment();
  if (hasCallbacks() || transforms.length > 0) {
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
  const sent = props[METADATA_PROPERTY] as Metadata | undefined;
  if (type !== RESOURCE_TYPE || sent?.digest === undefined) {
    return undefined;
  }
  const secretNames = await secretNamesIn(without(argumentsOf(props), sent.secretNames));
  const becameSecret = secretNames.length > 0 || (makesOutputsSecret(opts) && !sent.isSecret);
  return becameSecret
    ? { props: { ...props, [METADATA_PROPERTY]: { ...sent, digest: undefined, ignored: undefined } }, opts }
    : undefined;
};
