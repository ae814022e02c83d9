/** The token request: OAuth 2.0 client credentials with HTTP Basic (RFC 6749 §4.4). */
import { AuthenticationError, detailsOf, SHARED_HINTS, ServiceError } from "../http/errors.js";
import type { Deadline } from "../http/deadline.js";
import { createRedactor } from "../http/redactor.js";
import type { Transport } from "../http/types.js";
import { endpoint } from "../settings/base-url.js";
import type { Credentials } from "../settings/credentials.js";
import { credentialHint } from "./credential-hints.js";
import { DOING, parseTokenResponse } from "./token-response.js";
import type { AccessToken } from "./types.js";

export interface TokenRequestOptions {
  readonly baseUrl: URL;
  readonly credentials: Credentials;
  readonly transport: Transport;
  /** Path to the token in the response. Default: `access_token`, else the first of a short list. */
  readonly bearerPath?: string | undefined;
  /** What to do about a status: a sentence that names the source of the settings. */
  readonly hintFor?: ((status: number) => string | undefined) | undefined;
}

/** Statuses that refuse credentials: RFC 6749 §5.2, and services that nearly follow it. */
const REFUSALS: ReadonlySet<number | undefined> = new Set([400, 401, 403]);

const BUSY_HINT = "The token server reports a problem of its own. Try again later.";
/** Errors of RFC 6749 that have other causes than id and secret. Some services return `invalid_request` for both. */
const OTHER_REFUSALS: ReadonlyMap<string, string> = new Map([
  ["server_error", BUSY_HINT],
  ["temporarily_unavailable", BUSY_HINT],
  ["unsupported_grant_type", "The token server does not support the grant type client_credentials. Is baseUrl right?"],
  [
    "invalid_scope",
    "The token server requires another scope. Ask an administrator of the service which one this client has.",
  ],
]);

/**
 * Errors that may be about the grant type. Some token servers, such as Keycloak and Microsoft Entra, return `unauthorized_client`
 * for a wrong id or secret too. Others return `invalid_request` or `invalid_grant` for the grant type.
 */
const MAYBE_GRANT = /^unauthorized_client\b|grant/i;
const GRANT_HINT =
  " It is also possible that this client must not use the grant type client_credentials: ask an administrator of the service.";

/** Auth0, Microsoft Entra and Ory Hydra return `access_denied` or `invalid_request` for a missing scope or audience. */
const MAYBE_SCOPE = /scope|audience/i;
const SCOPE_HINT =
  " It is also possible that this client needs a default scope or audience, as the request names none: ask an administrator of the service.";

/** A token, and `clock.now()` when its request was sent. */
interface IssuedToken {
  readonly token: AccessToken;
  readonly sentAt: number;
}

/** Asks for a new token. Throws a `WorkflowsError`: an `AuthenticationError` if the credentials are refused. */
export async function requestToken(options: TokenRequestOptions, deadline: Deadline): Promise<IssuedToken> {
  const authorization = basicAuthorization(options.credentials);
  const redactor = options.transport.redactor ?? createRedactor();
  redactor.add(options.credentials.clientSecret);
  redactor.add(authorization.slice("Basic ".length));
  /** The status, if the service itself refused the request and not a gateway in front of it. */
  let refusedStatus: number | undefined;
  try {
    const response = await options.transport.send({
      doing: DOING,
      method: "POST",
      url: endpoint(options.baseUrl, "/v2/auth/token"),
      headers: {
        authorization,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: "grant_type=client_credentials",
      redirects: "never",
      deadline,
      hintFor: (status, message, isOwn) => {
        refusedStatus = isOwn ? status : undefined;
        return REFUSALS.has(status) ? refusedHint(options, status, message) : options.hintFor?.(status);
      },
    });
    const token = parseTokenResponse(response, {
      bearerPath: options.bearerPath,
      redact: redactor.redact,
      refusedHint: (message) => refusedHint(options, 401, message),
    });
    return { token, sentAt: response.sentAt };
  } catch (error) {
    throw error instanceof ServiceError && REFUSALS.has(refusedStatus) ? asRefusal(error) : error;
  }
}

/** @param message the excerpt of the body. It begins with the error's code. */
function refusedHint({ credentials, hintFor }: TokenRequestOptions, status: number, message: string): string {
  const other = OTHER_REFUSALS.get(/^\w+/.exec(message)?.[0] ?? "");
  if (other !== undefined) {
    return other;
  }
  const grant = MAYBE_GRANT.test(message) ? GRANT_HINT : "";
  const scope = MAYBE_SCOPE.test(message) ? SCOPE_HINT : "";
  return `${hintFor?.(status) ?? SHARED_HINTS.credentials}${credentialHint(credentials)}${grant}${scope}`;
}

/**
 * The value of the `Authorization` header: base64 of the UTF-8 bytes of `id:secret`. They are not percent-encoded as in RFC 6749
 * §2.3.1: the service does not decode them.
 */
function basicAuthorization({ clientId, clientSecret }: Credentials): string {
  return `Basic ${Buffer.from(`${clientId}:${clientSecret}`, "utf8").toString("base64")}`;
}

function asRefusal(error: ServiceError): AuthenticationError {
  return new AuthenticationError(error.problem, { ...detailsOf(error), code: "token-refused" });
}
