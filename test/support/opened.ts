/** What a test opens is closed after it, and only variables that the test sets lead to a proxy. */
import type { ServerOptions } from "node:https";
import { type FakeService, type Reply, startFakeService } from "./fake-service.js";
import { inOrder } from "./replies.js";

const PROXY_VARIABLES = ["HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"].flatMap((name) => [name, name.toLowerCase()]);

interface Closable {
  readonly close: () => Promise<void>;
}

export interface Opened {
  /** The server, which is closed after the test. */
  readonly opened: <T extends Closable>(opening: Promise<T>) => Promise<T>;
  /** Starts a fake service that gives these replies in their order, and refuses nothing. */
  readonly serve: (...replies: Reply[]) => Promise<FakeService>;
  /** Does the same over TLS. */
  readonly serveTls: (tls: ServerOptions, ...replies: Reply[]) => Promise<FakeService>;
  /** Sets variables that lead to a proxy, for the test; `undefined` deletes one. */
  readonly setVariables: (variables: NodeJS.ProcessEnv) => void;
}

/** To be called once in a file, outside of its tests. */
export function openedInTests(): Opened {
  const open: Closable[] = [];
  const before = Object.fromEntries(PROXY_VARIABLES.map((name) => [name, process.env[name]]));
  beforeEach(() => setVariables(Object.fromEntries(PROXY_VARIABLES.map((name) => [name, undefined]))));
  afterEach(async () => {
    setVariables(before);
    await Promise.all(open.splice(0).map((server) => server.close()));
  });
  const opened: Opened["opened"] = async (opening) => {
    const server = await opening;
    open.push(server);
    return server;
  };
  const serveTls = (tls: ServerOptions | undefined, ...replies: Reply[]): Promise<FakeService> =>
    opened(startFakeService({ tls, isStrict: false, reply: inOrder(...replies) }));
  return { opened, setVariables, serveTls, serve: (...replies) => serveTls(undefined, ...replies) };
}

function setVariables(variables: NodeJS.ProcessEnv): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) {
      Reflect.deleteProperty(process.env, name);
    } else {
      process.env[name] = value;
    }
  }
}
