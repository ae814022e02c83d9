/** Serves plain functions to the engine over gRPC, and turns what they throw into gRPC errors; runs in the plugin's process. */
import { once } from "node:events";
import * as net from "node:net";
import * as grpc from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import type { IResourceProviderServer } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import { breakColourCodes } from "../base/colour-codes.js";
import { type ErrorCode, messageOf, withCode, WorkflowsError } from "../base/errors.js";

/** The service's methods without the interface's index signature, which would accept any property name. */
type Rpcs = {
  [
    M in keyof IResourceProviderServer as string extends M ? never : number extends M ? never : M
  ]: IResourceProviderServer[M];
};

/** A function for each implemented call: from its request to its response. */
export type Calls = {
  readonly [M in keyof Rpcs]?: Rpcs[M] extends grpc.handleUnaryCall<infer Request, infer Response>
    ? (request: Request) => Response | Promise<Response>
    : never;
};

/** The engine's own limit for a message. A large state comes back with each diff. */
const MAX_MESSAGE_BYTES = 400 * 1024 * 1024;

/** Serves on 127.0.0.1, at any free port. `callsFor` is called for each connection. */
export async function serve(callsFor: () => Calls): Promise<net.Server> {
  const listener = net.createServer({ noDelay: true }, (connection) => {
    const server = new grpc.Server({
      "grpc.max_receive_message_length": MAX_MESSAGE_BYTES,
      "grpc.max_send_message_length": MAX_MESSAGE_BYTES,
      // Nobody reads its counters.
      "grpc.enable_channelz": 0,
    });
    server.addService(ResourceProviderService, handlersOf(callsFor()));
    // grpc-js itself would first resolve the address, which takes time.
    const injector = server.createConnectionInjector(grpc.ServerCredentials.createInsecure());
    connection.once("close", () => {
      injector.destroy();
      server.forceShutdown();
    });
    injector.injectConnection(connection);
  });
  await once(listener.listen(0, "127.0.0.1"), "listening");
  return listener;
}

function handlersOf(calls: Calls): grpc.UntypedServiceImplementation {
  const handlers = Object.entries(calls).map(([name, call]) => [name, unary(call as AnyCall)] as const);
  return Object.fromEntries(handlers);
}

type AnyCall = (request: unknown) => unknown;

function unary(call: AnyCall): grpc.handleUnaryCall<unknown, unknown> {
  return ({ request }, done) => {
    // What a call throws at once is caught too.
    void Promise.resolve(request)
      .then(call)
      .then(
        (value) => done(null, value),
        (error: unknown) => done({ code: statusOf(error), details: detailsOf(error) }),
      );
  };
}

/**
 * gRPC sends an error's text as a header, percent-encoded, so that each byte can take three. Node.js sends no headers above 64 KB, and
 * the engine would wait for ever.
 */
const MAX_DETAILS_BYTES = 16_000;

function detailsOf(error: unknown): string {
  const text = breakColourCodes(messageOf(error));
  const bytes = Buffer.from(text);
  if (bytes.length <= MAX_DETAILS_BYTES) {
    return text;
  }
  // A character that is cut becomes U+FFFD.
  const start = `${bytes.toString("utf8", 0, MAX_DETAILS_BYTES).replace(/\uFFFD+$/, "")}…`;
  return error instanceof WorkflowsError ? withCode(start, error.code) : start;
}

const STATUS: Readonly<Partial<Record<ErrorCode, grpc.status>>> = {
  settings: grpc.status.INVALID_ARGUMENT,
  cancelled: grpc.status.CANCELLED,
  timeout: grpc.status.DEADLINE_EXCEEDED,
  "no-match": grpc.status.NOT_FOUND,
};

/** Returns the status for an error. Never INTERNAL, DATA_LOSS or UNKNOWN: the engine would then consider the resource's state unknown. */
function statusOf(error: unknown): grpc.status {
  return (error instanceof WorkflowsError ? STATUS[error.code] : undefined) ?? grpc.status.FAILED_PRECONDITION;
}
