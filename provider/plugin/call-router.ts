/** Which provider a call is for: the engine has a connection of its own to each provider of a program. */
import type { Calls } from "./serve.js";

/** The calls with which a connection can begin. Any other one continues what an earlier connection configured. */
const BEGINNINGS: ReadonlySet<string> = new Set<keyof Calls>([
  "handshake",
  "attach",
  "getPluginInfo",
  "getSchema",
  "parameterize",
  "checkConfig",
  "diffConfig",
  "configure",
]);

export interface CallRouter {
  /** The provider that serves the call `name` on the connection of `peer`. */
  readonly callsFor: (peer: string, name: string) => Calls;
  readonly close: (peer: string) => void;
}

/**
 * A plugin that the engine started has one provider. One that was started before, with a debugger, has all providers of all
 * deployments that attach to it. They have different settings and must not serve each other's calls.
 */
export function createCallRouter(createCalls: () => Calls): CallRouter {
  const open = new Map<string, Calls>();
  /** Providers without a connection. gRPC closes one that is idle for long, and the next call opens another. */
  const idle = new Set<Calls>();
  const ended = new WeakSet<Calls>();

  const begin = (name: string): Calls => {
    const [only] = idle;
    if (only === undefined || idle.size > 1 || BEGINNINGS.has(name)) {
      return createCalls();
    }
    idle.delete(only);
    return only;
  };

  return {
    callsFor: (peer, name) => {
      const calls = open.get(peer) ?? begin(name);
      open.set(peer, calls);
      if (name === "cancel") {
        ended.add(calls);
      } else if (BEGINNINGS.has(name)) {
        ended.delete(calls);
      }
      return calls;
    },
    close: (peer) => {
      const calls = open.get(peer);
      open.delete(peer);
      // The engine cancels at the end of a deployment.
      if (calls !== undefined && !ended.has(calls)) {
        idle.add(calls);
      }
    },
  };
}
