/** Writes lines to the engine's log. */
import type * as Grpc from "@grpc/grpc-js";
import type * as EngineService from "@pulumi/pulumi/proto/engine_grpc_pb";
import type * as EngineProto from "@pulumi/pulumi/proto/engine_pb";
import type { Log } from "./host.js";

/** The modules for calls to the engine. The handler loads the SDK's copies of them, and the plugin contains them. */
export interface EngineGrpc {
  readonly grpc: Pick<typeof Grpc, "credentials" | "Metadata">;
  readonly service: Pick<typeof EngineService, "EngineClient">;
  readonly proto: Pick<typeof EngineProto, "LogRequest" | "LogSeverity">;
}

/** How long a line may take to reach the engine. */
const TIMEOUT_MILLISECONDS = 2_000;

/**
 * Returns a log that writes through the engine at the address, or to stderr if no engine responds. It calls `load` only when it writes,
 * because most processes write nothing.
 */
export function createEngineLog(address: () => string | undefined, load: () => EngineGrpc | Promise<EngineGrpc>): Log {
  const send: Log = async (severity, message, urn = "") => {
    const { grpc, service, proto } = await load();
    const level = severity === "info" ? proto.LogSeverity.INFO : proto.LogSeverity.WARNING;
    const request = new proto.LogRequest().setSeverity(level).setMessage(message).setUrn(urn);
    const deadline = Date.now() + TIMEOUT_MILLISECONDS;
    const client = new service.EngineClient(address() ?? "", grpc.credentials.createInsecure());
    await new Promise<void>((resolve, reject) => {
      client.log(request, new grpc.Metadata(), { deadline }, (error) => (error === null ? resolve() : reject(error)));
    }).finally(() => client.close());
  };
  let previous = Promise.resolve();
  return (severity, message, urn) => {
    // Lines are sent in their order. A line must not fail, because not every caller waits for it.
    const toStderr = (): void => void process.stderr.write(`${severity}: ${message}\n`);
    previous = previous.then(() => send(severity, message, urn)).catch(toStderr);
    return previous;
  };
}
