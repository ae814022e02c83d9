/**
 * Serves plain functions to the engine over gRPC. What they throw becomes a gRPC error. Runs in the plugin's process.
 */
import { promisify } from "node:util";
import * as grpc from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import type { IResourceProviderServer } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import { messageForEngine } from "../pulumi/engine-message.js";

/** A function for each call of the protocol that the plugin implements: from its request to its response. */
export type Calls = {
  readonly [Name in keyof IResourceProviderServer]?: IResourceProviderServer[Name] extends grpc.handleUnaryCall<
    infer Request,
    infer Response
  >
    ? (request: Request) => Response | Promise<Response>
    : unknown;
};

/** The engine's limit for a message. That of grpc-js is too low for a large state, which each diff sends. */
const MAX_MESSAGE_BYTES = 400 * 1024 * 1024;

/** Serves the calls on 127.0.0.1, at any free port. */
export async function serve(calls: Calls): Promise<{ readonly port: number; readonly close: () => void }> {
  const server = new grpc.Server({
    "grpc.max_receive_message_length": MAX_MESSAGE_BYTES,
    "grpc.max_send_message_length": MAX_MESSAGE_BYTES,
    // Channelz counts calls and connections, and nobody reads its counters.
    "grpc.enable_channelz": 0,
  });
  server.addService(ResourceProviderService, handlersOf(calls));
  const bind = promisify(server.bindAsync.bind(server));
  const port = await bind("127.0.0.1:0", grpc.ServerCredentials.createInsecure());
  return { port, close: () => server.forceShutdown() };
}

/** Any function of `Calls`. */
type Call = (request: unknown) => unknown;

/** Returns the calls in the form of grpc-js. */
function handlersOf(calls: Calls): grpc.UntypedServiceImplementation {
  return Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, handlerOf(call as Call)]));
}

/**
 * The status of every error. After INTERNAL, DATA_LOSS or UNKNOWN, the engine would take the resource's state for
 * unknown.
 */
const STATUS = grpc.status.FAILED_PRECONDITION;

/** Returns the call in the form of grpc-js. */
function handlerOf(call: Call): grpc.handleUnaryCall<unknown, unknown> {
  return ({ request }, done) => {
    // The call runs in a `then`, so that an error that it throws synchronously is caught too.
    void Promise.resolve(request)
      .then(call)
      .then(
        (value) => done(null, value),
        (error: unknown) => done({ code: STATUS, details: messageForEngine(error) }),
      );
  };
}
