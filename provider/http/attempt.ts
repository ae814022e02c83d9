/** One attempt at a request: sends it, follows redirects, reads and checks the response. */
import type { PeerCertificate } from "node:tls";
import { type Clock, WaitEnd, within } from "../base/deadline.js";
import { type ErrorCode, systemCodeOf, WorkflowsError } from "../base/errors.js";
import { excerptOfError, isHtml, nameSetting } from "../base/excerpt.js";
import { type Exchange, openExchange } from "./exchange.js";
import { explainNetworkCode, explainProxyFailure } from "./failure-table.js";
import { AttemptFailure, attemptTimeout, bodyFailure, connectionFailure, statusFailure } from "./failures.js";
import type { NamedRequest } from "./failures.js";
import { ProxyFailure, type Route, type Router } from "./proxy.js";
import type { RateLimit } from "./rate-limit.js";
import type { Redact } from "../base/redactor.js";
import { nextUrl, type Redirect } from "./redirects.js";
import { decodeText, readBody, readStart, requestIdOf } from "./response.js";
import { parseRetryAfter } from "./retry.js";
import type { ServiceResponse, TlsOptions } from "./types.js";

/**
 * Statuses of a response that the caller gets: the listing, the same from a proxy that changed it (203), nothing (204), and a part
 * of the listing (206). The caller decides what 204 and 206 mean.
 */
const SUCCESSES: ReadonlySet<number> = new Set([200, 203, 204, 206]);

/** Limits of an error's body: only an excerpt of it is shown. */
const ERROR_BODY_BYTES = 16 * 1024;
const ERROR_BODY_MS = 1000;

const NOT_TEXT =
  "JSON is UTF-8. The service, or a proxy in front of it, sent something else, or in an encoding that the request does not accept.";
const NOT_THE_API =
  "Is baseUrl the API's address and not the dashboard's? Does a login page or a proxy intercept the request?";

/** What all attempts of a transport share. */
export interface AttemptContext {
  readonly clock: Clock;
  readonly router: Router;
  readonly rateLimit: RateLimit;
  readonly requestTimeoutMs: number;
  readonly maxResponseBytes: number;
  readonly redact: Redact;
  readonly tls: TlsOptions;
}

type ReadResponse = Omit<ServiceResponse, "attempts" | "sentAt" | "url">;

/** Sends `request` once, and follows redirects on its own origin. Throws an `AttemptFailure`. */
export async function attempt(
  request: NamedRequest,
  context: AttemptContext,
): Promise<Omit<ServiceResponse, "attempts">> {
  const visited: URL[] = [];
  let url = request.url;
  for (;;) {
    visited.push(url);
    await context.rateLimit(request.deadline);
    const sentAt = context.clock.now();
    const outcome = await exchangeAt(request, url, context);
    if ("text" in outcome) {
      return { ...outcome, url, sentAt };
    }
    url = nextUrl(request, visited, outcome, context.redact);
  }
}

async function exchangeAt(request: NamedRequest, url: URL, context: AttemptContext): Promise<ReadResponse | Redirect> {
  const timeoutMs = Math.min(context.requestTimeoutMs, request.deadline.remaining());
  let route: Route | undefined;
  let exchange: Exchange | undefined;
  try {
    route = await context.router(url);
    exchange = await openExchange(request, url, route);
    return await within(readResponse(request, exchange, context), { ...request.deadline, remaining: () => timeoutMs });
  } catch (error) {
    if (error instanceof WaitEnd && exchange !== undefined) {
      throw attemptTimeout(request, timeoutMs, exchange.stage(), route?.proxy);
    }
    throw explain(request, error, route, context);
  } finally {
    exchange?.body.destroy();
  }
}

async function readResponse(
  request: NamedRequest,
  exchange: Exchange,
  { redact, maxResponseBytes, clock }: AttemptContext,
): Promise<ReadResponse | Redirect> {
  const { statusCode: status, headers } = await exchange.response;
  if (status >= 300 && status < 400) {
    return { status, location: headers.location };
  }
  const requestId = requestIdOf(headers, redact);
  const contentType = headers["content-type"];
  // Some frameworks return 201 for any POST.
  if (!SUCCESSES.has(status) && !(status === 201 && request.method === "POST")) {
    const { bytes, isCut } = await readStart(exchange.body, ERROR_BODY_BYTES, ERROR_BODY_MS);
    const text = decodeText(bytes, contentType) ?? bytes.toString();
    // An unexpected 2xx, such as 202, carries real data, possibly a secret: only the fields of an error are quoted.
    const message = excerptOfError(text, redact, { isCut, onlyFields: request.isTokenRequest || status < 300 });
    const retryAfter = parseRetryAfter(headers["retry-after"], headers.date, clock.now());
    throw statusFailure(request, { status, message, isHtml: isHtml(text, contentType), requestId, retryAfter });
  }
  const refuse = (code: ErrorCode, what: string, hint: string): AttemptFailure =>
    bodyFailure(request, { code, what, hint, status, requestId });
  const declared = Number(headers["content-length"] ?? 0);
  const body = declared > maxResponseBytes ? "too-large" : await readBody(exchange.body, maxResponseBytes);
  if (body === "too-large") {
    const hint = `If a response of this size is expected, raise ${nameSetting("maxResponseBytes")}.`;
    throw refuse("too-large", `more than the ${maxResponseBytes} bytes allowed`, hint);
  }
  const text = decodeText(body, contentType);
  if (text === undefined) {
    throw refuse("not-json", "bytes that are not UTF-8 text", NOT_TEXT);
  }
  if (isHtml(text, contentType)) {
    const title = excerptOfError(text, redact, { onlyFields: request.isTokenRequest });
    throw refuse("not-json", `a web page instead of JSON${title === "" ? "" : ` ("${title}")`}`, NOT_THE_API);
  }
  return { status, headers, text, bytes: body.length, requestId };
}

/** Only codes and OpenSSL's reason are used: got's error also has the options of the request, with the token in them. */
function explain(request: NamedRequest, error: unknown, route: Route | undefined, { tls }: AttemptContext): unknown {
  const { cause, message = "" } = error as { cause?: unknown; message?: string };
  const failure = cause instanceof ProxyFailure ? cause : error;
  if (failure instanceof ProxyFailure) {
    return connectionFailure(request, explainProxyFailure(failure.reason, route?.proxy));
  }
  const code = systemCodeOf(error);
  if (error instanceof WorkflowsError || error instanceof AttemptFailure || code === undefined) {
    return error;
  }
  const kind = explainNetworkCode(code, {
    // "…:SSL routines:ssl3_read_bytes:tlsv13 alert certificate required:…", from Node.js 22 on also "ssl/tls alert …"
    reason: /SSL routines:[^:]*:([a-z][\w /]{3,60}):/.exec(message)?.[1],
    certificateNames: (cause as { cert?: PeerCertificate } | undefined)?.cert?.subjectaltname,
    hasClientCertificate: tls.cert !== undefined,
  });
  return connectionFailure(request, kind);
}
