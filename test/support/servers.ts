/** Tiny servers on loopback for what a well-behaved emulator cannot do: break, hang, lie and redirect. */
import { once } from "node:events";
import { createReadStream, existsSync, statSync } from "node:fs";
import * as http from "node:http";
import * as https from "node:https";
import * as net from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { basename, join } from "node:path";

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export interface TestServer {
  readonly url: string;
  readonly port: number;
  /** Every request, in the order of arrival. */
  readonly requests: Received[];
  /** How many connections were opened in all, and how many are open now. */
  readonly opened: () => number;
  readonly open: () => number;
  readonly close: () => Promise<void>;
}

export type Reply = (response: http.ServerResponse, request: Received, index: number) => void;

/** Sends the n-th reply to the n-th request, and the last one to all later requests. */
export async function serve(...replies: Reply[]): Promise<TestServer> {
  return listen(http.createServer(), "http", replies);
}

export async function serveTls(options: https.ServerOptions, ...replies: Reply[]): Promise<TestServer> {
  const server = https.createServer(options);
  server.on("tlsClientError", () => undefined);
  return listen(server, "https", replies);
}

async function listen(server: http.Server, scheme: string, replies: Reply[]): Promise<TestServer> {
  const requests: Received[] = [];
  // Longer than any test: whoever lets a connection go, it is not the server.
  server.keepAliveTimeout = 120_000;
  server.on("request", (request: http.IncomingMessage, response: http.ServerResponse) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) {
        chunks.push(chunk);
      }
      const received = {
        method: request.method ?? "",
        path: request.url ?? "",
        headers: request.headers,
        body: Buffer.concat(chunks).toString("utf8"),
      };
      requests.push(received);
      const reply = replies[Math.min(requests.length, replies.length) - 1];
      reply?.(response, received, requests.length - 1);
    })().catch(() => undefined);
  });
  return watch(server, scheme, requests);
}

/** Serves the files of one folder. `requests` lists the requests. */
export async function serveFolder(folder: string): Promise<TestServer> {
  const requests: Received[] = [];
  const server = http.createServer(({ method = "", url = "", headers }, response) => {
    requests.push({ method, path: url, headers, body: "" });
    const file = join(folder, basename(url));
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    // The engine installs no archive whose size it was not given.
    response.setHeader("content-length", statSync(file).size);
    createReadStream(file).pipe(response);
  });
  return watch(server, "http", requests);
}

/** A server that is handed the bare connection. */
export async function serveRaw(onSocket: (socket: Socket) => void): Promise<TestServer> {
  const server = net.createServer((socket) => {
    socket.on("error", () => undefined);
    onSocket(socket);
  });
  return watch(server, "http");
}

/** Lets `server` listen; keeps its connections, so that it can be closed at any time. */
export async function watch(server: net.Server, scheme: string, requests: Received[] = []): Promise<TestServer> {
  const sockets = new Set<Socket>();
  let opened = 0;
  server.on("connection", (socket: Socket) => {
    opened += 1;
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `${scheme}://127.0.0.1:${port}`,
    port,
    requests,
    opened: () => opened,
    open: () => sockets.size,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) {
        socket.destroy();
      }
      await closed;
    },
  };
}

export const json =
  (body: unknown, status = 200, headers: http.OutgoingHttpHeaders = {}): Reply =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };

export const page =
  (body: string, status = 200): Reply =>
  (response) => {
    response.writeHead(status, { "content-type": "text/html" });
    response.end(body);
  };

export const redirect =
  (location: string, status = 302): Reply =>
  (response) => {
    response.writeHead(status, { location });
    response.end();
  };

/** Breaks the connection before any response. */
export const reset: Reply = (response) => {
  (response.socket as Socket).resetAndDestroy();
};

/** Never responds. */
const silence: Reply = () => undefined;

/** Promises more than it sends. */
export const cutOff: Reply = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": 1000 });
  response.write('{"workflows":[{"id":');
  setTimeout(() => response.destroy(), 10);
};

/** A port on which nothing listens. */
export async function deadPort(): Promise<number> {
  const server = await serve(silence);
  await server.close();
  return server.port;
}
