/**
 * The one table of failures. Its rows are found by a status, or by a code of Node.js, OpenSSL or this folder. A row
 * says the error's code, when the failure may pass, and the advice.
 */
import { STATUS_CODES } from "node:http";
import { inSeconds } from "../base/text.js";
import type { Deadline } from "../base/deadline.js";
import { type BodyKind, type ErrorCode, NO_PROPERTY, SettingsError, WorkflowsError } from "../base/errors.js";
import { nameSetting } from "../base/setting-names.js";
import type { ServiceRequest } from "./types.js";

/** A row of the table. */
interface Row {
  readonly code: ErrorCode;
  /** True if another attempt may succeed. */
  readonly isRetried: boolean;
  /** True if the failure may pass by itself, without anybody's repair. */
  readonly mayPass: boolean;
  /** Sentences that say what to do. A message has them after its sentence about the failure. */
  readonly advice: string;
}

const HAS_NETWORK = "Is baseUrl right, and has this machine access to its network?";
const TRY_AGAIN = "Try again. If it fails again, check the network, a proxy in between, and the service.";
const SERVICE_PROBLEM = "The service reports a problem of its own. Try again later.";
const CHECK_PROXY = "Check HTTPS_PROXY and HTTP_PROXY, or name the service's host in NO_PROXY.";
const CHECK_CLIENT_CERTIFICATE = `If the service requires a client certificate, check ${nameSetting("clientCertificate")} and clientKey: the service must know the certificate or its authority.`;

/** Codes of a certificate whose authority is not trusted. */
export const UNKNOWN_AUTHORITY = /^(DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET_ISSUER|VERIFY)|CERT_UNTRUSTED|INVALID_CA)/;

/** When a failure may pass by itself: now, so that another attempt is made; later, after this operation; or never. */
type Passing = "now" | "later" | "never";

type TableRow = readonly [matches: RegExp, code: ErrorCode, passing: Passing, advice: string];

/**
 * The first row that matches counts. A status is looked up as its number, an error by its code, a failure of a proxy as
 * `PROXY_` and the proxy's status or the error's code. 509, 520 to 524, 529 and 530 are statuses of gateways.
 */
// prettier-ignore
const TABLE: readonly TableRow[] = [
  [/^2..$/, "not-json", "never", "The service must return status 200 and a JSON body."],
  [/^3..$/, "redirect", "never", "Nothing was sent there. Set baseUrl, or the path, to the right address."],
  [/^ERR_TOO_MANY_REDIRECTS$/, "redirect", "never", "Do the redirects of the service lead in a circle? Set baseUrl, or the path, to the right address."],
  [/^401$/, "refused", "never", "The service accepted neither the access token nor a new one. Do these credentials belong to this baseUrl?"],
  [/^403$/, "forbidden", "never", "The service does not allow this request to this client. Ask an administrator of the service whether the client needs a permission."],
  [/^(404|410)$/, "not-found", "never", "Is baseUrl right? It is the part of the address before /v2."],
  [/^429$/, "rate-limited", "now", `Try again later, or set ${nameSetting("requestsPerSecond")} to send fewer requests.`],
  [/^(408|425|50[02349]|52[0-49]|530)$/, "unavailable", "now", SERVICE_PROBLEM],
  [/^4..$/, "refused", "never", "The service does not accept this request. Check baseUrl, and what is sent to it: query and headers."],
  [/^\d+$/, "unavailable", "never", SERVICE_PROBLEM],

  // No response, or an incomplete one.
  [/^(ENOTFOUND|EAI_AGAIN)$/, "dns", "now", HAS_NETWORK],
  [/^(ECONNRESET|ECONNABORTED|EPIPE|ERR_STREAM_PREMATURE_CLOSE|ERR_HTTP_CONTENT_LENGTH_MISMATCH|Z_BUF_ERROR)$/, "connection", "now", TRY_AGAIN],
  [/^(ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN))$/, "connection", "now", HAS_NETWORK],
  [/^ECONNREFUSED$/, "connection", "now", "Is baseUrl right, and is the service up?"],
  [/^HPE_HEADER_OVERFLOW$/, "too-large", "never", "Does the response have a very long header, such as Link or Set-Cookie? Ask the service for shorter ones, or raise the limit of Node.js: NODE_OPTIONS=--max-http-header-size=65536."],
  [/^HPE_/, "connection", "now", "Is baseUrl right: http or https, and its port?"],
  [/^TIMEOUT$/, "timeout", "now", `If the service needs longer, raise ${nameSetting("requestTimeoutSeconds")}, or deadlineSeconds.`],

  // TLS.
  [/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/, "tls", "never", "The service must renew it; if it did, check the clock of this machine."],
  [/^ERR_TLS_CERT_ALTNAME/, "tls", "never", "Is the host in baseUrl right?"],
  [UNKNOWN_AUTHORITY, "tls", "never", `If it is your organisation's own authority, set ${nameSetting("caCertificates")} to its certificate, or NODE_EXTRA_CA_CERTS to the file.`],
  [/^(CERT_|CRL_|HOSTNAME_MISMATCH|UNABLE_TO_)/, "tls", "never", "The service must replace its certificate."],
  [/^CLIENT_CERTIFICATE$/, "tls", "never", CHECK_CLIENT_CERTIFICATE],
  [/^CLIENT_CERTIFICATE_RESET$/, "connection", "now", CHECK_CLIENT_CERTIFICATE],
  [/^(ERR_TLS_|ERR_SSL_|ERR_OSSL_|EPROTO$)/, "tls", "never", "Does the service speak https at this port? Check the port in baseUrl, and whether it must begin with http://."],

  // A proxy.
  [/^PROXY_ADDRESS$/, "proxy", "never", "It takes http://user:password@host:port, with percent-encoded user and password."],
  [/^PROXY_407$/, "proxy", "never", "Put the proxy's user and password into its variable: HTTPS_PROXY or HTTP_PROXY."],
  [/^PROXY_([1-4]|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO)/, "proxy", "never", CHECK_PROXY],
  [/^PROXY_TIMEOUT$/, "timeout", "now", CHECK_PROXY],
  [/^PROXY_/, "proxy", "now", CHECK_PROXY],

  // A body that cannot be used.
  [/^TOO_LARGE$/, "too-large", "never", "Ask the service for less, with `query`."],
  [/^(NOT_TEXT|Z_.*|ERR__ERROR_FORMAT.*|ERR_BROTLI.*)$/, "not-json", "never", "JSON is UTF-8. The service, or a proxy in front of it, sent something else, or in an encoding that the request does not accept."],
  [/^WEB_PAGE$/, "not-json", "never", "Is baseUrl the API's address and not the dashboard's? Does a login page or a proxy intercept the request?"],

  // The operation was ended on this side.
  [/^DEADLINE$/, "timeout", "later", `If the service needs longer, raise ${nameSetting("deadlineSeconds")}.`],
  [/^OWN_RATE_LIMIT$/, "timeout", "never", `Raise ${nameSetting("requestsPerSecond")}, or leave it out.`],
  [/^CANCELLED$/, "cancelled", "never", "Run it again."],
  [/^TLS_MATERIAL$/, "settings", "never", `Check ${nameSetting("clientKey")}: it must belong to the first certificate in clientCertificate, and must not be encrypted. Decrypt it with \`openssl pkey -in ENCRYPTED.pem -out KEY.pem\`.`],
  [/^(?!ERR_)E[A-Z\d_]+$|^ERR_(SOCKET|STREAM)_/, "connection", "never", HAS_NETWORK],
  [/^/, "internal", "never", "Try again. If it fails again, it is a bug of this package: report it."],
];

/** Returns the row of a status, or of an error's code. */
export function rowOf(key: number | string): Row {
  // The last row matches every key.
  const [, code, passing, advice] = TABLE.find(([matches]) => matches.test(String(key))) as TableRow;
  return { code, isRetried: passing === "now", mayPass: passing !== "never", advice };
}

/** Writes a status: "429 Too Many Requests". A status without a registered name is only its number. */
export function nameStatus(status: number): string {
  return `${status} ${STATUS_CODES[status] ?? ""}`.trim();
}

/** The parts of a failure that only some have. */
interface FailureDetails {
  /** HTTP status of the service's response. */
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  /** The kind of the body of an unsuccessful response. */
  readonly bodyKind?: BodyKind | undefined;
  /** The OAuth error code of an unsuccessful response: "invalid_token". */
  readonly oauthError?: string | undefined;
  /** The time that the response asks to wait before another attempt. Seconds. */
  readonly waitSeconds?: number | undefined;
  /** Set if the deadline leaves no time for another attempt: the sentence that says so. */
  readonly noTime?: string | undefined;
  /** Takes the place of the row's advice. */
  readonly advice?: string | undefined;
}

/** Why an attempt or a wait failed. It does not leave the transport: `errorOf` makes the error that does. */
export class Failure extends Error {
  readonly row: Row;

  /**
   * @param key the status or the code by which the table has it.
   * @param what the sentence that says what came back, without its full stop.
   */
  constructor(
    readonly key: number | string,
    readonly what: string,
    readonly details: FailureDetails = {},
  ) {
    super(what);
    this.row = rowOf(key);
  }

  /** Returns this failure with a sentence that says why the deadline leaves no time for another attempt. */
  withNoTime(noTime: string): Failure {
    return new Failure(this.key, this.what, { ...this.details, noTime });
  }
}

/** Makes the error of a failure that ends a request. */
export function errorOf(
  { row, what, details }: Failure,
  { doing, hintFor }: Pick<ServiceRequest, "doing" | "hintFor">,
  attempts?: number,
): WorkflowsError {
  const { status, requestId, bodyKind, oauthError, noTime } = details;
  const { code, mayPass } = row;
  const ownAdvice = status === undefined ? undefined : hintFor?.(status);
  const advice = ownAdvice ?? details.advice ?? row.advice;
  // OpenSSL has refused a certificate or the key. They are settings, so the error is that of a wrong setting.
  if (code === "settings") {
    return new SettingsError([{ property: NO_PROPERTY, reason: `${what}. ${advice}` }]);
  }
  const tries = attempts !== undefined && attempts > 1 ? ` (after ${attempts} attempts)` : "";
  const problem = `${what}${tries}.${noTime === undefined ? "" : ` ${noTime}`}`;
  // The advice for a time-out also says to raise the deadline.
  const hint = noTime === undefined || code === "timeout" ? advice : `${rowOf("DEADLINE").advice} ${advice}`;
  return new WorkflowsError(problem, { code, doing, attempts, status, requestId, bodyKind, oauthError, mayPass, hint });
}

/**
 * Describes the end of a deadline, and what the attempt before ended with, because that is often the real reason:
 * `The deadline of 20 s has passed; an earlier attempt ended with: 503 Service Unavailable`.
 */
export function deadlineFailure(deadline: Deadline, earlier?: Failure): Failure {
  if (deadline.isCancelled()) {
    return new Failure("CANCELLED", "The operation was cancelled");
  }
  return new Failure("DEADLINE", `The deadline of ${deadline.seconds} s has passed${endOfEarlier(earlier)}`);
}

/** Says what an earlier attempt ended with, at the end of a sentence; empty if there was none. */
export function endOfEarlier(earlier: Failure | undefined): string {
  return earlier === undefined ? "" : `; an earlier attempt ended with: ${labelOf(earlier)}`;
}

/** Returns the words for a failure in a progress line: the status of the response, "timeout", or the whole sentence. */
export function labelOf({ row, what, details: { status } }: Failure): string {
  if (status !== undefined) {
    return nameStatus(status);
  }
  return row.code === "timeout" ? "timeout" : what;
}

/** Says how much is left of the deadline: "only 2 s of the deadline of 120 s are left". */
export function timeLeft(deadline: Deadline): string {
  return `only ${inSeconds(deadline.remaining())} of the deadline of ${deadline.seconds} s are left`;
}
