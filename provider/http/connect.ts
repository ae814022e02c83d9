/** Connects to a host: directly, or through a proxy. */
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Socket } from "node:net";
import type { SecureContext } from "node:tls";
import { HttpProxyAgent, HttpsProxyAgent } from "hpagent";
import { findProxy } from "./proxy.js";
import { createTlsContexts, type TlsContexts } from "./tls.js";
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
 * The wait for a proxy's answer to CONNECT is longer than the time-out of a request by this time, so that the time-out
 * comes first and is reported. Milliseconds.
 */
const TUNNEL_GRACE_MS = 500;

/**
 * Makes a router.
 *
 * @param tlsOptions authorities and the client's certificate. They are read when they are first needed.
 * @param connectMs how long a proxy may take to answer. Milliseconds.
 */
export function createRouter(tlsOptions: TlsOptions, connectMs: number): Router {
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
