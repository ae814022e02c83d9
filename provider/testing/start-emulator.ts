/** The emulator as users have it: a service on loopback, whose workflows and faults a test decides. */
import * as service from "./emulator.js";
import type { EmulatorEndpoint, EmulatorFault, EmulatorTenant } from "./emulator/types.js";

/** How the emulator behaves: each has a default. */
export interface EmulatorOptions {
  /** The workflows of the listing. Default: five. */
  readonly workflows?: unknown[] | undefined;
  /** Further tenants beside the first one: credentials and workflows of their own, on the same server. Default: none. */
  readonly tenants?: readonly EmulatorTenant[] | undefined;
  /** Workflows on one page. Further pages are named by `Link: <…>; rel="next"`. Default: all on one page. */
  readonly pageSize?: number | undefined;
  /** Milliseconds before each response. Default 0. */
  readonly latency?: number | undefined;
}

/** A request as it arrived, credentials and tokens included. */
export interface EmulatorRequest {
  /** In capitals. */
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** As it was sent, without the question mark. */
  readonly query: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As text. */
  readonly body: string;
  /** The response's; `undefined` until, and unless, one is sent. */
  readonly status: number | undefined;
}

/** A running emulator. Its first tenant's values are its own properties. */
export interface Emulator extends EmulatorTenant {
  /** The `baseUrl` for it. */
  readonly url: string;
  /** All tenants, the first one included. */
  readonly tenants: readonly EmulatorTenant[];
  /** Every request so far, oldest first. May be emptied: `requests.length = 0`. */
  readonly requests: EmulatorRequest[];
  /** The environment variables that lead a program to it as `tenant` (default: the first one). */
  environment(tenant?: EmulatorTenant): Record<string, string>;
  /** Makes the next `times` requests (default 1) to an endpoint go wrong. Several calls are served in their order. */
  failNext(endpoint: EmulatorEndpoint, fault: EmulatorFault, times?: number): void;
  /** Makes every request to an endpoint go wrong, after those of `failNext`. `undefined`: no longer. */
  failAlways(endpoint: EmulatorEndpoint, fault: EmulatorFault | undefined): void;
  /** Stops it at once, open connections included. May be called twice. */
  close(): Promise<void>;
  /** As `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts an emulator of the service on 127.0.0.1, on a free port. It is strict: it refuses what a strict server refuses.
 *
 * ```ts
 * const emulator = await startEmulator({ workflows: [{ id: "wf_1", name: "Nightly import" }] });
 * Object.assign(process.env, emulator.environment());
 * ```
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { workflows, tenants, pageSize, latency } = options;
  return service.startEmulator({ workflows, tenants, pageSize, latencyMilliseconds: latency });
}
