/** The table of failures: by status, by the codes of Node.js and OpenSSL, and by what a proxy did. */
import { STATUS_CODES } from "node:http";
import type { ErrorCode } from "../base/errors.js";
import { excerpt, nameSetting } from "../base/excerpt.js";

/** What is known of one kind of failure. */
export interface FailureKind {
  readonly code: ErrorCode;
  /** Whether another attempt may succeed. Both operations of the service are safe to repeat. */
  readonly isRetried: boolean;
  /** What came back, as a part of a sentence. */
  readonly what: string;
  /** What to do. */
  readonly hint: string;
  /** Status of a proxy's response. */
  readonly status?: number;
}

/** Statuses that refuse credentials in a token request: RFC 6749 §5.2, and services that nearly follow it. */
export const CREDENTIAL_REFUSALS: ReadonlySet<number> = new Set([400, 401, 403]);

const NEW_TOKEN =
  "The service accepted neither the access token nor a new one. Do these credentials belong to this baseUrl?";
const NO_RIGHT = "The credentials are valid but lack the permission. Ask an administrator of the service.";
const NOT_ACCEPTED =
  "The service does not accept this request. Check baseUrl, and what is sent to it: query and headers.";
const THEIR_PROBLEM = "The service reports a problem of its own. Try again later.";

/** The first row that matches a status counts. */
const STATUSES: readonly (readonly [statuses: RegExp, code: ErrorCode, isRetried: boolean, hint: string])[] = [
  [/^2/, "not-json", false, "The service must return status 200 and a JSON body."],
  [/^3/, "redirect", false, "Nothing was sent there. Is baseUrl right?"],
  [/^401/, "refused", false, NEW_TOKEN],
  [/^403/, "forbidden", false, NO_RIGHT],
  [/^4(04|10)/, "not-found", false, "Is baseUrl right? It is the part of the address before /v2."],
  [/^429/, "rate-limited", true, `Try again later, or set ${nameSetting("requestsPerSecond")} to send fewer requests.`],
  [/^(408|50[0234])/, "unavailable", true, THEIR_PROBLEM],
  [/^4/, "refused", false, NOT_ACCEPTED],
];

export function explainStatus(status: number): FailureKind {
  const row = STATUSES.find(([statuses]) => statuses.test(String(status)));
  const [, code, isRetried, hint] = row ?? [status, "unavailable", false, THEIR_PROBLEM];
  // "429 Too Many Requests". A status without a registered name is only its number.
  return { code, isRetried, what: `${status} ${STATUS_CODES[status] ?? ""}`.trim(), hint };
}

const HAS_NETWORK = "Is baseUrl right, and has this machine access to its network?";
const IS_UP = "Is baseUrl right, and is the service up?";
const IS_HTTP = "Is baseUrl right: http or https, and its port?";
const TRY_AGAIN = "Try again. If it fails again, check the network, a proxy in between, and the service.";
const SET_AUTHORITY = `If it is your organisation's own authority, set ${nameSetting("caCertificates")} to its certificate, or NODE_EXTRA_CA_CERTS to the file.`;
const RENEW = "The service must renew it; if it did, check the clock of this machine.";
const REPLACE = "The service must replace it.";
const IS_HTTPS =
  "Does the service speak https at this port? Check the port in baseUrl, and whether it must begin with http://.";

const RESET = /^(ECONNRESET|ECONNABORTED|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/;
const UNREACHABLE = /^(ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN))$/;
const COMPRESSION = /^(Z_|ERR__ERROR_FORMAT|ERR_BROTLI|ZSTD_)/;
const UNKNOWN_CA = /^(DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET_ISSUER|VERIFY)|CERT_UNTRUSTED|INVALID_CA)/;
const OTHER_TLS = /^(ERR_TLS_|ERR_SSL_|ERR_OSSL_|EPROTO$)/;

/** The first row that matches an error's code counts. What concerns a connection or a name is retried. */
const NETWORK_CODES: readonly (readonly [codes: RegExp, code: ErrorCode, what: string, hint: string])[] = [
  [/^(ENOTFOUND|EAI_AGAIN)$/, "dns", "the host name could not be resolved", HAS_NETWORK],
  [/^ECONNREFUSED$/, "connection", "nothing accepts connections there", IS_UP],
  [RESET, "connection", "the connection broke before the response was complete", TRY_AGAIN],
  [UNREACHABLE, "connection", "the host cannot be reached", HAS_NETWORK],
  [/^HPE_/, "connection", "what came back is not valid HTTP", IS_HTTP],
  [/^Z_BUF_ERROR$/, "connection", "the compressed response is truncated", TRY_AGAIN],
  [COMPRESSION, "not-json", "the response's compression is broken", TRY_AGAIN],
  [UNKNOWN_CA, "tls", "the server's certificate is not signed by an authority known here", SET_AUTHORITY],
  [/^ERR_TLS_CERT_ALTNAME/, "tls", "the server's certificate is for another host", "Is the host in baseUrl right?"],
  [/^CERT_HAS_EXPIRED$/, "tls", "the server's certificate has expired", RENEW],
  [/^CERT_NOT_YET_VALID$/, "tls", "the server's certificate is not valid yet", "Check the clock of this machine."],
  [/^(CERT_|CRL_|HOSTNAME_MISMATCH|UNABLE_TO_)/, "tls", "the server's certificate was not accepted", REPLACE],
  [OTHER_TLS, "tls", "no secure connection could be made", IS_HTTPS],
];

/** What is known of a connection that failed. */
interface ConnectionContext {
  /** OpenSSL's own reason: "tlsv13 alert certificate required". */
  readonly reason?: string | undefined;
  /** The names in the server's certificate, if they are the problem. */
  readonly certificateNames?: string | undefined;
  /** Whether the settings have a client certificate. */
  readonly hasClientCertificate?: boolean | undefined;
}

export function explainNetworkCode(networkCode: string, context: ConnectionContext = {}): FailureKind {
  const row = NETWORK_CODES.find(([codes]) => codes.test(networkCode));
  const [, code, what, hint] = row ?? [networkCode, "connection", "the connection failed", HAS_NETWORK];
  const { reason, certificateNames } = context;
  const details = [networkCode, reason, certificateNames].filter((part) => part !== undefined).map(excerpt);
  return {
    code,
    isRetried: row !== undefined && (code === "connection" || code === "dns"),
    what: `${what} (${details.join(": ")})`,
    hint: clientCertificateHint(networkCode, context) ?? hint,
  };
}

/** The server ended the handshake because of the client's certificate, or of a client without one. Some only close the connection. */
function clientCertificateHint(
  networkCode: string,
  { reason = "", hasClientCertificate }: ConnectionContext,
): string | undefined {
  const isAlert = /alert.*(certificate|handshake failure|access denied|unknown ca)/.test(reason);
  if (hasClientCertificate === true && (isAlert || RESET.test(networkCode))) {
    return "Check clientCertificate and clientKey: the service must know the certificate or its authority.";
  }
  return isAlert
    ? `If the service requires a client certificate, set ${nameSetting("clientCertificate")} and clientKey.`
    : undefined;
}

export const CHECK_PROXY = "Check HTTPS_PROXY, HTTP_PROXY and ALL_PROXY, or name the service's host in NO_PROXY.";
const NO_PROXY_ADDRESS =
  "HTTPS_PROXY, HTTP_PROXY or ALL_PROXY is not the address of an HTTP proxy (http:// or https://)";
const ENCODE = `${CHECK_PROXY} User and password must be percent-encoded.`;
const SET_PROXY_USER = "Put the proxy's user and password into its variable: HTTPS_PROXY, HTTP_PROXY or ALL_PROXY.";

/** The code of a proxy that did not respond to CONNECT as a proxy does. */
export const NOT_A_PROXY = "ERR_NOT_A_PROXY";

/** @param reason the status of the response to CONNECT, or the code of the error. `proxy`: host and port, if they are known. */
export function explainProxyFailure(reason: number | string, proxy = ""): FailureKind {
  const via = `the proxy ${proxy}`.trim();
  const code = "proxy";
  if (typeof reason === "number") {
    const { isRetried, what } = explainStatus(reason);
    const hint = reason === 407 ? SET_PROXY_USER : CHECK_PROXY;
    return { code, isRetried, what: `${via} refused the connection with ${what}`, hint, status: reason };
  }
  if (reason === "ERR_INVALID_URL") {
    return { code, isRetried: false, what: NO_PROXY_ADDRESS, hint: ENCODE };
  }
  const isOther = reason === NOT_A_PROXY;
  const what = isOther ? `${via} did not respond as a proxy does` : `${via} could not be reached (${reason})`;
  return { code, isRetried: isOther || explainNetworkCode(reason).isRetried, what, hint: CHECK_PROXY };
}
