/** Servers on loopback that are no fake service: bare connections, files, ports on which nothing listens. */
import { once } from "node:events";
import { createReadStream, existsSync, statSync } from "node:fs";
import * as http from "node:http";
import * as net from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { basename, join } from "node:path";

export interface Loopback {
  readonly url: string;
  readonly port: number;
  /** How many connections were opened in all, and how many are open now. */
  readonly opened: () => number;
  readonly open: () => number;
  /** Stops it at once, open connections included. May be called twice. */
  readonly close: () => Promise<void>;
}

/** Lets `server` listen on a port that the system chooses. It can be closed while connections are open. */
export async function listen(server: net.Server, scheme = "http"): Promise<Loopback> {
  const sockets = new Set<Socket>();
  let opened = 0;
  server.on("connection", (socket: Socket) => {
    opened += 1;
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `${scheme}://127.0.0.1:${port}`,
    port,
    opened: () => opened,
    open: () => sockets.size,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      sockets.forEach((socket) => socket.destroy());
      await closed;
    },
  };
}

/** Starts a server that is handed the bare connection. */
export function serveRaw(onSocket: (socket: Socket) => void): Promise<Loopback> {
  return listen(
    net.createServer((socket) => {
      socket.on("error", () => undefined);
      onSocket(socket);
    }),
  );
}

/** Serves the files of one folder. `requests` lists the paths that were asked for. */
export async function serveFolder(folder: string): Promise<Loopback & { readonly requests: readonly string[] }> {
  const requests: string[] = [];
  const server = http.createServer(({ url = "" }, response) => {
    requests.push(url);
    const file = join(folder, basename(url));
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    // The engine installs no archive whose size it was not given.
    response.setHeader("content-length", statSync(file).size);
    createReadStream(file).pipe(response);
  });
  return { ...(await listen(server)), requests };
}

/** Returns a port on which nothing listens. */
export async function deadPort(): Promise<number> {
  const { port, close } = await serveRaw(() => undefined);
  await close();
  return port;
}
