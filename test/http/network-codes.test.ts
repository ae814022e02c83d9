/** What the codes of broken connections are called. */
import { alertIn, explainNetworkCode } from "../../provider/http/network-codes.js";

it.each([
  ["ECONNREFUSED", "connection", /nothing accepts connections there/],
  ["ECONNRESET", "connection", /broke before the response was complete/],
  ["EWHATEVER", "connection", /the connection failed \(EWHATEVER\)/],
  ["HPE_INVALID_CONSTANT", "connection", /is not HTTP/],
  ["HPE_HEADER_OVERFLOW", "too-large", /headers are too large/],
  ["Z_BUF_ERROR", "connection", /is truncated/],
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
])("%s is reported as %s", (code, kind, what) => {
  const fault = explainNetworkCode(code, new URL("https://api.example.com/x"), { certified: "DNS:other" });
  expect(fault.kind).toBe(kind);
  expect(fault.what).toMatch(what);
});

describe("TLS alerts", () => {
  const url = new URL("https://api.example.com/x");
  const alerted = (number: number): Error =>
    new Error(`x: some alert:../deps/openssl/x.c:1601:SSL alert number ${number}\n`);
  const valid = { isExpired: false, validUntil: new Date("2030-01-02") };

  it.each([40, 42, 116])("%i without a client certificate names the settings", (number) => {
    const fault = explainNetworkCode("EPROTO", url, { alert: alertIn(alerted(number)) });
    expect(fault).toMatchObject({ kind: "tls", hint: "Set clientCertificate and clientKey." });
  });
  it.each([
    [45, /refused the client certificate \(it has expired\)/],
    [48, /refused the client certificate \(the server does not trust the authority that signed it\)/],
    [44, /refused the client certificate \(it has been revoked\)/],
  ])("%i with one has the reason", (number, what) => {
    const fault = explainNetworkCode("EPROTO", url, { alert: alertIn(alerted(number)), clientCertificate: valid });
    expect(fault.kind).toBe("tls");
    expect(fault.what).toMatch(what);
    expect(fault.hint).toContain("Check clientCertificate and clientKey");
  });
  it("70 (protocol version) is about something else", () => {
    expect(explainNetworkCode("EPROTO", url, { alert: alertIn(alerted(70)) }).what).toContain("no secure connection");
  });
});
