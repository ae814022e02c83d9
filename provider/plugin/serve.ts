/** The gRPC server: takes plain functions for the engine's calls, and turns what they throw into gRPC errors. */
import * as net from "node:net";
import * as grpc from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import type { IResourceProviderServer } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import { type ErrorCode, messageOf, WorkflowsError } from "../http/errors.js";
import { type CallRouter, createCallRouter } from "./call-router.js";

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

export interface Server {
  readonly port: number;
  close(): void;
}

/** Serves on 127.0.0.1, at any free port. `createCalls` makes a provider: see `createCallRouter`. */
export async function serve(createCalls: () => Calls): Promise<Server> {
  const server = new grpc.Server({
    "grpc.max_receive_message_length": MAX_MESSAGE_BYTES,
    "grpc.max_send_message_length": MAX_MESSAGE_BYTES,
    // Its counters are not used.
    "grpc.enable_channelz": 0,
  });
  const router = createCallRouter(createCalls);
  const handlers = Object.keys(createCalls()).map((name) => [name, unary(router, name)] as const);
  server.addService(serialisingOnce(ResourceProviderService), Object.fromEntries(handlers));
  // grpc-js itself would first resolve the address, which takes time.
  const injector = server.createConnectionInjector(grpc.ServerCredentials.createInsecure());
  const listener = net.createServer({ noDelay: true }, (connection) => {
    const peer = `${connection.remoteAddress}:${connection.remotePort}`;
    connection.once("close", () => router.close(peer));
    injector.injectConnection(connection);
  });
  await new Promise<void>((resolve, reject) => {
    listener.once("error", reject).listen(loopback(), resolve);
  });
  const close = (): void => {
    listener.close();
    injector.destroy();
    server.forceShutdown();
  };
  return { port: (listener.address() as net.AddressInfo).port, close };
}

/** Since Node.js 24.21 a bound socket saves the 4 ms that the resolver takes, even for an address. */
function loopback(): net.ListenOptions {
  const { BoundSocket } = net as { BoundSocket?: new (options: net.ListenOptions) => net.ListenOptions };
  const address = { port: 0, host: "127.0.0.1" };
  return BoundSocket === undefined ? address : new BoundSocket(address);
}

type AnyCall = (request: unknown) => unknown;
type Service = grpc.ServiceDefinition;

/** The service. A response that is sent many times, such as a listing to a hundred readers, is serialised once. */
function serialisingOnce(service: Service): Service {
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

function unary(router: CallRouter, name: string): grpc.handleUnaryCall<unknown, unknown> {
  return (call, done) => {
    const calls = router.callsFor(call.getPeer(), name) as Readonly<Record<string, AnyCall | undefined>>;
    // What a call throws at once is caught too.
    void Promise.resolve(call.request)
      .then(calls[name])
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
  const text = messageOf(error);
  const bytes = Buffer.from(text);
  // A character that is cut becomes U+FFFD.
  return bytes.length <= MAX_DETAILS_BYTES
    ? text
    : `${bytes.toString("utf8", 0, MAX_DETAILS_BYTES).replace(/\uFFFD+$/, "")}…`;
}

/** Never internal, data loss or unknown: after these the engine takes the state of the resource as unknown. */
function statusOf(error: unknown): grpc.status {
  const code: ErrorCode | undefined = error instanceof WorkflowsError ? error.code : undefined;
  switch (code) {
    case "settings":
      return grpc.status.INVALID_ARGUMENT;
    case "cancelled":
      return grpc.status.CANCELLED;
    case "timeout":
      return grpc.status.DEADLINE_EXCEEDED;
    case "no-match":
      return grpc.status.NOT_FOUND;
    default:
      return grpc.status.FAILED_PRECONDITION;
  }
}
