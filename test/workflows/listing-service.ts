/** The fake service with a listing as a test needs it, and the reading of that listing without a token request. */
import { createDeadline, type Deadline, systemClock } from "../../provider/base/deadline.js";
import { createTransport } from "../../provider/auth/transport.js";
import { readListing, WORKFLOWS } from "../../provider/workflows/read-listing.js";
import { resolveRequest } from "../../provider/workflows/resolve-request.js";
import type { ListingRequest } from "../../provider/workflows/types.js";
import { type Answer, type FakeRequest, startFakeService } from "../support/fake-service.js";

export type Reply = Answer;

export interface ListingService {
  readonly url: string;
  /** Path and query of every request so far. */
  readonly targets: string[];
  read(request?: ListingRequest, options?: ReadOptions): Promise<unknown[]>;
}

export interface ReadOptions {
  readonly maxResponseBytes?: number;
  readonly onProgress?: (line: string) => void;
  readonly onWarning?: (message: string) => void;
  readonly token?: string;
  /** Default: eighty seconds. */
  readonly deadline?: Deadline;
}

/** Serves `reply` while `use` runs. */
export async function withService(
  reply: (url: URL, request: FakeRequest) => Reply,
  use: (service: ListingService) => Promise<void>,
): Promise<void> {
  const targets: string[] = [];
  const service = await startFakeService({
    reply: (request) => {
      targets.push(request.target);
      return reply(request.url, request);
    },
  });
  try {
    await use({ url: service.url, targets, read: (request = {}, options = {}) => read(service.url, request, options) });
  } finally {
    await service.close();
  }
}

async function read(url: string, request: ListingRequest, options: ReadOptions): Promise<unknown[]> {
  const client = {
    baseUrl: new URL(url),
    transport: createTransport({ maxRetries: 0, requestTimeoutSeconds: 10 }),
    tokenSource: {
      getToken: () => Promise.resolve({ value: options.token ?? "t0p", expiresAt: undefined }),
      invalidate: () => undefined,
    },
    maxResponseBytes: options.maxResponseBytes ?? 1_000_000,
  };
  const deadline = options.deadline ?? createDeadline(80, systemClock);
  const { items, doubt } = await readListing({
    ...{ client, target: WORKFLOWS, deadline, reports: options },
    request: resolveRequest(request, {}, true),
  });
  if (doubt !== undefined) {
    options.onWarning?.(doubt);
  }
  return items;
}

/** `count` items from `start` on. */
export function itemsFrom(start: number, count: number): { id: number }[] {
  return Array.from({ length: Math.max(0, count) }, (_, index) => ({ id: start + index }));
}
