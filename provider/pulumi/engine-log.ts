/** The engine's own log, from the provider's host: a process that the SDK gives no logger. */
import { createRequire } from "node:module";
import type * as Grpc from "@grpc/grpc-js";
import type { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type * as EngineProto from "@pulumi/pulumi/proto/engine_pb";

export type Severity = "info" | "warning";

/** Writes one line to the user; on a resource where its URN is known. */
export type Log = (severity: Severity, message: string, urn?: string) => Promise<void>;

/** Longest wait for the engine to take a line. */
const LOG_TIMEOUT_MILLISECONDS = 2_000;

/** Logs through the engine at `address` (the host's first argument); to stderr where there is none or it does not answer. */
export function createEngineLog(address: string | undefined): Log {
  let connected: Connection | undefined;
  return async (severity, message, urn) => {
    if (address === undefined || !/^[^\s]+:\d+$/.test(address)) {
      process.stderr.write(`${severity}: ${message}\n`);
      return;
    }
    connected ??= connect(address);
    const { client, proto, metadata } = connected;
    const request = new proto.LogRequest();
    request.setSeverity(severity === "info" ? proto.LogSeverity.INFO : proto.LogSeverity.WARNING);
    request.setMessage(message);
    request.setUrn(urn ?? "");
    await new Promise<void>((resolve) => {
      client.log(request, metadata, { deadline: Date.now() + LOG_TIMEOUT_MILLISECONDS }, (error) => {
        if (error !== null) {
          process.stderr.write(`${severity}: ${message}\n`);
        }
        resolve();
      });
    });
  };
}

interface Connection {
  readonly client: EngineClient;
  readonly proto: typeof EngineProto;
  readonly metadata: Parameters<EngineClient["log"]>[1] & object;
}

/** gRPC as the SDK itself has it: it is the SDK's dependency, not ours. */
function connect(address: string): Connection {
  const requireFromSdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));
  const grpc = requireFromSdk("@grpc/grpc-js") as typeof Grpc;
  const service = requireFromSdk("./proto/engine_grpc_pb") as { EngineClient: typeof EngineClient };
  const proto = requireFromSdk("./proto/engine_pb") as typeof EngineProto;
  return {
    client: new service.EngineClient(address, grpc.credentials.createInsecure()),
    proto,
    metadata: new grpc.Metadata(),
  };
}
