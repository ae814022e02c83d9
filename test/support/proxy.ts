/** A real proxy on loopback: tunnels by CONNECT, and refusals on request. */
import * as http from "node:http";
import * as https from "node:https";
import * as net from "node:net";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { listen, type Loopback } from "./loopback.js";

export interface TestProxy extends Pick<Loopback, "url" | "port" | "open" | "close"> {
  /** "CONNECT host:port", in the order of arrival. */
  readonly requests: string[];
  /** The Proxy-Authorization each came with. */
  readonly authorizations: (string | undefined)[];
  /** All that clients sent: the headers of CONNECT, and what went through the tunnels. */
  readonly received: () => string;
}

export interface ProxyOptions {
  /** Refuse everything with this status; "never" sends no response at all. */
  readonly refuse?: number | "never";
  /** Say this in place of a response, and hang up. */
  readonly raw?: string;
  /** Demand this user and password: "me:password". */
  readonly credentials?: string;
  /** Take connections by TLS, with this certificate. */
  readonly tls?: https.ServerOptions;
  /** Called with the socket of each CONNECT. */
  readonly onConnect?: (socket: TLSSocket) => void;
  /** Connect here whatever host is requested: no name has to resolve. */
  readonly to?: number;
}

export async function startProxy({
  refuse,
  raw,
  to,
  credentials,
  tls,
  onConnect,
}: ProxyOptions = {}): Promise<TestProxy> {
  const requests: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const received: string[] = [];
  const refuseRequest: http.RequestListener = (_request, response) => {
    response.writeHead(405).end("this proxy makes tunnels");
  };
  const server = tls === undefined ? http.createServer(refuseRequest) : https.createServer(tls, refuseRequest);
  server.on("tlsClientError", () => undefined);
  server.on("connect", (request, client: Socket) => {
    if (client instanceof TLSSocket) {
      onConnect?.(client);
    }
    requests.push(`CONNECT ${request.url ?? ""}`);
    authorizations.push(request.headers["proxy-authorization"]);
    received.push(JSON.stringify(request.rawHeaders));
    client.on("error", () => undefined);
    const given = request.headers["proxy-authorization"]?.replace(/^Basic /, "") ?? "";
    if (credentials !== undefined && Buffer.from(given, "base64").toString() !== credentials) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="x"\r\n\r\n');
      return;
    }
    if (refuse === "never") {
      // Else this end would not notice that the other has gone.
      client.on("end", () => client.end()).resume();
      return;
    }
    if (raw !== undefined) {
      client.end(raw);
      return;
    }
    if (refuse !== undefined) {
      client.end(`HTTP/1.1 ${refuse} No\r\nContent-Length: 17\r\n\r\nthe proxy says no`);
      return;
    }
    const port = Number(request.url?.split(":").at(-1));
    const upstream = net.connect(to ?? port, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      upstream.pipe(client).pipe(upstream);
      client.on("data", (chunk: Buffer) => received.push(chunk.toString("latin1")));
    });
    upstream.on("error", () => client.destroy());
    client.on("close", () => upstream.destroy());
  });
  const { url, port, open, close } = await listen(server, tls === undefined ? "http" : "https");
  return { url, port, requests, authorizations, received: () => received.join("\n"), open, close };
}
