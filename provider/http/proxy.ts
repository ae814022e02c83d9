/** Picks the way to a host: straight, or through the proxy that HTTPS_PROXY, HTTP_PROXY and NO_PROXY name. */
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { BlockList, isIP } from "node:net";
import { isLoopback } from "./loopback.js";
import { ProxyFailure } from "./proxy-failure.js";
import { createTlsContexts } from "./tls.js";
import type { TlsContexts } from "./tls.js";
import { createTunnel } from "./tunnel.js";
import type { TlsOptions } from "./types.js";

export interface Route {
  readonly agent: HttpAgent;
  /** The proxy as messages may show it, without its credentials; `undefined` for a straight connection. */
  readonly proxy?: string | undefined;
}

/** Finds the route for a URL, and keeps one agent for each, so that connections are used again. */
export type Router = (url: URL) => Promise<Route>;

const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };
const VARIABLES = ["https_proxy", "http_proxy", "all_proxy"];

/** @param tls authorities and the client's certificate. They are read when they are first needed. */
export function createRouter(tls: TlsOptions = {}): Router {
  let contexts: TlsContexts | undefined;
  const straight = new Map<string, HttpAgent>();
  const proxied = new Map<string, Promise<Route>>();

  const openStraight = (protocol: string): HttpAgent => {
    contexts ??= createTlsContexts(tls);
    // Idle sockets of an agent are unreferenced: they keep no process alive.
    return protocol === "http:"
      ? new HttpAgent({ keepAlive: true })
      : new HttpsAgent({ keepAlive: true, ...secureContext(contexts.service) });
  };

  return async (url) => {
    const proxy = await findProxy(url);
    if (proxy === undefined) {
      const agent = straight.get(url.protocol) ?? openStraight(url.protocol);
      straight.set(url.protocol, agent);
      return { agent };
    }
    const key = `${url.protocol} ${proxy.href}`;
    let route = proxied.get(key);
    if (route === undefined) {
      contexts ??= createTlsContexts(tls);
      route = openRoute(proxy, contexts);
      proxied.set(key, route);
    }
    return route;
  };
}

async function findProxy(url: URL): Promise<URL | undefined> {
  const settings = VARIABLES.flatMap((name) => [process.env[name], process.env[name.toUpperCase()]]);
  if (settings.every((setting) => setting === undefined || setting === "")) return undefined;
  const { getProxyForUrl } = await import("proxy-from-env");
  const found = getProxyForUrl(url.href);
  if (found === "" || isExempt(url)) return undefined;
  // proxy-from-env gives one without a scheme the scheme of `url`; everywhere else it means a plain http proxy.
  const asWritten = settings.includes(found) ? found : found.replace(/^https:/, "http:");
  if (!URL.canParse(asWritten)) throw new ProxyFailure(undefined, "ERR_INVALID_URL");
  const proxy = new URL(asWritten);
  if (proxy.protocol !== "http:" && proxy.protocol !== "https:") throw new ProxyFailure(undefined, "ERR_PROXY_SCHEME");
  // Credentials may go unencrypted to this machine, and nowhere else.
  if (url.protocol === "http:" && isLoopback(url) && !isLoopback(proxy)) return undefined;
  return proxy;
}

/** To curl, Go and Python a name in NO_PROXY means what is below it too, and an IP address need not be written as the URL has it. */
function isExempt({ hostname, port: written, protocol }: URL): boolean {
  const port = written === "" ? DEFAULT_PORTS[protocol] : written;
  const entries = `${process.env.no_proxy ?? ""},${process.env.NO_PROXY ?? ""}`.toLowerCase().split(/[,\s]+/);
  const address = hostname.replace(/^\[|\]$/g, "");
  return entries.some((entry) => {
    if (isIP(address) !== 0) return isInRange(address, entry);
    const [, domain = "", only = port] = /^([^:]*)(?::(\d+))?$/.exec(entry) ?? [];
    return domain !== "" && only === port && hostname.endsWith(`.${domain}`);
  });
}

/** Whether the address is the one that is named, or within the block: 10.0.0.0/8, fd00::/8. */
function isInRange(address: string, entry: string): boolean {
  const [, named = "", bits] = /^([\d.]+|\[?[\da-f:.]+\]?)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const block = named.replace(/^\[|\]$/g, "");
  const version = isIP(address);
  const most = version === 4 ? 32 : 128;
  const prefix = bits === undefined ? most : Number(bits);
  if (isIP(block) !== version || prefix > most) return false;
  const family = version === 4 ? "ipv4" : "ipv6";
  const list = new BlockList();
  list.addSubnet(block, prefix, family);
  return list.check(address, family);
}

function secureContext(context: TlsContexts["service"]): { secureContext?: NonNullable<TlsContexts["service"]> } {
  return context === undefined ? {} : { secureContext: context };
}

async function openRoute(proxy: URL, contexts: TlsContexts): Promise<Route> {
  // The credentials go in as a header: in its URL the agent would show them to whoever sets DEBUG.
  const agent = await createTunnel(new URL(proxy.origin), authorizationOf(proxy), contexts);
  // Without its scheme, its usual port would be taken for that of plain http.
  return { agent, proxy: proxy.protocol === "https:" && proxy.port === "" ? `${proxy.host}:443` : proxy.host };
}

function authorizationOf(proxy: URL): Record<string, string> {
  if (proxy.username === "" && proxy.password === "") return {};
  const pair = `${decode(proxy.username)}:${decode(proxy.password)}`;
  return { "Proxy-Authorization": `Basic ${Buffer.from(pair).toString("base64")}` };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
