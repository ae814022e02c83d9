/** What the codes of broken connections are called. */
import { explainNetworkCode } from "../../provider/http/network-codes.js";

it.each([
  ["ECONNREFUSED", "connection", /nothing accepts connections there/],
  ["ECONNRESET", "connection", /broke before the whole answer/],
  ["EWHATEVER", "connection", /the connection failed \(EWHATEVER\)/],
  ["HPE_INVALID_CONSTANT", "connection", /is not HTTP/],
  ["HPE_HEADER_OVERFLOW", "too-large", /headers are too large/],
  ["Z_BUF_ERROR", "connection", /cut off/],
  ["Z_DATA_ERROR", "not-json", /compression is broken/],
  ["ENOTFOUND", "dns", /api\.example\.com could not be resolved/],
  ["EAI_AGAIN", "dns", /could not be resolved/],
  ["SELF_SIGNED_CERT_IN_CHAIN", "tls", /not signed by an authority known here/],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "tls", /not signed by an authority known here/],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "tls", /not for api\.example\.com but for DNS:other/],
  ["CERT_HAS_EXPIRED", "tls", /has expired/],
  ["CERT_NOT_YET_VALID", "tls", /not valid yet/],
  ["CERT_REVOKED", "tls", /no secure connection could be made/],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "tls", /no secure connection could be made/],
  ["EPROTO", "tls", /no secure connection could be made/],
])("%s is told as %s", (code, kind, what) => {
  const fault = explainNetworkCode(code, new URL("https://api.example.com/x"), "DNS:other");
  expect(fault.kind).toBe(kind);
  expect(fault.what).toMatch(what);
});
