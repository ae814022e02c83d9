/** The table of hints: which setting to look at for which failure of a request. Runs in both processes. */
import { failureOfStatus, type FailureKind } from "../http/failure-kinds.js";
import type { Failure } from "../http/types.js";
import { nameSetting } from "./names.js";

const HAS_NETWORK = "Is baseUrl right, and has this machine access to its network?";
const TRY_AGAIN = "Try again. If it fails again, check the network, a proxy in between, and the service.";
const SERVICE_PROBLEM = "The service reports a problem of its own. Try again later.";
const CHECK_CLIENT_CERTIFICATE =
  "Check clientCertificate and clientKey: the service must know the certificate or its authority.";
const CHECK_PROXY = "Check HTTPS_PROXY, HTTP_PROXY and ALL_PROXY, or name the service's host in NO_PROXY.";
const RAISE_DEADLINE = `If the service needs longer, raise ${nameSetting("deadlineSeconds")}.`;

/** The hint for each kind of failure. It stands after the sentence about the failure, and may refer to it: "they", "it". */
const HINTS: Readonly<Record<FailureKind, string>> = {
  "unexpected-success": "The service must return status 200 and a JSON body.",
  redirect: "Nothing was sent there. Is baseUrl right?",
  unauthorized:
    "The service accepted neither the access token nor a new one. Do these credentials belong to this baseUrl?",
  forbidden:
    "The service does not allow this request to this client. Ask an administrator of the service whether the client needs a permission.",
  "not-found": "Is baseUrl right? It is the part of the address before /v2.",
  "rate-limited": `Try again later, or set ${nameSetting("requestsPerSecond")} to send fewer requests.`,
  unavailable: SERVICE_PROBLEM,
  "server-error": SERVICE_PROBLEM,
  "not-accepted": "The service does not accept this request. Check baseUrl, and what is sent to it: query and headers.",
  "too-large": `If a response of this size is expected, raise ${nameSetting("maxResponseBytes")}.`,
  "not-text":
    "JSON is UTF-8. The service, or a proxy in front of it, sent something else, or in an encoding that the request does not accept.",
  "web-page":
    "Is baseUrl the API's address and not the dashboard's? Does a login page or a proxy intercept the request?",
  "bad-compression": TRY_AGAIN,
  "large-headers":
    "Does the response have a very long header, such as Link or Set-Cookie? Ask the service for shorter ones, or raise the limit of Node.js: NODE_OPTIONS=--max-http-header-size=65536.",
  "unknown-host": HAS_NETWORK,
  "closed-port": "Is baseUrl right, and is the service up?",
  reset: TRY_AGAIN,
  "reset-with-client-certificate": CHECK_CLIENT_CERTIFICATE,
  unreachable: HAS_NETWORK,
  "not-http": "Is baseUrl right: http or https, and its port?",
  "unknown-code": HAS_NETWORK,
  "unknown-authority": `If it is your organisation's own authority, set ${nameSetting("caCertificates")} to its certificate, or NODE_EXTRA_CA_CERTS to the file.`,
  "other-host": "Is the host in baseUrl right?",
  expired: "The service must renew it; if it did, check the clock of this machine.",
  "not-yet-valid": "Check the clock of this machine.",
  "bad-certificate": "The service must replace it.",
  "no-tls":
    "Does the service speak https at this port? Check the port in baseUrl, and whether it must begin with http://.",
  "client-certificate-missing": `If the service requires a client certificate, set ${nameSetting("clientCertificate")} and clientKey.`,
  "client-certificate-refused": CHECK_CLIENT_CERTIFICATE,
  "proxy-address": `${CHECK_PROXY} User and password must be percent-encoded.`,
  "proxy-login": "Put the proxy's user and password into its variable: HTTPS_PROXY, HTTP_PROXY or ALL_PROXY.",
  "proxy-failure": CHECK_PROXY,
  "attempt-timeout": `If the service needs longer, raise ${nameSetting("requestTimeoutSeconds")}, or deadlineSeconds.`,
  "proxy-timeout": CHECK_PROXY,
  "rate-limit-wait": `Raise ${nameSetting("requestsPerSecond")}, or leave it out.`,
  deadline: RAISE_DEADLINE,
  cancelled: "Run it again.",
  "tls-material": "Check that they are PEM texts, and that the key belongs to clientCertificate.",
  bug: "Try again. If it fails again, it is a bug of this package: report it.",
};

/** The hint of a refusal that is a web page, which an API does not send. */
const WEB_PAGE =
  "The response is a web page: something in front of the service may have refused the request. Check baseUrl, and whether this machine has access to the service.";
/** Statuses with which something in front of a service refuses a request. */
const REFUSALS: ReadonlySet<number | undefined> = new Set([400, 401, 403, 511]);

/** Returns what to do about a failure of a request, in sentences. */
export function hintFor({ kind, status, bodyKind }: Pick<Failure, "kind" | "status" | "bodyKind">): string {
  return bodyKind === "web-page" && REFUSALS.has(status) ? WEB_PAGE : HINTS[kind];
}

/** Returns what to do about an unsuccessful status. */
export function hintForStatus(status: number): string {
  return HINTS[failureOfStatus(status).kind];
}
