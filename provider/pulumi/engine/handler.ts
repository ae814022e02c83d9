/**
 * What the stub in every state loads at run time, as `pulumi-workflows/handler`: never renamed, never moved.
 * The engine's operations on a `Workflows` resource, in the shapes of the SDK's dynamic provider.
 */
import { createRequire } from "node:module";
import { breakColourCodes } from "../../base/colour-codes.js";
import { type Issue, messageOf } from "../../base/errors.js";
import { NAMESPACE } from "../../settings/definitions.js";
import type { ConfigReader } from "../../settings/sources.js";
import * as lifecycle from "./lifecycle.js";
import { hasSecretMark, isOfDynamicProvider, type Properties, RESOURCE_ID, withSecrets } from "../properties.js";
import { createEngineLog, createHost, type EngineGrpc, type Host } from "./provider-host.js";
import { contextOf, contextOfRead } from "./metadata.js";
import { CONFIG_SYMBOL } from "./stub.js";

export async function check(olds: Properties, news: Properties): Promise<{ inputs: Properties; failures?: Issue[] }> {
  const context = contextOf(news, olds);
  const result = await lifecycle.check(getHost(), olds, news, context);
  return "failures" in result
    ? { inputs: {}, failures: result.failures.map(shown) }
    : { inputs: withSecrets(result.inputs, context.isSecret, context.secrets) };
}

/** Returns the issue as the engine may print it. */
function shown({ property, reason }: Issue): Issue {
  return { property: breakColourCodes(property), reason: breakColourCodes(reason) };
}

export function diff(_id: string, olds: Properties, news: Properties): { changes: boolean } {
  // Outputs become secret, or cease to be, by an update alone.
  const secrecyChanges = hasSecretMark(olds) !== hasSecretMark(news);
  // The plugin's state has no provider code in its outputs. Without an update, refresh and destroy would find none to run.
  return { changes: lifecycle.diff(olds, news).length > 0 || secrecyChanges || !isOfDynamicProvider(olds) };
}

export async function create(inputs: Properties): Promise<{ id: string; outs: Properties }> {
  return clean(async () => ({ id: RESOURCE_ID, outs: await stored(inputs) }));
}

export async function update(_id: string, olds: Properties, news: Properties): Promise<{ outs: Properties }> {
  return clean(async () => ({ outs: await stored(news, olds) }));
}

async function stored(inputs: Properties, olds: Properties = {}): Promise<Properties> {
  return withSecrets(await lifecycle.store(getHost(), inputs, olds), hasSecretMark(inputs));
}

export async function read(id: string, props: Properties) {
  return clean(async () => {
    const context = contextOfRead(props);
    const { outputs, inputs } = await lifecycle.read(getHost(), props, context);
    const secrets = context.isNew ? context.secrets : {};
    const marked = (all: Properties): Properties => withSecrets(all, context.isSecret, secrets);
    return { id, props: marked(outputs), inputs: marked(inputs) };
  });
}

/**
 * Reduces errors to their message. The SDK prints `${error}: ${error.stack}` of a failed read, and takes an error that has an
 * `id` for a half-made resource. The engine shows the message at the resource, so that it appears once.
 */
async function clean<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const plain = new Error(breakColourCodes(messageOf(error)));
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
function getHost(): Host {
  // The engine's address is the host's first argument.
  host ??= createHost({ config, log: createEngineLog(() => process.argv[2], loadGrpcOfSdk) });
  return host;
}

/** The SDK's own copies: its dependencies are not ours. */
function loadGrpcOfSdk(): EngineGrpc {
  const requireOfSdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));
  return {
    grpc: requireOfSdk("@grpc/grpc-js") as EngineGrpc["grpc"],
    service: requireOfSdk("./proto/engine_grpc_pb") as EngineGrpc["service"],
    proto: requireOfSdk("./proto/engine_pb") as EngineGrpc["proto"],
  };
}
