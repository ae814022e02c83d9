/** The simulated service: it serves one scenario over a real socket, and records what must never happen. */
import type { FakeClock } from "../support/clocks.js";
import { type Answer, type FakeRequest, type Reply, startFakeService } from "../support/fake-service.js";
import { createListing, type SimulatedListing } from "./listing.js";
import { pageFor } from "./pages.js";
import { echo, faulty } from "./responses.js";
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
export async function startService(options: ServiceOptions): Promise<SimulatedService> {
  const { scenario, clock, maxRetries } = options;
  const listings = TENANTS.map((_, tenant) => createListing(tenant, scenario));
  let pagesServed = 0;
  const tokens: string[] = [];
  const valid = new Map<string, number>();
  const refusals = new Map<string, number>();
  const violations: string[] = [];
  const served: Record<FakeRequest["endpoint"], number> = { token: 0, listing: 0 };
  /** By client and address: a client may give up on a request that failed too often in a row. */
  const failuresInARow = new Map<string, number>();
  const refusedInARow = new Map<string, number>();
  /** By client and address: no request before this time of the clock, as `Retry-After` demands. */
  const notBefore = new Map<string, number>();
  const pendingTokens = new Set<number>();
  /** No request may arrive there. */
  const elsewhere = await startFakeService({
    reply: () => {
      violations.push("a request was sent to another origin");
      return { body: [] };
    },
  });
  let requests = 0;
  let busy = 0;
  let mayFail = false;

  /** Answers a request. A token request is pending until its answer has gone, so that a second one at once is seen. */
  function reply(request: FakeRequest): Reply {
    requests += 1;
    clock.advance(scenario.requestTakes);
    options.onRequest(requests);
    const tenant = tenantOf(request);
    if (request.headers["x-gateway-key"] !== TENANTS[tenant]?.gatewayKey) {
      violations.push("a request with the headers of another client");
    }
    if (clock.monotonic() < (notBefore.get(keyOf(request)) ?? 0)) {
      violations.push("a request came before Retry-After had passed");
    }
    const isToken = request.endpoint === "token";
    if (isToken && pendingTokens.has(tenant)) {
      violations.push("two token requests at once");
    }
    if (scenario.revokedAfter.includes(requests)) {
      valid.clear();
    }
    const answer = respond(request);
    return (response, ...rest) => {
      busy += 1;
      if (isToken) {
        pendingTokens.add(tenant);
      }
      const end = (): void => void pendingTokens.delete(tenant);
      response.once("close", () => {
        busy -= 1;
        end();
      });
      if (typeof answer === "function") {
        // The client gives a request without a response up, and may send the next one before this side has noticed.
        end();
        void answer(response, ...rest);
        return;
      }
      // Later than what arrives at the same time: only then could two token requests be pending at once.
      setTimeout(() => {
        const { status = 200, headers, body } = answer;
        response.writeHead(status, { "content-type": "application/json", ...headers });
        response.end(typeof body === "string" ? body : JSON.stringify(body));
      }, 1);
    };
  }

  function respond(request: FakeRequest): Reply {
    const { endpoint } = request;
    const key = keyOf(request);
    const fault = (endpoint === "token" ? scenario.tokenFaults : scenario.listingFaults)[served[endpoint]];
    served[endpoint] += 1;
    if (fault === undefined) {
      failuresInARow.delete(key);
      return endpoint === "token" ? issue(request) : list(request);
    }
    if (fault.kind === "fatal" || increase(failuresInARow, key) > maxRetries) {
      mayFail = true;
    }
    // Where the deadline comes first, a reader gives up, and the next one requests again.
    if (fault.kind === "status" && fault.retryAfter !== undefined && scenario.deadlineSeconds > MAX_WAITS_SECONDS) {
      notBefore.set(key, clock.monotonic() + fault.retryAfter * 1000);
    }
    return faulty(fault, request, elsewhere.url);
  }

  function issue(request: FakeRequest): Answer {
    const tenant = tenantOf(request);
    if (tenant === -1) {
      violations.push("a token request with other credentials");
    }
    const token = `token-${tenant}-${tokens.length}-~+/secret=`;
    tokens.push(token);
    const lifetime = scenario.tokenLifetime;
    valid.set(token, lifetime === undefined ? Infinity : clock.monotonic() + lifetime * 1000);
    return { body: { access_token: token, token_type: "Bearer", expires_in: lifetime } };
  }

  function list(request: FakeRequest): Answer {
    const token = request.headers.authorization?.replace(/^Bearer /, "") ?? "";
    const expires = valid.get(token);
    if (expires === undefined || expires <= clock.monotonic()) {
      increase(refusals, token);
      if (increase(refusedInARow, keyOf(request)) > 1) {
        mayFail = true;
      }
      return { status: 401, body: { error: "invalid_token", error_description: echo(request) } };
    }
    refusedInARow.delete(keyOf(request));
    const due = scenario.changes.filter(({ before }) => before === pagesServed);
    pagesServed += 1;
    for (const listing of listings) {
      due.forEach((change) => listing.change(change));
    }
    const { searchParams: query } = request.url;
    const listing = listings[tenantOf(request)] as SimulatedListing;
    listing.note(query.get("group") ?? "");
    const { pageSize, convention } = scenario;
    const page = { listing, items: listing.items(), pageSize, query, origin: service.url };
    return pageFor(convention.name, page);
  }

  const service = await startFakeService({ reply });
  return {
    url: service.url,
    listings,
    tokens,
    requests: () => requests,
    get violations() {
      const tooOften = [...refusals].filter(([, times]) => times > scenario.readers.length + 1);
      return [...violations, ...tooOften.map(([, times]) => `a refused token was sent ${times} times`)];
    },
    mayFail: () => mayFail,
    busySockets: () => busy,
    close: async () => {
      await service.close();
      await elsewhere.close();
    },
  };
}

/** Whose credentials or token a request has; -1 for nobody's. */
function tenantOf({ headers }: FakeRequest): number {
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
function keyOf(request: FakeRequest): string {
  return `${tenantOf(request)} ${request.target}`;
}

function increase(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}
