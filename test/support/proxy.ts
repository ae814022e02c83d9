/** A real proxy on loopback: tunnels by CONNECT, and refusals on request. */
import * as http from "node:http";
import * as net from "node:net";
import type { Socket } from "node:net";
import { type TestServer, watch } from "./servers.js";

export interface TestProxy extends Pick<TestServer, "url" | "port" | "open" | "close"> {
  /** "CONNECT host:port", in the order of arrival. */
  readonly asked: string[];
  /** The Proxy-Authorization each came with. */
  readonly authorizations: (string | undefined)[];
}

export interface ProxyOptions {
  /** Refuse everything with this status; "never" answers nothing at all. */
  readonly refuse?: number | "never";
  /** Say this in place of an answer, and hang up. */
  readonly say?: string;
  /** Connect here whatever host is asked for: no name has to resolve. */
  readonly to?: number;
}

export async function startProxy({ refuse, say, to }: ProxyOptions = {}): Promise<TestProxy> {
  const asked: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const server = http.createServer((_request, response) => {
    response.writeHead(405).end("this proxy makes tunnels");
  });
  server.on("connect", (request, client: Socket) => {
    asked.push(`CONNECT ${request.url ?? ""}`);
    authorizations.push(request.headers["proxy-authorization"]);
    client.on("error", () => undefined);
    if (refuse === "never") {
      // Else this end would not notice that the other has gone.
      client.on("end", () => client.end()).resume();
      return;
    }
    if (say !== undefined) {
      client.end(say);
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
    });
    upstream.on("error", () => client.destroy());
    client.on("close", () => upstream.destroy());
  });
  const { url, port, open, close } = await watch(server, "http");
  return { url, port, asked, authorizations, open, close };
}
