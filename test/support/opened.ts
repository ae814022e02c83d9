/** What a test opens is closed after it, and only variables that the test sets lead to a proxy. */
import { proxyVariables, type ProxyVariables } from "./proxy-variables.js";

interface Closable {
  readonly close: () => Promise<void>;
}

export interface Opened {
  /** The server, which is closed after the test. */
  readonly opened: <T extends Closable>(opening: Promise<T>) => Promise<T>;
  readonly variables: ProxyVariables;
}

/** To be called once in a file, outside of its tests. */
export function openedInTests(): Opened {
  const open: Closable[] = [];
  const variables = proxyVariables();
  beforeEach(() => variables.clear());
  afterEach(async () => {
    variables.restore();
    await Promise.all(open.splice(0).map((server) => server.close()));
  });
  return {
    variables,
    opened: async (opening) => {
      const server = await opening;
      open.push(server);
      return server;
    },
  };
}
