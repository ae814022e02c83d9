/** Private authorities and client certificates, directly and through proxies, over real TLS. */
import { createPrivateKey } from "node:crypto";
import type { ServerOptions } from "node:https";
import tls, { type TLSSocket } from "node:tls";
import { createTransport, type TransportOptions } from "../support/transport.js";
import type { TlsOptions } from "../../provider/http/types.js";
import { type Certificate, createAuthority, createCertificate } from "../support/certificates.js";
import { inChild } from "../support/child.js";
import { failureOf, opened, serve, serveTls, setVariables } from "../support/client.js";
import { startProxy } from "../support/proxy.js";
import { listingRequest, requestListing } from "../support/requests.js";
import { json } from "../support/replies.js";
import { type FakeService } from "../support/fake-service.js";

const API_KEY = "gateway/key+1";
/** For a token request, and the listing after it. */
const REPLIES = [json({ access_token: "abcdef" }), json("[]")];

let authority: Certificate;
let service: Certificate;
let client: Certificate;
let foreign: Certificate;

beforeAll(async () => {
  authority = await createAuthority();
  service = await createCertificate(authority);
  client = await createCertificate(authority, { host: "my-client" });
  foreign = await createCertificate(await createAuthority(), { host: "a-stranger" });
});

/** A service that requires a client certificate of the authority. */
function demanding(options: ServerOptions = {}): Promise<FakeService> {
  const requirements = { ...service, ca: authority.cert, requestCert: true, rejectUnauthorized: true };
  return serveTls({ ...requirements, ...options }, json("[]"));
}

const tlsOf = (certificate: Certificate): TlsOptions => ({ ca: authority.cert, ...certificate });
const tlsFailure = (server: { url: string }, options: TransportOptions = {}, message = /^/) =>
  failureOf(requestListing(server, options), "tls", message);

it.each<[what: string, makeCertificate: () => Promise<Certificate>, message: RegExp]>([
  ["of an unknown authority", () => createCertificate(undefined), /self-signed certificate|unable to .*issuer/],
  [
    "for another host",
    () => createCertificate(authority, { host: "other.example" }),
    /does not match certificate.s altnames: .*Is the host in baseUrl right/,
  ],
  ["that has expired", () => createCertificate(authority, { expired: true }), /certificate has expired/],
])("a certificate %s is an error that says so, without a retry", async (_what, makeCertificate, message) => {
  const server = await serveTls(await makeCertificate(), json("[]"));
  await tlsFailure(server, { tls: { ca: authority.cert } }, message);
  expect(server.requests).toEqual([]);
  expect(server.opened()).toBe(1);
});

it("https to a port that speaks http is an error of TLS, without a retry", async () => {
  const server = await serve(json("[]"));
  await tlsFailure({ url: server.url.replace("http:", "https:") });
  expect(server.opened()).toBe(1);
});

it("a connection that is used again gathers no listeners, of which Node.js would warn", async () => {
  const server = await serveTls(service, json("[]"));
  const connect = jest.spyOn(tls, "connect");
  const transport = createTransport({ tls: { ca: authority.cert } });
  const listenersAfterRequest = async (): Promise<unknown> => {
    await transport.send(listingRequest(server.url));
    return (connect.mock.results[0]?.value as TLSSocket).listenerCount("secure");
  };
  const first = await listenersAfterRequest();
  expect(await listenersAfterRequest()).toBe(first);
  expect(server.opened()).toBe(1);
  connect.mockRestore();
});

describe("a private authority", () => {
  it("is of one transport only; where it is absent, the error names the setting and NODE_EXTRA_CA_CERTS", async () => {
    const server = await serveTls(service, json("[]"));
    await requestListing(server, { tls: { ca: authority.cert } });
    await tlsFailure(server, {}, /set caCertificates .* or NODE_EXTRA_CA_CERTS/);
  });

  it("that is another one is named, and the issuer too", async () => {
    const server = await serveTls(service, json("[]"));
    const other = await createAuthority("Another authority");
    const message =
      /\. caCertificates is set \(CN=Another authority\), but the certificate was issued by CN=.+: set caCertificates/;
    const error = await tlsFailure(server, { tls: { ca: other.cert } }, message);
    expect(error.message).not.toContain("NODE_EXTRA_CA_CERTS");
  });

  it("is trusted beside the one in NODE_EXTRA_CA_CERTS", async () => {
    const other = await createAuthority("Another authority");
    for (const certificate of [service, await createCertificate(other)]) {
      const { url } = await serveTls(certificate, ...REPLIES);
      const listed = await inChild("list", { url, ca: authority.cert }, { authority: other.cert });
      expect(listed).toEqual({ code: "listed", message: "[]" });
    }
  });
});

function encrypted(key: string): string {
  const options = { type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "p4ss phrase" } as const;
  return createPrivateKey(key).export(options) as string;
}

describe("a client certificate", () => {
  it.each<[what: string, key: () => string, reason: string]>([
    ["with the key of another one", () => foreign.key, "key values mismatch"],
    ["with an encrypted key", () => encrypted(client.key), ""],
    ["with a broken key", () => client.key.replaceAll(/[a-z]/g, "A"), ""],
  ])("%s is a settings error, and opens no connection", async (_what, key, reason) => {
    const server = await demanding();
    const sending = requestListing(server, { tls: { cert: client.cert, key: key() } });
    const start = "^The client certificate or its key cannot be used";
    const message = new RegExp(`${start} \\(.*${reason}\\)\\. Check clientKey .* must not be encrypted\\. Decrypt`);
    expect(await failureOf(sending, "settings", message)).toMatchObject({ issues: [{ property: "" }] });
    expect(server.opened()).toBe(0);
  });

  it.each(["TLSv1.2", "TLSv1.3"] as const)(
    "is shown to a service that requires it; its absence, or another one, is named as a reason: %s",
    async (maxVersion) => {
      const server = await demanding({ maxVersion });
      expect((await requestListing(server, { tls: tlsOf(client) })).status).toBe(200);
      await tlsFailure(server, { tls: { ca: authority.cert } }, /certificate required|handshake failure/);
      for (const tls of [{ ca: authority.cert }, tlsOf(foreign)]) {
        const hint = expect.stringContaining("check clientCertificate") as string;
        await expect(requestListing(server, { tls, maxRetries: 1 })).rejects.toMatchObject({ hint });
      }
      expect(server.requests).toHaveLength(1);
    },
  );
});

// Node.js itself reads the variable: that of jest's own environment would change nothing.
describe("with NODE_TLS_REJECT_UNAUTHORIZED=0", () => {
  it.each<[title: string, isProxied: boolean, code: string]>([
    ["the service's certificate is checked", false, "tls"],
    ["that of a proxy is checked, and the proxy gets no credentials", true, "proxy"],
  ])("%s", async (_title, isProxied, code) => {
    const server = await serveTls(service, json("[]"));
    const proxy = await opened(startProxy({ tls: service }));
    const HTTPS_PROXY = isProxied ? proxy.url.replace("//", "//me:proxy-password@") : "";
    const environment = { NODE_TLS_REJECT_UNAUTHORIZED: "0", HTTPS_PROXY };
    expect(await inChild("list", { url: server.url }, { environment })).toMatchObject({ code });
    expect(server.requests).toEqual([]);
    expect(proxy.authorizations).toEqual([]);
  });
});

describe("through a proxy", () => {
  it("authority, certificate and headers reach the service, and the proxy sees none of them", async () => {
    const server = await demanding();
    const proxy = await opened(startProxy({ credentials: "me:proxy-password" }));
    setVariables({ HTTPS_PROXY: proxy.url.replace("//", "//me:proxy-password@") });
    await requestListing(server, { tls: tlsOf(client), headers: { "x-api-key": API_KEY } });
    expect(server.requests[0]?.headers["x-api-key"]).toBe(API_KEY);
    expect(proxy.requests).toEqual([`CONNECT 127.0.0.1:${server.port}`]);
    for (const secret of [API_KEY, "BEGIN CERTIFICATE", "x-api-key", "pulumi-workflows/"]) {
      expect(proxy.received()).not.toContain(secret);
    }
  });

  it("that is reached by TLS, with a certificate of the private authority, and gets no client certificate", async () => {
    const server = await demanding();
    let shown: object = {};
    const tls = { ...service, requestCert: true, rejectUnauthorized: false };
    const onConnect = (socket: TLSSocket): unknown => (shown = socket.getPeerCertificate());
    const proxy = await opened(startProxy({ tls, onConnect }));
    setVariables({ HTTPS_PROXY: proxy.url.replace("127.0.0.1", "localhost") });
    expect((await requestListing(server, { tls: tlsOf(client) })).status).toBe(200);
    expect(proxy.requests).toHaveLength(1);
    expect(shown).toEqual({});
  });
});
