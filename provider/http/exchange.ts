/** One request and its response through got, with a timeout and the caller's abort signal. */
import type { ClientRequest, IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Agents, Request, Response } from "got";
import { LONGEST_TIMER_MS } from "./deadline.js";
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

export async function openExchange(
  request: ServiceRequest,
  url: URL,
  route: Route,
  milliseconds: number,
  tlsOptions: TlsOptions,
): Promise<Exchange> {
  const { got } = await import("got");
  const controller = new AbortController();
  const { signal } = request.deadline;
  let stage: Stage = "no connection was made";

  const abort = (): void => controller.abort();
  const timer = setTimeout(abort, Math.min(LONGEST_TIMER_MS, milliseconds));
  signal?.addEventListener("abort", abort);
  if (signal?.aborted === true) {
    abort();
  }

  const body = got.stream(url, {
    method: request.method,
    headers: request.headers,
    ...(request.body === undefined ? {} : { body: request.body }),
    agent: { http: route.agent, https: route.agent } as Agents,
    // Not got's own timeouts: all except `request` start with the socket, and there is no socket while a proxy connects. One
    // controller serves the timeout and the caller's signal.
    signal: controller.signal,
    followRedirect: false,
    throwHttpErrors: false,
    retry: { limit: 0 },
  });
  // The code that waits for the response or reads the body gets the error. Without any listener Node.js would throw it.
  body.on("error", () => undefined);
  let connection: Socket | undefined;
  let tls: TlsDescription | undefined;
  body.once("request", (sent: ClientRequest) => {
    // Before got's own listener, which decompresses the response.
    sent.prependOnceListener("response", ({ headers }: IncomingMessage) => {
      const encoding = headers["content-encoding"];
      if (encoding !== undefined) {
        headers["content-encoding"] = plainEncoding(encoding);
      }
    });
    // got listens to this event and does nothing. The socket would never be closed, and would keep the process alive.
    sent.once("upgrade", (_response, socket) => {
      socket.destroy();
      body.destroy(Object.assign(new Error("upgrade"), { code: UPGRADED }));
    });
    sent.once("socket", (socket) => {
      connection = socket;
      const connected = (): void => {
        stage = "connected, but no response began";
      };
      if (socket.connecting) {
        socket.once("connect", connected);
      } else {
        connected();
      }
    });
  });
  const response = new Promise<Response>((resolve, reject) => {
    body.once("response", (received: Response) => {
      stage = "a response began, but did not end";
      tls = describeTls(connection, tlsOptions);
      resolve(received);
    });
    body.once("error", reject);
    body.once("close", () => reject(new Error("closed")));
  });
  response.catch(() => undefined);

  const release = (): void => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
    body.destroy();
  };
  return {
    response,
    body,
    isAborted: () => controller.signal.aborted,
    stage: () => stage,
    tls: () => tls,
    release,
  };
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
