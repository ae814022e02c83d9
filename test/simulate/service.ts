/** The simulated service: it serves one scenario over a real socket, and records what must never happen. */
import type { ServerResponse } from "node:http";
import type { FakeClock } from "../support/clocks.js";
import { json, type Received, serve } from "../support/servers.js";
import { createListing, type SimulatedListing } from "./listing.js";
import { pageFor } from "./pages.js";
import { echo, type Endpoint, fail, send } from "./responses.js";
import type { Scenario } from "./scenario.js";

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
  /** Another origin: no request may arrive there. */
  const elsewhere = await serve((...args) => {
    violations.push("a request was sent to another origin");
    json("[]")(...args);
  });
  let requests = 0;
  let mayFail = false;
  let origin = "";

  function handle(request: Received, response: ServerResponse): void {
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

  function respond(endpoint: Endpoint, request: Received, response: ServerResponse): void {
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

  function issue(request: Received, response: ServerResponse): void {
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

  function list(request: Received, response: ServerResponse): void {
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
    const url = new URL(request.path, origin);
    const listing = listings[tenantOf(request)] as SimulatedListing;
    listing.note(url.searchParams.get("group") ?? "");
    const { pageSize, convention } = scenario;
    const page = { listing, items: listing.items(), pageSize, query: url.searchParams, origin };
    const { body, headers } = pageFor(convention.name, page);
    send(response, 200, body, headers);
  }

  const busy = new Set<ServerResponse>();
  const server = await serve((response, request) => {
    busy.add(response);
    response.once("close", () => busy.delete(response));
    handle(request, response);
  });
  origin = server.url;
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
      await server.close();
      await elsewhere.close();
    },
  };
}

/** Whose credentials or token a request has; -1 for nobody's. */
function tenantOf({ headers }: Received): number {
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
function keyOf(request: Received): string {
  return `${tenantOf(request)} ${request.path}`;
}

function increase(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}
