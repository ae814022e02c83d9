/** Explains why a connection failed, from the codes of Node.js and OpenSSL, and why a proxy made none. */
import type { ErrorCode } from "./errors.js";
import { excerpt } from "./excerpt.js";
import { statusName } from "./statuses.js";

/** What came back, as a part of a sentence, and what to do. */
interface Explanation {
  readonly what: string;
  readonly hint: string;
}

type NetworkErrorCode = Extract<ErrorCode, "connection" | "dns" | "tls" | "not-json">;

const HAS_NETWORK = "Is baseUrl right, and has this machine access to its network?";
const IS_UP = "Is baseUrl right, and is the service up?";
const IS_HTTP = "Is baseUrl right: http or https, and its port?";
const TRY_AGAIN = "Try again. If it fails again, check the network, a proxy in between, and the service.";
const SET_AUTHORITY =
  "If it is your organisation's own authority, set caCertificates to its certificate, or NODE_EXTRA_CA_CERTS to the file.";
const IS_NAME = "Is the host in baseUrl right?";
const RENEW = "The service must renew it; if it did, check the clock of this machine.";
const CHECK_CLOCK = "Check the clock of this machine.";
const IS_HTTPS =
  "Does the service speak https at this port? Check the port in baseUrl, and whether it must begin with http://.";

const RESET = /^(ECONNRESET|ECONNABORTED|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/;
const UNREACHABLE = /^(ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN))$/;
const COMPRESSION = /^(Z_|ERR__ERROR_FORMAT|ERR_BROTLI|ZSTD_)/;
const UNKNOWN_CA = /^(DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET_ISSUER|VERIFY)|CERT_UNTRUSTED|INVALID_CA)/;
const OTHER_TLS = /^(CERT_|CRL_|ERR_TLS_|ERR_SSL_|ERR_OSSL_|EPROTO$|HOSTNAME_MISMATCH|UNABLE_TO_)/;

/** The first row that matches an error's code counts: the kind of failure, what happened, and what to do. */
const ROWS: readonly (readonly [codes: RegExp, code: NetworkErrorCode, what: string, hint: string])[] = [
  [/^(ENOTFOUND|EAI_AGAIN)$/, "dns", "the host name could not be resolved", HAS_NETWORK],
  [/^ECONNREFUSED$/, "connection", "nothing accepts connections there", IS_UP],
  [RESET, "connection", "the connection broke before the response was complete", TRY_AGAIN],
  [UNREACHABLE, "connection", "the host cannot be reached", HAS_NETWORK],
  [/^HPE_/, "connection", "what came back is not valid HTTP", IS_HTTP],
  [/^Z_BUF_ERROR$/, "connection", "the compressed response is truncated", TRY_AGAIN],
  [COMPRESSION, "not-json", "the response's compression is broken", TRY_AGAIN],
  [UNKNOWN_CA, "tls", "the server's certificate is not signed by an authority known here", SET_AUTHORITY],
  [/^ERR_TLS_CERT_ALTNAME/, "tls", "the server's certificate is for another host", IS_NAME],
  [/^CERT_HAS_EXPIRED$/, "tls", "the server's certificate has expired", RENEW],
  [/^CERT_NOT_YET_VALID$/, "tls", "the server's certificate is not valid yet", CHECK_CLOCK],
  [OTHER_TLS, "tls", "no secure connection could be made", IS_HTTPS],
];

/** What is known of a connection that failed. */
export interface ConnectionContext {
  /** OpenSSL's own reason: "tlsv13 alert certificate required". */
  readonly reason?: string | undefined;
  /** The names in the server's certificate, if they are the problem. */
  readonly certificateNames?: string | undefined;
  /** Whether the settings have a client certificate. */
  readonly hasClientCertificate?: boolean | undefined;
}

export function explainNetworkCode(
  code: string,
  context: ConnectionContext = {},
): Explanation & { readonly code: NetworkErrorCode } {
  const [, kind, what, hint] = rowOf(code) ?? [code, "connection", "the connection failed", HAS_NETWORK];
  const { reason, certificateNames } = context;
  const details = [code, reason, certificateNames].filter((part) => part !== undefined).map(excerpt);
  return { code: kind, what: `${what} (${details.join(": ")})`, hint: clientCertificateHint(code, context) ?? hint };
}

/** Whether another attempt may succeed. */
export function isRetriedCode(code: string): boolean {
  const kind = rowOf(code)?.[1];
  return kind === "connection" || kind === "dns" || code === NOT_A_PROXY;
}

function rowOf(code: string): (typeof ROWS)[number] | undefined {
  return ROWS.find(([codes]) => codes.test(code));
}

/** The server ended the handshake because of the client's certificate, or of a client without one. Some only close the connection. */
function clientCertificateHint(
  code: string,
  { reason = "", hasClientCertificate }: ConnectionContext,
): string | undefined {
  const isAlert = /alert.*(certificate|handshake failure|access denied|unknown ca)/.test(reason);
  if (hasClientCertificate === true && (isAlert || RESET.test(code))) {
    return "Check clientCertificate and clientKey: the service must know the certificate or its authority.";
  }
  return isAlert ? "If the service requires a client certificate, set clientCertificate and clientKey." : undefined;
}

export const CHECK_PROXY = "Check HTTPS_PROXY and HTTP_PROXY, or name the service's host in NO_PROXY.";

/** The code of a proxy that did not respond to CONNECT as a proxy does. */
export const NOT_A_PROXY = "ERR_NOT_A_PROXY";

/**
 * What the proxy did, and what to do about it.
 *
 * @param status of the response to CONNECT, or `undefined` with the `code` of the error.
 * @param proxy its host and port.
 */
export function explainProxyFailure(
  { status, code = NOT_A_PROXY }: { readonly status?: number | undefined; readonly code?: string | undefined },
  proxy: string | undefined,
): Explanation {
  const via = proxy === undefined ? "the proxy" : `the proxy ${proxy}`;
  if (status !== undefined) {
    return {
      what: `${via} refused the connection with ${statusName(status)}`,
      hint: status === 407 ? "Put the proxy's user and password into HTTPS_PROXY (or HTTP_PROXY)." : CHECK_PROXY,
    };
  }
  if (code === "ERR_INVALID_URL") {
    return {
      what: "HTTPS_PROXY or HTTP_PROXY is not the address of an HTTP proxy (http:// or https://)",
      hint: `${CHECK_PROXY} User and password must be percent-encoded.`,
    };
  }
  return {
    what: code === NOT_A_PROXY ? `${via} did not respond as a proxy does` : `${via} could not be reached (${code})`,
    hint: CHECK_PROXY,
  };
}
