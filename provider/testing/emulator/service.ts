/** The service itself, as far as it is documented: two calls, strict in what they take. */
import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { bytesOf } from "./faults.js";

/** The two calls of the service. */
export type Endpoint = "token" | "listing";

/** Whose credentials, and which workflows they lead to. All of it may be changed while the emulator runs. */
export interface EmulatorTenant {
  /** The Client ID that is accepted. */
  clientId: string;
  /** The Client Secret that is accepted. */
  clientSecret: string;
  /** What the listing holds. */
  workflows: unknown[];
  /** Sent byte for byte in place of a listing made of `workflows`, while it is set. */
  listingText: string | Uint8Array | undefined;
}

export interface Received {
  readonly method: string;
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[]>;
  readonly body: Buffer;
}

export interface ServiceOptions {
  readonly tenants: readonly EmulatorTenant[];
  readonly pathPrefix: string;
  readonly tokenLifetimeSeconds: number | null;
  readonly pageSize: number | undefined;
  readonly tokenAnswer: ((token: string) => unknown) | undefined;
  readonly listingAnswer: ((workflows: unknown[], query: URLSearchParams) => unknown) | undefined;
  /** Scheme, host and port, for the links between pages. */
  readonly origin: () => string;
}

export interface Service {
  readonly tokens: string[];
  readonly endpointOf: (path: string) => Endpoint | undefined;
  readonly answer: (received: Received) => Answer;
  readonly revokeTokens: () => void;
}

export function createService(options: ServiceOptions): Service {
  const tokens: string[] = [];
  const valid = new Map<string, { tenant: EmulatorTenant; expiresAt: number }>();
  const paths: Record<string, Endpoint> = {
    [`${options.pathPrefix}/v2/auth/token`]: "token",
    [`${options.pathPrefix}/v2/workflows`]: "listing",
  };

  function answerToken(received: Received): Answer {
    if (received.method !== "POST") return methodNotAllowed("POST");
    const credentials = basicBytes(received.headers.authorization);
    const tenant = options.tenants.find(({ clientId, clientSecret }) =>
      credentials?.equals(Buffer.from(`${clientId}:${clientSecret}`)),
    );
    // RFC 6749 §5.2: 401, and the scheme that the client used.
    if (tenant === undefined) {
      const reason = credentials === undefined ? "HTTP Basic is required" : "Unknown client or wrong secret";
      return oauthError(401, "invalid_client", reason, { "www-authenticate": 'Basic realm="workflows"' });
    }
    const fault = tokenRequestFault(received);
    if (fault !== undefined) return oauthError(400, fault.error, fault.reason, {});
    const token = createToken();
    const lifetime = options.tokenLifetimeSeconds;
    tokens.push(token);
    valid.set(token, { tenant, expiresAt: lifetime === null ? Infinity : Date.now() + lifetime * 1000 });
    const standard = {
      access_token: token,
      token_type: "Bearer",
      ...(lifetime === null ? {} : { expires_in: lifetime }),
    };
    return json(200, options.tokenAnswer?.(token) ?? standard, noStore);
  }

  function answerListing(received: Received): Answer {
    if (received.method !== "GET") return methodNotAllowed("GET");
    const token = /^bearer +([\w\-.~+/]+=*)$/i.exec(received.headers.authorization ?? "")?.[1];
    // RFC 6750 §3.1: without authentication, no error code.
    if (token === undefined) return json(401, { error: "unauthorized" }, bearerChallenge());
    const issued = valid.get(token);
    if (issued === undefined || issued.expiresAt <= Date.now()) {
      const reason = issued === undefined ? "The access token is unknown or revoked" : "The access token expired";
      return oauthError(401, "invalid_token", reason, bearerChallenge(reason));
    }
    if (received.body !== "") return json(400, { error: "invalid_request" }, {});
    const { listingText, workflows } = issued.tenant;
    if (listingText !== undefined) return json(200, listingText, {});
    const query = new URLSearchParams(received.query);
    const page = options.pageSize === undefined ? { workflows } : pageOf(workflows, query, options.pageSize);
    if (page === undefined) return json(400, { error: "invalid_request", error_description: "Unknown cursor" }, {});
    const answer = options.listingAnswer?.(page.workflows, query) ?? { workflows: page.workflows };
    if (!("next" in page) || page.next === undefined) return json(200, answer, {});
    query.set("cursor", page.next);
    return json(200, answer, { link: `<${options.origin()}${received.path}?${query.toString()}>; rel="next"` });
  }

  const endpointOf = (path: string): Endpoint | undefined => (Object.hasOwn(paths, path) ? paths[path] : undefined);
  return {
    tokens,
    endpointOf,
    answer: (received) => {
      const endpoint = endpointOf(received.path);
      if (endpoint === undefined) return json(404, { error: "not_found" }, {});
      return endpoint === "token" ? answerToken(received) : answerListing(received);
    },
    revokeTokens: () => valid.clear(),
  };
}

/** RFC 6749 §5.1. */
const noStore = { "cache-control": "no-store", pragma: "no-cache" };

/** The request itself, its credentials being right: exactly what is documented, and nothing beside it. */
function tokenRequestFault({ query, headers, body }: Received): { error: string; reason: string } | undefined {
  if (query !== "") return { error: "invalid_request", reason: "No query parameters are taken" };
  if (!/^application\/x-www-form-urlencoded *(;.*)?$/i.test(headers["content-type"] ?? "")) {
    return { error: "invalid_request", reason: "Content-Type must be application/x-www-form-urlencoded" };
  }
  if (body === "grant_type=client_credentials") return undefined;
  const grant = new URLSearchParams(body).get("grant_type");
  if (grant !== null && grant !== "client_credentials") {
    return { error: "unsupported_grant_type", reason: "Only client_credentials is supported" };
  }
  return { error: "invalid_request", reason: "The body must be exactly grant_type=client_credentials" };
}

/** The bytes of `id:secret`, where the header is Basic with one well-formed, padded base64 (RFC 4648 §4). */
function basicBytes(header: string | undefined): Buffer | undefined {
  const text = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? "")?.[1];
  if (text === undefined) return undefined;
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : undefined;
}

/** Long, easy to search for, and with characters that base64 and percent-encoding change (RFC 6750 §2.1's b64token). */
function createToken(): string {
  return `emulated-token.${randomBytes(24).toString("hex")}~+/${randomBytes(24).toString("base64url")}==`;
}

function pageOf(
  workflows: unknown[],
  query: URLSearchParams,
  size: number,
): { workflows: unknown[]; next: string | undefined } | undefined {
  const cursor = query.get("cursor") ?? "after-0";
  const start = /^after-(\d+)$/.exec(cursor)?.[1];
  if (start === undefined) return undefined;
  const end = Number(start) + size;
  return {
    workflows: workflows.slice(Number(start), end),
    next: end < workflows.length ? `after-${end}` : undefined,
  };
}

function bearerChallenge(reason?: string): Record<string, string> {
  const error = reason === undefined ? "" : `, error="invalid_token", error_description="${reason}"`;
  return { "www-authenticate": `Bearer realm="workflows"${error}` };
}

function oauthError(status: number, error: string, reason: string, headers: Record<string, string>): Answer {
  return json(status, { error, error_description: reason }, { ...noStore, ...headers });
}

function methodNotAllowed(allow: string): Answer {
  return json(405, { error: "method_not_allowed" }, { allow });
}

function json(status: number, body: unknown, headers: Record<string, string>): Answer {
  return { status, headers: { "content-type": "application/json", ...headers }, body: bytesOf(body) };
}
