/** The token request: OAuth 2.0 client credentials with HTTP Basic (RFC 6749 §4.4). Runs in both processes. */
import type { Deadline } from "../base/deadline.js";
import { WorkflowsError, type ErrorDetails } from "../base/errors.js";
import type { ServiceResponse, Transport } from "../http/types.js";
import { endpoint } from "../settings/base-url.js";
import type { Credentials } from "../settings/credentials.js";
import { mistakesIn } from "./credential-mistakes.js";
import { TOKEN_REQUEST, parseTokenResponse, TYPE_HINT } from "./token-response.js";
import type { AccessToken } from "./types.js";

/** The parts of the token request that do not change, and who is told about the token. */
export interface TokenRequestOptions {
  readonly baseUrl: URL;
  readonly credentials: Credentials;
  readonly transport: Transport;
  readonly bearerPath?: string | undefined;
  /** A sentence on what to do if the credentials are refused. It names where they came from. */
  readonly credentialsHint?: string | undefined;
  /** Called with a sentence if the token may not work. Default: nobody is told. */
  readonly onWarning?: ((message: string) => void) | undefined;
}

const CHECK_CREDENTIALS =
  "Check clientId and clientSecret: an administrator makes them in the API settings of the service's dashboard.";
/** OAuth error codes that do not point at a wrong id or secret (RFC 6749 §5.2). */
const OTHER_CAUSES = /\b(?:unauthorized_client|unsupported_grant_type|invalid_scope)\b|\bgrant type\b/;
const GRANT_HINT =
  " It is also possible that this client must not use the grant type client_credentials, or needs a scope: ask an administrator of the service.";
const WEB_PAGE_HINT =
  " The response is a web page, so it is also possible that something in front of the service refused the request.";

/**
 * Asks for a new token. `sentAt` is `clock.now()` when its request was sent.
 *
 * @throws WorkflowsError if no token is returned. Its code is `token-refused` if the credentials are refused.
 */
export async function requestToken(
  options: TokenRequestOptions,
  deadline: Deadline,
): Promise<{ readonly token: AccessToken; readonly sentAt: number }> {
  const { credentials, transport, bearerPath, credentialsHint = CHECK_CREDENTIALS, onWarning } = options;
  const { clean } = transport.secrets;
  const refusedHint = (message: string): string =>
    credentialsHint + mistakesIn(credentials) + (OTHER_CAUSES.test(message) ? GRANT_HINT : "");
  const response = await sendTokenRequest(options, deadline).catch((error: unknown) => {
    throw isRefusal(error) ? tokenRefused(error, refusedHint) : error;
  });
  const token = parseTokenResponse(response, { bearerPath, clean, refusedHint });
  if (token.unusualType !== undefined) {
    const type = `The type of the access token is ${token.unusualType}, not Bearer`;
    onWarning?.(`${type}. It is sent as a Bearer token. If the service refuses it: ${TYPE_HINT}`);
  }
  return { token, sentAt: response.sentAt };
}

async function sendTokenRequest(
  { baseUrl, credentials, transport }: TokenRequestOptions,
  deadline: Deadline,
): Promise<ServiceResponse> {
  const authorization = basicAuthorization(credentials);
  transport.secrets.addClientSecret(credentials.clientSecret);
  transport.secrets.add(authorization.slice("Basic ".length));
  return transport.send({
    doing: TOKEN_REQUEST,
    method: "POST",
    url: endpoint(baseUrl, "/v2/auth/token"),
    headers: { authorization, "content-type": "application/x-www-form-urlencoded" },
    body: "grant_type=client_credentials",
    redirects: "never",
    deadline,
    quotesOnlyErrorFields: true,
  });
}

/**
 * Returns whether the service has refused the credentials: with 401, whatever its body is; with 400 or 403 only if the body is JSON or
 * there is an OAuth error, because something in front of the service may also refuse a request with these two.
 */
function isRefusal(error: unknown): error is WorkflowsError {
  if (!(error instanceof WorkflowsError) || error.code === "rate-limited") {
    return false;
  }
  const { status, bodyKind, oauthError } = error;
  if (status === 400 || status === 403) {
    return bodyKind === "json" || oauthError !== undefined;
  }
  return status === 401;
}

/** Returns the service's refusal with the code `token-refused` and the advice on credentials. */
function tokenRefused(error: WorkflowsError, refusedHint: (message: string) => string): WorkflowsError {
  const hint = refusedHint(error.problem) + (error.bodyKind === "web-page" ? WEB_PAGE_HINT : "");
  // The lint rules forbid the spread of a class instance, so the error is typed as the interface that it implements.
  const details: ErrorDetails = error;
  return new WorkflowsError(error.problem, { ...details, code: "token-refused", hint });
}

/**
 * Returns the value of the `Authorization` header: base64 of the UTF-8 bytes of `id:secret`. They are not percent-encoded as in
 * RFC 6749 §2.3.1: the service does not decode them.
 */
function basicAuthorization({ clientId, clientSecret }: Credentials): string {
  return `Basic ${Buffer.from(`${clientId}:${clientSecret}`, "utf8").toString("base64")}`;
}
