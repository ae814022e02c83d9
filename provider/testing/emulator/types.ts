/** What the parts of the emulator share: tenants, endpoints, responses, and what goes wrong. */

/** The requests of the service: a token, the listing, and one workflow (`GET /v2/workflows/{id}`). */
export type EmulatorEndpoint = "token" | "listing" | "detail";

/** Whose credentials, and which workflows they lead to. All of it may be changed while the emulator runs. */
export interface EmulatorTenant {
  /** The Client ID that is accepted. */
  clientId: string;
  /** The Client Secret that is accepted. */
  clientSecret: string;
  /** The workflows of the listing. */
  workflows: unknown[];
}

/** What goes wrong with a request. `delayMilliseconds` waits before it, or before the right response. Default 0. */
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

/** A tenant as the emulator has it. */
export interface Tenant extends EmulatorTenant {
  /** Sent byte for byte in place of a listing made of `workflows`, while it is set. */
  listingText: string | Uint8Array | undefined;
}

export interface EmulatedResponse {
  readonly status: number;
  readonly headers: Record<string, string | string[]>;
  readonly body: Buffer;
}

/** Text and bytes as they are, anything else as JSON. */
export function bytesOf(body: unknown): Buffer {
  if (body instanceof Uint8Array) {
    return Buffer.from(body);
  }
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}
