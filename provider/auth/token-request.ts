/** The token request: OAuth 2.0 client credentials with HTTP Basic (RFC 6749 §4.4). */
import type { Deadline } from "../base/deadline.js";
import { createRedactor } from "../base/redactor.js";
import { CREDENTIAL_REFUSALS } from "../http/failure-table.js";
import type { Transport } from "../http/types.js";
import { endpoint } from "../settings/base-url.js";
import type { Credentials } from "../settings/credentials.js";
import { DOING, parseTokenResponse } from "./token-response.js";
import type { AccessToken } from "./types.js";

export interface TokenRequestOptions {
  readonly baseUrl: URL;
  readonly credentials: Credentials;
  readonly transport: Transport;
  readonly bearerPath?: string | undefined;
  /** What to do if the credentials are refused: a sentence that names where they came from. */
  readonly credentialsHint?: string | undefined;
}

const CHECK_CREDENTIALS =
  "Check clientId and clientSecret: an administrator makes them in the API settings of the service's dashboard.";
/** Errors of RFC 6749 §5.2 that may have other causes than id and secret. */
const OTHER_CAUSES = /^(?:unauthorized_client|unsupported_grant_type|invalid_scope)\b/;
const GRANT_HINT =
  " It is also possible that this client must not use the grant type client_credentials, or needs a scope: ask an administrator of the service.";

/**
 * Asks for a new token. `sentAt`: `clock.now()` when its request was sent. Throws a `WorkflowsError`: an `AuthenticationError`
 * if the credentials are refused.
 */
export async function requestToken(
  options: TokenRequestOptions,
  deadline: Deadline,
): Promise<{ readonly token: AccessToken; readonly sentAt: number }> {
  const { baseUrl, credentials, transport, bearerPath, credentialsHint = CHECK_CREDENTIALS } = options;
  const authorization = basicAuthorization(credentials);
  const redactor = transport.redactor ?? createRedactor();
  redactor.add(credentials.clientSecret);
  redactor.add(authorization.slice("Basic ".length));
  const refusedHint = (message: string): string =>
    credentialsHint + mistakesIn(credentials) + (OTHER_CAUSES.test(message) ? GRANT_HINT : "");
  const response = await transport.send({
    doing: DOING,
    method: "POST",
    url: endpoint(baseUrl, "/v2/auth/token"),
    headers: { authorization, "content-type": "application/x-www-form-urlencoded" },
    body: "grant_type=client_credentials",
    redirects: "never",
    deadline,
    isTokenRequest: true,
    hintFor: (status, message) => (CREDENTIAL_REFUSALS.has(status) ? refusedHint(message) : undefined),
  });
  const token = parseTokenResponse(response, { bearerPath, redact: redactor.redact, refusedHint });
  return { token, sentAt: response.sentAt };
}

/**
 * The value of the `Authorization` header: base64 of the UTF-8 bytes of `id:secret`. They are not percent-encoded as in RFC 6749
 * §2.3.1: the service does not decode them.
 */
function basicAuthorization({ clientId, clientSecret }: Credentials): string {
  return `Basic ${Buffer.from(`${clientId}:${clientSecret}`, "utf8").toString("base64")}`;
}

/** Usual mistakes of copying a value, and the end of a sentence that begins with the setting's name. */
const MISTAKES: readonly (readonly [pattern: RegExp, problem: string])[] = [
  [/^\s|\s$/, "begins or ends with a space, which is sent too. Remove it."],
  [/^(["'`]).*\1$/, "begins and ends with quotation marks, which are sent too. Remove them."],
];

/** What to check of the credentials: sentences, each with a space in front. They show the kind of a mistake, and no value. */
function mistakesIn({ clientId, clientSecret }: Credentials): string {
  const values = Object.entries({ clientId, clientSecret });
  const mistakes = values.flatMap(([name, value]) =>
    MISTAKES.filter(([pattern]) => pattern.test(value)).map(([, problem]) => ` ${name} ${problem}`),
  );
  const encoded = values.filter(([, value]) => encodeURIComponent(value) !== value).map(([name]) => name);
  if (mistakes.length > 0 || encoded.length === 0) {
    return mistakes.join("");
  }
  return (
    ` If they are right: in ${encoded.join(" and ")} there are characters that percent-encoding changes, and some token servers decode ` +
    `them (RFC 6749 §2.3.1). For such a server, set the percent-encoded form: for example %2B for a plus sign, %25 for a percent sign.`
  );
}
