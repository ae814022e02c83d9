/** What the codes of broken connections are called. */
import { explainNetworkCode, explainProxyFailure, statusName } from "../../provider/http/network-codes.js";
import { NOT_A_PROXY } from "../../provider/http/proxy.js";
import { alertIn, clientCertificateFault, type ConnectionContext, reasonIn } from "../../provider/http/tls-faults.js";

const https = new URL("https://api.example.com/x");
const http = new URL("http://api.example.com/x");
const HTTPS =
  "Does the service speak https at this port? Check the port in baseUrl, and whether it must begin with http://.";
const valid = { isExpired: false, validUntil: new Date("2030-01-02") };
const expired = { isExpired: true, validUntil: new Date("2020-01-02") };

it.each([
  ["ECONNREFUSED", "connection", /nothing accepts connections there/],
  ["ECONNRESET", "connection", /broke before the response was complete/],
  ["EWHATEVER", "connection", /the connection failed \(EWHATEVER\)/],
  ["HPE_INVALID_CONSTANT", "connection", /is not HTTP/],
  ["HPE_HEADER_OVERFLOW", "too-large", /headers are too large/],
  ["Z_BUF_ERROR", "connection", /is truncated/],
  ["Z_DATA_ERROR", "not-json", /compression is broken/],
  ["ERR_UPGRADED", "connection", /status 101/],
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
  const fault = explainNetworkCode(code, https, { certified: "DNS:other" });
  expect(fault.kind).toBe(kind);
  expect(fault.what).toMatch(what);
});

const AGAIN = "Try again. If it fails again, check the network, a proxy in between, and the service.";
const NETWORK = "Is baseUrl right, and has this machine access to its network?";
const IS_UP = "Is baseUrl right, and is the service up?";

describe("TLS alerts", () => {
  const alerted = (number: number): Error =>
    new Error(`x: some alert:../deps/openssl/x.c:1601:SSL alert number ${number}\n`);

  it.each([40, 42, 116])("%i without a client certificate names the settings", (number) => {
    const fault = explainNetworkCode("EPROTO", https, { alert: alertIn(alerted(number)) });
    expect(fault).toMatchObject({ kind: "tls", hint: "Set clientCertificate and clientKey." });
  });
  it.each([
    [45, /refused the client certificate \(it has expired\)/],
    [48, /refused the client certificate \(the server does not trust the authority that signed it\)/],
    [44, /refused the client certificate \(it has been revoked\)/],
  ])("%i with one has the reason", (number, what) => {
    const fault = explainNetworkCode("EPROTO", https, { alert: alertIn(alerted(number)), clientCertificate: valid });
    expect(fault.kind).toBe("tls");
    expect(fault.what).toMatch(what);
    expect(fault.hint).toContain("Check clientCertificate and clientKey");
  });
  it.each([
    [70, /\(alert 70\): it accepts none of the TLS versions of this machine/, /must support TLS 1\.2 or later/],
    [71, /none of the ciphers/, /TLS 1\.2/],
    [80, /an internal error/, /Try again later/],
    [112, /does not know this host name/, /Is the host in baseUrl right/],
    [120, /does not accept HTTP\/1\.1/, /sends HTTP\/1\.1/],
    [50, /no secure connection could be made \(EPROTO\)/, /speak https at this port/],
  ])("%i is about something else", (number, what, hint) => {
    for (const clientCertificate of [undefined, valid]) {
      const fault = explainNetworkCode("EPROTO", https, { alert: alertIn(alerted(number)), clientCertificate });
      expect(fault.kind).toBe("tls");
      expect(fault.what).toMatch(what);
      expect(fault.hint).toMatch(hint);
    }
  });
});

it.each([
  ["wrong version number", "EPROTO: wrong version number", HTTPS],
  ["unsupported protocol", "EPROTO: unsupported protocol", /TLS 1\.2 or later/],
  ["x", "EPROTO", HTTPS],
])("OpenSSL's reason %j is shown", (words, detail, hint: string | RegExp) => {
  const error = new Error(`write EPROTO 80DB:error:0A00010B:SSL routines:ssl3_get_record:${words}:../deps/x.c:354:\n`);
  const fault = explainNetworkCode("EPROTO", https, { reason: reasonIn(error) });
  expect(fault.what).toBe(`no secure connection could be made (${detail})`);
  expect(fault.hint).toMatch(hint);
});

it("an unknown authority beside those that are set is about them", () => {
  const hint = (hasAuthorities: boolean): string =>
    explainNetworkCode("UNABLE_TO_GET_ISSUER_CERT", https, { hasAuthorities }).hint;
  expect(hint(false)).toMatch(/^If it is your organisation's own authority, set caCertificates/);
  expect(hint(true)).toMatch(/^caCertificates is set, but not to this authority/);
});

it.each<[code: string, isResponding: boolean, label: string]>([
  ["HPE_INVALID_CONSTANT", false, "not HTTP"],
  ["HPE_INVALID_CONSTANT", true, "invalid HTTP"],
  ["HPE_INVALID_CONTENT_LENGTH", false, "invalid HTTP"],
  ["HPE_INVALID_CHUNK_SIZE", true, "invalid HTTP"],
])("%s, while a response arrives: %s, is %s", (code, isResponding, label) => {
  const fault = explainNetworkCode(code, http, { isResponding });
  expect([fault.kind, fault.label]).toEqual(["connection", label]);
});

describe("an error without a message", () => {
  it.each([undefined, null, {}, { message: 1 }])("%j has no reason", (error) => {
    expect(reasonIn(error)).toBeUndefined();
  });
});

describe("a connection that the server closed", () => {
  const NO_CERTIFICATE = "Is the service up? If it requires a client certificate, set clientCertificate and clientKey.";
  const CERTIFICATE =
    "Is the service up? It may also refuse the client certificate: check clientCertificate and clientKey.";
  const EARLY = "the server closed the connection before it sent a response (ECONNRESET)";
  const BEGIN_WITH_HTTPS = "If the service speaks https at this port, begin baseUrl with https://.";
  const LATE = "the connection broke before the response was complete (ECONNRESET)";
  const RENEW = "Renew it, and set clientCertificate and clientKey to the new one.";
  it.each<[string, URL, ConnectionContext, kind: string, what: string, hint: string]>([
    ["before a response, with https", https, { isResponding: false }, "connection", EARLY, NO_CERTIFICATE],
    [
      "before a response, with a client certificate",
      https,
      { isResponding: false, clientCertificate: valid },
      "connection",
      EARLY,
      CERTIFICATE,
    ],
    [
      "before a response, with an expired client certificate",
      https,
      { isResponding: false, clientCertificate: expired },
      "tls",
      "the server closed the connection (ECONNRESET): the client certificate expired on 2020-01-02",
      RENEW,
    ],
    [
      "before a response, with http",
      http,
      { isResponding: false },
      "connection",
      EARLY,
      `${AGAIN} ${BEGIN_WITH_HTTPS}`,
    ],
    ["in a response", https, { isResponding: true, clientCertificate: expired }, "connection", LATE, AGAIN],
    ["at an unknown time", https, { clientCertificate: expired }, "connection", LATE, AGAIN],
  ])("%s", (_name, url, context, kind, what, hint) => {
    const fault = explainNetworkCode("ECONNRESET", url, context);
    expect([fault.kind, fault.what, fault.hint]).toEqual([kind, what, hint]);
  });

  it("is not recognised by another code", () => {
    const { what } = explainNetworkCode("ECONNREFUSED", https, { isResponding: false, clientCertificate: expired });
    expect(what).toBe("nothing accepts connections there (ECONNREFUSED)");
  });
});

it.each([
  ["ENOTFOUND", "host name not resolved", "Is baseUrl right, and is there a network?"],
  ["CERT_REVOKED", "TLS error", HTTPS],
  ["EPROTO", "TLS error", HTTPS],
  ["EPROTONOSUPPORT", "connection failed", NETWORK],
  ["CERT_HAS_EXPIRED", "TLS error", "The service must renew it; if it did, check the clock of this machine."],
  ["CERT_NOT_YET_VALID", "TLS error", "Check the clock of this machine."],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "TLS error", "Is the host in baseUrl right?"],
  ["HPE_HEADER_OVERFLOW", "headers too large", "Is baseUrl the address of the API?"],
  ["HPE_INVALID_CONSTANT", "not HTTP", "Is baseUrl right: http or https, and its port?"],
  ["Z_DATA_ERROR", "broken compression", AGAIN],
  ["ERR_BROTLI_DECODER", "broken compression", AGAIN],
  ["XZ_DATA_ERROR", "connection failed", NETWORK],
  ["EHOSTUNREACH", "host unreachable", NETWORK],
  ["ENETUNREACH", "network unreachable", NETWORK],
  ["ECONNREFUSED", "connection refused", IS_UP],
  ["ETIMEDOUT", "no connection", IS_UP],
  ["EPIPE", "connection reset", AGAIN],
  ["Z_BUF_ERROR", "response truncated", AGAIN],
])("%s is called %s in a line of progress, with what to do", (code, label, hint) => {
  const fault = explainNetworkCode(code, https, {});
  expect([fault.label, fault.hint]).toEqual([label, hint]);
});

it("a certificate for another host, whose names are not known, is for another host", () => {
  expect(explainNetworkCode("ERR_TLS_CERT_ALTNAME_INVALID", https, {}).what).toBe(
    "the server's certificate is not for api.example.com but for another host (ERR_TLS_CERT_ALTNAME_INVALID)",
  );
});

it("an alert that requires a certificate says so; any other one may", () => {
  const what = (alert: number): string => explainNetworkCode("EPROTO", https, { alert }).what;
  expect(what(116)).toBe(
    "the server ended the TLS handshake (alert 116): it requires a client certificate, and none is set",
  );
  expect(what(40)).toBe(
    "the server ended the TLS handshake (alert 40): it may require a client certificate, and none is set",
  );
  expect(alertIn("SSL alert number 40")).toBeUndefined();
  expect(alertIn(new Error("reset"))).toBeUndefined();
});

describe("a response that refuses the client's certificate", () => {
  const NOT_SET = "it requires a client certificate, and none is set";
  it.each<[status: number, message: string, context: ConnectionContext["clientCertificate"], what: string | undefined]>(
    [
      [496, "", undefined, `the server refused the TLS connection: ${NOT_SET}`],
      [
        495,
        "",
        undefined,
        "the server refused the TLS connection: it may require a client certificate, and none is set",
      ],
      [495, "", valid, "the server refused the TLS connection: it refused the client certificate"],
      [495, "", expired, "the server refused the TLS connection: the client certificate expired on 2020-01-02"],
      [496, "", valid, "the server refused the TLS connection: it refused the client certificate (none was sent)"],
      [400, "No required SSL certificate was sent", undefined, `"No required SSL certificate was sent": ${NOT_SET}`],
      [403, "Missing client certificate", undefined, `"Missing client certificate": ${NOT_SET}`],
      [
        401,
        "The SSL certificate error",
        undefined,
        '"The SSL certificate error": it may require a client certificate, and none is set',
      ],
      [404, "No required SSL certificate was sent", undefined, undefined],
      [400, "Bad Request", undefined, undefined],
    ],
  )("%i %j", (status, message, certificate, what) => {
    expect(clientCertificateFault(status, message, certificate)?.what).toBe(what);
  });

  it("with a certificate, says what to check", () => {
    expect(clientCertificateFault(495, "", valid)?.hint).toBe(
      "Check clientCertificate and clientKey: the service must know the certificate or its authority.",
    );
    expect(clientCertificateFault(495, "", expired)?.hint).toBe(
      "Renew it, and set clientCertificate and clientKey to the new one.",
    );
  });
});

it("a status has its name, if it is registered", () => {
  expect([429, 599].map(statusName)).toEqual(["429 Too Many Requests", "599"]);
});

describe("a proxy", () => {
  const CHECK = "Check HTTPS_PROXY and HTTP_PROXY, or name the service's host in NO_PROXY.";
  const REACHED =
    "Is baseUrl right, and can the proxy reach the service? If it cannot, name the service's host in NO_PROXY.";
  it.each<[failure: { status?: number; code?: string }, proxy: string | undefined, what: string, hint: string]>([
    [
      { status: 407 },
      "proxy:8080",
      "the proxy proxy:8080 refused the connection with 407 Proxy Authentication Required",
      "Put the proxy's user and password into HTTPS_PROXY (or HTTP_PROXY).",
    ],
    [
      { status: 401 },
      undefined,
      "the proxy refused the connection with 401 Unauthorized",
      "Put the proxy's user and password into HTTPS_PROXY (or HTTP_PROXY).",
    ],
    [{ status: 403 }, undefined, "the proxy refused the connection with 403 Forbidden", CHECK],
    [{ status: 499 }, undefined, "the proxy refused the connection with 499", CHECK],
    [{ status: 500 }, undefined, "the proxy refused the connection with 500 Internal Server Error", REACHED],
    [{ status: 503 }, undefined, "the proxy refused the connection with 503 Service Unavailable", REACHED],
    [
      { code: "ERR_INVALID_URL" },
      undefined,
      "HTTPS_PROXY or HTTP_PROXY is not an http:// or https:// address",
      "Set it to the address of an HTTP proxy, its user and password percent-encoded, or name the service's host in NO_PROXY.",
    ],
    [
      { code: "ERR_PROXY_SCHEME" },
      "proxy:8080",
      "HTTPS_PROXY or HTTP_PROXY is not an http:// or https:// address",
      "Set it to the address of an HTTP proxy (SOCKS is not supported), or name the service's host in NO_PROXY.",
    ],
    [
      { code: NOT_A_PROXY },
      "proxy:8080",
      "the proxy proxy:8080 did not respond as a proxy does, or closed the connection",
      CHECK,
    ],
    [
      { code: "EPROTO" },
      "proxy:8080",
      "no secure connection to the proxy proxy:8080 could be made (EPROTO)",
      "Most proxies have an address that begins with http://, also in HTTPS_PROXY. Check it.",
    ],
    [{ code: "ETIMEDOUT" }, "proxy:8080", "the proxy proxy:8080 did not respond in time (ETIMEDOUT)", CHECK],
    [{ code: "ECONNREFUSED" }, "proxy:8080", "the proxy proxy:8080 could not be reached (ECONNREFUSED)", CHECK],
    [{}, "proxy:8080", "the proxy proxy:8080 could not be reached", CHECK],
  ])("%j", (failure, proxy, what, hint) => {
    expect(explainProxyFailure({ status: undefined, code: undefined, ...failure }, proxy)).toEqual({ what, hint });
  });
});
