/** One request through got, and its response as it arrives. Runs in both processes. */
import { once } from "node:events";
import type { ClientRequest, IncomingMessage } from "node:http";
import type { Agents, Request, Response } from "got";
import type { Stage } from "./failures.js";
import type { Route } from "./proxy.js";
import type { ServiceRequest } from "./types.js";

/** A request that has been sent, and its response as it arrives. */
export interface Exchange {
  /** Resolves when status and headers have been received. */
  readonly response: Promise<Response>;
  /** Decompressed body stream. The caller must always destroy it: that closes the connection if the body was not read. */
  readonly body: Request;
  /** Returns how far the exchange is now. */
  readonly stage: () => Stage;
}

/** Sends a request, and returns without waiting for the response, which is a promise in the result. */
export async function openExchange(request: ServiceRequest, url: URL, { agent }: Route): Promise<Exchange> {
  const { got } = await import("got");
  // We don't use got's timeouts, because most of them (`connect`, `response` …) start when a socket is assigned. Behind a proxy, that is
  // only after CONNECT. The caller limits the time of the whole exchange.
  const body = got.stream(url, {
    method: request.method,
    headers: request.headers,
    ...(request.body === undefined ? {} : { body: request.body }),
    agent: { http: agent, https: agent } as Agents,
    followRedirect: false,
    throwHttpErrors: false,
    retry: { limit: 0 },
  });
  body.once("request", (sent: ClientRequest) => {
    // got does not know this name of gzip (RFC 9110 §8.4.1.3).
    sent.prependOnceListener("response", ({ headers }: IncomingMessage) => {
      if (headers["content-encoding"]?.toLowerCase() === "x-gzip") {
        headers["content-encoding"] = "gzip";
      }
    });
    // The server has switched to another protocol, although the request did not ask for it. got subscribes to this event and ignores
    // it, which leaks the socket and keeps the process alive.
    sent.once("upgrade", (_response, socket) => {
      socket.destroy();
      body.destroy(Object.assign(new Error(), { code: "ERR_PROTOCOL_SWITCHED" }));
    });
  });
  // The code that awaits `response` or reads `body` gets the error. This listener and the `catch` below only keep Node.js from
  // ending the process because of an error that nobody handles yet.
  body.on("error", () => undefined);
  const response = once(body, "response").then(([first]) => first as Response);
  response.catch(() => undefined);
  return { response, body, stage: () => stageOf(body) };
}

function stageOf({ timings }: Request): Stage {
  if (timings?.response !== undefined) {
    return "a response began, but did not end";
  }
  return timings?.connect === undefined ? "no connection was made" : "connected, but no response began";
}
