/** What Node's error codes of a connection mean, in plain words. */
import { excerpt } from "./excerpt.js";

export interface NetworkFault {
  readonly kind: "connection" | "dns" | "tls" | "too-large" | "not-json";
  /** A few words for the progress line. */
  readonly label: string;
  readonly what: string;
  readonly hint?: string | undefined;
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

const CONNECTION: Readonly<Record<string, { label: string; what: string; hint?: string }>> = {
  ECONNREFUSED: {
    label: "connection refused",
    what: "nothing accepts connections there",
    hint: "Is baseUrl right, and is the service up?",
  },
  ECONNRESET: { label: "connection reset", what: "the connection broke before the whole answer had come" },
  EPIPE: { label: "connection reset", what: "the connection broke while sending" },
  ETIMEDOUT: { label: "no connection", what: "the host did not answer" },
  EHOSTUNREACH: { label: "host unreachable", what: "there is no way to the host" },
  ENETUNREACH: { label: "network unreachable", what: "there is no way to the host's network" },
  Z_BUF_ERROR: { label: "answer cut off", what: "the compressed answer was cut off" },
};

/** @param certified the names that the server's certificate is for, where that is the fault. */
export function explainNetworkCode(code: string, url: URL, certified: string | undefined): NetworkFault {
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    const what = `the host name ${url.hostname} could not be resolved (${code})`;
    return { kind: "dns", label: "host name not resolved", what, hint: "Is baseUrl right, and is there a network?" };
  }
  const certificate = explainCertificate(code, url, certified);
  if (certificate !== undefined) return { kind: "tls", label: "TLS error", ...certificate };
  if (code === "HPE_HEADER_OVERFLOW") {
    return { kind: "too-large", label: "headers too large", what: "the answer's headers are too large" };
  }
  if (code.startsWith("HPE_")) {
    const what = `what came back is not HTTP (${code})`;
    return { kind: "connection", label: "not HTTP", what, hint: "Is baseUrl right: http or https, and its port?" };
  }
  if (code !== "Z_BUF_ERROR" && /^(Z_|ERR__ERROR_FORMAT|ERR_BROTLI|ZSTD_)/.test(code)) {
    const what = `the answer's compression is broken (${excerpt(code)})`;
    return { kind: "not-json", label: "broken compression", what };
  }
  const known = CONNECTION[code];
  if (known !== undefined) return { kind: "connection", ...known, what: `${known.what} (${code})` };
  return { kind: "connection", label: "connection failed", what: `the connection failed (${excerpt(code)})` };
}

function explainCertificate(
  code: string,
  url: URL,
  certified: string | undefined,
): { what: string; hint: string } | undefined {
  if (UNKNOWN_CA.has(code)) {
    const what = `the server's certificate is not signed by an authority known here (${code})`;
    return { what, hint: "If it is your organisation's own, name its certificate file in NODE_EXTRA_CA_CERTS." };
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
    const what = `no secure connection could be made (${excerpt(code)})`;
    return { what, hint: "Does the service speak https at this port?" };
  }
  return undefined;
}
