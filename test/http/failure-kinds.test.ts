/** What statuses and codes mean, which no test can all provoke over a socket on each machine; and the hint of each. */
import { failureOfNetworkCode, failureOfProxy, failureOfStatus, KINDS } from "../../provider/http/failure-kinds.js";
import { hintFor, hintForStatus } from "../../provider/settings/hints.js";

const containing = (text: string): string => expect.stringContaining(text) as string;

it.each([
  // code                            kind          retried  what
  ["EAI_AGAIN", "dns", true, "could not be resolved (EAI_AGAIN)"],
  ["EPIPE", "connection", true, "the connection broke"],
  ["ERR_STREAM_PREMATURE_CLOSE", "connection", true, "the connection broke"],
  ["ETIMEDOUT", "connection", true, "cannot be reached"],
  ["EHOSTUNREACH", "connection", true, "cannot be reached"],
  ["ENETDOWN", "connection", true, "cannot be reached"],
  ["HPE_INVALID_CONSTANT", "connection", true, "not valid HTTP"],
  ["HPE_HEADER_OVERFLOW", "too-large", false, "larger than the 16384 bytes"],
  ["Z_BUF_ERROR", "connection", true, "is truncated"],
  ["Z_DATA_ERROR", "not-json", false, "compression is broken"],
  ["ERR_BROTLI_DECODER_ERROR_FORMAT", "not-json", false, "compression is broken"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "tls", false, "not signed by an authority known here"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "tls", false, "not signed by an authority known here"],
  ["CERT_NOT_YET_VALID", "tls", false, "not valid yet"],
  ["CERT_REVOKED", "tls", false, "the server's certificate was not accepted"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "tls", false, "no secure connection could be made"],
  ["EWHATEVER", "connection", false, "the connection failed (EWHATEVER)"],
])("%s is %s, retried: %s", (networkCode, code, retryable, what) => {
  const known = failureOfNetworkCode(networkCode);
  expect(known).toMatchObject({ retryable, what: containing(what) });
  expect(KINDS[known.kind][0]).toBe(code);
});

it.each([
  // reason                                 with a certificate   hint
  ["tlsv13 alert certificate required", false, "set clientCertificate"],
  ["sslv3 alert handshake failure", false, "set clientCertificate"],
  ["tlsv1 alert unknown ca", true, "Check clientCertificate and clientKey"],
  ["wrong version number", true, "speak https at this port"],
])("OpenSSL's reason %j is shown (client certificate: %s)", (reason, hasClientCertificate, hint) => {
  const known = failureOfNetworkCode("EPROTO", { reason, hasClientCertificate });
  expect(known.what).toBe(`no secure connection could be made (EPROTO: ${reason})`);
  expect(hintFor(known)).toContain(hint);
});

it("a connection that breaks with a client certificate is still retried, and the certificate is in doubt", () => {
  const known = failureOfNetworkCode("ECONNRESET", { hasClientCertificate: true });
  expect(known.retryable).toBe(true);
  expect(hintFor(known)).toContain("Check clientCertificate and clientKey");
});

it.each<[reason: number | string, retryable: boolean, what: string, hint: string]>([
  // reason              retried  what                                                   hint
  [407, false, "the proxy p:1 refused the connection with 407 Proxy Auth", "Put the proxy's user and password"],
  [502, true, "the proxy p:1 refused the connection with 502 Bad Gateway", "Check HTTPS_PROXY"],
  ["ECONNREFUSED", true, "the proxy p:1 could not be reached (ECONNREFUSED)", "Check HTTPS_PROXY"],
  ["ERR_NOT_A_PROXY", true, "the proxy p:1 did not respond as a proxy does", "Check HTTPS_PROXY"],
  ["ERR_INVALID_URL", false, "is not the address of an HTTP proxy", "must be percent-encoded"],
])("a proxy that fails with %s", (reason, retryable, what, hint) => {
  const known = failureOfProxy(reason, "p:1");
  expect(known).toMatchObject({ retryable, what: containing(what) });
  expect(KINDS[known.kind][0]).toBe("proxy");
  expect(hintFor(known)).toContain(hint);
});

type Row = [status: number, code: string, retryable: boolean, name: string];

it.each<Row>([
  // status  code             retried  name
  [202, "not-json", false, "202 Accepted"],
  [302, "redirect", false, "302 Found"],
  [399, "redirect", false, "399"],
  [401, "refused", false, "401 Unauthorized"],
  [403, "forbidden", false, "403 Forbidden"],
  [404, "not-found", false, "404 Not Found"],
  [408, "unavailable", true, "408 Request Timeout"],
  [410, "not-found", false, "410 Gone"],
  [418, "refused", false, "418 I'm a Teapot"],
  [425, "unavailable", true, "425 Too Early"],
  [429, "rate-limited", true, "429 Too Many Requests"],
  [500, "unavailable", true, "500 Internal Server Error"],
  [501, "unavailable", false, "501 Not Implemented"],
  [504, "unavailable", true, "504 Gateway Timeout"],
  [505, "unavailable", false, "505 HTTP Version Not Supported"],
  [509, "unavailable", true, "509 Bandwidth Limit Exceeded"],
  ...[520, 521, 522, 523, 524, 529, 530].map((status): Row => [status, "unavailable", true, `${status}`]),
  ...[525, 526, 599].map((status): Row => [status, "unavailable", false, `${status}`]),
])("status %d is %s, retried: %s", (status, code, retryable, what) => {
  const known = failureOfStatus(status);
  expect(known).toMatchObject({ retryable, what });
  expect(KINDS[known.kind][0]).toBe(code);
  expect(hintForStatus(status)).toBe(hintFor(known));
});
