/** Explains why a connection failed, from Node.js's error codes, TLS alerts and the proxy's status. */
import { STATUS_CODES } from "node:http";
import { SHARED_HINTS } from "./errors.js";
import { excerpt } from "./excerpt.js";
import { NOT_A_PROXY, type ProxyFailure } from "./proxy.js";
import { HTTP2_HINT } from "./refusal-hints.js";

interface NetworkFault {
  readonly kind: "connection" | "dns" | "tls" | "too-large" | "not-json";
  /** A few words for the progress line. */
  readonly label: string;
  readonly what: string;
  readonly hint: string;
}

const UNKNOWN_CA: ReadonlySet<string> = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "CERT_UNTRUSTED",
  "INVALID_CA",
]);

const UNKNOWN_AUTHORITY =
  "If it is your organisation's own authority, set caCertificates to its certificate, or NODE_EXTRA_CA_CERTS to the file.";
const OTHER_AUTHORITY =
  "caCertificates is set, but not to this authority, or not to all of its chain. Add the root certificate, and the intermediate ones if the server does not send them.";
const IS_UP = "Is baseUrl right, and is the service up?";
const HAS_NETWORK = "Is baseUrl right, and has this machine access to its network?";
const BROKEN_ON_THE_WAY = "Try again. If it fails again, check the network, a proxy in between, and the service.";

const IS_HTTPS =
  "Does the service speak https at this port? Check the port in baseUrl, and whether it must begin with http://.";
const OLD_TLS = "Ask the operators of the service: it must support TLS 1.2 or later.";

/** llhttp's codes of a connection on which something else than HTTP is spoken, before a response began. */
const NO_HTTP: ReadonlySet<string> = new Set([
  "HPE_INVALID_CONSTANT",
  "HPE_INVALID_VERSION",
  "HPE_INVALID_STATUS",
  "HPE_INVALID_METHOD",
]);

/** The code of a response with 101: no request asks for another protocol. */
export const UPGRADED = "ERR_UPGRADED";

const CONNECTION: Readonly<Record<string, { label: string; what: string; hint: string }>> = {
  ECONNREFUSED: { label: "connection refused", what: "nothing accepts connections there", hint: IS_UP },
  ECONNRESET: {
    label: "connection reset",
    what: "the connection broke before the response was complete",
    hint: BROKEN_ON_THE_WAY,
  },
  EPIPE: { label: "connection reset", what: "the connection broke while sending", hint: BROKEN_ON_THE_WAY },
  ETIMEDOUT: { label: "no connection", what: "the host did not respond", hint: IS_UP },
  EHOSTUNREACH: { label: "host unreachable", what: "the host cannot be reached", hint: HAS_NETWORK },
  ENETUNREACH: { label: "network unreachable", what: "the host's network cannot be reached", hint: HAS_NETWORK },
  [UPGRADED]: {
    label: "101 Switching Protocols",
    what: "the response has status 101: it switches to another protocol, and no request asked for that",
    hint: "Is baseUrl the address of the API? Does a proxy in between change requests?",
  },
  Z_BUF_ERROR: { label: "response truncated", what: "the compressed response is truncated", hint: BROKEN_ON_THE_WAY },
};

/** Codes of a connection that the server closed. */
const CLOSED: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE"]);

const CERTIFICATE_EXPIRED = 45;
const CERTIFICATE_REQUIRED = 116;
/** The alerts that refuse a client's certificate, or a client without one: RFC 8446 §6 and its predecessors. */
const CLIENT_CERTIFICATE_ALERTS: ReadonlyMap<number, string> = new Map([
  [40, "handshake failure"],
  [41, "no certificate"],
  [42, "bad certificate"],
  [43, "unsupported certificate"],
  [44, "it has been revoked"],
  [CERTIFICATE_EXPIRED, "it has expired"],
  [46, "the server does not accept it"],
  [48, "the server does not trust the authority that signed it"],
  [49, "access is denied"],
  [51, "its signature is wrong"],
  [CERTIFICATE_REQUIRED, "none was sent"],
]);

/** Other alerts of a server: what it means, and what to do. */
const SERVER_ALERTS: ReadonlyMap<number, { readonly what: string; readonly hint: string }> = new Map([
  [70, { what: "it accepts none of the TLS versions of this machine", hint: OLD_TLS }],
  [71, { what: "it accepts none of the ciphers of this machine", hint: OLD_TLS }],
  [
    80,
    { what: "it has an internal error", hint: "Try again later. If it fails again, ask the operators of the service." },
  ],
  [112, { what: "it does not know this host name", hint: "Is the host in baseUrl right?" }],
  [120, { what: "it does not accept HTTP/1.1", hint: HTTP2_HINT }],
]);

/** How nginx and IIS refuse a client's certificate after the handshake. */
const WRITTEN_REFUSAL = /(?:no required|client|SSL|TLS) (?:SSL |TLS )?(?:client )?certificate/i;

/** What is known of the connection that failed. */
export interface ConnectionContext {
  /** The names in the server's certificate, if they are the fault. */
  readonly certified?: string | undefined;
  /** The TLS alert that the server sent: see `alertIn`. */
  readonly alert?: number | undefined;
  /** OpenSSL's reason: see `reasonIn`. */
  readonly reason?: string | undefined;
  /** Whether the settings have authorities. */
  readonly hasAuthorities?: boolean | undefined;
  /** The client's certificate, if the settings have one, and whether it has expired. */
  readonly clientCertificate?: { readonly isExpired: boolean; readonly validUntil: Date } | undefined;
  /** Whether a response began. */
  readonly isResponding?: boolean | undefined;
}

/** The number of the TLS alert that ended a handshake. It is always in OpenSSL's message, but not always in its code. */
export function alertIn(error: unknown): number | undefined {
  const { message } = (error ?? {}) as { message?: unknown };
  const [, number] = /SSL alert number (\d+)/.exec(typeof message === "string" ? message : "") ?? [];
  return number === undefined ? undefined : Number(number);
}

/** OpenSSL's words for what went wrong: "wrong version number". They are a part of its message. */
export function reasonIn(error: unknown): string | undefined {
  const { message } = (error ?? {}) as { message?: unknown };
  return /SSL routines:[^:]*:([a-z][\w ]{3,60}):/.exec(typeof message === "string" ? message : "")?.[1];
}

export function explainNetworkCode(code: string, url: URL, context: ConnectionContext): NetworkFault {
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    const what = `the host name ${url.hostname} could not be resolved (${code})`;
    return { kind: "dns", label: "host name not resolved", what, hint: "Is baseUrl right, and is there a network?" };
  }
  const certificate = explainCertificate(code, url, context);
  if (certificate !== undefined) {
    return { kind: "tls", label: "TLS error", ...certificate };
  }
  if (code === "HPE_HEADER_OVERFLOW") {
    const what = "the response's headers are too large";
    return { kind: "too-large", label: "headers too large", what, hint: "Is baseUrl the address of the API?" };
  }
  if (code.startsWith("HPE_") && (context.isResponding === true || !NO_HTTP.has(code))) {
    const what = `the response breaks the rules of HTTP (${code})`;
    return { kind: "connection", label: "invalid HTTP", what, hint: BROKEN_ON_THE_WAY };
  }
  if (code.startsWith("HPE_")) {
    const what = `what came back is not HTTP (${code})`;
    return { kind: "connection", label: "not HTTP", what, hint: "Is baseUrl right: http or https, and its port?" };
  }
  if (code !== "Z_BUF_ERROR" && /^(Z_|ERR__ERROR_FORMAT|ERR_BROTLI|ZSTD_)/.test(code)) {
    const what = `the response's compression is broken (${excerpt(code)})`;
    return { kind: "not-json", label: "broken compression", what, hint: BROKEN_ON_THE_WAY };
  }
  if (CLOSED.has(code) && context.isResponding === false) {
    const hint = closedHint(url, context);
    const what = `the server closed the connection before it sent a response (${code})`;
    return { kind: "connection", label: "connection reset", what, hint };
  }
  const known = CONNECTION[code];
  if (known !== undefined) {
    return { kind: "connection", ...known, what: `${known.what} (${code})` };
  }
  const what = `the connection failed (${excerpt(code)})`;
  return { kind: "connection", label: "connection failed", what, hint: HAS_NETWORK };
}

/** Why a server may close a connection without a response. Some do it to plain http at a port for https. */
function closedHint({ protocol }: URL, { clientCertificate }: ConnectionContext): string {
  if (protocol === "http:") {
    return `${BROKEN_ON_THE_WAY} If the service speaks https at this port, begin baseUrl with https://.`;
  }
  return clientCertificate === undefined
    ? "Is the service up? If it requires a client certificate, set clientCertificate and clientKey."
    : "Is the service up? It may also refuse the client certificate: check clientCertificate and clientKey.";
}

function explainCertificate(
  code: string,
  url: URL,
  { certified, alert, reason, hasAuthorities, clientCertificate, isResponding = true }: ConnectionContext,
): { what: string; hint: string } | undefined {
  if (alert !== undefined && CLIENT_CERTIFICATE_ALERTS.has(alert)) {
    return refusedCertificate(`the server ended the TLS handshake (alert ${alert})`, alert, clientCertificate);
  }
  const serverAlert = SERVER_ALERTS.get(alert ?? 0);
  if (serverAlert !== undefined) {
    return { what: `the server ended the TLS handshake (alert ${alert}): ${serverAlert.what}`, hint: serverAlert.hint };
  }
  // Some servers only close the connection. An expired certificate explains it.
  if (clientCertificate?.isExpired === true && CLOSED.has(code) && !isResponding) {
    return refusedCertificate(`the server closed the connection (${code})`, CERTIFICATE_EXPIRED, clientCertificate);
  }
  if (UNKNOWN_CA.has(code)) {
    const what = `the server's certificate is not signed by an authority known here (${code})`;
    return { what, hint: hasAuthorities === true ? OTHER_AUTHORITY : UNKNOWN_AUTHORITY };
  }
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    const others = certified === undefined ? "another host" : excerpt(certified);
    const what = `the server's certificate is not for ${url.hostname} but for ${others} (${code})`;
    return { what, hint: "Is the host in baseUrl right?" };
  }
  if (code === "CERT_HAS_EXPIRED") {
    const what = `the server's certificate has expired (${code})`;
    return { what, hint: "The service must renew it; if it did, check the clock of this machine." };
  }
  if (code === "CERT_NOT_YET_VALID") {
    return { what: `the server's certificate is not valid yet (${code})`, hint: "Check the clock of this machine." };
  }
  if (/^(CERT_|ERR_TLS_|ERR_SSL_|EPROTO$|ERR_OSSL_|HOSTNAME_MISMATCH|CRL_|UNABLE_TO_)/.test(code)) {
    const detail = reason === undefined ? excerpt(code) : `${excerpt(code)}: ${reason}`;
    const what = `no secure connection could be made (${detail})`;
    return { what, hint: reason === "unsupported protocol" ? OLD_TLS : IS_HTTPS };
  }
  return undefined;
}

/** Why a server refuses the client's certificate, or a client without one. */
function refusedCertificate(
  what: string,
  alert: number | undefined,
  clientCertificate: ConnectionContext["clientCertificate"],
): { readonly what: string; readonly hint: string } {
  if (clientCertificate === undefined) {
    const verb = alert === CERTIFICATE_REQUIRED ? "requires" : "may require";
    const hint = "Set clientCertificate and clientKey.";
    return { what: `${what}: it ${verb} a client certificate, and none is set`, hint };
  }
  const { isExpired, validUntil } = clientCertificate;
  if (isExpired) {
    const date = validUntil.toISOString().slice(0, 10);
    const hint = "Renew it, and set clientCertificate and clientKey to the new one.";
    return { what: `${what}: the client certificate expired on ${date}`, hint };
  }
  const reason = alert === undefined ? undefined : CLIENT_CERTIFICATE_ALERTS.get(alert);
  return {
    what: `${what}: it refused the client certificate${reason === undefined ? "" : ` (${reason})`}`,
    hint: "Check clientCertificate and clientKey: the service must know the certificate or its authority.",
  };
}

/** Whether a response refuses the client's certificate, and why; `undefined` if it does not. 495 and 496 are nginx's. */
export function clientCertificateFault(
  status: number,
  message: string,
  clientCertificate: ConnectionContext["clientCertificate"],
): { readonly what: string; readonly hint: string } | undefined {
  const isWritten = [400, 401, 403].includes(status) && WRITTEN_REFUSAL.test(message);
  if (status !== 495 && status !== 496 && !isWritten) {
    return undefined;
  }
  const isMissing = status === 496 || /required|missing/i.test(message);
  const what = message === "" ? "the server refused the TLS connection" : `"${message}"`;
  return refusedCertificate(what, isMissing ? CERTIFICATE_REQUIRED : undefined, clientCertificate);
}

/** "429 Too Many Requests". A status without a registered name is only its number. */
export function statusName(status: number): string {
  return `${status} ${STATUS_CODES[status] ?? ""}`.trim();
}

/** What the proxy did, and what to do about it. `proxy` is its host and port. */
export function explainProxyFailure(
  { status, code }: Pick<ProxyFailure, "status" | "code">,
  proxy: string | undefined,
): { readonly what: string; readonly hint: string } {
  const via = proxy === undefined ? "the proxy" : `the proxy ${proxy}`;
  // A proxy may ask for its login with 401 too, as tinyproxy does. The service cannot respond to CONNECT.
  if (status === 407 || status === 401) {
    return {
      what: `${via} refused the connection with ${statusName(status)}`,
      hint: "Put the proxy's user and password into HTTPS_PROXY (or HTTP_PROXY).",
    };
  }
  const hint = SHARED_HINTS.proxy;
  if (status !== undefined) {
    const reached =
      "Is baseUrl right, and can the proxy reach the service? If it cannot, name the service's host in NO_PROXY.";
    return { what: `${via} refused the connection with ${statusName(status)}`, hint: status >= 500 ? reached : hint };
  }
  if (code === "ERR_INVALID_URL" || code === "ERR_PROXY_SCHEME") {
    return {
      what: "HTTPS_PROXY or HTTP_PROXY is not an http:// or https:// address",
      hint:
        code === "ERR_PROXY_SCHEME"
          ? "Set it to the address of an HTTP proxy (SOCKS is not supported), or name the service's host in NO_PROXY."
          : "Set it to the address of an HTTP proxy, its user and password percent-encoded, or name the service's host in NO_PROXY.",
    };
  }
  if (code === NOT_A_PROXY) {
    return { what: `${via} did not respond as a proxy does, or closed the connection`, hint };
  }
  if (code === "EPROTO") {
    return {
      what: `no secure connection to ${via} could be made (${code})`,
      hint: "Most proxies have an address that begins with http://, also in HTTPS_PROXY. Check it.",
    };
  }
  if (code === "ETIMEDOUT") {
    return { what: `${via} did not respond in time (${code})`, hint };
  }
  return { what: `${via} could not be reached${code === undefined ? "" : ` (${code})`}`, hint };
}
