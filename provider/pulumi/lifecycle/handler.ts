/**
 * The engine's operations on a `Workflows` resource, in the shapes of the SDK's dynamic provider; runs in the
 * provider's process. The text in every state (`stub.ts`) loads this file at run time, as `pulumi-workflows/handler`.
 * It is never renamed and never moved.
 */
import { createRequire } from "node:module";
import { breakColourCodes } from "../../base/text.js";
import type { Issue } from "../../base/errors.js";
import { NAMESPACE } from "../../settings/definitions.js";
import type { ConfigReader } from "../../settings/sources.js";
import { messageForEngine } from "../engine-message.js";
import { containsUnknown } from "../engine-signatures.js";
import { type Properties, RESOURCE_ID } from "../properties.js";
import { createEngineLog, createHost, type EngineGrpc, type Host } from "./host.js";
import * as lifecycle from "./lifecycle.js";
import { parseSent, parseState, toProperties } from "./state.js";
import { CONFIG_SYMBOL } from "./stub.js";

/** The state of a resource that does not exist yet. */
const NEW = parseState({});

export async function check(olds: Properties, news: Properties): Promise<{ inputs: Properties; failures?: Issue[] }> {
  const previous = parseState(olds);
  const { state, metadata } = parseSent(news, previous);
  const facts = { urn: metadata?.urn, isPending: containsUnknown(metadata?.dependencies) };
  const result = await lifecycle.check(getHost(), previous, state, facts);
  if ("failures" in result) {
    const failures = result.failures.map(({ property, reason }) => ({ property, reason: breakColourCodes(reason) }));
    return { inputs: {}, failures };
  }
  return { inputs: toProperties(result.state) };
}

export function diff(_id: string, olds: Properties, news: Properties): { changes: boolean } {
  const state = parseState(olds);
  // An alias can take over a state of the plugin, which has no provider code. The update adds the code, because refresh
  // and destroy run it.
  const isTakenOver = state.origin !== "npm";
  return { changes: lifecycle.diff(state, parseState(news)).length > 0 || isTakenOver };
}

export function create(inputs: Properties): Promise<{ id: string; outs: Properties }> {
  return Promise.resolve({ id: RESOURCE_ID, outs: toProperties(parseState(inputs)) });
}

export function update(_id: string, _olds: Properties, news: Properties): Promise<{ outs: Properties }> {
  return Promise.resolve({ outs: toProperties(parseState(news)) });
}

/** Reads for a refresh, or for `Workflows.get`, which sends metadata. */
export async function read(
  id: string,
  props: Properties,
): Promise<{ id: string; props: Properties; inputs: Properties }> {
  try {
    const { state: sent, metadata } = parseSent(props, NEW);
    const state =
      metadata === undefined
        ? await lifecycle.refresh(getHost(), parseState(props), {})
        : await lifecycle.readNew(getHost(), sent, { urn: metadata.urn });
    return { id, props: toProperties(state), inputs: toProperties(state) };
  } catch (error) {
    throw bareError(error);
  }
}

/**
 * Returns a bare error with the message of the given one, so that the message appears once: the engine shows it at the
 * resource, and the SDK also logs `${error}: ${error.stack}` of a failed read. The bare error has no `id`, because the
 * SDK takes an error with an `id` for a resource that was created in part.
 */
function bareError(error: unknown): Error {
  const bare = new Error(messageForEngine(error));
  bare.stack = "The call failed; see the error shown at the resource.";
  bare.toString = () => "pulumi-workflows";
  return bare;
}

const config: ConfigReader = (key) => {
  const configured = (globalThis as { [CONFIG_SYMBOL]?: { get(key: string): string | undefined } })[CONFIG_SYMBOL];
  return configured?.get(`${NAMESPACE}:${key}`);
};

let host: Host | undefined;

/** Returns the one host of this process. The engine starts a process for each phase of a deployment. */
function getHost(): Host {
  // The SDK's program for dynamic providers gets the engine's address as its first argument.
  host ??= createHost({ config, log: createEngineLog(() => process.argv[2], loadGrpcOfSdk) });
  return host;
}

/** Loads the SDK's copies of these modules, because this package does not depend on gRPC. */
function loadGrpcOfSdk(): EngineGrpc {
  const requireOfSdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));
  return {
    grpc: requireOfSdk("@grpc/grpc-js") as EngineGrpc["grpc"],
    service: requireOfSdk("./proto/engine_grpc_pb") as EngineGrpc["service"],
    proto: requireOfSdk("./proto/engine_pb") as EngineGrpc["proto"],
  };
}
