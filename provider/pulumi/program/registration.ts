/**
 * Prepares what the program sends of a `Workflows`. The engine does not tell a dynamic provider the resource's URN, nor
 * which arguments are secret, nor what the resource waits for. So the program sends these as metadata (`__call`).
 */
import * as pulumi from "@pulumi/pulumi";
import { PROVIDER_TEXT } from "../lifecycle/stub.js";
import {
  LISTING_PROPERTIES,
  type Metadata,
  METADATA_PROPERTY,
  OUTPUT_NAMES,
  type Properties,
  PROVIDER_PROPERTY,
  RESOURCE_ID,
  RESOURCE_TYPE,
} from "../properties.js";
import { hasSecret, settledDependencies } from "./inputs.js";
import { valueOf } from "./sdk-internals.js";

/**
 * Returns the properties and options to register, and `needs`: it returns an Output of all that the resource waits for.
 * If that Output rejects, the engine does not get the resource.
 *
 * @param self Returns the resource, once its constructor has made it.
 */
export function prepareRegistration(
  name: string,
  args: Properties,
  opts: pulumi.CustomResourceOptions,
  self: () => pulumi.Resource | undefined,
) {
  const dependencies = opts.dependsOn === undefined ? undefined : settledDependencies(opts.dependsOn, self);
  const properties = {
    ...args,
    // The SDK defines an Output for each property that is named here, even if its value is `undefined`.
    ...Object.fromEntries(LISTING_PROPERTIES.map((property) => [property, undefined])),
    [METADATA_PROPERTY]: makeMetadata(name, args, opts, dependencies),
    [PROVIDER_PROPERTY]: PROVIDER_TEXT,
  };
  const needs = (): pulumi.Output<unknown> => pulumi.output([args, dependencies, opts.aliases]);
  // The id of a `Workflows.get` waits for the arguments. While they are not known, a preview shows unknown outputs, and
  // not an unfiltered listing.
  const options = opts.id === undefined ? opts : { ...opts, id: needs().apply(() => RESOURCE_ID) };
  return { properties, options, needs };
}

async function makeMetadata(
  name: string,
  args: Properties,
  opts: pulumi.CustomResourceOptions,
  dependencies: pulumi.Output<unknown> | undefined,
): Promise<Metadata> {
  // A promise of the URN is awaited, and no Output of it is sent: the Output would depend on the parent. If the parent
  // is a component, the SDK would wait for all resources in it, and so this resource for itself.
  const urn = await new Promise<string>((resolve) => {
    pulumi.createUrn(name, RESOURCE_TYPE, opts.parent).apply(resolve);
  });
  return { urn, isSecret: await isListingSecret(args, opts), dependencies };
}

/**
 * Returns whether the listing is secret, as the constructor sees it. Transformations and transforms may change it
 * later.
 *
 * 1. True if an argument is secret, or if the argument `secret` is true.
 * 2. True if `additionalSecretOutputs` names a part of the listing. The engine hides the output of this name, but not
 *    the input.
 * 3. Undefined with `ignoreChanges`, because the provider then gets old arguments, which may be secret.
 * 4. False otherwise.
 */
async function isListingSecret(args: Properties, opts: pulumi.CustomResourceOptions): Promise<boolean | undefined> {
  const { additionalSecretOutputs = [], ignoreChanges = [] } = opts;
  const namesListing = additionalSecretOutputs.some((output) => OUTPUT_NAMES.includes(output) || output === "*");
  const isSet = await valueOf(pulumi.output(args["secret"])).catch(() => false);
  if (namesListing || isSet === true || (await hasSecret(args))) {
    return true;
  }
  return ignoreChanges.length > 0 ? undefined : false;
}
