/** For files that import this: what a test opens is closed after it, and proxies are only those that it sets. */
import type { ServerOptions } from "node:https";
import { type FakeService, type Reply, startFakeService } from "./fake-service.js";
import { inOrder } from "./replies.js";

const PROXY_VARIABLES = ["HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"].flatMap((name) => [name, name.toLowerCase()]);

interface Closable {
  readonly close: () => Promise<void>;
}

const open: Closable[] = [];
const before = Object.fromEntries(PROXY_VARIABLES.map((name) => [name, process.env[name]]));

beforeEach(() => setVariables(Object.fromEntries(PROXY_VARIABLES.map((name) => [name, undefined]))));
afterEach(async () => {
  setVariables(before);
  await Promise.all(open.splice(0).map((server) => server.close()));
});

/** Returns the server, which is closed after the test. */
export async function opened<T extends Closable>(opening: Promise<T>): Promise<T> {
  const server = await opening;
  open.push(server);
  return server;
}

/** Starts a fake service that gives these replies in their order, and refuses nothing. */
export function serve(...replies: Reply[]): Promise<FakeService> {
  return opened(startFakeService({ isStrict: false, reply: inOrder(...replies) }));
}

/** Does the same over TLS. */
export function serveTls(tls: ServerOptions, ...replies: Reply[]): Promise<FakeService> {
  return opened(startFakeService({ tls, isStrict: false, reply: inOrder(...replies) }));
}

/** Sets variables that lead to a proxy, for the test; `undefined` deletes one. */
export function setVariables(variables: NodeJS.ProcessEnv): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) {
      Reflect.deleteProperty(process.env, name);
    } else {
      process.env[name] = value;
    }
  }
}
