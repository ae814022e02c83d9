/**
 * Prepares what the program sends of a `Workflows`. The engine tells a dynamic provider neither the resource's URN, nor whether an argument
 * is secret, nor what the resource waits for. So the program sends these as metadata (`__call`).
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
 * Returns the properties and options to register; and `needs`, an Output of the arguments, the aliases and what the resource waits for: if
 * it rejects, the engine does not get the resource.
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
  // The URN is sent as a promise, because an Output of it would depend on the parent. If the parent is a component, the SDK would then wait
  // for all resources in the component. This resource is one of them, so it would wait for itself.
  const urn = new Promise<string>((resolve) => void pulumi.createUrn(name, RESOURCE_TYPE, opts.parent).apply(resolve));
  const makeMetadata = async (): Promise<Metadata> => ({
    urn: await urn,
    isSecret: await isListingSecret(args, opts),
    dependencies,
  });
  const properties = {
    ...args,
    // The SDK defines an Output for each property that is named here, even if its value is `undefined`.
    ...Object.fromEntries(LISTING_PROPERTIES.map((property) => [property, undefined])),
    [METADATA_PROPERTY]: makeMetadata(),
    [PROVIDER_PROPERTY]: PROVIDER_TEXT,
  };
  const needs = (): pulumi.Output<unknown> => pulumi.output([args, dependencies, opts.aliases]);
  // `Workflows.get` with unknown arguments gets an unknown id: a preview then shows unknown outputs, instead of an unfiltered listing.
  const options = opts.id === undefined ? opts : { ...opts, id: needs().apply(() => RESOURCE_ID) };
  return { properties, options, needs };
}

/**
 * Returns whether the listing is secret:
 *
 * 1. True if an argument is, if `secret` is true, or if `additionalSecretOutputs` names a part of the listing: the engine hides that output,
 *    but not the input of the same name.
 * 2. Undefined with `ignoreChanges`, because the provider then gets old arguments, which may be secret.
 * 3. False otherwise.
 *
 * Later changes by transformations and transforms are not seen here.
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
