/** The token request: OAuth 2.0 client credentials with HTTP Basic (RFC 6749 §4.4). */
import type { Deadline } from "../base/deadline.js";
import { WorkflowsError, withParts } from "../base/errors.js";
import type { Transport } from "../http/types.js";
import { endpoint } from "../settings/base-url.js";
import type { Credentials } from "../settings/credentials.js";
import { mistakesIn } from "./credential-mistakes.js";
import { TOKEN_REQUEST, parseTokenResponse } from "./token-response.js";
import type { AccessToken } from "./types.js";

/** The values that all token requests of a source share. */
export interface TokenRequestOptions {
  readonly baseUrl: URL;
  readonly credentials: Credentials;
  readonly transport: Transport;
  readonly bearerPath?: string | undefined;
  /** A sentence on what to do if the credentials are refused. It names where they came from. */
  readonly credentialsHint?: string | undefined;
}

const CHECK_CREDENTIALS =
  "Check clientId and clientSecret: an administrator makes them in the API settings of the service's dashboard.";
/** Matches the words of a refusal that has another cause than a wrong id or secret (RFC 6749 §5.2). */
const OTHER_CAUSES =
  /\b(?:unauthorized_client|unsupported_grant_type|invalid_scope|invalid_target|scopes?|audience)\b|\bgrant type\b/i;
const GRANT_HINT =
  " This package asks for no `scope` and no `audience`, and with the grant type client_credentials: ask an administrator of the service whether this client may do that.";
const WEB_PAGE_HINT =
  " The response is a web page, so it is also possible that something in front of the service refused the request.";
const SERVER_PROBLEM_HINT = " Some servers answer like this to credentials that they cannot read. ";

/**
 * Asks for a new token. `sentAt` is `clock.now()` when its request was sent.
 *
 * @throws WorkflowsError if no token is returned. Its code is `token-refused` if the credentials are refused.
 */
export async function requestToken(
  options: TokenRequestOptions,
  deadline: Deadline,
): Promise<{ readonly token: AccessToken; readonly sentAt: number }> {
  const { baseUrl, credentials, transport, bearerPath, credentialsHint = CHECK_CREDENTIALS } = options;
  const { clean, addClientSecret } = transport.secrets;
  const refusedHint = (message: string): string =>
    credentialsHint + mistakesIn(credentials) + (OTHER_CAUSES.test(message) ? GRANT_HINT : "");
  const basic = basicValue(credentials);
  addClientSecret(credentials.clientSecret);
  // Some gateways quote only the beginning of the header.
  addClientSecret(basic);
  const sending = transport.send({
    doing: TOKEN_REQUEST,
    method: "POST",
    url: endpoint(baseUrl, "/v2/auth/token"),
    headers: { authorization: `Basic ${basic}`, "content-type": "application/x-www-form-urlencoded" },
    body: "grant_type=client_credentials",
    redirects: "never",
    deadline,
    quotesOnlyErrorFields: true,
  });
  const response = await sending.catch((error: unknown) => {
    throw error instanceof WorkflowsError ? withAdvice(error, refusedHint) : error;
  });
  return { token: parseTokenResponse(response, { bearerPath, clean, refusedHint }), sentAt: response.sentAt };
}

/**
 * Adds the advice on credentials to an error that may be due to them. A refusal of the credentials gets the code
 * `token-refused`.
 */
function withAdvice(error: WorkflowsError, refusedHint: (message: string) => string): WorkflowsError {
  const { problem, status = 0, hint = "", bodyKind } = error;
  const advice = refusedHint(problem);
  if (isRefusal(error)) {
    const pageHint = bodyKind === "web-page" ? WEB_PAGE_HINT : "";
    return withParts(error, { code: "token-refused", hint: advice + pageHint });
  }
  return status >= 500 && error.code === "unavailable"
    ? withParts(error, { hint: hint + SERVER_PROBLEM_HINT + advice })
    : error;
}

/**
 * Returns whether the service has refused the credentials: with 401, whatever its body is; with 400 or 403 only if the
 * body is JSON or there is an OAuth error, because something in front of the service may also refuse a request with
 * these two.
 */
function isRefusal({ code, status, bodyKind, oauthError }: WorkflowsError): boolean {
  if (status === 400 || status === 403) {
    return code !== "rate-limited" && (bodyKind === "json" || oauthError !== undefined);
  }
  return status === 401;
}

/**
 * Returns the base64 of the UTF-8 bytes of `id:secret`. They are not percent-encoded as in RFC 6749 §2.3.1: the service
 * does not decode them.
 */
function basicValue({ clientId, clientSecret }: Credentials): string {
  return Buffer.from(`${clientId}:${clientSecret}`, "utf8").toString("base64");
}
