/** The simulated service: it serves one scenario over a real socket, and records what must never happen. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { FakeClock } from "../support/clocks.js";
import { createListing, type SimulatedListing } from "./listing.js";
import type { Fault, FatalResponse, Scenario } from "./scenario.js";

interface Tenant {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Sent with every request of this client, and of no other. */
  readonly gatewayKey: string | undefined;
}

/** The client of the settings, and that of a connection. */
export const TENANTS: readonly [Tenant, Tenant] = [
  { clientId: "simulated client", clientSecret: "s3cr3t+/%&\"ü' of the client", gatewayKey: "key=of+the/gateway" },
  { clientId: "another client", clientSecret: "an0ther s3cr3t&%", gatewayKey: undefined },
];

export interface SimulatedService {
  readonly url: string;
  /** The listing of each tenant. */
  readonly listings: readonly SimulatedListing[];
  /** Every token that was issued. */
  readonly tokens: readonly string[];
  /** All requests so far. */
  requests(): number;
  /** What the client did that it must not do. */
  readonly violations: readonly string[];
  /** Connections on which a request waits for its response. */
  busySockets(): number;
  /** Whether faults came so close together that a client may give up. */
  mayFail(): boolean;
  close(): Promise<void>;
}

export interface ServiceOptions {
  readonly scenario: Scenario;
  readonly clock: FakeClock;
  readonly maxRetries: number;
  /** Called when a request arrives, with its number, counted from 1. */
  readonly onRequest: (number: number) => void;
}

/** Seconds of the simulated clock: all waits of one reader together are shorter. */
const MAX_WAITS_SECONDS = 3600;
/** Real time before each response. */
const RESPONSE_MILLISECONDS = 1;

type Endpoint = "token" | "listing";

export async function startService(options: ServiceOptions): Promise<SimulatedService> {
  const { scenario, clock, maxRetries } = options;
  const listings = TENANTS.map((_, tenant) => createListing(tenant, scenario));
  let pagesServed = 0;
  const tokens: string[] = [];
  const valid = new Map<string, number>();
  const refusals = new Map<string, number>();
  const violations: string[] = [];
  const served: Record<Endpoint, number> = { token: 0, listing: 0 };
  /** By client and address: a client may give up on a request that failed too often in a row. */
  const failuresInARow = new Map<string, number>();
  const refusedInARow = new Map<string, number>();
  /** By client and address: no request before this time of the clock, as `Retry-After` demands. */
  const notBefore = new Map<string, number>();
  const pendingTokens = new Map<ServerResponse, number>();
  const elsewhere = await startElsewhere(() => violations.push("a request was sent to another origin"));
  let requests = 0;
  let mayFail = false;
  let origin = "";

  function handle(request: IncomingMessage, response: ServerResponse): void {
    requests += 1;
    const number = requests;
    clock.advance(scenario.requestTakes);
    options.onRequest(number);
    const endpoint: Endpoint = request.method === "POST" ? "token" : "listing";
    const tenant = tenantOf(request);
    if (request.headers["x-gateway-key"] !== TENANTS[tenant]?.gatewayKey) {
      violations.push("a request with the headers of another client");
    }
    if (clock.monotonic() < (notBefore.get(keyOf(request)) ?? 0)) {
      violations.push("a request came before Retry-After had passed");
    }
    if (endpoint === "token") {
      if ([...pendingTokens.values()].includes(tenant)) {
        violations.push("two token requests at once");
      }
      pendingTokens.set(response, tenant);
      response.once("close", () => pendingTokens.delete(response));
    }
    // Later than what arrives at the same time: only then could two token requests be pending at once.
    setTimeout(() => respond(endpoint, request, response), RESPONSE_MILLISECONDS);
    if (scenario.revokedAfter.includes(number)) {
      valid.clear();
    }
    for (const [after, by] of scenario.clockJumps) {
      if (after === number) {
        clock.jump(by);
      }
    }
  }

  function respond(endpoint: Endpoint, request: IncomingMessage, response: ServerResponse): void {
    const key = keyOf(request);
    const fault = (endpoint === "token" ? scenario.tokenFaults : scenario.listingFaults)[served[endpoint]];
    served[endpoint] += 1;
    if (fault !== undefined) {
      if (fault.kind === "fatal" || increase(failuresInARow, key) > maxRetries) {
        mayFail = true;
      }
      // The client gives this request up, and may send the next one before this side has noticed.
      if (fault.kind === "no response") {
        pendingTokens.delete(response);
      }
      // Where the deadline comes first, a reader gives up, and the next one requests again.
      if (fault.kind === "status" && fault.retryAfter !== undefined && scenario.deadlineSeconds > MAX_WAITS_SECONDS) {
        notBefore.set(key, clock.monotonic() + fault.retryAfter * 1000);
      }
      fail(fault, { endpoint, request, response, elsewhere: elsewhere.url });
      return;
    }
    failuresInARow.delete(key);
    if (endpoint === "token") {
      issue(request, response);
    } else {
      list(request, response);
    }
  }

  function issue(request: IncomingMessage, response: ServerResponse): void {
    const tenant = tenantOf(request);
    if (tenant === -1) {
      violations.push("a token request with other credentials");
    }
    const token = `token-${tenant}-${tokens.length}-~+/secret=`;
    tokens.push(token);
    const lifetime = scenario.tokenLifetime;
    valid.set(token, lifetime === undefined ? Infinity : clock.monotonic() + lifetime * 1000);
    send(response, 200, { access_token: token, token_type: "Bearer", expires_in: lifetime });
  }

  function list(request: IncomingMessage, response: ServerResponse): void {
    const token = request.headers.authorization?.replace(/^Bearer /, "") ?? "";
    const expires = valid.get(token);
    if (expires === undefined || expires <= clock.monotonic()) {
      increase(refusals, token);
      if (increase(refusedInARow, keyOf(request)) > 1) {
        mayFail = true;
      }
      send(response, 401, { error: "invalid_token", error_description: echo(request) });
      return;
    }
    refusedInARow.delete(keyOf(request));
    const due = scenario.changes.filter(({ before }) => before === pagesServed);
    pagesServed += 1;
    for (const listing of listings) {
      due.forEach((change) => listing.change(change));
    }
    const url = new URL(request.url ?? "/", origin);
    const listing = listings[tenantOf(request)] as SimulatedListing;
    listing.note(url.searchParams.get("group") ?? "");
    const { body, headers = {} } = pageFor(url, listing);
    send(response, 200, body, headers);
  }

  function pageFor(url: URL, listing: SimulatedListing): { body: unknown; headers?: Record<string, string> } {
    const items = listing.items();
    const total = items.length;
    const { convention, pageSize } = scenario;
    const query = url.searchParams;
    // With the reader's own parameter, as real services do: what is counted by address is then one listing's alone.
    const address = (start: number, relative: boolean, parameter = "start"): string =>
      `${relative ? "" : `${origin}/v2/`}workflows?${parameter}=${start}&group=${query.get("group")}`;
    const start = Number(query.get("start") ?? query.get("cursor")?.replace("after-", "") ?? 0);
    const end = start + pageSize;
    const isLast = end >= items.length;
    switch (convention.name) {
      case "bare list":
        return { body: items };
      case "one object":
        return { body: { workflows: items, total: items.length, has_more: false } };
      case "Link header":
      case "relative Link header":
        return {
          body: items.slice(start, end),
          ...(isLast
            ? {}
            : { headers: { link: `<${address(end, convention.name.startsWith("relative"))}>; rel="next"` } }),
        };
      case "address in the body":
      case "relative address in the body":
        return {
          body: {
            items: items.slice(start, end),
            next: isLast ? null : address(end, convention.name.startsWith("relative")),
          },
        };
      case "Link header and total": {
        const page = Number(query.get("page") ?? 1);
        const next = page * pageSize < total ? { link: `<${address(page + 1, true, "page")}>; rel="next"` } : {};
        return {
          body: items.slice((page - 1) * pageSize, page * pageSize),
          headers: { "x-total-count": String(total), ...next },
        };
      }
      case "address and total":
      case "start and total": {
        const parameter = convention.name === "address and total" ? "offset" : "start";
        const from = Number(query.get(parameter) ?? 0);
        const next = from + pageSize < total ? address(from + pageSize, false, parameter) : null;
        return { body: { items: items.slice(from, from + pageSize), total, next } };
      }
      case "key cursor":
      case "key cursor and total": {
        const rest = listing.after(Number(query.get("cursor")?.replace("key-", "") ?? -Infinity));
        const entries = rest.slice(0, pageSize);
        const next_cursor = rest.length > pageSize ? `key-${entries.at(-1)?.rank}` : null;
        const workflows = entries.map(({ item }) => item);
        return { body: { workflows, next_cursor, ...(convention.name === "key cursor" ? {} : { total }) } };
      }
      case "cursor":
        return { body: { workflows: items.slice(start, end), next_cursor: isLast ? null : `after-${end}` } };
      case "page and total":
      case "page and flag": {
        const from = (Number(query.get("page") ?? 1) - 1) * pageSize;
        const workflows = items.slice(from, from + pageSize);
        return {
          body:
            convention.name === "page and total"
              ? { workflows, total: items.length }
              : { workflows, has_more: from + pageSize < items.length },
        };
      }
      case "next page and total": {
        const page = Number(query.get("page") ?? 1);
        const workflows = items.slice((page - 1) * pageSize, page * pageSize);
        return { body: { workflows, total, next_page: page * pageSize < total ? page + 1 : null } };
      }
      case "total in a header":
      case "next page in a header": {
        const page = Number(query.get("page") ?? 1);
        const hasNext = page * pageSize < items.length;
        const count = { "x-total-count": String(items.length) };
        const next = { "x-next-page": hasNext ? String(page + 1) : "" };
        return {
          body: items.slice((page - 1) * pageSize, page * pageSize),
          headers: convention.name === "total in a header" ? count : next,
        };
      }
      case "offset": {
        const from = Number(query.get("offset") ?? 0);
        return { body: { workflows: items.slice(from, from + pageSize), total: items.length } };
      }
    }
  }

  const busy = new Set<ServerResponse>();
  const server: Server = createServer((request, response) => {
    busy.add(response);
    response.once("close", () => busy.delete(response));
    request.resume().once("end", () => {
      handle(request, response);
    });
  });
  server.keepAliveTimeout = 60_000;
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: origin,
    listings,
    tokens,
    requests: () => requests,
    get violations() {
      const tooOften = [...refusals].filter(([, times]) => times > scenario.readers.length + 1);
      return [...violations, ...tooOften.map(([, times]) => `a refused token was sent ${times} times`)];
    },
    mayFail: () => mayFail,
    busySockets: () => busy.size,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) {
        socket.destroy();
      }
      await closed;
      await elsewhere.close();
    },
  };
}

/** Another origin: no request may arrive there. */
async function startElsewhere(onRequest: () => void): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((_, response) => {
    onRequest();
    response.end("[]");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Whose credentials or token a request has; -1 for nobody's. */
function tenantOf({ headers }: IncomingMessage): number {
  const authorization = headers.authorization ?? "";
  const ofToken = /^Bearer token-(\d)-/.exec(authorization)?.[1];
  return ofToken === undefined
    ? TENANTS.findIndex(
        ({ clientId, clientSecret }) =>
          authorization === `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
      )
    : Number(ofToken);
}

/** One client's requests to one address. */
function keyOf(request: IncomingMessage): string {
  return `${tenantOf(request)} ${request.url ?? ""}`;
}

function increase(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}

/** A request that fails, and what its response may point to. */
interface Failing {
  readonly endpoint: Endpoint;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly elsewhere: string;
}

function fail(fault: Fault, failing: Failing): void {
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
function echo({ headers, url }: IncomingMessage): string {
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
    url,
  ].join(" ");
}

function retryAfter(seconds: number | undefined): Record<string, string> {
  return seconds === undefined ? {} : { "retry-after": String(seconds) };
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}
