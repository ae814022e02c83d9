/** The gRPC server: takes plain functions for the engine's calls, and turns what they throw into gRPC errors. */
import { once } from "node:events";
import * as net from "node:net";
import * as grpc from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import type { IResourceProviderServer } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import { breakColourCodes } from "../base/colour-codes.js";
import { type ErrorCode, messageOf, WorkflowsError } from "../base/errors.js";

/** The engine's calls, without the index signature under which TypeScript would take any. */
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

/** The engine sends and takes messages up to this size; a large state comes back with each diff. Bytes. */
const MAX_MESSAGE_BYTES = 400 * 1024 * 1024;

/** Serves on 127.0.0.1, at any free port. `callsFor` is called for each connection. */
export async function serve(callsFor: () => Calls): Promise<net.Server> {
  const service = serialisingOnce(ResourceProviderService);
  const listener = net.createServer({ noDelay: true }, (connection) => {
    const server = new grpc.Server({
      "grpc.max_receive_message_length": MAX_MESSAGE_BYTES,
      "grpc.max_send_message_length": MAX_MESSAGE_BYTES,
      // Its counters are not used.
      "grpc.enable_channelz": 0,
    });
    server.addService(service, handlersOf(callsFor()));
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

/** The service. A response that is sent many times, such as a listing to a hundred readers, is serialised once. */
function serialisingOnce(service: grpc.ServiceDefinition): grpc.ServiceDefinition {
  const kept = new WeakMap<object, Buffer>();
  const methods = Object.entries(service).map(([name, method]) => {
    const responseSerialize = (response: object): Buffer => {
      const bytes = kept.get(response) ?? method.responseSerialize(response);
      kept.set(response, bytes);
      return bytes;
    };
    return [name, { ...method, responseSerialize }] as const;
  });
  return Object.fromEntries(methods);
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
 * gRPC sends an error's text as a header, percent-encoded: each byte can take three. Node.js sends no headers above 64 KB, and the
 * engine would wait for ever. Bytes.
 */
const MAX_DETAILS_BYTES = 16_000;

function detailsOf(error: unknown): string {
  const text = breakColourCodes(messageOf(error));
  const bytes = Buffer.from(text);
  // A character that is cut becomes U+FFFD.
  return bytes.length <= MAX_DETAILS_BYTES
    ? text
    : `${bytes.toString("utf8", 0, MAX_DETAILS_BYTES).replace(/\uFFFD+$/, "")}…`;
}

const STATUS: Readonly<Partial<Record<ErrorCode, grpc.status>>> = {
  settings: grpc.status.INVALID_ARGUMENT,
  cancelled: grpc.status.CANCELLED,
  timeout: grpc.status.DEADLINE_EXCEEDED,
  "no-match": grpc.status.NOT_FOUND,
};

/** Never internal, data loss or unknown: after these the engine takes the state of the resource as unknown. */
function statusOf(error: unknown): grpc.status {
  return (error instanceof WorkflowsError ? STATUS[error.code] : undefined) ?? grpc.status.FAILED_PRECONDITION;
}
