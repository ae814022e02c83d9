/** The dynamic provider's host process, as the handler sees it. */
import { NAMESPACE } from "../settings/definitions.js";
import type { ConfigReader } from "../settings/sources.js";
import { createHost, type Host } from "./create-host.js";
import { createEngineLog, type EngineGrpc } from "./engine-log.js";
import { requireFromSdk } from "./require-from-sdk.js";
import { CONFIG_SYMBOL } from "./stub.js";

const config: ConfigReader = (key) => {
  const given = (globalThis as { [CONFIG_SYMBOL]?: { get(key: string): string | undefined } })[CONFIG_SYMBOL];
  return given?.get(`${NAMESPACE}:${key}`);
};

let host: Host | undefined;

/** This process's one host: the engine starts a process for each phase of a deployment. */
export function theHost(): Host {
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
