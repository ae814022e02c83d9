/** One attempt at a request: sends it, follows redirects, reads and checks the response. Runs in both processes. */
import { STATUS_CODES } from "node:http";
import type { PeerCertificate } from "node:tls";
import { type Clock, WaitEnd, withTimeout } from "../base/deadline.js";
import { systemCodeOf } from "../base/errors.js";
import { beginningOf, excerpt } from "../base/text.js";
import type { Secrets } from "../base/secrets.js";
import { bodyKindOf, oauthErrorIn, readChallenge } from "./challenge.js";
import { excerptOfError, isHtml, FIELD_CHARACTERS } from "./error-body.js";
import { type Exchange, openExchange } from "./exchange.js";
import { failureOfNetworkCode, failureOfProxy } from "./failure-kinds.js";
import { AttemptFailure, attemptTimeout, bodyFailure, connectionFailure, statusFailure } from "./failures.js";
import type { NamedRequest } from "./failures.js";
import { ProxyFailure, type Route, type Router } from "./proxy.js";
import type { RateLimit } from "./rate-limit.js";
import { nextUrl, type Redirect } from "./redirects.js";
import { decodeText, firstHeader, readBody, readStart, requestIdOf } from "./response.js";
import { isUsedUp, rateLimitReset, requestedWait, retryAfterOf } from "./retry.js";
import { TlsMaterialError } from "./tls.js";
import type { Failure, ServiceResponse, TlsOptions } from "./types.js";

/**
 * Statuses with which the response is returned to the caller: 200, 203 from a proxy that changed the response, 204 without a body, and
 * 206 with a part of the content. The caller decides what 204 and 206 mean.
 */
const SUCCESSES: ReadonlySet<number> = new Set([200, 203, 204, 206]);

/** Limits of an error's body: only an excerpt of it is shown. */
const ERROR_BODY_BYTES = 16 * 1024;
const ERROR_BODY_MS = 1000;

/** The values that all attempts of a transport share. */
export interface AttemptContext {
  readonly clock: Clock;
  readonly router: Router;
  readonly rateLimit: RateLimit;
  readonly requestTimeoutMs: number;
  readonly maxResponseBytes: number;
  readonly clean: Secrets["clean"];
  readonly tls: TlsOptions;
}

/** A response as one exchange gives it. */
type ReadResponse = Omit<ServiceResponse, "attempts" | "sentAt" | "url">;

/**
 * Sends `request` once, and follows redirects on its own origin.
 *
 * @throws an `AttemptFailure`; a `WaitEnd` or a `TooLongWait` of the rate limit; any other error as it is.
 */
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
    // A redirect has no text.
    if ("text" in outcome) {
      return { ...outcome, url, sentAt };
    }
    url = nextUrl(request, visited, outcome, context.clean);
  }
}

/** Sends `request` to one URL, and returns the response or the redirect. Always closes the exchange. */
async function exchangeAt(request: NamedRequest, url: URL, context: AttemptContext): Promise<ReadResponse | Redirect> {
  const { deadline } = request;
  const remainingMs = deadline.remaining();
  const isLimitedByDeadline = remainingMs < context.requestTimeoutMs;
  const allowedMs = isLimitedByDeadline ? remainingMs : context.requestTimeoutMs;
  let route: Route | undefined;
  let exchange: Exchange | undefined;
  try {
    route = await context.router(url);
    exchange = await openExchange(request, url, route);
    return await withTimeout(readResponse(request, exchange, context), allowedMs, deadline.signal);
  } catch (error) {
    if (error instanceof WaitEnd && exchange !== undefined) {
      const timedOut = { stage: exchange.stage(), allowedMs, isLimitedByDeadline, proxy: route?.proxy };
      throw new AttemptFailure(attemptTimeout(request, timedOut));
    }
    throw asAttemptFailure(request, error, route, context.tls);
  } finally {
    exchange?.body.destroy();
  }
}

/** Reads a response and checks it. Throws an `AttemptFailure` if the status is not a success, or if the body cannot be used. */
async function readResponse(
  request: NamedRequest,
  exchange: Exchange,
  context: AttemptContext,
): Promise<ReadResponse | Redirect> {
  const { statusCode: status, headers } = await exchange.response;
  if (status >= 300 && status < 400) {
    return { status, location: headers.location };
  }
  const { clean, maxResponseBytes } = context;
  const requestId = requestIdOf(headers, clean);
  // Some frameworks return 201 for any POST.
  if (!SUCCESSES.has(status) && !(status === 201 && request.method === "POST")) {
    throw new AttemptFailure(await readRefusal(request, exchange, { status, headers, requestId }, context));
  }
  const refuse = (kind: Failure["kind"], what: string): AttemptFailure =>
    new AttemptFailure(bodyFailure(request, { kind, what, status, requestId }));
  const declaredBytes = Number(headers["content-length"] ?? 0);
  const body = declaredBytes > maxResponseBytes ? undefined : await readBody(exchange.body, maxResponseBytes);
  if (body === undefined) {
    throw refuse("too-large", `more than the ${maxResponseBytes} bytes allowed`);
  }
  const contentType = headers["content-type"];
  const text = decodeText(body, contentType);
  if (text === undefined) {
    // got removes this header if it has decoded the body, so here it names an encoding that got does not know.
    const encoding = headers["content-encoding"];
    const encodedIn = encoding === undefined ? "" : ` (Content-Encoding: ${excerpt(clean(encoding))})`;
    throw refuse("not-text", `bytes that are not UTF-8 text${encodedIn}`);
  }
  if (isHtml(text, contentType)) {
    const title = excerptOfError(text, clean, { onlyFields: request.quotesOnlyErrorFields });
    throw refuse("web-page", `a web page instead of JSON${title === "" ? "" : ` ("${title}")`}`);
  }
  return { status, headers, text, bytes: body.length, requestId };
}

/** Reads the start of the body of an unsuccessful response, and describes the failure. */
async function readRefusal(
  request: NamedRequest,
  exchange: Exchange,
  { status, headers, requestId }: Pick<ServiceResponse, "status" | "headers" | "requestId">,
  { clean, clock }: AttemptContext,
): Promise<Failure> {
  const contentType = firstHeader(headers, "content-type");
  const { bytes, isCut } = await readStart(exchange.body, ERROR_BODY_BYTES, ERROR_BODY_MS);
  const text = decodeText(bytes, contentType) ?? bytes.toString();
  const challenge = readChallenge(headers);
  const bodyKind = bodyKindOf(text, contentType);
  // An unexpected 2xx, such as 202, carries real data, possibly a secret: only the fields of an error are quoted.
  const onlyFields = request.quotesOnlyErrorFields === true || status < 300;
  const bodyReason = withoutStatusWords(excerptOfError(text, clean, { isCut, onlyFields }), status);
  const challengeReason = beginningOf(clean(challenge.text), FIELD_CHARACTERS).replace(/\.$/, "");
  const isChallengeBetter = challengeReason !== "" && (bodyReason === "" || bodyKind === "web-page");
  const oauthError = challenge.error ?? oauthErrorIn(text);
  const now = clock.now();
  // An OAuth error means that the credentials or the token are the reason for a 403.
  const isRateLimit403 = status === 403 && oauthError === undefined && indicateRateLimit(headers, now);
  const isRateLimited = status === 429 || isRateLimit403;
  // Many services send the reset of their rate limit with every response. It counts only if the rate limit is the reason.
  const waitSeconds = isRateLimited ? requestedWait(headers, now) : retryAfterOf(headers, now);
  return statusFailure(request, {
    status,
    requestId,
    bodyKind,
    oauthError,
    isRateLimited,
    message: isChallengeBetter ? challengeReason : bodyReason,
    waitSeconds,
  });
}

/** Returns whether the headers say that there were too many requests. Some services send them with 403 instead of 429. */
function indicateRateLimit(headers: ServiceResponse["headers"], now: number): boolean {
  return retryAfterOf(headers, now) !== undefined || (isUsedUp(headers) && rateLimitReset(headers, now) !== undefined);
}

/** Drops the number and the name of the status, with which many bodies begin: "403 Forbidden: no right" becomes "no right". */
function withoutStatusWords(reason: string, status: number): string {
  const numberOrName = [status, STATUS_CODES[status]].filter((word) => word !== undefined).join("|");
  // The text goes on after a separator, so the "Forbidden" of "Forbiddenness" is not the name of a status.
  const withSeparator = `(?:${numberOrName})(?:[\\s:.,-]+|$)`;
  return reason.replace(new RegExp(`^(?:${withSeparator})+`, "i"), "");
}

/**
 * Turns an error of the proxy, the TLS certificates or the network into an `AttemptFailure`, and returns any other error as it is.
 * got wraps the errors of our agents, which are then its error's `cause`.
 */
function asAttemptFailure(
  request: NamedRequest,
  error: unknown,
  route: Route | undefined,
  { cert }: TlsOptions,
): unknown {
  const { cause } = error as { readonly cause?: unknown };
  const proxyFailure = [error, cause].find((candidate) => candidate instanceof ProxyFailure);
  if (proxyFailure !== undefined) {
    return new AttemptFailure(connectionFailure(request, failureOfProxy(proxyFailure.reason, route?.proxy)));
  }
  if (error instanceof TlsMaterialError) {
    const what = `The certificates or the key cannot be used (${error.message})`;
    return new AttemptFailure({ kind: "tls-material", what, retryable: false });
  }
  const code = systemCodeOf(error);
  if (code === undefined) {
    return error;
  }
  const failure = failureOfNetworkCode(code, { ...tlsReasons(error), hasClientCertificate: cert !== undefined });
  return new AttemptFailure(connectionFailure(request, failure));
}

/**
 * Returns why a TLS handshake failed, as far as got's error says it: OpenSSL's reason, and the names in the server's certificate.
 * Nothing else of the error may be shown, because it also has the options of the request, with the token.
 */
function tlsReasons(error: unknown): { reason: string | undefined; certificateNames: string | undefined } {
  const { message = "", cause } = error as { message?: string; cause?: { cert?: PeerCertificate } };
  return {
    // "…:SSL routines:ssl3_read_bytes:tlsv13 alert certificate required:…", from Node.js 22 on also "ssl/tls alert …"
    reason: /SSL routines:[^:]*:([a-z][\w /]{3,60}):/.exec(message)?.[1],
    certificateNames: cause?.cert?.subjectaltname,
  };
}
