/** Explains why TLS failed: a certificate that is not accepted, on either side, and the alerts of a server. */
import { excerpt } from "./excerpt.js";
import { HTTP2_HINT } from "./refusal-hints.js";

/** What came back, as a part of a sentence, and what to do. */
export interface Explanation {
  readonly what: string;
  readonly hint: string;
}

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

/** Codes of a connection that the server closed. */
export const CLOSED: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE"]);

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
const IS_HTTPS =
  "Does the service speak https at this port? Check the port in baseUrl, and whether it must begin with http://.";
const OLD_TLS = "Ask the operators of the service: it must support TLS 1.2 or later.";

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
const SERVER_ALERTS: ReadonlyMap<number, Explanation> = new Map([
  [70, { what: "it accepts none of the TLS versions of this machine", hint: OLD_TLS }],
  [71, { what: "it accepts none of the ciphers of this machine", hint: OLD_TLS }],
  [
    80,
    { what: "it has an internal error", hint: "Try again later. If it fails again, ask the operators of the service." },
  ],
  [112, { what: "it does not know this host name", hint: "Is the host in baseUrl right?" }],
  [120, { what: "it does not accept HTTP/1.1", hint: HTTP2_HINT }],
]);

/** The number of the TLS alert that ended a handshake. It is always in OpenSSL's message, but not always in its code. */
export function alertIn(error: unknown): number | undefined {
  const [, number] = /SSL alert number (\d+)/.exec(messageIn(error)) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** OpenSSL's words for what went wrong: "wrong version number". They are a part of its message. */
export function reasonIn(error: unknown): string | undefined {
  return /SSL routines:[^:]*:([a-z][\w ]{3,60}):/.exec(messageIn(error))?.[1];
}

function messageIn(error: unknown): string {
  const { message } = (error ?? {}) as { message?: unknown };
  return typeof message === "string" ? message : "";
}

/** What is wrong with TLS; `undefined` if the code is of something else. */
export function explainTls(code: string, url: URL, context: ConnectionContext): Explanation | undefined {
  return explainAlert(code, context) ?? explainServerCertificate(code, url, context);
}

/** How the server ended the handshake. */
function explainAlert(
  code: string,
  { alert = 0, clientCertificate, isResponding = true }: ConnectionContext,
): Explanation | undefined {
  if (CLIENT_CERTIFICATE_ALERTS.has(alert)) {
    return refusedCertificate(`the server ended the TLS handshake (alert ${alert})`, alert, clientCertificate);
  }
  const serverAlert = SERVER_ALERTS.get(alert);
  if (serverAlert !== undefined) {
    return { what: `the server ended the TLS handshake (alert ${alert}): ${serverAlert.what}`, hint: serverAlert.hint };
  }
  // Some servers only close the connection. An expired certificate explains it.
  return clientCertificate?.isExpired === true && CLOSED.has(code) && !isResponding
    ? refusedCertificate(`the server closed the connection (${code})`, CERTIFICATE_EXPIRED, clientCertificate)
    : undefined;
}

function explainServerCertificate(
  code: string,
  { hostname }: URL,
  { certified, reason, hasAuthorities }: ConnectionContext,
): Explanation | undefined {
  if (UNKNOWN_CA.has(code)) {
    const what = `the server's certificate is not signed by an authority known here (${code})`;
    return { what, hint: hasAuthorities === true ? OTHER_AUTHORITY : UNKNOWN_AUTHORITY };
  }
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    const others = certified === undefined ? "another host" : excerpt(certified);
    const what = `the server's certificate is not for ${hostname} but for ${others} (${code})`;
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

/** How nginx and IIS refuse a client's certificate after the handshake. */
const WRITTEN_REFUSAL = /(?:no required|client|SSL|TLS) (?:SSL |TLS )?(?:client )?certificate/i;

/** Whether a response refuses the client's certificate, and why; `undefined` if it does not. 495 and 496 are nginx's. */
export function clientCertificateFault(
  status: number,
  message: string,
  clientCertificate: ConnectionContext["clientCertificate"],
): Explanation | undefined {
  const isWritten = [400, 401, 403].includes(status) && WRITTEN_REFUSAL.test(message);
  if (status !== 495 && status !== 496 && !isWritten) {
    return undefined;
  }
  const isMissing = status === 496 || /required|missing/i.test(message);
  const what = message === "" ? "the server refused the TLS connection" : `"${message}"`;
  return refusedCertificate(what, isMissing ? CERTIFICATE_REQUIRED : undefined, clientCertificate);
}

/** Why a server refuses the client's certificate, or a client without one. */
function refusedCertificate(
  what: string,
  alert: number | undefined,
  clientCertificate: ConnectionContext["clientCertificate"],
): Explanation {
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
