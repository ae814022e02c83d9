/** One request and its response through got, with a timeout and the caller's abort signal. */
import type { ClientRequest, IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Agents, Request, Response } from "got";
import { MAX_TIMER_MS } from "./deadline.js";
import { UPGRADED } from "./network-codes.js";
import type { Route } from "./proxy.js";
import { describeTls } from "./tls.js";
import type { ServiceRequest, TlsDescription, TlsOptions } from "./types.js";

/** How far an exchange got, for the message if it is ended early. */
export type Stage = "no connection was made" | "connected, but no response began" | "a response began, but did not end";

export interface Exchange {
  /** Resolves when status and headers have been received. */
  readonly response: Promise<Response>;
  /** The body as it arrives, decompressed. */
  readonly body: Request;
  /** Whether this side ended it: the time ran out, or the caller's signal aborted. */
  readonly isAborted: () => boolean;
  readonly stage: () => Stage;
  /** How the connection was secured, once there is a response. */
  readonly tls: () => TlsDescription | undefined;
  /** Ends the exchange and clears its timer. To be called in all cases. */
  readonly release: () => void;
}

export interface ExchangeOptions {
  readonly url: URL;
  readonly route: Route;
  /** After this time this side ends the exchange. Milliseconds. */
  readonly timeoutMs: number;
  readonly tls: TlsOptions;
}

/** What is known of the connection so far. */
interface Connection {
  stage: Stage;
  socket: Socket | undefined;
  tls: TlsDescription | undefined;
}

export async function openExchange(request: ServiceRequest, options: ExchangeOptions): Promise<Exchange> {
  const { got } = await import("got");
  const limit = abortAfter(options.timeoutMs, request.deadline.signal);
  const agent = options.route.agent;
  const body = got.stream(options.url, {
    method: request.method,
    headers: request.headers,
    ...(request.body === undefined ? {} : { body: request.body }),
    agent: { http: agent, https: agent } as Agents,
    // Not got's own timeouts: all except `request` start with the socket, and there is no socket while a proxy connects. One
    // signal serves the timeout and the caller's signal.
    signal: limit.signal,
    followRedirect: false,
    throwHttpErrors: false,
    retry: { limit: 0 },
  });
  // The code that waits for the response or reads the body gets the error. Without any listener Node.js would throw it.
  body.on("error", () => undefined);
  const connection = watchConnection(body, options.tls);
  return {
    response: firstResponse(body),
    body,
    isAborted: () => limit.signal.aborted,
    stage: () => connection.stage,
    tls: () => connection.tls,
    release: () => {
      limit.release();
      body.destroy();
    },
  };
}

/** A signal that aborts after the time, or with the caller's signal. `release` clears its timer. */
function abortAfter(
  milliseconds: number,
  caller: AbortSignal | undefined,
): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setTimeout(abort, Math.min(MAX_TIMER_MS, milliseconds));
  caller?.addEventListener("abort", abort);
  if (caller?.aborted === true) {
    abort();
  }
  const release = (): void => {
    clearTimeout(timer);
    caller?.removeEventListener("abort", abort);
  };
  return { signal: controller.signal, release };
}

/** Follows the connection of a request, and corrects what got does not do with its events. */
function watchConnection(body: Request, tlsOptions: TlsOptions): Connection {
  const connection: Connection = { stage: "no connection was made", socket: undefined, tls: undefined };
  body.once("request", (sent: ClientRequest) => {
    // Before got's own listener, which decompresses the response.
    sent.prependOnceListener("response", useKnownEncoding);
    // got listens to this event and does nothing. The socket would never be closed, and would keep the process alive.
    sent.once("upgrade", (_response, socket) => {
      socket.destroy();
      body.destroy(Object.assign(new Error("upgrade"), { code: UPGRADED }));
    });
    sent.once("socket", (socket) => {
      connection.socket = socket;
      whenConnected(socket, () => {
        connection.stage = "connected, but no response began";
      });
    });
  });
  body.once("response", () => {
    connection.stage = "a response began, but did not end";
    connection.tls = describeTls(connection.socket, tlsOptions);
  });
  return connection;
}

function whenConnected(socket: Socket, callback: () => void): void {
  if (socket.connecting) {
    socket.once("connect", callback);
  } else {
    callback();
  }
}

function firstResponse(body: Request): Promise<Response> {
  const response = new Promise<Response>((resolve, reject) => {
    body.once("response", resolve);
    body.once("error", reject);
    body.once("close", () => reject(new Error("closed")));
  });
  response.catch(() => undefined);
  return response;
}

function useKnownEncoding({ headers }: IncomingMessage): void {
  const encoding = headers["content-encoding"];
  if (encoding !== undefined) {
    headers["content-encoding"] = plainEncoding(encoding);
  }
}

/**
 * The encoding by the name that got knows. `x-gzip` is gzip (RFC 9110 §8.4.1.3), and `identity` beside another encoding adds
 * nothing.
 */
function plainEncoding(encoding: string): string {
  const names = encoding.split(",").map((name) => name.trim().toLowerCase());
  const [name = "", ...more] = names.filter((one) => one !== "" && one !== "identity");
  return more.length === 0 && name !== "" ? name.replace(/^x-gzip$/, "gzip") : encoding;
}
