/** Describes why an attempt got no whole response: a time-out, the connection, or the proxy. */
import { errorName, messageOf, systemCodeOf } from "../base/errors.js";
import { excerpt, inSeconds } from "../base/text.js";
import { otherAuthorityAdvice } from "./authorities.js";
import type { Route } from "./connect.js";
import { Failure, nameStatus, rowOf, UNKNOWN_AUTHORITY } from "./failures.js";
import type { TlsOptions } from "./types.js";

/** The values of an attempt that failed. */
interface FailedAttempt {
  /** "GET https://api.example.com/v2/workflows". */
  readonly target: string;
  readonly route: Route;
  readonly requestTimeoutMs: number;
  readonly tls: TlsOptions;
  /** The authority that issued the service's certificate; `undefined` if it is not known. */
  readonly issuer: string | undefined;
}

/** Describes an attempt that took too long. */
export function timeoutFailure({ target, route: { proxy }, requestTimeoutMs }: FailedAttempt): Failure {
  const noResponse = `${target}: no complete response within ${inSeconds(requestTimeoutMs)}`;
  return proxy === undefined
    ? new Failure("TIMEOUT", noResponse)
    : new Failure("PROXY_TIMEOUT", `${noResponse} through the proxy ${proxy}`);
}

/** Describes an error of got, of an agent or of Node.js. Takes over only its code and its words. */
export function connectionFailure(error: unknown, { target, route: { proxy }, tls, issuer }: FailedAttempt): Failure {
  const { timings } = error as { timings?: { socket?: number } };
  const code = systemCodeOf(error) ?? "";
  const words = wordsOf(error, code);
  // got has no socket until the proxy has opened the tunnel to the service. Until then, the proxy is what fails.
  if (proxy !== undefined && timings?.socket === undefined) {
    return proxyFailure(`${target} did not reach the service: the proxy ${proxy}`, code, words);
  }
  // The message of an unknown error may say anything, so only its name is shown.
  if (rowOf(code).code === "internal") {
    return new Failure(code, `${target} failed (${errorName(error)})`);
  }
  const isOtherAuthority = UNKNOWN_AUTHORITY.test(code) && tls.ca !== undefined;
  const advice = isOtherAuthority ? otherAuthorityAdvice(tls.ca, issuer) : undefined;
  return new Failure(keyOf(code, words, tls.cert !== undefined), `${target} failed: ${words}`, { advice });
}

/** Describes a failure of the proxy. Its response to CONNECT is an error of hpagent: "Bad response: 407". */
function proxyFailure(subject: string, code: string, words: string): Failure {
  const [, status] = /^Bad response: (\d+)/.exec(words) ?? [];
  return status === undefined
    ? new Failure(`PROXY_${code}`, `${subject} could not be used (${words})`)
    : new Failure(`PROXY_${status}`, `${subject} refused the connection with ${nameStatus(Number(status))}`);
}

/** Returns what Node.js or OpenSSL says, with the code: "connect ECONNREFUSED 127.0.0.1:1". */
function wordsOf(error: unknown, code: string): string {
  const message = messageOf(error);
  // "write EPROTO 40C7…:error:0A00045C:SSL routines:ssl3_read_bytes:tlsv13 alert certificate
  // required:../deps/openssl/…"
  const openSslReason = /SSL routines:[^:]*:([^:]+)/.exec(message)?.[1];
  const words = excerpt(openSslReason ?? message).replace(/[.:\s]+$/, "");
  return words.includes(code) ? words : `${words} (${code})`;
}

/**
 * Returns the key of a failed connection in the table of failures. A server that lacks or refuses the client's
 * certificate sends an alert, or just drops the connection.
 */
function keyOf(code: string, words: string, hasClientCertificate: boolean): string {
  if (/alert.*(?:certificate|handshake failure|access denied|unknown ca)/.test(words)) {
    return "CLIENT_CERTIFICATE";
  }
  return hasClientCertificate && /^(?:ECONNRESET|EPIPE)$/.test(code) ? "CLIENT_CERTIFICATE_RESET" : code;
}
