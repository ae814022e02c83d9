/** The data functions, in the shapes of the engine's protocol. */
import type { InvokeRequest } from "@pulumi/pulumi/proto/provider_pb.js";
import provider from "@pulumi/pulumi/proto/provider_pb.js";
import { SettingsError } from "../http/errors.js";
import { excerpt } from "../http/excerpt.js";
import type { Host } from "../pulumi/host.js";
import { lookUpJson, lookUpListing, lookUpOne, lookUpToken } from "../pulumi/look-up.js";
import type { Properties } from "../pulumi/properties.js";
import type { Listing } from "../workflows/types.js";
import { emptyArgumentFaults } from "./empty-arguments.js";
import { forEngine, jsonOutputs, listingOutputs } from "./outputs.js";
import { renameArgumentKeys } from "./python-keys.js";
import { FUNCTIONS } from "./names.js";
import { decode, decodeSecret, encode, failuresFrom } from "./wire.js";

/** Looks up what a function returns. If an argument is secret, all outputs are: they may show the argument. */
type Invocation = (
  host: Host,
  args: Properties,
  isSecret: boolean,
  secrets: Properties,
) => Promise<provider.InvokeResponse>;

const INVOCATIONS: Readonly<Record<string, Invocation>> = {
  [FUNCTIONS.getWorkflows]: async (host, args, isSecret, secrets) => {
    const listing = await lookUpListing(host.session, args, secrets);
    return isSecret ? responseWith(await listingOutputs(listing, host.log), true) : sharedResponse(listing, host);
  },
  [FUNCTIONS.getWorkflow]: async ({ session, log }, args, isSecret, secrets) => {
    const found = await lookUpOne(session, args, secrets);
    const properties =
      found === undefined
        ? {}
        : { workflow: await forEngine("workflow", found.items[0] ?? null, log), json: found.json };
    return responseWith(properties, isSecret);
  },
  [FUNCTIONS.getJson]: async ({ session, log }, args, isSecret, secrets) => {
    const found = await lookUpJson(session, args, secrets);
    return responseWith(found === undefined ? {} : await jsonOutputs(found, log), isSecret);
  },
  [FUNCTIONS.getAccessToken]: async ({ session }, args, _isSecret, secrets) =>
    responseWith({ token: await lookUpToken(session, args, secrets) }, true),
};

export async function invoke(host: Host, request: InvokeRequest): Promise<provider.InvokeResponse> {
  const token = request.getTok();
  const invocation = Object.hasOwn(INVOCATIONS, token) ? INVOCATIONS[token] : undefined;
  if (invocation === undefined) {
    const reason = `There is no function ${excerpt(token)} in this package, only ${Object.keys(INVOCATIONS).join(", ")}.`;
    throw new SettingsError([{ property: "", reason }]);
  }
  try {
    renameArgumentKeys(request.getArgs());
    const args = decode(request.getArgs());
    const secrets = decodeSecret(request.getArgs());
    const faults = emptyArgumentFaults(args);
    if (faults.length > 0) {
      throw new SettingsError(faults);
    }
    const isSecret = Object.keys(secrets).length > 0 || args["secret"] === true;
    return await invocation(host, args, isSecret, secrets);
  } catch (error) {
    if (error instanceof SettingsError) {
      return new provider.InvokeResponse().setFailuresList(failuresFrom(error.issues));
    }
    throw error;
  }
}

const responses = new WeakMap<Listing, Promise<provider.InvokeResponse>>();

/** The session returns the same listing for equal requests. Its response is made and serialised once. */
function sharedResponse(listing: Listing, host: Host): Promise<provider.InvokeResponse> {
  const known = responses.get(listing);
  if (known !== undefined) {
    return known;
  }
  const response = listingOutputs(listing, host.log).then((outputs) => responseWith(outputs, false));
  responses.set(listing, response);
  return response;
}

function responseWith(outputs: Properties, isSecret: boolean): provider.InvokeResponse {
  const secret = isSecret ? new Set(Object.keys(outputs)) : undefined;
  return new provider.InvokeResponse().setReturn(encode(outputs, { secret }));
}
