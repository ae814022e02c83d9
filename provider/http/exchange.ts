/** One request and its response through got, with a timeout and the caller's abort signal. */
import type { ClientRequest } from "node:http";
import type { Agents, Request, Response } from "got";
import { MAX_TIMER_MS } from "./deadline.js";
import type { Stage } from "./failures.js";
import type { Route } from "./proxy.js";
import type { ServiceRequest } from "./types.js";

export interface Exchange {
  /** Resolves when status and headers have been received. */
  readonly response: Promise<Response>;
  /** The body as it arrives, decompressed. */
  readonly body: Request;
  /** Whether this side ended it: the time ran out, or the caller's signal aborted. */
  readonly isAborted: () => boolean;
  readonly stage: () => Stage;
  /** Ends the exchange and clears its timer. To be called in all cases. */
  readonly release: () => void;
}

/** @param timeoutMs after this time this side ends the exchange. Milliseconds. */
export async function openExchange(
  request: ServiceRequest,
  { url, route, timeoutMs }: { readonly url: URL; readonly route: Route; readonly timeoutMs: number },
): Promise<Exchange> {
  const { got } = await import("got");
  const limit = abortAfter(timeoutMs, request.deadline.signal);
  const body = got.stream(url, {
    method: request.method,
    headers: request.headers,
    ...(request.body === undefined ? {} : { body: request.body }),
    agent: { http: route.agent, https: route.agent } as Agents,
    // Not got's own timeouts: all except `request` start with the socket, and there is no socket while a proxy connects. One
    // signal serves the timeout and the caller's signal.
    signal: limit.signal,
    followRedirect: false,
    throwHttpErrors: false,
    retry: { limit: 0 },
  });
  // The code that waits for the response or reads the body gets the error. Without any listener Node.js would throw it.
  body.on("error", () => undefined);
  return {
    response: firstResponse(body),
    body,
    isAborted: () => limit.signal.aborted,
    stage: watchStage(body),
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

function watchStage(body: Request): () => Stage {
  let stage: Stage = "no connection was made";
  const connected = (): void => {
    stage = "connected, but no response began";
  };
  body.once("request", (sent: ClientRequest) => {
    // got listens to this event and does nothing. The socket would never be closed, and would keep the process alive.
    sent.once("upgrade", (_response, socket) => {
      socket.destroy();
      body.destroy(Object.assign(new Error("upgrade"), { code: "101 Switching Protocols" }));
    });
    sent.once("socket", (socket) => {
      if (socket.connecting) {
        socket.once("connect", connected);
      } else {
        connected();
      }
    });
  });
  body.once("response", () => {
    stage = "a response began, but did not end";
  });
  return () => stage;
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
