/**
 * Sends metadata (`__call`) with a resource's arguments; runs in the program. It is needed because the engine gives a dynamic
 * provider neither the resource's URN nor the secretness of arguments. `pulumi/engine/metadata.ts` reads it.
 * The rules of what is secret are at the top of that file. This side adds one: a transform in the engine can make an argument secret
 * without changing its value, which no digest shows. So a transform of this package runs last, and removes the digest then.
 */
import * as pulumi from "@pulumi/pulumi";
import { argumentNames } from "../../workflows/arguments/table.js";
import { UNKNOWN } from "../engine-signatures.js";
import { toPlain } from "../plain-arguments.js";
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
  /** The URN of the resource, for the log. */
  readonly urn: string;
  /** Digest of the public arguments. Without it, everything is secret. */
  readonly digest?: string | undefined;
  /** Names of the secret arguments. */
  readonly secretNames: readonly string[];
  /** With `ignoreChanges`: the names of ignored arguments, and a digest of the other public ones. */
  readonly ignored?: { readonly names: readonly string[]; readonly digestOfOthers: string } | undefined;
  /** Whether all outputs are secret, whatever the arguments are. */
  readonly isSecret: boolean;
  /** Names of properties that are not arguments. They are not sent: the provider reports them. */
  readonly unknownNames: readonly string[];
  /** Unknown while a resource of `dependsOn` does not exist yet, otherwise undefined. */
  readonly dependencies: unknown;
}

const SENT_ARGUMENTS: readonly string[] = argumentNames("Workflows").filter((name) => name !== "schema");

/**
 * Returns a transformation that makes the arguments plain and adds the metadata. It runs after all others, because they may change
 * the arguments and what is secret among them. `onArguments` is called with the arguments as they then are.
 */
export function sendArguments(onArguments: (args: Properties) => void): pulumi.ResourceTransformation {
  let sender: pulumi.Resource | undefined;
  const send: pulumi.ResourceTransformation = (input) => {
    const { resource, opts } = input;
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
    const { args, ...result } = withMetadata(input, opts);
    onArguments(args);
    return result;
  };
  // A user's closure may capture the resource, and the SDK's list of transformations with it.
  return notCaptured(send);
}

/** Returns the plain arguments; and the properties and options to register, with the metadata. */
function withMetadata(
  { resource, name, props }: pulumi.ResourceTransformationArgs,
  opts: pulumi.CustomResourceOptions,
) {
  const propertyNames = Object.keys(props).filter((key) => props[key] !== undefined);
  const names = propertyNames.filter((key) => SENT_ARGUMENTS.includes(key));
  const args = Object.fromEntries(names.map((key) => [key, toPlain(key, props[key])]));
  const dependencies = opts.dependsOn === undefined ? undefined : settledDependencies(opts.dependsOn, resource);
  // A promise, because an Output would add a dependency on the parent, and a component's child would wait for itself.
  const urn = new Promise<string>((resolve) => void pulumi.createUrn(name, RESOURCE_TYPE, opts.parent).apply(resolve));
  const ignoredNames = SENT_ARGUMENTS.filter((name) => isIgnored(name, opts));
  const buildMetadata = async (): Promise<Metadata> => {
    const values = await settlePublic(args);
    const others = without(values, ignoredNames);
    const metadata = {
      urn: await urn,
      digest: digestOf(values),
      secretNames: names.filter((name) => !Object.hasOwn(values, name)),
      ignored: ignoredNames.length === 0 ? undefined : { names: ignoredNames, digestOfOthers: digestOf(others) },
      isSecret: makesOutputsSecret(opts),
      unknownNames: propertyNames.filter((name) => !SENT_ARGUMENTS.includes(name)),
      dependencies,
    };
    // The parent has been registered by now, with its transforms. The engine must know ours before it gets this resource.
    await registerLastTransform(opts);
    return metadata;
  };
  return {
    args,
    props: {
      ...args,
      // The SDK defines an output for each name here.
      ...Object.fromEntries(LISTING_PROPERTIES.map((name) => [name, undefined])),
      [METADATA_PROPERTY]: buildMetadata(),
      [PROVIDER_PROPERTY]: PROVIDER_TEXT,
    },
    // `Workflows.get` with unknown arguments gets an unknown id: a preview then shows unknown outputs, instead of an unfiltered listing.
    opts:
      opts.id === undefined
        ? opts
        : { ...opts, id: pulumi.all([pulumi.output(args), dependencies]).apply(() => RESOURCE_ID) },
  };
}

/** Returns the values of the public arguments. */
async function settlePublic(args: Properties): Promise<Properties> {
  const publicArgs = Object.entries(without(args, await secretNamesIn(args)));
  const settled = publicArgs.map(async ([name, value]) => {
    const output = pulumi.output(value);
    return [name, (await isKnown(output)) ? await valueOf(output) : UNKNOWN];
  });
  return Object.fromEntries(await Promise.all(settled)) as Properties;
}

/**
 * Returns whether `additionalSecretOutputs` names a part of the listing. The engine then marks the output, but not the input of the
 * same name, which contains the listing too. So the provider marks both.
 */
function makesOutputsSecret({ additionalSecretOutputs = [] }: Partial<pulumi.CustomResourceOptions>): boolean {
  return additionalSecretOutputs.some((name) => LISTING_PROPERTIES.includes(name) || name === "items" || name === "*");
}

function isIgnored(name: string, { ignoreChanges = [] }: Partial<pulumi.CustomResourceOptions>): boolean {
  return ignoreChanges.some((path) => path === "*" || new RegExp(`^(\\["?)?${name}\\b`).test(path));
}

/** Registers the last transform if there may be others. Transforms run in the engine, those of the stack last. */
async function registerLastTransform({ transforms = [] }: pulumi.CustomResourceOptions): Promise<void> {
  // Not always, because the server that the SDK starts for transforms takes half a second.
  const deployment = getDeployment();
  if (hasCallbacks() || transforms.length > 0) {
    // The engine runs transforms in the order in which they are registered, so the others must be registered first.
    deployment.lastTransform ??= pulumi.runtime.awaitStackRegistrations().then(() => {
      pulumi.runtime.registerResourceTransform(dropDigest);
    });
  }
  await deployment.lastTransform;
}

/**
 * Removes the digest if something became secret, so that everything is secret. Otherwise it returns nothing, because in an inline
 * program the SDK loses the secretness of what a transform returns.
 */
const dropDigest: pulumi.ResourceTransform = async ({ type, props, opts }) => {
  const metadata = props[METADATA_PROPERTY] as Metadata | undefined;
  if (type !== RESOURCE_TYPE || metadata?.digest === undefined) {
    return undefined;
  }
  const secretNames = await secretNamesIn(without(argumentsOf(props), metadata.secretNames));
  const becameSecret = secretNames.length > 0 || (makesOutputsSecret(opts) && !metadata.isSecret);
  return becameSecret
    ? { props: { ...props, [METADATA_PROPERTY]: { ...metadata, digest: undefined, ignored: undefined } }, opts }
    : undefined;
};
