/** Explains why a connection failed, from Node.js's error codes and the proxy's status. */
import { STATUS_CODES } from "node:http";
import { SHARED_HINTS } from "./errors.js";
import { excerpt } from "./excerpt.js";
import { NOT_A_PROXY, type ProxyFailure } from "./proxy.js";
import { CLOSED, type ConnectionContext, type Explanation, explainTls } from "./tls-faults.js";

interface NetworkFault extends Explanation {
  readonly kind: "connection" | "dns" | "tls" | "too-large" | "not-json";
  /** A few words for the progress line. */
  readonly label: string;
}

const IS_UP = "Is baseUrl right, and is the service up?";
const HAS_NETWORK = "Is baseUrl right, and has this machine access to its network?";
const BROKEN_ON_THE_WAY = "Try again. If it fails again, check the network, a proxy in between, and the service.";

/** llhttp's codes of a connection on which something else than HTTP is spoken, before a response began. */
const NO_HTTP: ReadonlySet<string> = new Set([
  "HPE_INVALID_CONSTANT",
  "HPE_INVALID_VERSION",
  "HPE_INVALID_STATUS",
  "HPE_INVALID_METHOD",
]);

/** The code of a response with 101: no request asks for another protocol. */
export const UPGRADED = "ERR_UPGRADED";

const CONNECTION: Readonly<Record<string, Omit<NetworkFault, "kind">>> = {
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

export function explainNetworkCode(code: string, url: URL, context: ConnectionContext): NetworkFault {
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    const what = `the host name ${url.hostname} could not be resolved (${code})`;
    return { kind: "dns", label: "host name not resolved", what, hint: "Is baseUrl right, and is there a network?" };
  }
  const tls = explainTls(code, url, context);
  if (tls !== undefined) {
    return { kind: "tls", label: "TLS error", ...tls };
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

/** "429 Too Many Requests". A status without a registered name is only its number. */
export function statusName(status: number): string {
  return `${status} ${STATUS_CODES[status] ?? ""}`.trim();
}

/** What the proxy did, and what to do about it. `proxy` is its host and port. */
export function explainProxyFailure(
  { status, code }: Pick<ProxyFailure, "status" | "code">,
  proxy: string | undefined,
): Explanation {
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
