/** Emulates the service: its two documented requests, and one for a single workflow. Strict in what it accepts. Runs in the test. */
import { randomBytes } from "node:crypto";
import { pageAt } from "./pages.js";
import { findFormError, type RecordedRequest } from "./requests.js";
import { bytesOf, type EmulatedResponse, type EmulatorEndpoint, type ServiceOptions, type Tenant } from "./types.js";

interface Service {
  /** Every token that was issued, oldest first. */
  readonly tokens: string[];
  readonly endpointOf: (path: string) => EmulatorEndpoint | undefined;
  readonly respond: (request: RecordedRequest) => EmulatedResponse;
  readonly revokeTokens: () => void;
}

/** The lifetime of a token, also sent as `expires_in`. */
const LIFETIME_SECONDS = 3600;

/**
 * Creates the service, without a server around it.
 *
 * @param origin Returns scheme, host and port, for the links between pages.
 */
export function createService(options: ServiceOptions, tenants: readonly Tenant[], origin: () => string): Service {
  const tokens: string[] = [];
  /** The tenants by their valid tokens. */
  const tenantsByToken = new Map<string, Tenant>();

  function respond(request: RecordedRequest): EmulatedResponse {
    const endpoint = endpointOf(request.path);
    if (endpoint === undefined) {
      return json(404, { error: "not_found" });
    }
    const method = endpoint === "token" ? "POST" : "GET";
    if (request.method !== method) {
      return json(405, { error: "method_not_allowed" }, { allow: method });
    }
    const formError = findFormError(request);
    if (formError !== undefined) {
      const [status, reason] = formError;
      return oauthError(status, "invalid_request", reason);
    }
    return endpoint === "token" ? tokenResponse(request) : bearerResponse(request, endpoint);
  }

  function tokenResponse(request: RecordedRequest): EmulatedResponse {
    const credentials = basicBytes(request.headers.authorization);
    const tenant = tenants.find(({ clientId, clientSecret }) =>
      credentials?.equals(Buffer.from(`${clientId}:${clientSecret}`)),
    );
    // RFC 6749 §5.2: the status is 401, and `WWW-Authenticate` names the scheme that the client used or should use.
    if (tenant === undefined) {
      const reason = credentials === undefined ? "HTTP Basic is required" : "Unknown client or wrong secret";
      return oauthError(401, "invalid_client", reason, { "www-authenticate": 'Basic realm="workflows"' });
    }
    const bodyError = findBodyError(request);
    if (bodyError !== undefined) {
      return oauthError(400, ...bodyError);
    }
    const token = createToken();
    tokens.push(token);
    tenantsByToken.set(token, tenant);
    const standard = { access_token: token, token_type: "Bearer", expires_in: LIFETIME_SECONDS };
    return json(200, options.tokenResponse?.(token) ?? standard, NO_STORE);
  }

  function bearerResponse(request: RecordedRequest, endpoint: EmulatorEndpoint): EmulatedResponse {
    const token = /^bearer ([\w\-.~+/]+=*)$/i.exec(request.headers.authorization ?? "")?.[1];
    const challenge = 'Bearer realm="workflows"';
    // RFC 6750 §3.1: if the request has no token, `WWW-Authenticate` has no error code.
    if (token === undefined) {
      return json(401, { error: "unauthorized" }, { "www-authenticate": challenge });
    }
    const tenant = tenantsByToken.get(token);
    if (tenant === undefined) {
      const [error, reason] = ["invalid_token", "The access token is unknown or revoked"];
      const header = `${challenge}, error="${error}", error_description="${reason}"`;
      return oauthError(401, error, reason, { "www-authenticate": header });
    }
    return endpoint === "listing" ? listingResponse(request, tenant) : detailResponse(request, tenant);
  }

  function listingResponse(request: RecordedRequest, { listingText, workflows }: Tenant): EmulatedResponse {
    if (listingText !== undefined) {
      return json(200, listingText);
    }
    const query = new URLSearchParams(request.query);
    const { pageSize } = options;
    const whole = { workflows, nextCursor: undefined };
    const page = pageSize === undefined ? whole : pageAt(workflows, query.get("cursor"), pageSize);
    if (page === undefined) {
      return oauthError(400, "invalid_request", "Unknown page");
    }
    const body = options.listingResponse?.(page.workflows, query) ?? { workflows: page.workflows };
    if (page.nextCursor === undefined) {
      return json(200, body);
    }
    query.set("cursor", page.nextCursor);
    const address = `${origin()}${request.path}?${query.toString()}`;
    return json(200, body, { link: `<${address}>; rel="next"` });
  }

  return { tokens, endpointOf, respond, revokeTokens: () => tenantsByToken.clear() };
}

function endpointOf(path: string): EmulatorEndpoint | undefined {
  switch (path) {
    case "/v2/auth/token":
      return "token";
    case "/v2/workflows":
      return "listing";
    default:
      return /^\/v2\/workflows\/(?:[^/%]|%[0-9A-Fa-f]{2})+$/.test(path) ? "detail" : undefined;
  }
}

/**
 * Returns a token that contains `~`, `+`, `/` and `=`, which RFC 6750 §2.1 allows. A client that encodes the token, or looks for it in one
 * spelling only before it shows a text, then fails in the test.
 */
function createToken(): string {
  return `emulated-token.${randomBytes(24).toString("hex")}~+/${randomBytes(24).toString("base64url")}==`;
}

function detailResponse({ path }: RecordedRequest, { workflows }: Tenant): EmulatedResponse {
  const id = decoded(path.slice(path.lastIndexOf("/") + 1));
  const workflow = workflows.find((candidate) => id !== undefined && idOf(candidate) === id);
  return workflow === undefined ? json(404, { error: "not_found" }) : json(200, workflow);
}

function idOf(workflow: unknown): string | undefined {
  const id = (workflow as Readonly<Record<string, unknown>> | null)?.["id"];
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

/** Returns what is wrong with the query or body of a token request, or `undefined`. They must be exactly the documented ones. */
function findBodyError({ query, body }: RecordedRequest): [error: string, reason: string] | undefined {
  if (query !== "") {
    return ["invalid_request", "No query parameters are taken"];
  }
  if (body === "grant_type=client_credentials") {
    return undefined;
  }
  const grant = new URLSearchParams(body).get("grant_type");
  return grant !== null && grant !== "client_credentials"
    ? ["unsupported_grant_type", "Only client_credentials is supported"]
    : ["invalid_request", "The body must be exactly grant_type=client_credentials"];
}

/** Returns the bytes of `id:secret`, or `undefined` if the header is not Basic with well-formed, padded base64 (RFC 4648 §4). */
function basicBytes(header: string | undefined): Buffer | undefined {
  const text = /^basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? "")?.[1] ?? "";
  const bytes = Buffer.from(text, "base64");
  return text !== "" && bytes.toString("base64") === text ? bytes : undefined;
}

/** Decodes a part of a path. Returns `undefined` if its bytes are not UTF-8. */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

type Headers = Readonly<Record<string, string>>;

/** The headers of a token response (RFC 6749 §5.1). */
const NO_STORE: Headers = { "cache-control": "no-store", pragma: "no-cache" };

function oauthError(status: number, error: string, reason: string, headers?: Headers): EmulatedResponse {
  return json(status, { error, error_description: reason }, { ...NO_STORE, ...headers });
}

function json(status: number, body: unknown, headers?: Headers): EmulatedResponse {
  return { status, headers: { "content-type": "application/json", ...headers }, body: bytesOf(body) };
}
