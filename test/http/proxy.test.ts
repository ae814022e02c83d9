/** Which route leads to which host. */
import { createRouter } from "../../provider/http/proxy.js";
import { proxyVariables } from "../support/proxy-variables.js";

const variables = proxyVariables();

beforeEach(() => variables.clear());
afterAll(() => variables.restore());

const PROXY = "http://proxy.example:3128";

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
  ["except for a proxy on it", { HTTP_PROXY: "http://localhost:3128" }, "http://127.0.0.1:8080", "localhost:3128"],
  ["https to this machine uses the proxy", { HTTPS_PROXY: PROXY }, "https://localhost", "proxy.example:3128"],
])("%s", async (_name, environment, url, expected) => {
  variables.set(environment);
  expect((await createRouter()(new URL(url))).proxy).toBe(expected);
});

it.each(["socks5://proxy.example", "http://", "ftp://proxy.example"])(
  "%s is no proxy that can be used",
  async (proxy) => {
    variables.set({ HTTPS_PROXY: proxy });
    await expect(createRouter()(new URL("https://api.example.com"))).rejects.toMatchObject({ status: undefined });
  },
);

it("one agent serves all requests on a route, so that connections are used again", async () => {
  variables.set({ HTTPS_PROXY: PROXY });
  const router = createRouter();
  const [one, other] = [await router(new URL("https://a.example")), await router(new URL("https://b.example"))];
  expect(one.agent).toBe(other.agent);
  variables.set({ HTTPS_PROXY: undefined });
  expect((await router(new URL("https://a.example"))).agent).not.toBe(one.agent);
});
