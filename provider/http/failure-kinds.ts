/** The kinds of failure that the transport tells apart, by status, by the codes of Node.js and OpenSSL, and by what a proxy did. Runs in both processes. */
import { maxHeaderSize, STATUS_CODES } from "node:http";
import type { ErrorCode } from "../base/errors.js";
import { excerpt } from "../base/text.js";

type Row = readonly [code: ErrorCode, retries: "retried" | "not retried"];

/** Each kind of failure: its code, and whether another attempt may succeed. */
export const KINDS = {
  // The status of the response.
  "unexpected-success": ["not-json", "not retried"],
  redirect: ["redirect", "not retried"],
  unauthorized: ["refused", "not retried"],
  forbidden: ["forbidden", "not retried"],
  "not-found": ["not-found", "not retried"],
  "rate-limited": ["rate-limited", "retried"],
  unavailable: ["unavailable", "retried"],
  "server-error": ["unavailable", "not retried"],
  "not-accepted": ["refused", "not retried"],
  // A successful status with a body that cannot be used.
  "too-large": ["too-large", "not retried"],
  "not-text": ["not-json", "not retried"],
  "web-page": ["not-json", "not retried"],
  "bad-compression": ["not-json", "not retried"],
  "large-headers": ["too-large", "not retried"],
  // No response, or an incomplete one.
  "unknown-host": ["dns", "retried"],
  "closed-port": ["connection", "retried"],
  reset: ["connection", "retried"],
  unreachable: ["connection", "retried"],
  "not-http": ["connection", "retried"],
  "reset-with-client-certificate": ["connection", "retried"],
  "unknown-code": ["connection", "not retried"],
  // TLS.
  "unknown-authority": ["tls", "not retried"],
  "other-host": ["tls", "not retried"],
  expired: ["tls", "not retried"],
  "not-yet-valid": ["tls", "not retried"],
  "bad-certificate": ["tls", "not retried"],
  "no-tls": ["tls", "not retried"],
  "client-certificate-missing": ["tls", "not retried"],
  "client-certificate-refused": ["tls", "not retried"],
  // A proxy. For `proxy-failure`, `failureOfProxy` decides by the status or the code whether another attempt may succeed.
  "proxy-address": ["proxy", "not retried"],
  "proxy-login": ["proxy", "not retried"],
  "proxy-failure": ["proxy", "not retried"],
  // Time.
  "attempt-timeout": ["timeout", "retried"],
  "proxy-timeout": ["timeout", "retried"],
  "rate-limit-wait": ["timeout", "not retried"],
  deadline: ["timeout", "not retried"],
  cancelled: ["cancelled", "not retried"],
  // What the caller gave, or a fault of this package.
  "tls-material": ["settings", "not retried"],
  bug: ["internal", "not retried"],
} as const satisfies Readonly<Record<string, Row>>;

/** The kind of a failure, more exact than an `ErrorCode`. */
export type FailureKind = keyof typeof KINDS;

/** The part of a failure that follows from the status of a response, the code of an error, or a proxy alone. */
export interface KnownFailure {
  readonly kind: FailureKind;
  /** The part of a sentence that says what came back. */
  readonly what: string;
  /** True if another attempt may succeed. */
  readonly retryable: boolean;
}

/** The first row that matches a status counts. 509, 520 to 524, 529 and 530 are those of gateways. */
const STATUSES: readonly (readonly [statuses: RegExp, kind: FailureKind])[] = [
  [/^2/, "unexpected-success"],
  [/^3/, "redirect"],
  [/^401/, "unauthorized"],
  [/^403/, "forbidden"],
  [/^4(04|10)/, "not-found"],
  [/^429/, "rate-limited"],
  [/^(408|425|50[02349]|52[0-49]|530)/, "unavailable"],
  [/^4/, "not-accepted"],
];

function kindOfStatus(status: number): FailureKind {
  const row = STATUSES.find(([statuses]) => statuses.test(String(status)));
  return row === undefined ? "server-error" : row[1];
}

/** Returns the failure of a status. If the response itself shows the kind of failure, it is passed as `kind`. */
export function failureOfStatus(status: number, kind = kindOfStatus(status)): KnownFailure {
  // "429 Too Many Requests". A status without a registered name is only its number.
  return knownFailure(kind, `${status} ${STATUS_CODES[status] ?? ""}`.trim());
}

/** Returns the code that errors of this status have. */
export function errorCodeOf(status: number): ErrorCode {
  const [code] = KINDS[kindOfStatus(status)];
  return code;
}

const RESET = /^(ECONNRESET|ECONNABORTED|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/;

/** The first row that matches an error's code counts. */
const NETWORK_CODES: readonly (readonly [codes: RegExp, kind: FailureKind, what: string])[] = [
  [/^(ENOTFOUND|EAI_AGAIN)$/, "unknown-host", "the host name could not be resolved"],
  [/^ECONNREFUSED$/, "closed-port", "nothing accepts connections there"],
  [RESET, "reset", "the connection broke before the response was complete"],
  [/^(ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN))$/, "unreachable", "the host cannot be reached"],
  [
    /^HPE_HEADER_OVERFLOW$/,
    "large-headers",
    `the headers of the response are larger than the ${maxHeaderSize} bytes that Node.js accepts`,
  ],
  [/^HPE_/, "not-http", "what came back is not valid HTTP"],
  [/^Z_BUF_ERROR$/, "reset", "the compressed response is truncated"],
  [/^(Z_|ERR__ERROR_FORMAT|ERR_BROTLI|ZSTD_)/, "bad-compression", "the response's compression is broken"],
  [
    /^(DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET_ISSUER|VERIFY)|CERT_UNTRUSTED|INVALID_CA)/,
    "unknown-authority",
    "the server's certificate is not signed by an authority known here",
  ],
  [/^ERR_TLS_CERT_ALTNAME/, "other-host", "the server's certificate is for another host"],
  [/^CERT_HAS_EXPIRED$/, "expired", "the server's certificate has expired"],
  [/^CERT_NOT_YET_VALID$/, "not-yet-valid", "the server's certificate is not valid yet"],
  [/^(CERT_|CRL_|HOSTNAME_MISMATCH|UNABLE_TO_)/, "bad-certificate", "the server's certificate was not accepted"],
  [/^(ERR_TLS_|ERR_SSL_|ERR_OSSL_|EPROTO$)/, "no-tls", "no secure connection could be made"],
];

/** The circumstances of a connection that failed. */
interface ConnectionContext {
  /** OpenSSL's own reason: "tlsv13 alert certificate required". */
  readonly reason?: string | undefined;
  /** The names in the server's certificate, if they are the problem. */
  readonly certificateNames?: string | undefined;
  /** True if this client sends a certificate. */
  readonly hasClientCertificate?: boolean | undefined;
}

/** Returns the failure of the network with this code of Node.js or OpenSSL, such as `ECONNRESET`. */
export function failureOfNetworkCode(networkCode: string, context: ConnectionContext = {}): KnownFailure {
  const row = NETWORK_CODES.find(([codes]) => codes.test(networkCode));
  const [, kind, what] = row ?? [networkCode, "unknown-code", "the connection failed"];
  const details = [networkCode, context.reason, context.certificateNames].filter((part) => part !== undefined);
  return knownFailure(
    clientCertificateKind(networkCode, context) ?? kind,
    `${what} (${details.map(excerpt).join(": ")})`,
  );
}

/**
 * Returns the kind of a handshake that the server ended because of the client's certificate, or because there was none; `undefined`
 * if this was not the reason. Some servers send an alert, others drop the connection.
 */
function clientCertificateKind(
  networkCode: string,
  { reason = "", hasClientCertificate }: ConnectionContext,
): FailureKind | undefined {
  if (/alert.*(certificate|handshake failure|access denied|unknown ca)/.test(reason)) {
    return hasClientCertificate === true ? "client-certificate-refused" : "client-certificate-missing";
  }
  return hasClientCertificate === true && RESET.test(networkCode) ? "reset-with-client-certificate" : undefined;
}

/** The code of a proxy that did not respond to CONNECT as a proxy does. */
export const NOT_A_PROXY = "ERR_NOT_A_PROXY";

/** The code of a proxy variable that does not have the address of an HTTP proxy. */
export const BAD_PROXY_ADDRESS = "ERR_INVALID_URL";

/**
 * Returns the failure of a proxy.
 *
 * @param reason the status of the response to CONNECT, or the code of the error.
 * @param proxy host and port, if they are known.
 */
export function failureOfProxy(reason: number | string, proxy = ""): KnownFailure {
  const via = `the proxy ${proxy}`.trim();
  if (typeof reason === "number") {
    const { retryable, what } = failureOfStatus(reason);
    const kind = reason === 407 ? "proxy-login" : "proxy-failure";
    return { kind, retryable, what: `${via} refused the connection with ${what}` };
  }
  if (reason === BAD_PROXY_ADDRESS) {
    const what = "HTTPS_PROXY, HTTP_PROXY or ALL_PROXY is not the address of an HTTP proxy (http:// or https://)";
    return knownFailure("proxy-address", what);
  }
  if (reason === NOT_A_PROXY) {
    return { kind: "proxy-failure", retryable: true, what: `${via} did not respond as a proxy does` };
  }
  const { retryable } = failureOfNetworkCode(reason);
  return { kind: "proxy-failure", retryable, what: `${via} could not be reached (${reason})` };
}

function knownFailure(kind: FailureKind, what: string): KnownFailure {
  const [, retries] = KINDS[kind];
  return { kind, what, retryable: retries === "retried" };
}
