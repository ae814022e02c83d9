/** Calls the data functions, in the shapes of the engine's protocol; runs in the plugin's process. */
import type { InvokeRequest } from "@pulumi/pulumi/proto/provider_pb.js";
import provider from "@pulumi/pulumi/proto/provider_pb.js";
import { NO_PROPERTY, SettingsError } from "../base/errors.js";
import { excerpt } from "../base/text.js";
import { withCodes } from "../pulumi/engine-message.js";
import { copyForEngine } from "../pulumi/engine-safe.js";
import type { Host } from "../pulumi/lifecycle/host.js";
import { lookUpJson, lookUpListing, lookUpOne, lookUpToken } from "../pulumi/look-up.js";
import type { Properties } from "../pulumi/properties.js";
import type { Session } from "../workflows/session.js";
import { type Arguments, asSecret, fromStruct, readArguments, structuredOutput, toFailures, toStruct } from "./wire.js";

/** Reads what a function returns: its outputs, or none if nothing is there and `allowMissing` is set. */
type Invocation = (session: Session, args: Arguments) => Promise<Properties>;

// The session shows a warning once, however many functions read the same listing.
const INVOCATIONS: Readonly<Record<string, Invocation>> = {
  "workflows:index:getWorkflows": async (session, { args, areSecret }) => {
    const { items, json, count, digest } = await lookUpListing(session, args, areSecret);
    return { json, count, digest, items: structuredOutput("items", json, () => items, session.warn) };
  },
  "workflows:index:getWorkflow": async (session, { args, areSecret }) => {
    const listing = await lookUpOne(session, args, areSecret);
    return listing === undefined
      ? {}
      : { json: listing.json, workflow: copyForEngine("workflow", listing.items[0] ?? null, session.warn) };
  },
  "workflows:index:getJson": async (session, { args, areSecret }) => {
    const result = await lookUpJson(session, args, areSecret);
    return result === undefined
      ? {}
      : { ...result, value: structuredOutput("value", result.json, () => result.value, session.warn) };
  },
  "workflows:index:getAccessToken": async (session, { args, areSecret }) => ({
    token: asSecret(await lookUpToken(session, args, areSecret)),
  }),
};

/**
 * Calls the function that the request names. Issues of its arguments and of settings become failures of the response.
 */
export async function invoke({ session }: Host, request: InvokeRequest): Promise<provider.InvokeResponse> {
  const token = request.getTok();
  const invocation = Object.hasOwn(INVOCATIONS, token) ? INVOCATIONS[token] : undefined;
  if (invocation === undefined) {
    const reason = `The function ${excerpt(token)} does not exist. This package has only ${Object.keys(INVOCATIONS).join(", ")}.`;
    throw new SettingsError([{ property: NO_PROPERTY, reason }]);
  }
  const args = readArguments(fromStruct(request.getArgs()));
  try {
    const outputs = Object.entries(await invocation(session, args));
    // If an argument is secret, all outputs are secret, because they may show the argument.
    const marked = outputs.map(([name, value]) => [name, args.areSecret ? asSecret(value) : value]);
    return new provider.InvokeResponse().setReturn(toStruct(Object.fromEntries(marked) as Properties));
  } catch (error) {
    if (error instanceof SettingsError) {
      return new provider.InvokeResponse().setFailuresList(toFailures(withCodes(error.issues)));
    }
    throw error;
  }
}
