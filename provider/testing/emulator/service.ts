/** The service itself: its two documented requests, and one for a single workflow. Strict in what it accepts. */
import { type EmulatorPagination, pageOf } from "./pages.js";
import type { RecordedRequest } from "./record.js";
import { findRefusal } from "./strictness.js";
import { createTokens, type IssuedTokens, LIFETIME_SECONDS } from "./tokens.js";
import { bytesOf, type EmulatedResponse, type EmulatorEndpoint, type Tenant } from "./types.js";

interface ServiceOptions {
  readonly tenants: readonly Tenant[];
  readonly pageSize: number | undefined;
  readonly pagination: EmulatorPagination;
  readonly tokenResponse: ((token: string) => unknown) | undefined;
  readonly listingResponse: ((workflows: unknown[], query: URLSearchParams) => unknown) | undefined;
  /** Scheme, host and port, for the links between pages. */
  readonly origin: () => string;
}

interface Service {
  readonly tokens: string[];
  readonly endpointOf: (path: string) => EmulatorEndpoint | undefined;
  readonly respond: (request: RecordedRequest) => EmulatedResponse;
  readonly revokeTokens: () => void;
}

const LISTING_PATH = "/v2/workflows";

export function createService(options: ServiceOptions): Service {
  const tokens = createTokens();
  return {
    tokens: tokens.all,
    endpointOf,
    respond: (request) => {
      switch (endpointOf(request.path)) {
        case "token":
          return tokenResponse(request, options, tokens);
        case "listing":
          return bearerResponse(request, tokens, (tenant) => listingResponse(request, tenant, options));
        case "detail":
          return bearerResponse(request, tokens, (tenant) => detailResponse(request, tenant));
        case undefined:
          return json(404, { error: "not_found" }, {});
      }
    },
    revokeTokens: tokens.revoke,
  };
}

function endpointOf(path: string): EmulatorEndpoint | undefined {
  switch (path) {
    case "/v2/auth/token":
      return "token";
    case LISTING_PATH:
      return "listing";
    default:
      return /^\/v2\/workflows\/(?:[^/%]|%[0-9A-Fa-f]{2})+$/.test(path) ? "detail" : undefined;
  }
}

function tokenResponse(request: RecordedRequest, options: ServiceOptions, tokens: IssuedTokens): EmulatedResponse {
  if (request.method !== "POST") {
    return methodNotAllowed("POST");
  }
  const refused = refusalOf(request);
  if (refused !== undefined) {
    return refused;
  }
  const credentials = basicBytes(request.headers.authorization);
  const tenant = options.tenants.find(({ clientId, clientSecret }) =>
    credentials?.equals(Buffer.from(`${clientId}:${clientSecret}`)),
  );
  // RFC 6749 §5.2: 401, and the scheme that the client used.
  if (tenant === undefined) {
    const reason = credentials === undefined ? "HTTP Basic is required" : "Unknown client or wrong secret";
    return oauthError(401, "invalid_client", reason, { "www-authenticate": 'Basic realm="workflows"' });
  }
  const fault = tokenRequestFault(request);
  if (fault !== undefined) {
    return oauthError(400, fault.error, fault.reason, {});
  }
  const token = tokens.issue(tenant);
  const standard = { access_token: token, token_type: "Bearer", expires_in: LIFETIME_SECONDS };
  return json(200, options.tokenResponse?.(token) ?? standard, noStore);
}

/** Calls `respond` with the tenant whose token the request carries. */
function bearerResponse(
  request: RecordedRequest,
  tokens: IssuedTokens,
  respond: (tenant: Tenant) => EmulatedResponse,
): EmulatedResponse {
  if (request.method !== "GET") {
    return methodNotAllowed("GET");
  }
  const refused = refusalOf(request);
  if (refused !== undefined) {
    return refused;
  }
  const token = /^bearer ([\w\-.~+/]+=*)$/i.exec(request.headers.authorization ?? "")?.[1];
  // RFC 6750 §3.1: without authentication, no error code.
  if (token === undefined) {
    return json(401, { error: "unauthorized" }, bearerChallenge());
  }
  const checked = tokens.check(token);
  return "fault" in checked
    ? oauthError(401, "invalid_token", checked.fault, bearerChallenge(checked.fault))
    : respond(checked.tenant);
}

function listingResponse(
  request: RecordedRequest,
  { listingText, workflows }: Tenant,
  options: ServiceOptions,
): EmulatedResponse {
  if (listingText !== undefined) {
    return json(200, listingText, {});
  }
  const query = new URLSearchParams(request.query);
  const page =
    options.pageSize === undefined
      ? { workflows, fields: {}, link: undefined }
      : pageOf(workflows, query, options.pagination, options.pageSize);
  if (page === undefined) {
    return json(400, { error: "invalid_request", error_description: "Unknown page" }, {});
  }
  const body = options.listingResponse?.(page.workflows, query) ?? { workflows: page.workflows, ...page.fields };
  if (page.link === undefined) {
    return json(200, body, {});
  }
  query.set("cursor", page.link);
  return json(200, body, { link: `<${options.origin()}${request.path}?${query.toString()}>; rel="next"` });
}

function detailResponse({ path }: RecordedRequest, { workflows }: Tenant): EmulatedResponse {
  const id = decoded(path.slice(path.lastIndexOf("/") + 1));
  const found = workflows.find((workflow) => id !== undefined && idOf(workflow) === id);
  return found === undefined ? json(404, { error: "not_found" }, {}) : json(200, found, {});
}

function idOf(workflow: unknown): string | undefined {
  const id = (workflow as Readonly<Record<string, unknown>> | null)?.["id"];
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

/** RFC 6749 §5.1. */
const noStore = { "cache-control": "no-store", pragma: "no-cache" };

/** The request for a token, once its credentials are right: exactly what is documented, and nothing more. */
function tokenRequestFault({ query, body }: RecordedRequest): { error: string; reason: string } | undefined {
  if (query !== "") {
    return { error: "invalid_request", reason: "No query parameters are taken" };
  }
  if (body === "grant_type=client_credentials") {
    return undefined;
  }
  const grant = new URLSearchParams(body).get("grant_type");
  if (grant !== null && grant !== "client_credentials") {
    return { error: "unsupported_grant_type", reason: "Only client_credentials is supported" };
  }
  return { error: "invalid_request", reason: "The body must be exactly grant_type=client_credentials" };
}

/** The bytes of `id:secret`, where the header is Basic with one well-formed, padded base64 (RFC 4648 §4). */
function basicBytes(header: string | undefined): Buffer | undefined {
  const text = /^basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? "")?.[1];
  if (text === undefined) {
    return undefined;
  }
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : undefined;
}

/** `undefined` for bytes that are not UTF-8. */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

function refusalOf(request: RecordedRequest): EmulatedResponse | undefined {
  const refusal = findRefusal(request);
  return refusal === undefined ? undefined : oauthError(refusal.status, "invalid_request", refusal.reason, {});
}

function bearerChallenge(reason?: string): Record<string, string> {
  const error = reason === undefined ? "" : `, error="invalid_token", error_description="${reason}"`;
  return { "www-authenticate": `Bearer realm="workflows"${error}` };
}

function oauthError(status: number, error: string, reason: string, headers: Record<string, string>): EmulatedResponse {
  return json(status, { error, error_description: reason }, { ...noStore, ...headers });
}

function methodNotAllowed(allow: string): EmulatedResponse {
  return json(405, { error: "method_not_allowed" }, { allow });
}

function json(status: number, body: unknown, headers: Record<string, string>): EmulatedResponse {
  return { status, headers: { "content-type": "application/json", ...headers }, body: bytesOf(body) };
}
