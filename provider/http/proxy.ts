/** Connects to a host: directly, or through the proxy that HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY name. Runs in both processes. */
import { type ClientRequest, Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { BlockList, isIP } from "node:net";
import { unescape } from "node:querystring";
import { checkServerIdentity, type PeerCertificate, type SecureContext } from "node:tls";
import type { HttpsProxyAgent as TunnellingAgent } from "https-proxy-agent";
import { systemCodeOf } from "../base/errors.js";
import { BAD_PROXY_ADDRESS, NOT_A_PROXY } from "./failure-kinds.js";
import { createTlsContexts, type TlsContexts } from "./tls.js";
import type { TlsOptions } from "./types.js";

/** Thrown if the proxy prevents the connection to the service. */
export class ProxyFailure extends Error {
  /** @param reason the status of the response to CONNECT, or the code of an error. */
  constructor(readonly reason: number | string) {
    super("proxy");
  }
}

/** A way to a host. */
export interface Route {
  /** Makes the connections, and keeps idle ones for the next requests. */
  readonly agent: HttpAgent;
  /** The proxy as messages may show it, without its credentials; `undefined` for a direct connection. */
  readonly proxy?: string | undefined;
}

/** Finds the route for a URL. It keeps one agent for each route, so that connections are used again. */
export type Router = (url: URL) => Promise<Route>;

/** Close idle connections after 4 s, so that a long-lived process does not use sockets of an earlier deployment again. */
const KEEP_ALIVE = { keepAlive: true, timeout: 4_000 } as const;

/**
 * Makes a router.
 *
 * @param tls authorities and the client's certificate. They are read when they are first needed.
 */
export function createRouter(tls: TlsOptions = {}): Router {
  let contexts: TlsContexts | undefined;
  const routes = new Map<string, Route | Promise<Route>>();
  return async (url) => {
    const proxy = findProxy(url);
    const key = `${url.protocol} ${proxy?.href ?? ""}`;
    contexts ??= createTlsContexts(tls);
    let route = routes.get(key);
    if (route === undefined) {
      route = proxy === undefined ? openDirect(url.protocol, contexts) : openTunnel(proxy, contexts);
      routes.set(key, route);
    }
    return route;
  };
}

/** Makes an agent that connects to the service itself. Its idle sockets are unreferenced, so they do not keep a process alive. */
function openDirect(protocol: string, { service }: TlsContexts): Route {
  const isPlain = protocol === "http:";
  return { agent: isPlain ? new HttpAgent(KEEP_ALIVE) : new HttpsAgent({ ...KEEP_ALIVE, ...checkedTls(service) }) };
}

/** Returns whether the host is this machine: `localhost`, `127.0.0.0/8`, `[::1]`. The class `URL` has already expanded forms such as `127.1`. */
export function isLoopback(url: URL): boolean {
  return url.hostname === "localhost" || url.hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(url.hostname);
}

/**
 * Returns the address of the proxy for a URL; `undefined` if the connection is direct. Throws a `ProxyFailure` if the variable is set
 * to something other than the address of an HTTP proxy.
 */
function findProxy(url: URL): URL | undefined {
  const value = environment(`${url.protocol.slice(0, -1)}_proxy`) ?? environment("all_proxy");
  if (value === undefined || isExempt(url, environment("no_proxy") ?? "")) {
    return undefined;
  }
  const address = value.includes("://") ? value : `http://${value}`;
  const proxy = URL.canParse(address) ? new URL(address) : undefined;
  if (proxy === undefined || !/^https?:$/.test(proxy.protocol)) {
    throw new ProxyFailure(BAD_PROXY_ADDRESS);
  }
  // Never send plain http for this machine through another one: the credentials would leave the machine unencrypted.
  const wouldLeaveMachine = url.protocol === "http:" && isLoopback(url) && !isLoopback(proxy);
  return wouldLeaveMachine ? undefined : proxy;
}

/** Returns the value of an environment variable: `https_proxy`, else `HTTPS_PROXY`. An empty variable counts as not set. */
function environment(name: string): string | undefined {
  return [process.env[name], process.env[name.toUpperCase()]].find((value) => value !== undefined && value !== "");
}

/**
 * Returns whether NO_PROXY names the host of a URL. As in curl and Go, an entry is one of these:
 *
 * 1. `*`: all hosts.
 * 2. `example.com`, `.example.com`, `*.example.com`: the name with its subdomains.
 * 3. `10.1.2.3`, `fd00::1`, `[fd00::1]`: the address, in any spelling.
 * 4. `10.0.0.0/8`, `fd00::/8`: a range of addresses. A name is not resolved for it.
 *
 * A port may follow a name or an address: `example.com:8443`, `[fd00::1]:8443`.
 */
function isExempt({ hostname, port, protocol }: URL, noProxy: string): boolean {
  const defaultPort = protocol === "http:" ? "80" : "443";
  const urlPort = port === "" ? defaultPort : port;
  const entries = noProxy.toLowerCase().split(/[,\s]+/);
  return entries.some((entry) => isNamedBy(entry, withoutBrackets(hostname), urlPort));
}

/** Returns whether an entry of NO_PROXY names this host and port. */
function isNamedBy(entry: string, host: string, port: string): boolean {
  if (entry === "*") {
    return true;
  }
  // In an IPv6 address without brackets, the text after the last colon is not a port.
  const match = isIP(entry) === 6 ? null : /^(\[.*\]|[^:]+):(\d+)$/.exec(entry);
  // An entry without a port is for every port.
  const [, target = entry, entryPort = port] = match ?? [];
  if (entryPort !== port) {
    return false;
  }
  if (isInRange(host, withoutBrackets(target))) {
    return true;
  }
  const domain = target.replace(/^\*?\./, "");
  return domain !== "" && isIP(host) === 0 && (host === domain || host.endsWith(`.${domain}`));
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]/, "$1");
}

/** Returns whether the host is the address `range`, or an address in it: `10.0.0.0/8`. */
function isInRange(host: string, range: string): boolean {
  const [, network = range, prefix] = /^(.+)\/(\d{1,3})$/.exec(range) ?? [];
  if (isIP(host) === 0 || isIP(host) !== isIP(network)) {
    return false;
  }
  const [family, bits] = isIP(network) === 6 ? (["ipv6", 128] as const) : (["ipv4", 32] as const);
  // An address without a prefix length is the range of this one address.
  const length = Number(prefix ?? bits);
  if (length > bits) {
    return false;
  }
  const list = new BlockList();
  list.addSubnet(network, length, family);
  return list.check(host, family);
}

/** Returns the TLS options of an agent or a connection. They are explicit, because NODE_TLS_REJECT_UNAUTHORIZED=0 would otherwise disable the check of certificates. */
function checkedTls(secureContext: SecureContext | undefined) {
  return { rejectUnauthorized: true, secureContext };
}

/** Returns the header with the proxy's credentials. They are not in the agent's URL, because the agent prints that if DEBUG is set. */
function authorizationOf({ username, password }: URL): Record<string, string> {
  const pair = [username, password].map(unescape).join(":");
  return pair === ":" ? {} : { "Proxy-Authorization": `Basic ${Buffer.from(pair).toString("base64")}` };
}

/**
 * Makes an agent that asks the proxy for a tunnel to the service (CONNECT), for https and for plain http. Without a tunnel, the proxy
 * would receive the request itself and could respond in the service's name, and http-proxy-agent 9 sends a POST twice. The agent throws
 * a `ProxyFailure` if the proxy fails, and stops connecting when the request is aborted.
 */
async function openTunnel(proxy: URL, contexts: TlsContexts): Promise<Route> {
  const { HttpsProxyAgent } = await import("https-proxy-agent");
  // These options are for the connection to the proxy, which gets no client certificate.
  const proxyOptions = { ...KEEP_ALIVE, headers: authorizationOf(proxy), ...checkedTls(contexts.proxy) };
  class Tunnel extends HttpsProxyAgent<string> {
    override async connect(...[request, options]: Parameters<TunnellingAgent<string>["connect"]>) {
      // NaN if the proxy responds without a status.
      let status = NaN;
      request.once("proxyConnect", (response: { statusCode: number }) => (status = response.statusCode));
      const socket = await untilDestroyed(request, (signal) => {
        // The library takes the signal of a connection as an option of the agent. So we make an agent for each connection.
        const connector = new HttpsProxyAgent(proxy.origin, { ...proxyOptions, signal });
        return connector.connect(request, { ...withIdentity(options), ...checkedTls(contexts.service) });
      });
      if (status === 200) {
        return socket;
      }
      // The library would pass the proxy's response on as the service's.
      socket.destroy();
      throw new ProxyFailure(Number.isNaN(status) ? NOT_A_PROXY : status);
    }
  }
  const agent = new Tunnel(proxy.origin, proxyOptions);
  // The library has overwritten the agent's options, so we set again the time after which an idle connection is closed.
  Object.assign(agent.options, { timeout: KEEP_ALIVE.timeout });
  return { agent, proxy: proxy.host };
}

/**
 * Returns the options with a check that the service's certificate is for its IP address. The library does not pass an address on, so
 * Node.js would look for the proxy's name or `localhost` in the certificate.
 */
function withIdentity<T extends Parameters<TunnellingAgent<string>["connect"]>[1]>(options: T): T {
  const { host } = options;
  if (host === undefined || isIP(host) === 0) {
    return options;
  }
  const check = (_name: string, certificate: PeerCertificate) => checkServerIdentity(host, certificate);
  return { ...options, checkServerIdentity: check };
}

/**
 * Connects to the proxy, and aborts the connection when the request is destroyed. The request has no socket yet, so it emits no event
 * when it is destroyed. Therefore its method `destroy` is replaced until there is a connection.
 */
async function untilDestroyed<T>(request: ClientRequest, connect: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const destroy = request.destroy.bind(request);
  request.destroy = (error) => {
    controller.abort();
    return destroy(error);
  };
  try {
    return await connect(controller.signal);
  } catch (error) {
    // An error without a code: the library could not read the proxy's response, or there was none.
    throw new ProxyFailure(systemCodeOf(error) ?? NOT_A_PROXY);
  } finally {
    // From now on the agent's pool owns the socket: the end of this request must not close it.
    request.destroy = destroy;
  }
}
