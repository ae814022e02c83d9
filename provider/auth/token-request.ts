/** The token request: OAuth 2.0 client credentials with HTTP Basic (RFC 6749 §4.4). */
import type { Deadline } from "../http/deadline.js";
import { createRedactor } from "../http/redactor.js";
import { CREDENTIAL_REFUSALS } from "../http/failure-table.js";
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
  readonly bearerPath?: string | undefined;
  /** What to do about a status: a sentence that names the source of the settings. */
  readonly hintFor?: ((status: number) => string | undefined) | undefined;
}

const CHECK_CREDENTIALS =
  "Check clientId and clientSecret: an administrator makes them in the API settings of the service's dashboard.";
/** Errors of RFC 6749 §5.2 that may have other causes than id and secret. */
const OTHER_CAUSES = /^(?:unauthorized_client|unsupported_grant_type|invalid_scope)\b/;
const GRANT_HINT =
  " It is also possible that this client must not use the grant type client_credentials, or needs a scope: ask an administrator of the service.";

/** A token, and `clock.now()` when its request was sent. */
interface IssuedToken {
  readonly token: AccessToken;
  readonly sentAt: number;
}

/** Asks for a new token. Throws a `WorkflowsError`: an `AuthenticationError` if the credentials are refused. */
export async function requestToken(options: TokenRequestOptions, deadline: Deadline): Promise<IssuedToken> {
  const { baseUrl, credentials, transport, bearerPath, hintFor } = options;
  const authorization = basicAuthorization(credentials);
  const redactor = transport.redactor ?? createRedactor();
  redactor.add(credentials.clientSecret);
  redactor.add(authorization.slice("Basic ".length));
  const refusedHint = (status: number, message: string): string =>
    (hintFor?.(status) ?? CHECK_CREDENTIALS) +
    credentialHint(credentials) +
    (OTHER_CAUSES.test(message) ? GRANT_HINT : "");
  const response = await transport.send({
    doing: DOING,
    method: "POST",
    url: endpoint(baseUrl, "/v2/auth/token"),
    headers: { authorization, "content-type": "application/x-www-form-urlencoded" },
    body: "grant_type=client_credentials",
    redirects: "never",
    deadline,
    isTokenRequest: true,
    hintFor: (status, message) => (CREDENTIAL_REFUSALS.has(status) ? refusedHint(status, message) : hintFor?.(status)),
  });
  const token = parseTokenResponse(response, {
    bearerPath,
    redact: redactor.redact,
    refusedHint: (message) => refusedHint(401, message),
  });
  return { token, sentAt: response.sentAt };
}

/**
 * The value of the `Authorization` header: base64 of the UTF-8 bytes of `id:secret`. They are not percent-encoded as in RFC 6749
 * §2.3.1: the service does not decode them.
 */
function basicAuthorization({ clientId, clientSecret }: Credentials): string {
  return `Basic ${Buffer.from(`${clientId}:${clientSecret}`, "utf8").toString("base64")}`;
}
