/** What the codes of broken connections mean, which no test can provoke over a socket on each machine. */
import { explainNetworkCode, explainProxyFailure, isRetriedCode } from "../../provider/http/network-codes.js";
import { codeOfStatus, RETRIED_STATUSES, statusName } from "../../provider/http/statuses.js";

it.each([
  // code                            kind          retried  what
  ["EAI_AGAIN", "dns", true, "could not be resolved (EAI_AGAIN)"],
  ["EPIPE", "connection", true, "the connection broke"],
  ["ERR_STREAM_PREMATURE_CLOSE", "connection", true, "the connection broke"],
  ["ETIMEDOUT", "connection", true, "cannot be reached"],
  ["EHOSTUNREACH", "connection", true, "cannot be reached"],
  ["ENETDOWN", "connection", true, "cannot be reached"],
  ["HPE_INVALID_CONSTANT", "connection", true, "not valid HTTP"],
  ["Z_BUF_ERROR", "connection", true, "is truncated"],
  ["Z_DATA_ERROR", "not-json", false, "compression is broken"],
  ["ERR_BROTLI_DECODER_ERROR_FORMAT", "not-json", false, "compression is broken"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "tls", false, "not signed by an authority known here"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "tls", false, "not signed by an authority known here"],
  ["CERT_NOT_YET_VALID", "tls", false, "not valid yet"],
  ["CERT_REVOKED", "tls", false, "no secure connection could be made"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "tls", false, "no secure connection could be made"],
  ["EWHATEVER", "connection", false, "the connection failed (EWHATEVER)"],
])("%s is %s", (code, kind, isRetried, what) => {
  expect(explainNetworkCode(code)).toMatchObject({ code: kind, what: expect.stringContaining(what) as string });
  expect(isRetriedCode(code)).toBe(isRetried);
});

it.each([
  // reason                                 with a certificate   hint
  ["tlsv13 alert certificate required", false, "set clientCertificate and clientKey"],
  ["sslv3 alert handshake failure", false, "set clientCertificate and clientKey"],
  ["tlsv1 alert unknown ca", true, "Check clientCertificate and clientKey"],
  ["wrong version number", true, "speak https at this port"],
])("OpenSSL's reason %j is shown (client certificate: %s)", (reason, hasClientCertificate, hint) => {
  const explanation = explainNetworkCode("EPROTO", { reason, hasClientCertificate });
  expect(explanation.what).toBe(`no secure connection could be made (EPROTO: ${reason})`);
  expect(explanation.hint).toContain(hint);
});

it("an address that is no proxy's is never tried again", () => {
  expect(isRetriedCode("ERR_INVALID_URL")).toBe(false);
  expect(explainProxyFailure({ code: "ERR_INVALID_URL" }, undefined).hint).toContain("percent-encoded");
});

it.each([
  // status  code             retried  name
  [204, "not-json", false, "204 No Content"],
  [302, "redirect", false, "302 Found"],
  [399, "redirect", false, "399"],
  [401, "refused", false, "401 Unauthorized"],
  [403, "forbidden", false, "403 Forbidden"],
  [404, "not-found", false, "404 Not Found"],
  [408, "unavailable", true, "408 Request Timeout"],
  [410, "not-found", false, "410 Gone"],
  [418, "refused", false, "418 I'm a Teapot"],
  [429, "rate-limited", true, "429 Too Many Requests"],
  [500, "unavailable", true, "500 Internal Server Error"],
  [501, "unavailable", false, "501 Not Implemented"],
  [504, "unavailable", true, "504 Gateway Timeout"],
])("status %d is %s, retried: %s", (status, code, isRetried, name) => {
  expect([codeOfStatus(status), RETRIED_STATUSES.has(status), statusName(status)]).toEqual([code, isRetried, name]);
});
