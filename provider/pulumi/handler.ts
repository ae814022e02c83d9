/**
 * What the stub in every state loads at run time, as `pulumi-workflows/handler`: never renamed, never moved.
 * The engine's operations on a `Workflows` resource, in the shapes of the SDK's dynamic provider.
 */
import { messageOf } from "../http/errors.js";
import { NAMESPACE } from "../settings/definitions.js";
import type { ConfigReader } from "../settings/sources.js";
import { aboutCall, aboutState, hasCall } from "./call.js";
import { createEngineLog, createHost, type EngineGrpc, type Host } from "./host.js";
import * as lifecycle from "./lifecycle.js";
import { argumentsOf, hasSecretMark, idOf, isOfDynamicProvider, type Properties, sealed } from "./properties.js";
import { requireFromSdk, writeAsBytes } from "./sdk.js";
import { CONFIG_SYMBOL } from "./stub.js";

interface CheckResult {
  inputs?: Properties;
  failures?: { property: string; reason: string }[];
}

export async function check(olds: Properties, news: Properties): Promise<CheckResult> {
  const about = aboutCall(news, olds);
  const result = await lifecycle.check(theHost(), olds, news, about);
  return "failures" in result
    ? { inputs: {}, failures: [...result.failures] }
    : { inputs: forEngine(result.inputs, about.isSecret, about.secrets) };
}

export function diff(_id: string, olds: Properties, news: Properties): { changes: boolean } {
  // Outputs become secret, or cease to be, by an update alone.
  const secrecyChanges = hasSecretMark(olds) !== hasSecretMark(news);
  // The plugin's state has no provider code in its outputs. Without an update, refresh and destroy would find none to run.
  return { changes: lifecycle.diff(olds, news).changes || secrecyChanges || !isOfDynamicProvider(olds) };
}

export async function create(inputs: Properties): Promise<{ id: string; outs: Properties }> {
  return clean(async () => ({ id: idOf(inputs, hasSecretMark(inputs)), outs: await stored(inputs) }));
}

export async function update(_id: string, olds: Properties, news: Properties): Promise<{ outs: Properties }> {
  return clean(async () => ({ outs: await stored(news, olds) }));
}

async function stored(inputs: Properties, olds: Properties = {}): Promise<Properties> {
  return forEngine(await lifecycle.store(theHost(), inputs, olds), hasSecretMark(inputs));
}

export async function read(
  id: string,
  props: Properties,
): Promise<{ id: string; props: Properties; inputs: Properties }> {
  return clean(async () => {
    const isCalled = hasCall(props);
    const about = isCalled ? aboutCall(props) : aboutState(props);
    // What a program sends has no reading yet, but may have a placeholder for a secret one.
    const state = isCalled ? argumentsOf(props) : props;
    const { outputs, inputs } = await lifecycle.read(theHost(), state, { ...about, live: isCalled });
    return { id, props: forEngine(outputs, about.isSecret), inputs: forEngine(inputs, about.isSecret) };
  });
}

/** The properties as the engine takes them. */
function forEngine(properties: Properties, isSecret: boolean, secrets?: Properties): Properties {
  writeAsBytes(properties["json"]);
  return sealed(properties, isSecret, secrets);
}

/**
 * Reduces errors to their message. The SDK prints `${error}: ${error.stack}` of a failed read, and takes an error that has an
 * `id` for a half-made resource. The engine shows the message at the resource, so that it appears once.
 */
async function clean<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const plain = new Error(messageOf(error));
    plain.stack = "a call failed; the error on its resource has the reason.";
    plain.toString = () => "pulumi-workflows";
    throw plain;
  }
}

const config: ConfigReader = (key) => {
  const given = (globalThis as { [CONFIG_SYMBOL]?: { get(key: string): string | undefined } })[CONFIG_SYMBOL];
  return given?.get(`${NAMESPACE}:${key}`);
};

let host: Host | undefined;

/** This process's one host. The engine starts a process for each phase of a deployment. */
function theHost(): Host {
  // The engine's address is the host's first argument.
  host ??= createHost({ config, log: createEngineLog(() => process.argv[2], loadGrpcOfSdk) });
  return host;
}

function loadGrpcOfSdk(): EngineGrpc {
  return {
    grpc: requireFromSdk("@grpc/grpc-js") as EngineGrpc["grpc"],
    service: requireFromSdk("./proto/engine_grpc_pb") as EngineGrpc["service"],
    proto: requireFromSdk("./proto/engine_pb") as EngineGrpc["proto"],
  };
}
