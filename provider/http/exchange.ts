/**
 * One attempt at a request: got sends it, follows redirects and decompresses; the response is read and checked here.
 */
import { once } from "node:events";
import type { ClientRequest } from "node:http";
import type { Agents, Request, Response } from "got";
import { abortAfter, type Clock } from "../base/deadline.js";
import type { Secrets } from "../base/secrets.js";
import { excerpt } from "../base/text.js";
import { onIssuer } from "./authorities.js";
import type { Route, Router } from "./connect.js";
import { connectionFailure, timeoutFailure } from "./connection-failure.js";
import { excerptOfError, isWebPage } from "./error-body.js";
import { deadlineFailure, Failure } from "./failures.js";
import { whyNotFollowed } from "./redirects.js";
import { readRefusal } from "./refusal.js";
import { decodeText, readBody, requestIdOf } from "./response.js";
import { MAX_RESPONSE_BYTES, type ServiceRequest, type ServiceResponse, type TlsOptions } from "./types.js";

/**
 * Statuses with which the response is returned to the caller: 200, 203 from a proxy that changed the response, 204
 * without a body, and 206 with a part of the content. The caller decides what 204 and 206 mean.
 */
const SUCCESSES: ReadonlySet<number> = new Set([200, 203, 204, 206]);

/** The values that all attempts of a transport share. */
export interface ExchangeContext {
  readonly clock: Clock;
  readonly router: Router;
  readonly requestTimeoutMs: number;
  readonly clean: Secrets["clean"];
  readonly tls: TlsOptions;
}

/** Sends `request` once. Throws only a `Failure`, never an error of got, which contains the request with its token. */
export async function exchange(
  request: ServiceRequest,
  context: ExchangeContext,
): Promise<Omit<ServiceResponse, "attempts">> {
  const { deadline } = request;
  const target = nameTarget(request, context.clean);
  const route = context.router(request.url);
  // got's own time-outs start when a socket is assigned, and so do nothing while a proxy is silent. Its signal works at
  // any time.
  const { controller: timeout, timer } = abortAfter(context.requestTimeoutMs);
  const signal = AbortSignal.any([deadline.signal, timeout.signal]);
  const attempt: Attempt = { ...context, target, route, signal, issuer: undefined };
  try {
    return await receive(request, attempt);
  } catch (error) {
    if (error instanceof Failure) {
      throw error;
    }
    if (deadline.signal.aborted) {
      throw deadlineFailure(deadline);
    }
    throw timeout.signal.aborted ? timeoutFailure(attempt) : connectionFailure(error, attempt);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Names a request without its query, which may contain secrets. The service chooses the path of a next page, so it is
 * cleaned.
 */
function nameTarget({ method, url }: ServiceRequest, clean: Secrets["clean"]): string {
  return `${method} ${url.origin}${excerpt(clean(url.pathname))}`;
}

/** The values of one attempt, and those of its transport. */
interface Attempt extends ExchangeContext {
  readonly target: string;
  readonly route: Route;
  readonly signal: AbortSignal;
  /** The authority that issued the service's certificate. It is known after the handshake. */
  issuer: string | undefined;
}

/**
 * Sends a request through got, and reads and checks the response. At the end, destroys what is still open of the
 * request.
 */
async function receive(request: ServiceRequest, attempt: Attempt): Promise<Omit<ServiceResponse, "attempts">> {
  const { clock, clean, route, signal, target } = attempt;
  const { got } = await import("got");
  const sentAt = clock.now();
  const body = got.stream(request.url, {
    method: request.method,
    headers: request.headers,
    ...(request.body === undefined ? {} : { body: request.body }),
    agent: { http: route.agent, https: route.agent } as Agents,
    followRedirect: (redirect) => whyNotFollowed(request, redirect, clean) === undefined,
    throwHttpErrors: false,
    // p-retry repeats a request, because it waits as this package needs it.
    retry: { limit: 0 },
    signal,
  });
  /** The request, and those of its redirects. */
  const sent: ClientRequest[] = [];
  body.on("request", (clientRequest: ClientRequest) => {
    sent.push(clientRequest);
    onIssuer(clientRequest, (issuer) => (attempt.issuer = issuer));
    endAtUpgrade(clientRequest, body);
  });
  // The code that awaits the response or reads the body gets the error. This listener only keeps Node.js from ending
  // the process.
  body.on("error", () => undefined);
  try {
    const [response] = (await once(body, "response")) as [Response];
    if (!isSuccess(response.statusCode, request.method)) {
      throw await readRefusal({ request, target, response, body, clean, now: clock.now() });
    }
    const declaredBytes = Number(response.headers["content-length"] ?? 0);
    const bytes = declaredBytes > MAX_RESPONSE_BYTES ? undefined : await readBody(body, MAX_RESPONSE_BYTES);
    return { ...readSuccess(request, response, bytes, attempt), sentAt };
  } finally {
    body.destroy();
    // The body of a redirect may never end.
    sent.forEach((clientRequest) => clientRequest.destroy());
  }
}

/**
 * Ends the request with an error if the server switches to another protocol, although nobody asked for it. got ignores
 * this, and the open socket would keep the process running.
 */
function endAtUpgrade(clientRequest: ClientRequest, body: Request): void {
  clientRequest.once("upgrade", (_response, socket) => {
    socket.destroy();
    body.destroy(Object.assign(new Error("the server switched to another protocol"), { code: "EPROTONOSUPPORT" }));
  });
}

/** Returns whether a response has a status of success. Some frameworks return 201 for any POST. */
function isSuccess(status: number, method: ServiceRequest["method"]): boolean {
  return SUCCESSES.has(status) || (status === 201 && method === "POST");
}

/**
 * Checks a response with a status of success, and decodes its body. `bytes` is `undefined` if the body has too many.
 */
function readSuccess(
  request: ServiceRequest,
  { statusCode: status, headers, url }: Response,
  bytes: Buffer | undefined,
  { target, clean }: Attempt,
): Omit<ServiceResponse, "attempts" | "sentAt"> {
  const requestId = requestIdOf(headers, clean);
  const refuse = (key: string, what: string): Failure =>
    new Failure(key, `${target} returned ${status} with ${what}`, { status, requestId });
  if (bytes === undefined) {
    throw refuse("TOO_LARGE", `more than the ${MAX_RESPONSE_BYTES} bytes allowed`);
  }
  const text = decodeText(bytes);
  if (text === undefined) {
    throw refuse("NOT_TEXT", "bytes that are not UTF-8 text");
  }
  if (isWebPage(text, headers["content-type"])) {
    const title = excerptOfError(text, clean, { onlyFields: request.quotesOnlyErrorFields });
    throw refuse("WEB_PAGE", `a web page instead of JSON${title === "" ? "" : ` ("${title}")`}`);
  }
  return { status, headers, text, bytes: bytes.length, requestId, url: new URL(url) };
}
