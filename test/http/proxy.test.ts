/** Which route leads to which host, and the tunnels of proxies. */
import { createDeadline, systemClock } from "../../provider/http/deadline.js";
import { createRouter } from "../../provider/http/proxy.js";
import { createTransport } from "../../provider/http/transport.js";
import type { ServiceRequest, ServiceResponse } from "../../provider/http/types.js";
import { createAuthority, createCertificate } from "../support/certificates.js";
import { createHastyClock } from "../support/clocks.js";
import { startProxy } from "../support/proxy.js";
import { proxyVariables } from "../support/proxy-variables.js";
import { listingRequest } from "../support/requests.js";
import { deadPort, json, serve, serveTls } from "../support/servers.js";
import { until } from "../support/timers.js";

const variables = proxyVariables();

beforeEach(() => variables.clear());
afterAll(() => variables.restore());

const PROXY = "http://proxy.example:3128";
const PROXY_HOST = "proxy.example:3128";

it.each<[string, Record<string, string>, string, string | undefined]>([
  ["nothing set", {}, "https://api.example.com", undefined],
  ["HTTPS_PROXY for https", { HTTPS_PROXY: PROXY }, "https://api.example.com", "proxy.example:3128"],
  ["https_proxy for https", { https_proxy: PROXY }, "https://api.example.com", "proxy.example:3128"],
  ["HTTPS_PROXY is not for http", { HTTPS_PROXY: PROXY }, "http://api.example.com", undefined],
  ["HTTP_PROXY for http", { HTTP_PROXY: PROXY }, "http://api.example.com", "proxy.example:3128"],
  ["HTTP_PROXY is not for https", { HTTP_PROXY: PROXY }, "https://api.example.com", undefined],
  ["ALL_PROXY for both", { ALL_PROXY: PROXY }, "https://api.example.com", "proxy.example:3128"],
  ["an empty variable is none", { HTTPS_PROXY: "" }, "https://api.example.com", undefined],
  ["no scheme means http", { HTTPS_PROXY: "proxy.example:3128" }, "https://api.example.com", "proxy.example:3128"],
  [
    "a secure proxy at its usual port",
    { HTTPS_PROXY: "https://p.example" },
    "https://api.example.com",
    "p.example:443",
  ],
  ["a secure proxy at another port", { HTTPS_PROXY: "https://p.example:8443" }, "https://a.example", "p.example:8443"],
  ["a plain proxy at its usual port", { HTTPS_PROXY: "http://p.example" }, "https://a.example", "p.example"],
  [
    "credentials are not part of its name",
    { HTTPS_PROXY: "http://me:pass@proxy.example:3128" },
    "https://a.example",
    "proxy.example:3128",
  ],
  [
    "NO_PROXY names the host",
    { HTTPS_PROXY: PROXY, NO_PROXY: "x.example, api.example.com" },
    "https://api.example.com",
    undefined,
  ],
  ["no_proxy names its domain", { HTTPS_PROXY: PROXY, no_proxy: "example.com" }, "https://api.example.com", undefined],
  ["with a dot", { HTTPS_PROXY: PROXY, NO_PROXY: ".example.com" }, "https://api.example.com", undefined],
  ["with a star", { HTTPS_PROXY: PROXY, NO_PROXY: "*.example.com" }, "https://api.example.com", undefined],
  ["in another case", { HTTPS_PROXY: PROXY, NO_PROXY: "EXAMPLE.com" }, "https://api.example.com", undefined],
  [
    "another name that ends alike",
    { HTTPS_PROXY: PROXY, NO_PROXY: "ample.com" },
    "https://api.example.com",
    "proxy.example:3128",
  ],
  ["its port", { HTTPS_PROXY: PROXY, NO_PROXY: "example.com:8443" }, "https://api.example.com:8443", undefined],
  ["its default port", { HTTPS_PROXY: PROXY, NO_PROXY: "example.com:443" }, "https://api.example.com", undefined],
  [
    "another port",
    { HTTPS_PROXY: PROXY, NO_PROXY: "example.com:8443" },
    "https://api.example.com:9443",
    "proxy.example:3128",
  ],
  ["a port that is none", { HTTPS_PROXY: PROXY, NO_PROXY: "example.com:https" }, "https://api.example.com", PROXY_HOST],
  ["a host that is none", { HTTPS_PROXY: PROXY, NO_PROXY: "https:example.com" }, "https://api.example.com", PROXY_HOST],
  ["a name with a dot at its end", { HTTPS_PROXY: PROXY, NO_PROXY: "x.example" }, "https://a.example.", PROXY_HOST],
  ["everything", { HTTPS_PROXY: PROXY, NO_PROXY: "*" }, "https://api.example.com", undefined],
  ["an IPv6 address", { HTTPS_PROXY: PROXY, NO_PROXY: "::1" }, "https://[::1]:8443", undefined],
  ["an IPv6 address in brackets", { HTTPS_PROXY: PROXY, NO_PROXY: "[::1]" }, "https://[::1]:8443", undefined],
  ["an IPv6 address and its port", { HTTPS_PROXY: PROXY, NO_PROXY: "[::1]:8443" }, "https://[::1]:8443", undefined],
  [
    "an IPv6 address and another port",
    { HTTPS_PROXY: PROXY, NO_PROXY: "[::1]:8443" },
    "https://[::1]",
    "proxy.example:3128",
  ],
  [
    "an IPv6 address written out",
    { HTTPS_PROXY: PROXY, NO_PROXY: "2001:DB8:0:0::0001" },
    "https://[2001:db8::1]",
    undefined,
  ],
  ["a block of addresses", { HTTPS_PROXY: PROXY, NO_PROXY: "10.0.0.0/8" }, "https://10.200.3.4", undefined],
  ["another block", { HTTPS_PROXY: PROXY, NO_PROXY: "10.0.0.0/8" }, "https://11.0.0.1", "proxy.example:3128"],
  ["a block of one", { HTTPS_PROXY: PROXY, NO_PROXY: "10.1.2.3/32" }, "https://10.1.2.3:8443", undefined],
  ["a block of IPv6 addresses", { HTTPS_PROXY: PROXY, NO_PROXY: "x.example,fd00::/8" }, "https://[fd12::1]", undefined],
  ["another block of them", { HTTPS_PROXY: PROXY, NO_PROXY: "fd00::/8" }, "https://[fe80::1]", "proxy.example:3128"],
  ["a small block of them", { HTTPS_PROXY: PROXY, NO_PROXY: "fd00::/64" }, "https://[fd00::1]", undefined],
  ["an address like another one", { HTTPS_PROXY: PROXY, NO_PROXY: "2001:db8::1" }, "https://[2001:db8::2]", PROXY_HOST],
  ["an address is no block", { HTTPS_PROXY: PROXY, NO_PROXY: "http://10.0.0.0/8" }, "https://10.1.2.3", PROXY_HOST],
  ["a block of the other kind", { HTTPS_PROXY: PROXY, NO_PROXY: "::/0" }, "https://10.1.2.3", "proxy.example:3128"],
  ["a block without bits", { HTTPS_PROXY: PROXY, NO_PROXY: "0.0.0.0/" }, "https://10.1.2.3", "proxy.example:3128"],
  [
    "a block with too many bits",
    { HTTPS_PROXY: PROXY, NO_PROXY: "10.0.0.0/33" },
    "https://10.1.2.3",
    "proxy.example:3128",
  ],
  [
    "a block is for no name",
    { HTTPS_PROXY: PROXY, NO_PROXY: "10.0.0.0/8" },
    "https://10.example",
    "proxy.example:3128",
  ],
  ["plain http to this machine never leaves it", { HTTP_PROXY: PROXY }, "http://127.0.0.1:8080", undefined],
  ["nor to another of its addresses", { HTTP_PROXY: PROXY }, "http://127.10.20.30:8080", undefined],
  ["nor to its IPv6 address", { HTTP_PROXY: PROXY }, "http://[::1]:8080", undefined],
  ["except for a proxy on it", { HTTP_PROXY: "http://localhost:3128" }, "http://127.0.0.1:8080", "localhost:3128"],
  ["https to this machine uses the proxy", { HTTPS_PROXY: PROXY }, "https://localhost", "proxy.example:3128"],
])("%s", async (_name, environment, url, expected) => {
  variables.set(environment);
  expect((await createRouter()(new URL(url))).proxy).toBe(expected);
});

it.each([
  ["socks5://proxy.example", "ERR_PROXY_SCHEME"],
  ["http://", "ERR_INVALID_URL"],
  ["ftp://proxy.example", "ERR_PROXY_SCHEME"],
])("%s is no proxy that can be used", async (proxy, code) => {
  variables.set({ HTTPS_PROXY: proxy });
  await expect(createRouter()(new URL("https://api.example.com"))).rejects.toMatchObject({ status: undefined, code });
});

it("one agent serves all requests on a route, so that connections are used again", async () => {
  variables.set({ HTTPS_PROXY: PROXY });
  const router = createRouter();
  const [one, other] = [await router(new URL("https://a.example")), await router(new URL("https://b.example"))];
  expect(one.agent).toBe(other.agent);
  variables.set({ HTTPS_PROXY: undefined });
  expect((await router(new URL("https://a.example"))).agent).not.toBe(one.agent);
});

describe("a tunnel", () => {
  const open: { close: () => Promise<void> }[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((server) => server.close()));
  });

  async function opened<T extends { close: () => Promise<void> }>(opening: Promise<T>): Promise<T> {
    const server = await opening;
    open.push(server);
    return server;
  }

  /** Sends a request through the proxy. Plain http is tunnelled as https is. */
  function get(url: string, proxy: string, parts: Partial<ServiceRequest> = {}): Promise<ServiceResponse> {
    variables.set({ HTTP_PROXY: proxy, HTTPS_PROXY: proxy });
    const transport = createTransport({ clock: createHastyClock(), maxRetries: 0 });
    return transport.send(listingRequest(`${url}/v2/workflows`, parts));
  }

  it.each([
    ["user and password", "me:password", "me:password"],
    ["a user alone", "me", "me:"],
    ["a password alone", ":password", ":password"],
    ["percent-encoded ones", "me%40here:p%3Aw", "me@here:p:w"],
    ["a password with a percent sign of its own", "me:100%25%zz", "me:100%25%zz"],
  ])("is requested with the credentials of the proxy's address: %s", async (_name, credentials, sent) => {
    const service = await opened(serve(json("[]")));
    const proxy = await opened(startProxy());
    await get(service.url, proxy.url.replace("//", `//${credentials}@`));
    expect(proxy.requests).toEqual([`CONNECT 127.0.0.1:${service.port}`]);
    expect(proxy.authorizations).toEqual([`Basic ${Buffer.from(sent).toString("base64")}`]);
    expect(service.requests[0]?.headers).not.toHaveProperty("proxy-authorization");
  });

  it("is requested without credentials if the proxy's address has none", async () => {
    const service = await opened(serve(json("[]")));
    const proxy = await opened(startProxy());
    await get(service.url, proxy.url);
    expect(proxy.authorizations).toEqual([undefined]);
  });

  it.each([
    [401, /user and password/],
    [403, /NO_PROXY/],
    [407, /user and password/],
    [502, /can the proxy reach the service/],
  ])("that the proxy refuses with %i is no response of the service", async (status, hint) => {
    const service = await opened(serve(json("[]")));
    const proxy = await opened(startProxy({ refuse: status }));
    await expect(get(service.url, proxy.url)).rejects.toMatchObject({
      code: "proxy",
      status,
      attempts: 1,
      hint: expect.stringMatching(hint) as string,
    });
    expect(service.opened()).toBe(0);
  });

  it.each([
    ["nothing", ""],
    ["no status", "HTTP/1.1\r\n\r\n"],
    ["no HTTP", "no proxy\r\n\r\n"],
  ])("to which the proxy responds with %s is an error that says so", async (_name, raw) => {
    const proxy = await opened(startProxy({ raw }));
    await expect(get("http://127.0.0.1:1", proxy.url)).rejects.toMatchObject({
      code: "proxy",
      status: undefined,
      problem: expect.stringContaining("did not respond as a proxy does") as string,
    });
  });

  it("through a proxy that cannot be reached is an error with that reason", async () => {
    const port = await deadPort();
    await expect(get("http://127.0.0.1:1", `http://127.0.0.1:${port}`)).rejects.toMatchObject({
      code: "proxy",
      problem: expect.stringContaining("could not be reached (ECONNREFUSED)") as string,
    });
  });

  it("that is cancelled while the proxy is silent closes its connection", async () => {
    const proxy = await opened(startProxy({ refuse: "never" }));
    const controller = new AbortController();
    const deadline = createDeadline(20, systemClock, controller.signal);
    const sending = get("http://127.0.0.1:1", proxy.url, { deadline });
    sending.catch(() => undefined);
    await until(() => proxy.requests.length === 1);
    controller.abort();
    await expect(sending).rejects.toMatchObject({ code: "cancelled" });
    await until(() => proxy.open() === 0);
  });

  it("that takes too long is reported as not connected, with the proxy", async () => {
    const proxy = await opened(startProxy({ refuse: "never" }));
    variables.set({ HTTP_PROXY: proxy.url });
    const transport = createTransport({ maxRetries: 0, requestTimeoutSeconds: 0.2 });
    await expect(transport.send(listingRequest("http://127.0.0.1:1"))).rejects.toMatchObject({
      code: "timeout",
      problem: expect.stringContaining(
        `no connection was made within 0.2 s through the proxy 127.0.0.1:${proxy.port}`,
      ) as string,
    });
    await until(() => proxy.open() === 0);
  });

  it("ends with a check of the certificate for the service's own address, not for the proxy's name", async () => {
    const authority = await createAuthority();
    const service = await opened(serveTls(await createCertificate(authority, { host: "localhost" }), json("[]")));
    const proxy = await opened(startProxy());
    variables.set({ HTTPS_PROXY: proxy.url.replace("127.0.0.1", "localhost") });
    const transport = createTransport({ tls: { ca: authority.cert }, maxRetries: 0 });
    const address = listingRequest(`${service.url}/v2/workflows`);
    await expect(transport.send(address)).rejects.toMatchObject({
      code: "tls",
      problem: expect.stringContaining("not for 127.0.0.1 but for DNS:localhost") as string,
    });
    const name = listingRequest(`${service.url.replace("127.0.0.1", "localhost")}/v2/workflows`);
    await expect(transport.send(name)).resolves.toMatchObject({ status: 200 });
  });
});
