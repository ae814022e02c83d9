/** Which route leads to which host, and the tunnels of proxies. */
import { createDeadline, systemClock } from "../../provider/base/deadline.js";
import { createRouter } from "../../provider/http/connect.js";
import { createClient, failureOf, opened, openService, serve, setVariables } from "../support/client.js";
import { startProxy } from "../support/proxy.js";
import { requestListing } from "../support/requests.js";
import { json } from "../support/replies.js";
import { until } from "../support/timers.js";

const PROXY = "http://proxy.example:3128";
const HOST = "proxy.example:3128";

it.each<[string, Record<string, string>, string, string | undefined]>([
  // what                                    environment                       address                    proxy
  ["nothing set", {}, "https://api.example.com", undefined],
  ["HTTPS_PROXY for https", { HTTPS_PROXY: PROXY }, "https://api.example.com", HOST],
  ["https_proxy for https", { https_proxy: PROXY }, "https://api.example.com", HOST],
  ["HTTP_PROXY for http", { HTTP_PROXY: PROXY }, "http://api.example.com", HOST],
  ["HTTP_PROXY is not for https", { HTTP_PROXY: PROXY }, "https://api.example.com", undefined],
  ["no scheme means http", { HTTPS_PROXY: HOST }, "https://api.example.com", HOST],
  ["plain http to this machine never leaves it", { HTTP_PROXY: PROXY }, "http://127.10.20.30:8080", undefined],
  ["except for a proxy on it", { HTTP_PROXY: "http://localhost:3128" }, "http://127.0.0.1:8080", "localhost:3128"],
  ["nor does https", { HTTPS_PROXY: PROXY }, "https://localhost", undefined],
])("%s: with %j, the proxy for %s is %s", (_name, environment, url, expected) => {
  setVariables(environment);
  expect(createRouter({}, 1000)(new URL(url)).proxy).toBe(expected);
});

it.each([
  // NO_PROXY                       address                            exempt
  ["x.example, api.example.com", "https://api.example.com", true],
  ["example.com", "https://api.example.com", true],
  [".EXAMPLE.com", "https://api.example.com", true],
  ["*.example.com", "https://api.example.com", true],
  ["*", "https://api.example.com", true],
  ["ample.com", "https://api.example.com", false],
  ["example.com:8443", "https://api.example.com:8443", true],
  ["example.com:8443", "https://api.example.com:9443", false],
  ["10.0.0.0/8", "https://10.1.2.3", true],
  ["10.0.0.0/8", "https://11.1.2.3", false],
  ["0.0.0.0/0", "https://api.example.com", false],
  ["10.0.0.0/33", "https://10.0.0.1", false],
  ["fd00::/8", "https://[fd12:3456::1]", true],
  ["fd00::/8", "https://[fe80::1]", false],
  ["0:0:0:0:0:0:0:1", "https://[::1]", true],
  ["[fd00::1]:8443", "https://[fd00::1]:8443", true],
])("NO_PROXY=%s exempts %s: %s", (NO_PROXY, url, isExempt) => {
  setVariables({ HTTPS_PROXY: PROXY, NO_PROXY });
  expect(createRouter({}, 1000)(new URL(url)).proxy).toBe(isExempt ? undefined : HOST);
});

it.each([
  "socks5://proxy.example",
  "http://",
  "http://me:pass#word@proxy.example",
  "http://me:pass/word@proxy.example",
  "http://me:100%@proxy.example",
])("%s is no usable proxy: its variable is named, and nothing of it is shown", async (proxy) => {
  setVariables({ HTTPS_PROXY: proxy });
  const sending = requestListing({ url: "https://api.example.com" });
  const error = await failureOf(sending, "proxy", /: HTTPS_PROXY is not the address of an HTTP proxy\. It takes http:/);
  expect(error).toMatchObject({ attempts: 1, mayPass: false });
  expect(error.message).not.toMatch(/proxy\.example|me:pass|#word|100%/);
});

it.each<[what: string, credentials: string, sent: string]>([
  ["user and password", "me:password", "me:password"],
  ["percent-encoded ones", "me%40here:p%3Aw%25", "me@here:p:w%"],
])("a tunnel is requested with the credentials of the proxy's address, for plain http too: %s", async (...row) => {
  const [, credentials, sent] = row;
  const service = await serve(json("[]"));
  const proxy = await opened(startProxy());
  setVariables({ HTTP_PROXY: proxy.url.replace("//", `//${credentials}@`) });
  await requestListing(service);
  expect(proxy.requests).toEqual([`CONNECT 127.0.0.1:${service.port}`]);
  expect(proxy.authorizations).toEqual([`Basic ${btoa(sent)}`]);
  expect(service.requests[0]?.headers).not.toHaveProperty("proxy-authorization");
});

describe("a proxy that fails", () => {
  /** Nothing listens there: all that a test sees is what the proxy does. */
  const TARGET = { url: "https://127.0.0.1:1" };

  it.each([
    [404, 1],
    [407, 1],
    [502, 3],
  ])("with status %d is tried %d times, and its password is not shown", async (status, attempts) => {
    const proxy = await opened(startProxy({ refuse: status }));
    setVariables({ https_proxy: proxy.url.replace("//", "//me:pr%40xy-pass@") });
    const sending = requestListing(TARGET, { maxRetries: 2 });
    const error = await failureOf(sending, "proxy", new RegExp(`proxy .* refused .*${status}`));
    expect(proxy.requests).toHaveLength(attempts);
    // It is not the service's status.
    expect(error.status).toBeUndefined();
    expect(error.hint).not.toContain("allowMissing");
    expect(`${error.message}${error.stack ?? ""}`).not.toMatch(/pr@xy|pr%40xy/);
  });

  it.each([
    ["nothing", ""],
    ["a broken header", "HTTP/1.1 200 OK\r\nno header\r\n\r\n"],
  ])("with %s for a response is no proxy, after a retry", async (_what, raw) => {
    const proxy = await opened(startProxy({ raw }));
    setVariables({ https_proxy: proxy.url });
    const message = /the proxy .* could not be used .* \(after 2 attempts\)/;
    const error = await failureOf(requestListing(TARGET, { maxRetries: 1 }), "proxy", message);
    expect(error.status).toBeUndefined();
    expect(proxy.requests).toHaveLength(2);
  });

  it("by saying nothing until the deadline, loses its connection then", async () => {
    const proxy = await opened(startProxy({ refuse: "never" }));
    setVariables({ https_proxy: proxy.url });
    const deadline = createDeadline(0.2, systemClock);
    await failureOf(
      requestListing(TARGET, { deadlineSeconds: 0.2 }, { deadline }),
      "timeout",
      /The deadline of 0\.2 s/,
    );
    await until(() => proxy.open() === 0);
  });

  it("by saying nothing, in a request that is cancelled, loses its connection when its time has passed", async () => {
    const proxy = await opened(startProxy({ refuse: "never" }));
    setVariables({ https_proxy: proxy.url });
    const controller = new AbortController();
    const deadline = createDeadline(20, systemClock, controller.signal);
    const sending = failureOf(requestListing(TARGET, { requestTimeoutSeconds: 2 }, { deadline }), "cancelled");
    await until(() => proxy.requests.length === 1);
    controller.abort();
    await sending;
    await until(() => proxy.open() === 0);
  });

  it("by its absence is named, and may pass", async () => {
    const proxy = await opened(startProxy());
    await proxy.close();
    setVariables({ https_proxy: proxy.url });
    const message = /could not be used \(connect ECONNREFUSED/;
    const error = await failureOf(requestListing(TARGET, { maxRetries: 0 }), "proxy", message);
    expect(error.mayPass).toBe(true);
  });
});

it("a host whose name only the proxy can resolve is reached through it, for plain http too", async () => {
  const service = await openService();
  const proxy = await opened(startProxy({ to: service.port }));
  setVariables({ HTTP_PROXY: proxy.url.replace("http://", "") });
  // A label of 64 letters is too long for DNS: no resolver is asked.
  const host = `${"a".repeat(64)}.example`;
  await createClient(`http://${host}`, { allowInsecureHttp: true }).list();
  expect(proxy.requests).toEqual([`CONNECT ${host}:80`]);
  expect(service.requests).toHaveLength(2);
});
