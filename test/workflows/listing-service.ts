/** A service on loopback that returns listings as a test needs them, and what is needed to read it. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { createDeadline, type Deadline, systemClock } from "../../provider/base/deadline.js";
import { createTransport } from "../../provider/http/transport.js";
import { readListing, WORKFLOWS } from "../../provider/workflows/read-listing.js";
import type { ArgumentStyle } from "../../provider/workflows/listing/advice.js";
import { resolveRequest } from "../../provider/workflows/resolve-request.js";
import type { ListingRequest } from "../../provider/workflows/types.js";

export interface Reply {
  readonly status?: number;
  readonly headers?: Record<string, string | string[]>;
  /** Sent as it is where it is text. */
  readonly body?: unknown;
}

export interface ListingService {
  readonly url: string;
  /** Path and query of every request so far. */
  readonly targets: string[];
  read(request?: ListingRequest, options?: ReadOptions): Promise<unknown[]>;
}

export interface ReadOptions {
  readonly maxResponseBytes?: number;
  readonly onProgress?: (line: string) => void;
  readonly onInformation?: (message: string) => void;
  readonly onWarning?: (message: string) => void;
  readonly style?: ArgumentStyle;
  readonly prefix?: string;
  readonly token?: string;
  /** Default: twenty seconds. */
  readonly deadline?: Deadline;
}

/** Serves `reply` while `use` runs. */
export async function withService(
  reply: (url: URL, request: IncomingMessage) => Reply,
  use: (service: ListingService) => Promise<void>,
): Promise<void> {
  const targets: string[] = [];
  // On a busy machine a large page takes seconds to parse. The default closes the connection after five, just when the next request begins.
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    targets.push(request.url ?? "");
    const { status = 200, headers = {}, body } = reply(new URL(request.url ?? "", "http://service"), request);
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    await use({ url, targets, read: (request = {}, options = {}) => read(url, request, options) });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

async function read(url: string, request: ListingRequest, options: ReadOptions): Promise<unknown[]> {
  const client = {
    baseUrl: new URL(`${url}${options.prefix ?? ""}`),
    transport: createTransport({ maxRetries: 0, requestTimeoutSeconds: 10 }),
    tokenSource: {
      getToken: () => Promise.resolve({ value: options.token ?? "t0p", expiresAt: undefined }),
      invalidate: () => undefined,
    },
    maxResponseBytes: options.maxResponseBytes ?? 1_000_000,
  };
  const deadline = options.deadline ?? createDeadline(20, systemClock);
  const { items } = await readListing({
    ...{ client, target: WORKFLOWS, deadline, reports: options },
    request: resolveRequest(request, {}, true),
  });
  return items;
}

/** `count` items from `start` on. */
export function itemsFrom(start: number, count: number): { id: number }[] {
  return Array.from({ length: Math.max(0, count) }, (_, index) => ({ id: start + index }));
}
