/**
 * Sends metadata (`__call`) with a resource's arguments; runs in the program.
 *
 * The engine tells a dynamic provider neither the resource's URN nor which arguments are secret. So the program sends both. The rules for
 * secrets:
 *
 * 1. `secretNames` has the names of the arguments that are secret or contain a secret, after all transformations of the program.
 * 2. `digest` is a digest of the other arguments, the public ones. The provider compares it to see whether they were changed on
 *    the way, by a transform in the engine, by `ignoreChanges`, or by a policy.
 * 3. `ignored`, which is sent if there is `ignoreChanges`, has the names of the ignored arguments, for which the
 *    engine sends old values, and a digest of the other public arguments.
 * 4. `isSecret` is true if `additionalSecretOutputs` names an output that contains the listing. The engine hides that output, but not
 *    the input of the same name, which contains the listing too.
 * 5. A transform in the engine can make an argument secret without changing its value, which no digest shows. So if the program may have
 *    transforms, this package registers its own after all others. If an argument became secret, it removes `digest` and `ignored`.
 *
 * Rules 6 to 10, at the top of `pulumi/lifecycle/metadata.ts`, describe what the provider does with this. In short, it trusts the metadata
 * only if the arguments arrive as they were sent. If they do not, everything is secret.
 */
import * as pulumi from "@pulumi/pulumi";
import { argumentNames } from "../../workflows/arguments/table.js";
import { UNKNOWN } from "../engine-signatures.js";
import { toPlain } from "../plain-arguments.js";
import { PROVIDER_TEXT } from "../lifecycle/stub.js";
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
import { assertOptions, getDeployment } from "./deployment.js";
import { secretNamesIn, settledDependencies } from "./inputs.js";
import { hasCallbacks, isKnown, notCaptured, runningTransformations, valueOf } from "./sdk-internals.js";

/** Contents of `__call`. */
export interface Metadata {
  /** The URN of the resource, for the log. */
  readonly urn: string;
  /** Digest of the public arguments: rule 2. Without it, everything is secret. */
  readonly digest?: string | undefined;
  /** Names of the secret arguments: rule 1. */
  readonly secretNames: readonly string[];
  /** The ignored arguments: rule 3. Undefined without `ignoreChanges`. */
  readonly ignored?: { readonly names: readonly string[]; readonly digestOfOthers: string } | undefined;
  /** True if all outputs are secret, whatever the arguments are: rule 4. */
  readonly isSecret: boolean;
  /** Names of properties that are not arguments. They are not sent: the provider reports them. */
  readonly unknownNames: readonly string[];
  /** Unknown while a resource of `dependsOn` does not exist yet, otherwise undefined. */
  readonly dependencies: unknown;
}

const SENT_ARGUMENTS: readonly string[] = argumentNames("Workflows").filter((name) => name !== "schema");

/**
 * Returns the transformation that prepares a `Workflows` for the engine: it makes the arguments plain and adds the metadata. It does this
 * after all other transformations, because they may change the arguments and what is secret among them.
 *
 * The SDK calls it at least twice for the resource: first in its place among the resource's own transformations, where it only adds
 * itself again at the end of the SDK's list; and then at that end, where it does its work.
 *
 * @param onArguments Called with the final arguments.
 */
export function makeFinalTransformation(onArguments: (args: Properties) => void): pulumi.ResourceTransformation {
  let ownResource: pulumi.Resource | undefined;
  const transformation: pulumi.ResourceTransformation = (input) => {
    const { resource, opts } = input;
    if (ownResource === undefined) {
      // Transformations of the parent and of the stack follow in the list.
      ownResource = resource;
      runningTransformations(resource).push(transformation);
      return undefined;
    }
    if (resource !== ownResource) {
      // A child of the resource inherits its transformations, but has no such arguments.
      return undefined;
    }
    assertOptions(opts);
    const { args, ...result } = withMetadata(input, opts);
    onArguments(args);
    return result;
  };
  // A user's closure may capture the resource, and with it the list of transformations. The SDK could not serialise this one.
  return notCaptured(transformation);
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
  // The URN is sent as a promise, because an Output of it would depend on the parent. If the parent is a component, the SDK would then wait
  // for all resources in the component. This resource is one of them, so it would wait for itself.
  const urn = new Promise<string>((resolve) => void pulumi.createUrn(name, RESOURCE_TYPE, opts.parent).apply(resolve));
  const ignoredNames = SENT_ARGUMENTS.filter((name) => isIgnored(name, opts));
  const buildMetadata = async (): Promise<Metadata> => {
    const values = await settlePublic(args);
    const notIgnored = without(values, ignoredNames);
    const metadata = {
      urn: await urn,
      digest: digestOf(values),
      secretNames: names.filter((name) => !Object.hasOwn(values, name)),
      ignored: ignoredNames.length === 0 ? undefined : { names: ignoredNames, digestOfOthers: digestOf(notIgnored) },
      isSecret: makesOutputsSecret(opts),
      unknownNames: propertyNames.filter((name) => !SENT_ARGUMENTS.includes(name)),
      dependencies,
    };
    // Here the parent is registered, with its transforms, because `urn` waited for it. The engine must know this package's own transform
    // (rule 5) before it gets this resource, and the resource waits for this promise.
    await registerLastTransform(opts);
    return metadata;
  };
  return {
    args,
    props: {
      ...args,
      // The SDK defines an Output for each property that is named here, even if its value is `undefined`.
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

/** Returns the values of the public arguments. Waits until it is known which ones are public. */
async function settlePublic(args: Properties): Promise<Properties> {
  const publicArgs = Object.entries(without(args, await secretNamesIn(args)));
  const settled = publicArgs.map(async ([name, value]) => {
    const output = pulumi.output(value);
    return [name, (await isKnown(output)) ? await valueOf(output) : UNKNOWN];
  });
  return Object.fromEntries(await Promise.all(settled)) as Properties;
}

/** Returns whether `additionalSecretOutputs` names a part of the listing: rule 4. */
function makesOutputsSecret({ additionalSecretOutputs = [] }: Partial<pulumi.CustomResourceOptions>): boolean {
  return additionalSecretOutputs.some((name) => LISTING_PROPERTIES.includes(name) || name === "items" || name === "*");
}

/** Returns whether `ignoreChanges` names the argument or a part of it, for example as `where.enabled` or `["where"]`. */
function isIgnored(name: string, { ignoreChanges = [] }: Partial<pulumi.CustomResourceOptions>): boolean {
  return ignoreChanges.some((path) => path === "*" || new RegExp(`^(\\["?)?${name}\\b`).test(path));
}

/** Registers the transform of rule 5 if there may be others. */
async function registerLastTransform({ transforms = [] }: pulumi.CustomResourceOptions): Promise<void> {
  // We do not always register it, because the server that the SDK starts for transforms takes half a second.
  const deployment = getDeployment();
  if (hasCallbacks() || transforms.length > 0) {
    // The engine runs transforms in the order of their registration, so the others must be registered first.
    deployment.lastTransform ??= pulumi.runtime.awaitStackRegistrations().then(() => {
      pulumi.runtime.registerResourceTransform(dropDigest);
    });
  }
  await deployment.lastTransform;
}

/**
 * Removes the digests if something became secret: rule 5. Otherwise it returns nothing, because in an inline program the SDK loses the
 * secretness of what a transform returns.
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
