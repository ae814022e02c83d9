/** One request and its answer through got, with a leash: the time it may take, and the caller's wish to stop it. */
import type { ClientRequest } from "node:http";
import type { Socket } from "node:net";
import type { Agents, Request, Response } from "got";
import type { Route } from "./proxy.js";
import { describeTls } from "./tls.js";
import type { ServiceRequest, TlsDescription, TlsOptions } from "./types.js";
import { LONGEST_TIMER_MS } from "./within.js";

/** How far an exchange came, for the message when it ends early. */
export type Stage = "no connection was made" | "connected, but no answer began" | "an answer began, but did not end";

export interface Exchange {
  /** Resolves when status and headers are there. */
  readonly answered: Promise<Response>;
  /** The body as it arrives, decompressed. */
  readonly body: Request;
  /** Why it was ended from this side; `undefined` while it was not. */
  readonly ended: () => "time-out" | "cancelled" | undefined;
  readonly stage: () => Stage;
  readonly isResponding: () => boolean;
  /** How the connection was secured, once there is a response. */
  readonly tls: () => TlsDescription | undefined;
  /** Ends it, and lets its timer go. To be called whatever came. */
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
  const leash = new AbortController();
  const { signal } = request.deadline;
  let ended: "time-out" | "cancelled" | undefined;
  let stage: Stage = "no connection was made";

  const end = (why: "time-out" | "cancelled"): void => {
    ended ??= why;
    leash.abort();
  };
  const cancel = (): void => end("cancelled");
  const timer = setTimeout(() => end("time-out"), Math.min(LONGEST_TIMER_MS, milliseconds));
  signal?.addEventListener("abort", cancel, { once: true });
  if (signal?.aborted === true) cancel();

  const body = got.stream(url, {
    method: request.method,
    headers: request.headers,
    ...(request.body === undefined ? {} : { body: request.body }),
    agent: { http: route.agent, https: route.agent } as Agents,
    // Not got's own time-outs: through a proxy there is no socket yet that could report them.
    signal: leash.signal,
    followRedirect: false,
    throwHttpErrors: false,
    retry: { limit: 0 },
  });
  // What goes wrong is seen by whoever waits for the answer or reads the body; nobody may be listening in between.
  body.on("error", () => undefined);
  let connection: Socket | undefined;
  let tls: TlsDescription | undefined;
  body.once("request", (sent: ClientRequest) => {
    sent.once("socket", (socket) => {
      connection = socket;
      const connected = (): void => {
        if (stage === "no connection was made") stage = "connected, but no answer began";
      };
      if (socket.connecting) socket.once("connect", connected);
      else connected();
    });
  });
  const answered = new Promise<Response>((resolve, reject) => {
    body.once("response", (response: Response) => {
      stage = "an answer began, but did not end";
      tls = describeTls(connection, tlsOptions);
      resolve(response);
    });
    body.once("error", reject);
    body.once("close", () => reject(new Error("closed")));
  });
  answered.catch(() => undefined);

  const release = (): void => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", cancel);
    body.destroy();
  };
  return {
    answered,
    body,
    ended: () => ended,
    stage: () => stage,
    isResponding: () => stage === "an answer began, but did not end",
    tls: () => tls,
    release,
  };
}
