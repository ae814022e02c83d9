/** The data functions, in the shapes of the engine's protocol. */
import type { InvokeRequest } from "@pulumi/pulumi/proto/provider_pb.js";
import provider from "@pulumi/pulumi/proto/provider_pb.js";
import { SettingsError } from "../http/errors.js";
import { excerpt } from "../http/excerpt.js";
import type { Host } from "../pulumi/create-host.js";
import { lookUpListing, lookUpOne, lookUpToken } from "../pulumi/look-up.js";
import type { Properties } from "../pulumi/properties.js";
import { failuresFrom } from "./failures.js";
import { itemsOf } from "./outputs.js";
import { FUNCTIONS } from "./tokens.js";
import { decode, encode, hasSecret } from "./wire.js";

type Invocation = (host: Host, args: Properties) => Promise<Properties>;

const INVOCATIONS: Readonly<Record<string, Invocation>> = {
  [FUNCTIONS.getWorkflows]: async ({ session, log }, args) => {
    const { json, count, digest } = await lookUpListing(session, args);
    return { items: await itemsOf(json, log), json, count, digest };
  },
  [FUNCTIONS.getWorkflow]: async ({ session, log }, args) => {
    const found = await lookUpOne(session, args);
    return found === undefined ? {} : { workflow: (await itemsOf(found.json, log))[0], json: found.json };
  },
  [FUNCTIONS.getAccessToken]: async ({ session }, args) => ({ token: await lookUpToken(session, args) }),
};

export async function invoke(host: Host, request: InvokeRequest): Promise<provider.InvokeResponse> {
  const token = request.getTok();
  const invocation = Object.hasOwn(INVOCATIONS, token) ? INVOCATIONS[token] : undefined;
  if (invocation === undefined) {
    const reason = `There is no function ${excerpt(token)} in this package, only ${Object.keys(INVOCATIONS).join(", ")}.`;
    throw new SettingsError([{ property: "", reason }]);
  }
  const answer = new provider.InvokeResponse();
  try {
    const result = await invocation(host, decode(request.getArgs()));
    const isSecret = token === FUNCTIONS.getAccessToken || hasSecret(request.getArgs());
    return answer.setReturn(encode(result, { secret: isSecret ? new Set(Object.keys(result)) : undefined }));
  } catch (error) {
    if (error instanceof SettingsError) return answer.setFailuresList(failuresFrom(error.faults));
    throw error;
  }
}
