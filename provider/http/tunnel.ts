/** The agent that connects through a proxy. It reports the proxy's failures as such, and stops when the request is aborted. */
import type { Agent, ClientRequest, OutgoingHttpHeaders } from "node:http";
import { isIP } from "node:net";
import { checkServerIdentity } from "node:tls";
import type { PeerCertificate } from "node:tls";
import type { HttpsProxyAgent as TunnellingAgent } from "https-proxy-agent";
import { NOT_A_PROXY, ProxyFailure } from "./proxy-failure.js";
import type { TlsContexts } from "./tls.js";

/**
 * An agent that asks the proxy for a tunnel (CONNECT), to https and to plain http. A proxy that receives the request itself
 * could respond in the service's name, and http-proxy-agent 9 sends a POST twice.
 */
export async function createTunnel(proxy: URL, headers: OutgoingHttpHeaders, contexts: TlsContexts): Promise<Agent> {
  const { HttpsProxyAgent } = await import("https-proxy-agent");
  class Tunnel extends HttpsProxyAgent<string> {
    override async connect(...[request, options]: Parameters<TunnellingAgent<string>["connect"]>) {
      let status: number | undefined;
      request.once("proxyConnect", (response: { statusCode: number }) => (status = response.statusCode));
      const socket = await connecting(request, (signal) =>
        // What it connects with is a field of the agent, so a request with a signal of its own needs a view of it.
        super.connect.call(viewOf(this, { connectOpts: { ...this.connectOpts, signal } }), request, {
          ...withIdentity(options),
          ...(contexts.service === undefined ? {} : { secureContext: contexts.service }),
        }),
      );
      if (status === 200) return socket;
      // The library would pass the proxy's response on as the service's.
      socket.destroy();
      throw Number.isInteger(status) ? new ProxyFailure(status, undefined) : new ProxyFailure(undefined, NOT_A_PROXY);
    }
  }
  // Its options are for the connection to the proxy, which gets no client certificate.
  return new Tunnel(proxy, {
    keepAlive: true,
    headers,
    ...(contexts.proxy === undefined ? {} : { secureContext: contexts.proxy }),
  });
}

/**
 * Has the certificate looked at for the service's own name or address. The library leaves out the host, and without a name,
 * which an address is not, Node.js would look for the proxy's in its place, or for `localhost`.
 */
function withIdentity<T extends Parameters<TunnellingAgent<string>["connect"]>[1]>(options: T): T {
  const { host } = options;
  if (host === undefined || isIP(host) === 0) return options;
  const check = (_name: string, certificate: PeerCertificate) => checkServerIdentity(host, certificate);
  return { ...options, checkServerIdentity: check };
}

function viewOf<T extends object>(target: T, fields: object): T {
  return Object.assign(Object.create(target) as T, fields);
}

/** Connects until the request is destroyed. A request that has no socket yet emits nothing then. */
async function connecting<T>(request: ClientRequest, connect: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const destroy = request.destroy.bind(request);
  request.destroy = (error) => {
    controller.abort();
    return destroy(error);
  };
  try {
    return await connect(controller.signal);
  } catch (error) {
    // Without a code: the library could not read the proxy's response, or there was none.
    throw new ProxyFailure(undefined, (error as NodeJS.ErrnoException).code ?? NOT_A_PROXY);
  } finally {
    // From here on the socket may outlive the request, for the next one.
    request.destroy = destroy;
  }
}
