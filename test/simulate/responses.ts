/** The responses of the simulated service: JSON, and what goes wrong in its place. */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Received } from "../support/servers.js";
import type { Fault, FatalResponse } from "./scenario.js";

export type Endpoint = "token" | "listing";

/** A request that fails, and what its response may point to. */
interface Failing {
  readonly endpoint: Endpoint;
  readonly request: Received;
  readonly response: ServerResponse;
  readonly elsewhere: string;
}

/** Sends what goes wrong in place of the proper response. */
export function fail(fault: Fault, failing: Failing): void {
  const { request, response } = failing;
  switch (fault.kind) {
    case "status":
      send(response, fault.status, { message: echo(request) }, retryAfter(fault.retryAfter));
      return;
    case "reset":
      (response.socket as Socket).resetAndDestroy();
      return;
    case "cut off":
      response.writeHead(200, { "content-type": "application/json", "content-length": 1000 });
      response.write('{"workflows":[{"id":', () => response.destroy());
      return;
    case "no response":
      return;
    case "fatal":
      failForGood(fault.response, failing);
  }
}

function failForGood(kind: FatalResponse, { endpoint, request, response, elsewhere }: Failing): void {
  switch (kind) {
    case "web page":
      response.writeHead(200, { "content-type": "text/html" }).end(`<title>Sign in ${echo(request)}</title>`);
      return;
    case "not JSON":
      response.writeHead(200, { "content-type": "application/json" }).end(`{"workflows": ${echo(request)}`);
      return;
    case "error body":
      send(response, 200, { code: 13, message: echo(request), details: [] });
      return;
    case "errors beside a list":
      send(response, 200, { workflows: [], errors: [{ message: echo(request) }] });
      return;
    case "no success":
      send(response, 200, { workflows: [], success: false });
      return;
    case "null list":
      send(response, 200, endpoint === "token" ? { access_token: null } : { workflows: null, message: echo(request) });
      return;
    case "404":
    case "403":
      send(response, Number(kind), { message: echo(request) });
      return;
    case "other origin":
      // A 307 repeats the request, its body too.
      response.writeHead(307, { location: `${elsewhere}/${encodeURIComponent(echo(request))}` }).end();
      return;
    case "next page elsewhere":
      send(response, 200, endpoint === "token" ? {} : [], { link: `<${elsewhere}/v2/workflows>; rel="next"` });
  }
}

/** A hostile service shows what it was sent, in several spellings. */
export function echo({ headers, path }: Received): string {
  const authorization = headers.authorization ?? "";
  const value = authorization.replace(/^\w+ /, "");
  const pair = Buffer.from(value, "base64").toString("utf8");
  const key = String(headers["x-gateway-key"]);
  return [
    authorization,
    encodeURIComponent(value),
    pair,
    JSON.stringify(pair),
    encodeURIComponent(pair),
    key,
    encodeURIComponent(key),
    path,
  ].join(" ");
}

function retryAfter(seconds: number | undefined): Record<string, string> {
  return seconds === undefined ? {} : { "retry-after": String(seconds) };
}

export function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}
