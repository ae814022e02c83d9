/** Connects to a host: directly, or through the proxy that HTTPS_PROXY, HTTP_PROXY and NO_PROXY name. */
import { readFileSync } from "node:fs";
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { BlockList, isIP, type Socket } from "node:net";
import tls, { type SecureContext } from "node:tls";
import { HttpProxyAgent, HttpsProxyAgent } from "hpagent";
import { messageOf } from "../base/errors.js";
import { excerpt } from "../base/text.js";
import { Failure } from "./failures.js";
import type { TlsOptions } from "./types.js";

/** A way to a host. */
export interface Route {
  /** Makes the connections, and keeps idle ones for the next requests. */
  readonly agent: HttpAgent;
  /** The proxy as messages may show it, without its credentials; `undefined` for a direct connection. */
  readonly proxy?: string | undefined;
}

/** Finds the route for a URL. It keeps one agent for each route, so that connections are used again. */
export type Router = (url: URL) => Route;

/**
 * Idle connections are closed after this time, so that a long-lived process does not use sockets of an earlier
 * deployment again. Milliseconds.
 */
const IDLE_MS = 4_000;
/**
 * The wait for a proxy to answer CONNECT ends this long after the time-out of a request, so that the request's time-out
 * is reported. Milliseconds.
 */
const TUNNEL_GRACE_MS = 500;

/**
 * Makes a router.
 *
 * @param tlsOptions authorities and the client's certificate. They are read when they are first needed.
 * @param connectMs how long a proxy may take to answer. Milliseconds.
 */
export function createRouter(tlsOptions: TlsOptions = {}, connectMs: number): Router {
  let contexts: TlsContexts | undefined;
  const routes = new Map<string, Route>();
  return (url) => {
    const proxy = findProxy(url);
    const key = `${url.protocol} ${proxy?.href ?? ""}`;
    contexts ??= createTlsContexts(tlsOptions);
    const route = routes.get(key) ?? openRoute(url.protocol, proxy, contexts, connectMs);
    routes.set(key, route);
    return route;
  };
}

/** Makes the agent of a route. */
function openRoute(protocol: string, proxy: URL | undefined, contexts: TlsContexts, connectMs: number): Route {
  const isPlain = protocol === "http:";
  const service = { ...checkedTls(contexts.service), keepAlive: true };
  if (proxy === undefined) {
    const options = { ...service, timeout: IDLE_MS };
    return { agent: isPlain ? new HttpAgent(options) : new HttpsAgent(options) };
  }
  // Both agents ask for a tunnel (CONNECT), so that the proxy cannot respond in the service's name. The agent's timeout
  // ends a CONNECT that is never answered: got cannot, because it has no socket yet. The proxy gets no client
  // certificate.
  const options = {
    ...service,
    timeout: connectMs + TUNNEL_GRACE_MS,
    proxy: proxy.href,
    proxyRequestOptions: checkedTls(contexts.proxy),
  };
  const agent = isPlain ? new HttpProxyAgent(options) : new HttpsProxyAgent(options);
  agent.on("free", (socket: Socket) => socket.setTimeout(IDLE_MS));
  return { agent, proxy: proxy.host };
}

/**
 * Returns the TLS options of a connection. They are explicit, because NODE_TLS_REJECT_UNAUTHORIZED=0 would otherwise
 * disable the check of certificates.
 */
function checkedTls(secureContext: SecureContext | undefined) {
  return { rejectUnauthorized: true, secureContext };
}

/**
 * Returns whether the host is this machine: `localhost`, `127.0.0.0/8`, `[::1]`. The class `URL` has already expanded
 * forms such as `127.1`.
 */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/**
 * Matches the address of an HTTP proxy. With `#`, `?` or `/` in a password, a part of the password would be taken for
 * the host, and shown.
 */
const PROXY_ADDRESS = /^https?:\/\/[^/?#]+\/?$/i;

/**
 * Returns the address of the proxy for a URL; `undefined` if the connection is direct. A request to this machine goes
 * to no proxy on another.
 */
function findProxy(url: URL): URL | undefined {
  const name = url.protocol === "http:" ? "HTTP_PROXY" : "HTTPS_PROXY";
  const value = environment(name);
  if (value === undefined || isExempt(url, environment("NO_PROXY") ?? "")) {
    return undefined;
  }
  const address = value.includes("://") ? value : `http://${value}`;
  const proxy = PROXY_ADDRESS.test(address) && URL.canParse(address) ? new URL(address) : undefined;
  if (proxy === undefined || !isPercentEncoded(proxy.username + proxy.password)) {
    throw new Failure("PROXY_ADDRESS", `${name} is not the address of an HTTP proxy`);
  }
  return isLoopback(url) && !isLoopback(proxy) ? undefined : proxy;
}

/**
 * Returns the value of an environment variable: `https_proxy`, else `HTTPS_PROXY`. An empty variable counts as not set.
 */
function environment(name: string): string | undefined {
  return [process.env[name.toLowerCase()], process.env[name]].find((value) => value !== undefined && value !== "");
}

/** Returns whether each percent sign in the text begins an escape that can be decoded. */
function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
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

/**
 * Matches an entry with a port. An IPv6 address without brackets has several colons, so its end is not taken for a
 * port.
 */
const NAME_AND_PORT = /^(\[.*\]|[^:]+):(\d+)$/;

/** Returns whether an entry of NO_PROXY names this host and port. */
function isNamedBy(entry: string, host: string, port: string): boolean {
  if (entry === "*") {
    return true;
  }
  const [, name = entry, entryPort] = NAME_AND_PORT.exec(entry) ?? [];
  const isOfPort = entryPort === undefined || entryPort === port;
  if (!isOfPort) {
    return false;
  }
  if (isIP(host) !== 0) {
    return isInRange(host, withoutBrackets(name));
  }
  const domain = name.replace(/^\*?\./, "");
  return domain !== "" && (host === domain || host.endsWith(`.${domain}`));
}

/** Returns an IPv6 address without its brackets, and any other name as it is. */
function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]/, "$1");
}

/** Returns whether an address is the address `range`, or in it: `10.0.0.0/8`. */
function isInRange(address: string, range: string): boolean {
  const [, network = range, prefix] = /^(.+)\/(\d{1,3})$/.exec(range) ?? [];
  const [family, bits] = isIP(network) === 6 ? (["ipv6", 128] as const) : (["ipv4", 32] as const);
  // An address without a prefix length is the range of this one address.
  const length = Number(prefix ?? bits);
  if (isIP(address) !== isIP(network) || length > bits) {
    return false;
  }
  const list = new BlockList();
  list.addSubnet(network, length, family);
  return list.check(address, family);
}

/** The contexts of connections: to the service with the client's certificate, to a proxy without it. */
interface TlsContexts {
  readonly service: SecureContext | undefined;
  readonly proxy: SecureContext | undefined;
}

/**
 * Reads the certificates and the key. A context is `undefined` if nothing is set for it: Node.js then uses its own.
 * Each context is created once, because creating one with further authorities also parses all default authorities
 * again, which takes about 30 ms.
 */
function createTlsContexts({ ca, cert, key }: TlsOptions): TlsContexts {
  const trusted = ca === undefined ? {} : { ca: [...defaultAuthorities(), ca] };
  try {
    const proxy = ca === undefined ? undefined : tls.createSecureContext(trusted);
    const service = cert === undefined ? proxy : tls.createSecureContext({ ...trusted, cert, key });
    return { service, proxy };
  } catch (error) {
    throw new Failure(
      "TLS_MATERIAL",
      `The client certificate or its key cannot be used (${excerpt(messageOf(error))})`,
    );
  }
}

/**
 * Returns the authorities that Node.js trusts by default. They must be a part of the option `ca` of `node:tls`, because
 * that option replaces them. Node.js lists them from version 22.15 on. For older versions, they are put together: those
 * of Node.js itself, and those in NODE_EXTRA_CA_CERTS.
 */
function defaultAuthorities(): readonly string[] {
  const { getCACertificates } = tls as { getCACertificates?: (type: "default") => string[] };
  return getCACertificates?.("default") ?? [...tls.rootCertificates, ...extraAuthorities()];
}

/** Returns the text of the file that NODE_EXTRA_CA_CERTS names. */
function extraAuthorities(): string[] {
  try {
    return [readFileSync(process.env["NODE_EXTRA_CA_CERTS"] ?? "", "utf8")];
  } catch {
    return []; // No file is named. If a file cannot be read, Node.js has warned about it when it started.
  }
}
