/** An engine of which only the log is there: it keeps the lines that it is sent. */
import * as grpc from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type { LogRequest } from "@pulumi/pulumi/proto/engine_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";

export interface EngineLog {
  readonly address: string;
  readonly lines: readonly string[];
  /** Resolves with the first line. */
  readonly firstLine: Promise<string>;
  close(): void;
}

/** Starts it on 127.0.0.1, at any free port. */
export async function startEngineLog(): Promise<EngineLog> {
  const lines: string[] = [];
  let receiveFirst: (line: string) => void;
  const firstLine = new Promise<string>((resolve) => (receiveFirst = resolve));
  const server = new grpc.Server();
  const log: grpc.handleUnaryCall<LogRequest, Empty> = ({ request }, done) => {
    lines.push(request.getMessage());
    receiveFirst(request.getMessage());
    done(null, new Empty());
  };
  server.addService(EngineService, { log });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return { address: `127.0.0.1:${port}`, lines, firstLine, close: () => server.forceShutdown() };
}
