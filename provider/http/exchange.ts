/**
 * One attempt at a request: got sends it, follows redirects and decompresses; the response is read and checked here.
 */
import { once } from "node:events";
import type { ClientRequest } from "node:http";
import type { Agents, Response } from "got";
import { abortAfter, type Clock } from "../base/deadline.js";
import { errorName, messageOf, systemCodeOf } from "../base/errors.js";
import type { Secrets } from "../base/secrets.js";
import { excerpt, inSeconds } from "../base/text.js";
import { onIssuer, otherAuthorityAdvice } from "./authorities.js";
import type { Route, Router } from "./connect.js";
import { excerptOfError, isHtml } from "./error-body.js";
import { deadlineFailure, Failure, nameStatus, rowOf, UNKNOWN_AUTHORITY } from "./failures.js";
import { whyNotFollowed } from "./redirects.js";
import { readRefusal } from "./refusal.js";
import { decodeText, readBody, requestIdOf } from "./response.js";
import { DEFAULT_LIMITS, type ServiceRequest, type ServiceResponse, type TlsOptions } from "./types.js";

const { maxResponseBytes: MAX_BYTES } = DEFAULT_LIMITS;

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
  // got's own time-outs start when a socket is assigned, and so do nothing while a proxy is silent. Its signal works at
  // any time.
  const { controller: timeout, timer } = abortAfter(context.requestTimeoutMs);
  const signal = AbortSignal.any([deadline.signal, timeout.signal]);
  let route: Route | undefined;
  /** The authority that issued the service's certificate. */
  let issuer: string | undefined;
  try {
    route = context.router(request.url);
    return await receive(request, { ...context, target, route, signal, onIssuer: (name) => (issuer = name) });
  } catch (error) {
    if (error instanceof Failure) {
      throw error;
    }
    if (deadline.signal.aborted) {
      throw deadlineFailure(deadline);
    }
    if (timeout.signal.aborted) {
      const noResponse = `${target}: no complete response within ${inSeconds(context.requestTimeoutMs)}`;
      throw route?.proxy === undefined
        ? new Failure("TIMEOUT", noResponse)
        : new Failure("PROXY_TIMEOUT", `${noResponse} through the proxy ${route.proxy}`);
    }
    throw failureOf(error, { ...context, target, proxy: route?.proxy, issuer });
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
  readonly onIssuer: (issuer: string) => void;
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
    clientRequest.once("socket", (socket) => {
      // A connection that is used again has had its handshake: a listener for it would stay for ever.
      if (!clientRequest.reusedSocket) {
        onIssuer(socket, attempt.onIssuer);
      }
    });
    // The server has switched to another protocol, although nobody asked for it. got ignores this event, and the open
    // socket would keep the process running.
    clientRequest.once("upgrade", (_response, socket) => {
      socket.destroy();
      body.destroy(Object.assign(new Error("the server switched to another protocol"), { code: "EPROTONOSUPPORT" }));
    });
  });
  // The code that awaits the response or reads the body gets the error. This listener only keeps Node.js from ending
  // the process.
  body.on("error", () => undefined);
  try {
    const [response] = (await once(body, "response")) as [Response];
    const { statusCode: status } = response;
    // Some frameworks return 201 for any POST.
    if (!SUCCESSES.has(status) && !(status === 201 && request.method === "POST")) {
      throw await readRefusal({ request, target, response, body, clean, now: clock.now() });
    }
    const declaredBytes = Number(response.headers["content-length"] ?? 0);
    const bytes = declaredBytes > MAX_BYTES ? undefined : await readBody(body, MAX_BYTES);
    return { ...readSuccess(request, response, bytes, attempt), sentAt };
  } finally {
    body.destroy();
    // The body of a redirect may never end.
    sent.forEach((clientRequest) => clientRequest.destroy());
  }
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
    throw refuse("TOO_LARGE", `more than the ${MAX_BYTES} bytes allowed`);
  }
  const text = decodeText(bytes);
  if (text === undefined) {
    throw refuse("NOT_TEXT", "bytes that are not UTF-8 text");
  }
  if (isHtml(text, headers["content-type"])) {
    const title = excerptOfError(text, clean, { onlyFields: request.quotesOnlyErrorFields });
    throw refuse("WEB_PAGE", `a web page instead of JSON${title === "" ? "" : ` ("${title}")`}`);
  }
  return { status, headers, text, bytes: bytes.length, requestId, url: new URL(url) };
}

/** The values of an attempt that failed, from which its failure is described. */
interface FailedExchange extends ExchangeContext {
  readonly target: string;
  readonly proxy: string | undefined;
  readonly issuer: string | undefined;
}

/** Describes an error of got, of an agent or of Node.js. Takes over only its code and its words. */
function failureOf(error: unknown, { target, proxy, issuer, tls }: FailedExchange): Failure {
  const { timings } = error as { timings?: { socket?: number } };
  const code = systemCodeOf(error) ?? "";
  const words = wordsOf(error, code);
  // got has no socket until the proxy has opened the tunnel to the service. Until then, the proxy is what fails.
  if (proxy !== undefined && timings?.socket === undefined) {
    return proxyFailure(`${target} did not reach the service: the proxy ${proxy}`, code, words);
  }
  // The message of an unknown error may say anything, so only its name is shown.
  if (rowOf(code).code === "internal") {
    return new Failure(code, `${target} failed (${errorName(error)})`);
  }
  const isOtherAuthority = UNKNOWN_AUTHORITY.test(code) && tls.ca !== undefined;
  const advice = isOtherAuthority ? otherAuthorityAdvice(tls.ca, issuer) : undefined;
  return new Failure(keyOf(code, words, tls.cert !== undefined), `${target} failed: ${words}`, { advice });
}

/** Describes a failure of the proxy. Its response to CONNECT is an error of hpagent: "Bad response: 407". */
function proxyFailure(subject: string, code: string, words: string): Failure {
  const [, status] = /^Bad response: (\d+)/.exec(words) ?? [];
  return status === undefined
    ? new Failure(`PROXY_${code}`, `${subject} could not be used (${words})`)
    : new Failure(`PROXY_${status}`, `${subject} refused the connection with ${nameStatus(Number(status))}`);
}

/** Returns what Node.js or OpenSSL says, with the code: "connect ECONNREFUSED 127.0.0.1:1". */
function wordsOf(error: unknown, code: string): string {
  const message = messageOf(error);
  // "write EPROTO 40C7…:error:0A00045C:SSL routines:ssl3_read_bytes:tlsv13 alert certificate
  // required:../deps/openssl/…"
  const openSslReason = /SSL routines:[^:]*:([^:]+)/.exec(message)?.[1];
  const words = excerpt(openSslReason ?? message).replace(/[.:\s]+$/, "");
  return words.includes(code) ? words : `${words} (${code})`;
}

/**
 * Returns the key of a failed connection in the table of failures. A server that lacks or refuses the client's
 * certificate sends an alert, or just drops the connection.
 */
function keyOf(code: string, words: string, hasClientCertificate: boolean): string {
  if (/alert.*(?:certificate|handshake failure|access denied|unknown ca)/.test(words)) {
    return "CLIENT_CERTIFICATE";
  }
  return hasClientCertificate && /^(?:ECONNRESET|EPIPE)$/.test(code) ? "CLIENT_CERTIFICATE_RESET" : code;
}
