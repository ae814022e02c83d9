/** One attempt at a request: sends it, follows redirects, reads and checks the response. */
import type { PeerCertificate } from "node:tls";
import type { Response } from "got";
import { systemCodeOf, WorkflowsError } from "./errors.js";
import { excerpt, excerptOfError, isHtml } from "./excerpt.js";
import { type Exchange, openExchange } from "./exchange.js";
import {
  AttemptFailure,
  attemptTimeout,
  bodyFailure,
  clientCertificateFailure,
  type NamedRequest,
  networkFailure,
  proxyFailure,
  statusFailure,
} from "./failures.js";
import { ProxyFailure, type Route, type Router } from "./proxy.js";
import type { Redact } from "./redactor.js";
import { nextUrl, type Redirect } from "./redirects.js";
import { gatewayHint } from "./refusal-hints.js";
import { requestIdOf } from "./request-id.js";
import { decodeText, readBody, readStart } from "./response-body.js";
import { alertIn, clientCertificateFault, type ConnectionContext, type Explanation, reasonIn } from "./tls-faults.js";
import { describeClientCertificate } from "./tls.js";
import type { Clock, ServiceResponse, TlsOptions } from "./types.js";
import { parseRetryAfter } from "./waits.js";

/** Limits of an error's body: only an excerpt of it is shown. */
const ERROR_BODY_BYTES = 16 * 1024;
const ERROR_BODY_MS = 1000;

export interface AttemptSettings {
  readonly clock: Clock;
  readonly router: Router;
  readonly requestTimeoutMs: number;
  readonly byteLimit: number;
  readonly redact: Redact;
  readonly tls: TlsOptions;
  /** Resolves when the rate limit lets a request be sent. */
  readonly waitForRateLimit: () => Promise<void>;
}

type ReadResponse = Omit<ServiceResponse, "attempts" | "sentAt" | "url">;

/** Sends `request` once, and follows redirects on its own origin. Throws an `AttemptFailure`. */
export async function attempt(
  request: NamedRequest,
  settings: AttemptSettings,
): Promise<Omit<ServiceResponse, "attempts">> {
  const visited: URL[] = [];
  let url = request.url;
  for (;;) {
    visited.push(url);
    await settings.waitForRateLimit();
    const sentAt = settings.clock.now();
    const outcome = await exchangeAt(request, url, settings);
    if ("text" in outcome) {
      return { ...outcome, url, sentAt };
    }
    url = nextUrl(request, visited, outcome, settings.redact);
  }
}

async function exchangeAt(
  request: NamedRequest,
  url: URL,
  settings: AttemptSettings,
): Promise<ReadResponse | Redirect> {
  const timeoutMs = Math.min(settings.requestTimeoutMs, request.deadline.remaining());
  let route: Route | undefined;
  let exchange: Exchange | undefined;
  try {
    route = await settings.router(url);
    exchange = await openExchange(request, { url, route, timeoutMs, tls: settings.tls });
    return await readResponse(request, exchange, settings);
  } catch (error) {
    if (error instanceof AttemptFailure) {
      throw error;
    }
    if (exchange?.isAborted() === true) {
      throw attemptTimeout(request, timeoutMs, exchange.stage(), route?.proxy);
    }
    throw explain(request, error, route, contextOf(error, exchange, settings));
  } finally {
    exchange?.release();
  }
}

async function readResponse(
  request: NamedRequest,
  exchange: Exchange,
  settings: AttemptSettings,
): Promise<ReadResponse | Redirect> {
  const response = await exchange.response;
  const { statusCode: status, headers } = response;
  if (status >= 300 && status < 400) {
    return { status, location: headers.location };
  }
  if (!isSuccess(request, response)) {
    throw await refusal(request, exchange, response, settings);
  }

  const requestId = requestIdOf(headers, settings.redact);
  const declared = Number(headers["content-length"] ?? 0);
  const body = declared > settings.byteLimit ? "too-large" : await readBody(exchange.body, settings.byteLimit);
  if (body === "too-large") {
    const what = `more than the ${settings.byteLimit} bytes allowed`;
    const hint = "If a response of this size is expected, raise maxResponseBytes.";
    throw bodyFailure(request, { code: "too-large", what, hint, status, requestId });
  }
  const text = decodeText(body, headers["content-type"]);
  if (text === undefined) {
    throw bodyFailure(request, {
      code: "not-json",
      ...explainBytes(headers["content-encoding"], settings.redact),
      status,
      requestId,
    });
  }
  if (isHtml(text, headers["content-type"])) {
    const message = excerptOfError(text, settings.redact);
    const what = `a web page instead of JSON${message === "" ? "" : ` ("${message}")`}`;
    const hint =
      "Is baseUrl the API's address and not the dashboard's? Does a login page or a proxy intercept the request?";
    throw bodyFailure(request, { code: "not-json", what, hint, status, requestId });
  }
  return { status, headers, text, bytes: body.length, requestId, tls: exchange.tls() };
}

/** A `Content-Range` that counts something else than bytes, with the number of all: `items 0-49/200`, `0-49/200`. */
const COUNTED_RANGE = /^\s*(?!bytes\b)(?:[\w-]+\s*)?\d+\s*-\s*\d+\s*\/\s*\d+\s*$/i;

/**
 * Some frameworks return 201 for any POST. Some services return the pages of a listing with 206. A header then has the number of
 * all items (PostgREST), or the next range (Heroku). Any other 206 (RFC 9110, § 15.3.7) is only a part of a response.
 */
function isSuccess({ method }: NamedRequest, { statusCode, headers }: Response): boolean {
  if (statusCode === 206 && method === "GET") {
    return headers["next-range"] !== undefined || COUNTED_RANGE.test(headers["content-range"] ?? "");
  }
  return statusCode === 200 || (statusCode === 201 && method === "POST");
}

/** @param encoding the `Content-Encoding` that got did not decode. got removes the header of one that it decodes. */
function explainBytes(encoding: string | undefined, redact: Redact): Explanation {
  const what = "bytes that are not UTF-8 text";
  if (encoding === undefined || /^\s*identity\s*$/i.test(encoding)) {
    return { what, hint: "JSON is UTF-8. The service, or a proxy in front of it, sent something else." };
  }
  return {
    what: `${what} (Content-Encoding: ${excerpt(redact(encoding))})`,
    hint: "The service, or a proxy in front of it, used an encoding that the request does not accept.",
  };
}

async function refusal(
  request: NamedRequest,
  { body }: Exchange,
  { statusCode: status, headers }: Response,
  { clock, redact, tls }: AttemptSettings,
): Promise<AttemptFailure> {
  const { bytes, whole } = await readStart(body, ERROR_BODY_BYTES, ERROR_BODY_MS);
  // got removes the header of an encoding that it decodes. The bytes of another one are no text.
  const isEncoded = !/^\s*(?:identity)?\s*$/i.test(headers["content-encoding"] ?? "");
  const decoded = decodeText(bytes, headers["content-type"]);
  // NUL is in no text, but in UTF-32 or UTF-16 without a mark. Without it, secrets are found in any spelling.
  const text = (decoded ?? (isEncoded ? "" : bytes.toString("utf8"))).replaceAll("\0", "");
  const message = excerptOfError(text, redact, !whole);
  const certificateFault = clientCertificateFault(status, message, clientCertificateOf(tls, clock));
  if (certificateFault !== undefined) {
    return clientCertificateFailure(request, status, certificateFault);
  }
  return statusFailure(request, {
    status,
    message,
    gatewayHint: gatewayHint({
      status,
      message,
      isHtml: isHtml(text, headers["content-type"]),
      challenge: redact(headers["www-authenticate"] ?? ""),
      scheme: schemeOf(request),
    }),
    requestId: requestIdOf(headers, redact),
    retryAfter: parseRetryAfter(headers["retry-after"], headers.date, clock.now()),
  });
}

function schemeOf({ headers }: NamedRequest): string {
  return (headers["authorization"] ?? "").split(" ", 1)[0]?.toLowerCase() ?? "";
}

/** Only the code of got's error is used: the error also has the options of the request, with the token in them. */
function explain(request: NamedRequest, error: unknown, route: Route | undefined, context: ConnectionContext): unknown {
  const { cause } = error as { cause?: unknown };
  const fault = cause instanceof ProxyFailure ? cause : error;
  if (fault instanceof ProxyFailure) {
    return proxyFailure(request, fault, route?.proxy);
  }
  if (error instanceof WorkflowsError) {
    return error;
  }
  const code = systemCodeOf(error);
  return code === undefined ? error : networkFailure(request, code, context);
}

function contextOf(error: unknown, exchange: Exchange | undefined, settings: AttemptSettings): ConnectionContext {
  const { cause } = error as { cause?: { cert?: PeerCertificate } };
  return {
    certified: cause?.cert?.subjectaltname,
    alert: alertIn(error) ?? alertIn(cause),
    reason: reasonIn(error) ?? reasonIn(cause),
    hasAuthorities: settings.tls.ca !== undefined,
    clientCertificate: clientCertificateOf(settings.tls, settings.clock),
    isResponding: exchange?.stage() === "a response began, but did not end",
  };
}

function clientCertificateOf(tls: TlsOptions, clock: Clock): ConnectionContext["clientCertificate"] {
  const certificate = describeClientCertificate(tls);
  if (certificate === undefined) {
    return undefined;
  }
  const { validUntil } = certificate;
  return { validUntil, isExpired: validUntil.getTime() <= clock.now() };
}
