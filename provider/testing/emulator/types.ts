/** The types that the parts of the emulator share: tenants, endpoints, responses and faults. Used in the test. */

/** The requests of the service: a token, the listing, and one workflow (`GET /v2/workflows/{id}`). */
export type EmulatorEndpoint = "token" | "listing" | "detail";

/** A client of the service and its workflows. All of it may be changed while the emulator runs. */
export interface EmulatorTenant {
  /** The Client ID that is accepted. */
  clientId: string;
  /** The Client Secret that is accepted. */
  clientSecret: string;
  /** The workflows of the listing. */
  workflows: unknown[];
}

/** A fault of one request. `delayMilliseconds` waits before the fault, or before the right response. Default 0. */
export type EmulatorFault = { delayMilliseconds?: number } & (
  | {
      /** This status in place of the response. The request is not checked, and no token is issued. */
      status: number;
      /** Names in lower case. They win over the emulator's own. */
      headers?: Record<string, string | string[]>;
      /** Text and bytes are sent as they are, anything else as JSON. Default: a small JSON object. */
      body?: unknown;
    }
  | {
      /** The connection breaks: before any byte of a response, or after half of the body. */
      reset: "before-response" | "in-body";
    }
  | {
      /** No response at all, or headers without a body. The connection stays open. */
      hang: "before-headers" | "after-headers";
    }
  | {
      /** Time before the right response. */
      delayMilliseconds: number;
    }
);

/** How the emulator behaves: each has a default. */
export interface EmulatorOptions {
  /** The workflows of the listing. Default: five. */
  readonly workflows?: unknown[] | undefined;
  /** Further tenants beside the first one, on the same server, each with its credentials and workflows. Default: none. */
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
  /** The query as it was sent, without the question mark. */
  readonly query: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body as text. */
  readonly body: string;
  /** The status of the response; `undefined` until a response is sent. */
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
  /** Makes every request to an endpoint go wrong, after those of `failNext`. With `undefined` its requests go right again. */
  failAlways(endpoint: EmulatorEndpoint, fault: EmulatorFault | undefined): void;
  /** Stops it at once, open connections included. May be called twice. */
  close(): Promise<void>;
  /** Does the same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** The options of responses: those of users, and those that only this repository's tests and examples need. */
export interface ServiceOptions extends Pick<EmulatorOptions, "pageSize"> {
  /** Makes the body of the token response: text as it is, anything else as JSON. Default: that of RFC 6749. */
  readonly tokenResponse?: ((token: string) => unknown) | undefined;
  /** Makes the body of the listing, by any convention: text as it is, anything else as JSON. Default: `{ workflows }`. */
  readonly listingResponse?: ((workflows: unknown[], query: URLSearchParams) => unknown) | undefined;
}

/** A tenant with what only this repository's tests need. */
export interface Tenant extends EmulatorTenant {
  /** Sent byte for byte in place of a listing made of `workflows`, while it is set. */
  listingText: string | Uint8Array | undefined;
}

/** A response that is not sent yet. */
export interface EmulatedResponse {
  readonly status: number;
  readonly headers: Record<string, string | string[]>;
  readonly body: Buffer;
}

/** Returns text and bytes as they are, and anything else as JSON. */
export function bytesOf(body: unknown): Buffer {
  return Buffer.from(typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body));
}
