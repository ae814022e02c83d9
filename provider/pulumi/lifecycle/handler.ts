/**
 * The engine's operations on a `Workflows` resource, in the shapes of the SDK's dynamic provider; runs in the provider process. The
 * stub in every state loads this file at run time, as `pulumi-workflows/handler`: it is never renamed and never moved.
 */
import { createRequire } from "node:module";
import { breakColourCodes } from "../../base/text.js";
import { type Issue, messageOf } from "../../base/errors.js";
import { NAMESPACE } from "../../settings/definitions.js";
import type { ConfigReader } from "../../settings/sources.js";
import { printableIssue } from "../argument-issues.js";
import * as lifecycle from "./lifecycle.js";
import { type Properties, RESOURCE_ID } from "../properties.js";
import { createEngineLog, createHost, type EngineGrpc, type Host } from "./provider-host.js";
import { factsOf, factsOfRead, withSecrets } from "./metadata.js";
import { parseState, toInputs, toOutputs } from "./state.js";
import { CONFIG_SYMBOL } from "./stub.js";

export async function check(olds: Properties, news: Properties): Promise<{ inputs: Properties; failures?: Issue[] }> {
  const previous = parseState(olds);
  const facts = factsOf(news, previous);
  const result = await lifecycle.check(getHost(), previous, parseState(news), facts);
  return "failures" in result
    ? { inputs: {}, failures: result.failures.map(printableIssue) }
    : { inputs: withSecrets(toInputs(result.state), facts.isSecret, facts.secrets) };
}

export function diff(_id: string, olds: Properties, news: Properties): { changes: boolean } {
  const [state, inputs] = [parseState(olds), parseState(news)];
  // Only an update makes outputs secret or public.
  const isOtherSecretness = state.isSecret !== inputs.isSecret;
  // An alias can take over the plugin's state, which has no provider code in its outputs. The update adds the code that refresh and destroy run.
  const isTakenOver = state.origin !== "npm";
  return { changes: lifecycle.diff(state, inputs).length > 0 || isOtherSecretness || isTakenOver };
}

export async function create(inputs: Properties): Promise<{ id: string; outs: Properties }> {
  return clean(async () => ({ id: RESOURCE_ID, outs: await store(inputs) }));
}

export async function update(_id: string, olds: Properties, news: Properties): Promise<{ outs: Properties }> {
  return clean(async () => ({ outs: await store(news, olds) }));
}

/**
 * Returns the outputs for a create, or for an update of `olds`. If they are secret, only the listing and `__service` are marked here,
 * because the engine itself marks the arguments that are secret in the inputs.
 */
async function store(inputs: Properties, olds?: Properties): Promise<Properties> {
  const state = await lifecycle.store(getHost(), parseState(inputs), olds && parseState(olds));
  return withSecrets(toOutputs(state), state.isSecret);
}

export async function read(id: string, props: Properties) {
  return clean(async () => {
    const facts = factsOfRead(props);
    const state = await lifecycle.read(getHost(), parseState(props), facts);
    // At a refresh the engine itself marks the arguments that are secret in the state.
    const secrets = facts.isNew ? facts.secrets : {};
    const marked = (properties: Properties): Properties => withSecrets(properties, facts.isSecret, secrets);
    return { id, props: marked(toOutputs(state)), inputs: marked(toInputs(state)) };
  });
}

/**
 * Runs `work`. If it throws, the error is replaced by a bare `Error`, because the SDK prints `${error}: ${error.stack}` of a failed read, and takes
 * an error that has an `id` for a partially created resource. The engine shows the message at the resource, so it appears once.
 */
async function clean<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const plain = new Error(breakColourCodes(messageOf(error)));
    plain.stack = "The call failed; see the error shown at the resource.";
    plain.toString = () => "pulumi-workflows";
    throw plain;
  }
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
