/** The agents that go through a proxy: they report its failures as such, and let go when the request does. */
import type { Agent, ClientRequest, OutgoingHttpHeaders } from "node:http";
import type { HttpProxyAgent as ForwardingAgent } from "http-proxy-agent";
import type { HttpsProxyAgent as TunnellingAgent } from "https-proxy-agent";
import { ProxyFailure } from "./proxy-failure.js";

/** An agent that asks the proxy for a tunnel (CONNECT): it sees host and port, and nothing of the request. */
export async function createTunnel(proxy: URL, headers: OutgoingHttpHeaders): Promise<Agent> {
  const { HttpsProxyAgent } = await import("https-proxy-agent");
  class Tunnel extends HttpsProxyAgent<string> {
    override async connect(...[request, options]: Parameters<TunnellingAgent<string>["connect"]>) {
      let status: number | undefined;
      request.once("proxyConnect", (answer: { statusCode: number }) => (status = answer.statusCode));
      const socket = await connecting(request, (signal) =>
        // What it connects with is a field of the agent, so a request with a signal of its own needs a view of it.
        super.connect.call(viewOf(this, { connectOpts: { ...this.connectOpts, signal } }), request, options),
      );
      if (status === 200) return socket;
      // The library would have the proxy's answer read as the service's.
      socket.destroy();
      throw new ProxyFailure(status, undefined);
    }
  }
  return new Tunnel(proxy, { keepAlive: true, headers });
}

/** An agent that has the proxy send the request: for plain http, which has nothing to hide. */
export async function createForwarder(proxy: URL, headers: OutgoingHttpHeaders): Promise<Agent> {
  const { HttpProxyAgent } = await import("http-proxy-agent");
  class Forwarder extends HttpProxyAgent<string> {
    override async connect(...[request, options]: Parameters<ForwardingAgent<string>["connect"]>) {
      return connecting(request, (signal) =>
        super.connect.call(viewOf(this, { connectOpts: { ...this.connectOpts, signal } }), request, options),
      );
    }
  }
  return new Forwarder(proxy, { keepAlive: true, headers });
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
    throw new ProxyFailure(undefined, (error as NodeJS.ErrnoException).code);
  } finally {
    // From here on the socket may outlive the request, for the next one.
    request.destroy = destroy;
  }
}
