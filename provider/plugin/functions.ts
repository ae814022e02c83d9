/** Calls the data functions, in the shapes of the engine's protocol; runs in the plugin's process. */
import type { InvokeRequest } from "@pulumi/pulumi/proto/provider_pb.js";
import provider from "@pulumi/pulumi/proto/provider_pb.js";
import { type Issue, NO_PROPERTY, SettingsError, withCodes } from "../base/errors.js";
import { excerpt } from "../base/text.js";
import type { Host } from "../pulumi/lifecycle/provider-host.js";
import { lookUpJson, lookUpListing, lookUpOne, lookUpToken } from "../pulumi/program/look-up.js";
import type { Properties } from "../pulumi/properties.js";
import { copyForEngine } from "../pulumi/engine-safe.js";
import { type Arguments, readArguments } from "./arguments.js";
import { withStructuredOutput } from "./outputs.js";
import { asSecret, toFailures, toStruct } from "./wire.js";

/** Reads what a function returns. If an argument is secret, all outputs are secret, because they may show the argument. */
type Invocation = (host: Host, args: Arguments) => Promise<provider.InvokeResponse>;

const INVOCATIONS: Readonly<Record<string, Invocation>> = {
  "workflows:index:getWorkflows": async ({ session }, { plain, secrets, areSecret }) => {
    const { items, json, count, digest } = await lookUpListing(session, plain, secrets);
    // The session shows a warning once, however many functions read the same listing.
    const warn = (message: string): void => session.warn(message);
    return responseWith(await withStructuredOutput("items", { json, count, digest }, () => items, warn), areSecret);
  },
  "workflows:index:getWorkflow": async ({ session, log }, { plain, secrets, areSecret }) => {
    const listing = await lookUpOne(session, plain, secrets);
    if (listing === undefined) {
      return responseWith({}, areSecret);
    }
    const workflow = await copyForEngine("workflow", listing.items[0] ?? null, (text) => log("warning", text));
    return responseWith({ workflow, json: listing.json }, areSecret);
  },
  "workflows:index:getJson": async ({ session, log }, { plain, secrets, areSecret }) => {
    const result = await lookUpJson(session, plain, secrets);
    if (result === undefined) {
      return responseWith({}, areSecret);
    }
    const { value, ...outputs } = result;
    const warn = (message: string): Promise<void> => log("warning", message);
    return responseWith(await withStructuredOutput("value", outputs, () => value, warn), areSecret);
  },
  "workflows:index:getAccessToken": async ({ session }, { plain, secrets }) =>
    responseWith({ token: await lookUpToken(session, plain, secrets) }, true),
};

/** Calls the function that the request names. What is wrong with its arguments or with settings becomes the response's failures. */
export async function invoke(host: Host, request: InvokeRequest): Promise<provider.InvokeResponse> {
  const token = request.getTok();
  const invocation = Object.hasOwn(INVOCATIONS, token) ? INVOCATIONS[token] : undefined;
  if (invocation === undefined) {
    const reason = `The function ${excerpt(token)} does not exist. This package has only ${Object.keys(INVOCATIONS).join(", ")}.`;
    throw new SettingsError([{ property: NO_PROPERTY, reason }]);
  }
  const args = readArguments(request.getArgs());
  if (args.issues.length > 0) {
    return failureOf(args.issues);
  }
  try {
    return await invocation(host, args);
  } catch (error) {
    if (error instanceof SettingsError) {
      return failureOf(error.issues);
    }
    throw error;
  }
}

function failureOf(issues: readonly Issue[]): provider.InvokeResponse {
  return new provider.InvokeResponse().setFailuresList(toFailures(withCodes(issues)));
}

/** Returns the response with these outputs, all of them as secrets if `areSecret`. */
function responseWith(outputs: Properties, areSecret: boolean): provider.InvokeResponse {
  const marked = Object.entries(outputs).map(([name, value]) => [name, areSecret ? asSecret(value) : value]);
  return new provider.InvokeResponse().setReturn(toStruct(Object.fromEntries(marked) as Properties));
}
