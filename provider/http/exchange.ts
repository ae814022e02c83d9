/** One request through got, and its response as it arrives. */
import { once } from "node:events";
import type { ClientRequest } from "node:http";
import type { Agents, Request, Response } from "got";
import type { Stage } from "./failures.js";
import type { Route } from "./proxy.js";
import type { ServiceRequest } from "./types.js";

export interface Exchange {
  /** Resolves when status and headers have been received. */
  readonly response: Promise<Response>;
  /** The body as it arrives, decompressed. To be destroyed in all cases: that ends the exchange. */
  readonly body: Request;
  readonly stage: () => Stage;
}

export async function openExchange(request: ServiceRequest, url: URL, { agent }: Route): Promise<Exchange> {
  const { got } = await import("got");
  // Not got's own timeouts: all except `request` start with the socket, and there is no socket while a proxy connects.
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
    // got listens to this event and does nothing. The socket would never be closed, and would keep the process alive.
    sent.once("upgrade", (_response, socket) => {
      socket.destroy();
      body.destroy(Object.assign(new Error("upgrade"), { code: "101 Switching Protocols" }));
    });
  });
  // The code that waits for the response or reads the body gets the error. Without any listener Node.js would throw it.
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
