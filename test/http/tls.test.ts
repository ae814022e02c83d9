/** Private authorities and client certificates, directly and through proxies, over real TLS. */
import type * as https from "node:https";
import { WorkflowsError } from "../../provider/base/errors.js";
import { createTransport, type TransportOptions } from "../../provider/auth/transport.js";
import type { ServiceResponse, TlsOptions } from "../../provider/http/types.js";
import { type Certificate, createAuthority, createCertificate } from "../support/certificates.js";
import { inChild } from "../support/child.js";
import { createHastyClock } from "../support/clocks.js";
import { openedInTests } from "../support/opened.js";
import { startProxy } from "../support/proxy.js";
import { listingRequest } from "../support/requests.js";
import { json, inOrder } from "../support/replies.js";
import { type Reply, startFakeService, type FakeService } from "../support/fake-service.js";
import { rejectionOf } from "../support/thrown.js";

const API_KEY = "gateway/key+1";

let authority: Certificate;
let service: Certificate;
let client: Certificate;
let foreign: Certificate;

const { opened, variables } = openedInTests();

beforeAll(async () => {
  authority = await createAuthority();
  service = await createCertificate(authority);
  client = await createCertificate(authority, { host: "my-client" });
  foreign = await createCertificate(await createAuthority(), { host: "a-stranger" });
});

/** A service that requires a client certificate of the authority. */
function demanding(options: https.ServerOptions = {}, ...replies: Reply[]): Promise<FakeService> {
  const requirements = { ...service, ca: authority.cert, requestCert: true, rejectUnauthorized: true };
  const reply = inOrder(...(replies.length === 0 ? [json("[]")] : replies));
  return opened(startFakeService({ tls: { ...requirements, ...options }, isStrict: false, reply }));
}

function get(url: string, options: TransportOptions): Promise<ServiceResponse> {
  return createTransport({ clock: createHastyClock(), ...options }).send(listingRequest(`${url}/v2/workflows`));
}

const failureOf = (url: string, options: TransportOptions): Promise<WorkflowsError> =>
  rejectionOf(WorkflowsError, get(url, options));

const tlsOf = (certificate: Certificate): TlsOptions => ({ ca: authority.cert, ...certificate });

/** The outcomes of listing each address in a process that trusts `authority` by NODE_EXTRA_CA_CERTS. */
type Outcomes = Record<string, { code: string; message: string }>;

it.each<[what: string, makeCertificate: () => Promise<Certificate>, message: RegExp]>([
  ["of an unknown authority", () => createCertificate(undefined), /self-signed certificate|unable to .*issuer/],
  [
    "for another host",
    () => createCertificate(authority, { host: "other.example" }),
    /does not match certificate.s altnames: .*Is the host in baseUrl right/,
  ],
  ["that has expired", () => createCertificate(authority, { expired: true }), /certificate has expired/],
])("a certificate %s is an error that says so, without a retry", async (_what, makeCertificate, message) => {
  const server = await opened(
    startFakeService({ tls: await makeCertificate(), isStrict: false, reply: inOrder(json("[]")) }),
  );
  const { server: outcome } = await inChild<Outcomes>("tls", { server: server.url }, { authority: authority.cert });
  expect(outcome).toMatchObject({ code: "tls", message: expect.stringMatching(message) as string });
  expect(server.requests).toEqual([]);
  expect(server.opened()).toBe(1);
});

it("https to a port that speaks http is an error of TLS, without a retry", async () => {
  const server = await opened(startFakeService({ isStrict: false, reply: inOrder(json("[]")) }));
  expect((await failureOf(server.url.replace("http:", "https:"), {})).code).toBe("tls");
  expect(server.opened()).toBe(1);
});

it("an authority in NODE_EXTRA_CA_CERTS is trusted, and named in the error where it is absent", async () => {
  const { url } = await opened(
    startFakeService({ tls: service, isStrict: false, reply: inOrder(json({ access_token: "abcdef" }), json("[]")) }),
  );
  expect((await failureOf(url, {})).message).toContain("NODE_EXTRA_CA_CERTS");
  const outcomes = await inChild<Outcomes>("tls", { server: url }, { authority: authority.cert });
  expect(outcomes).toMatchObject({ server: { code: "listed" } });
});

describe("a private authority", () => {
  it("is of one transport only", async () => {
    const server = await opened(startFakeService({ tls: service, isStrict: false, reply: inOrder(json("[]")) }));
    await get(server.url, { tls: { ca: authority.cert } });
    expect((await failureOf(server.url, {})).code).toBe("tls");
  });
  it.each(["directly", "through a proxy"])("that is another one is named, and the issuer too: %s", async (way) => {
    const server = await opened(startFakeService({ tls: service, isStrict: false, reply: inOrder(json("[]")) }));
    const proxy = await opened(startProxy());
    variables.set(way === "directly" ? {} : { HTTPS_PROXY: proxy.url });
    const other = await createAuthority("Another authority");
    const { message } = await failureOf(server.url, { tls: { ca: other.cert } });
    expect(message).toMatch(
      /\. caCertificates is set \(CN=Another authority\), but the certificate was issued by CN=.+: set caCertificates/,
    );
    expect(message).not.toContain("NODE_EXTRA_CA_CERTS");
  });
  it("is trusted beside the one in NODE_EXTRA_CA_CERTS", async () => {
    const other = await createAuthority("Another authority");
    const replies = [json({ access_token: "abcdef" }), json("[]")];
    for (const certificate of [service, await createCertificate(other)]) {
      const { url } = await opened(startFakeService({ tls: certificate, isStrict: false, reply: inOrder(...replies) }));
      const listed = await inChild("privateAuthority", { url, ca: authority.cert }, { authority: other.cert });
      expect(listed).toEqual({ code: "listed", message: "[]" });
    }
  });
});

describe("a client certificate", () => {
  it.each(["TLSv1.2", "TLSv1.3"] as const)("is shown to a service that requires it: %s", async (maxVersion) => {
    const server = await demanding({ maxVersion });
    expect((await get(server.url, { tls: tlsOf(client) })).status).toBe(200);
  });
  it("that OpenSSL refuses is a settings error, and opens no connection", async () => {
    const server = await demanding();
    const error = await failureOf(server.url, { tls: { cert: client.cert, key: foreign.key } });
    expect(error).toMatchObject({ code: "settings", issues: [{ property: "" }] });
    expect(error.message).toMatch(
      /^The certificates or the key cannot be used \(.*key values mismatch\)\. Check that /,
    );
    expect(server.opened()).toBe(0);
  });
  it.each(["TLSv1.2", "TLSv1.3"] as const)("of another authority is named as a reason: %s", async (maxVersion) => {
    const server = await demanding({ maxVersion });
    const error = await failureOf(server.url, { tls: tlsOf(foreign), maxRetries: 1 });
    expect(error.hint).toContain("check clientCertificate");
    expect(server.requests).toEqual([]);
  });
});

// Node.js itself reads the variable: that of jest's own environment would change nothing.
describe("with NODE_TLS_REJECT_UNAUTHORIZED=0", () => {
  it.each<[string, string, string]>([
    ["the service's certificate is checked", "", "tls"],
    ["the service's certificate is checked through a proxy", "http:", "tls"],
    ["that of a proxy is checked, and the proxy gets no credentials", "https:", "proxy"],
  ])("%s", async (_title, proxied, code) => {
    const server = await opened(startFakeService({ tls: service, isStrict: false, reply: inOrder(json("[]")) }));
    const proxy = await opened(startProxy(proxied === "https:" ? { tls: service } : {}));
    const proxyUrl = proxied === "" ? "" : proxy.url.replace("//", "//me:proxy-password@");
    const environment = { NODE_TLS_REJECT_UNAUTHORIZED: "0", HTTPS_PROXY: proxyUrl };
    expect(await inChild("tls", { it: server.url }, { environment })).toMatchObject({ it: { code } });
    expect(server.requests).toEqual([]);
    expect(proxy.authorizations).toHaveLength(proxied === "http:" ? 1 : 0);
  });
});

describe("through a proxy that requires authentication", () => {
  it("authority, certificate and headers reach the service, and the proxy sees none of them", async () => {
    const server = await demanding();
    const proxy = await opened(startProxy({ credentials: "me:proxy-password" }));
    variables.set({ HTTPS_PROXY: proxy.url.replace("//", "//me:proxy-password@") });
    await get(server.url, { tls: tlsOf(client), headers: { "x-api-key": API_KEY } });
    expect(server.requests[0]?.headers["x-api-key"]).toBe(API_KEY);
    expect(proxy.requests).toEqual([`CONNECT 127.0.0.1:${server.port}`]);
    for (const secret of [API_KEY, "BEGIN CERTIFICATE", "x-api-key", "pulumi-workflows/"]) {
      expect(proxy.received()).not.toContain(secret);
    }
  });
  it("a service that is addressed by another name than its certificate has is refused by its real name", async () => {
    const localhost = await createCertificate(authority, { host: "localhost" });
    const server = await opened(startFakeService({ tls: localhost, isStrict: false, reply: inOrder(json("[]")) }));
    const proxy = await opened(startProxy());
    const child = { authority: authority.cert, environment: { HTTPS_PROXY: proxy.url, NO_PROXY: "" } };
    const { server: outcome } = await inChild<Outcomes>("tls", { server: server.url }, child);
    expect(outcome).toMatchObject({
      code: "tls",
      message: expect.stringMatching(/altnames: IP: 127\.0\.0\.1 is not in/) as string,
    });
    expect(server.requests).toEqual([]);
  });
  it("one tunnel serves the token request and the listing", async () => {
    const server = await opened(
      startFakeService({ tls: service, isStrict: false, reply: inOrder(json({ access_token: "abcdef" }), json("[]")) }),
    );
    const proxy = await opened(startProxy());
    const environment = { HTTPS_PROXY: proxy.url.replace("//", "//me:pr%40xy-pass@"), NO_PROXY: "" };
    const outcomes = await inChild<Outcomes>("tls", { server: server.url }, { authority: authority.cert, environment });
    expect(outcomes).toMatchObject({ server: { code: "listed" } });
    expect(proxy.requests).toEqual([`CONNECT 127.0.0.1:${server.port}`]);
    expect(proxy.authorizations).toEqual([`Basic ${Buffer.from("me:pr@xy-pass").toString("base64")}`]);
  });
  it("that is reached by TLS, with a certificate of the private authority", async () => {
    const server = await demanding();
    let shown: object = {};
    const tls = { ...service, requestCert: true, rejectUnauthorized: false };
    const proxy = await opened(startProxy({ tls, onConnect: (socket) => (shown = socket.getPeerCertificate()) }));
    variables.set({ HTTPS_PROXY: proxy.url.replace("127.0.0.1", "localhost") });
    expect((await get(server.url, { tls: tlsOf(client) })).status).toBe(200);
    expect(proxy.requests).toHaveLength(1);
    expect(shown).toEqual({});
  });
});
