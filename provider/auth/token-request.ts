/** The token request: exactly as the service documents it. */
import { AuthenticationError, detailsOf, ServiceError } from "../http/errors.js";
import type { Deadline } from "../http/deadline.js";
import { createRedactor } from "../http/redactor.js";
import type { Transport } from "../http/types.js";
import { endpoint } from "../settings/base-url.js";
import type { Credentials } from "../settings/credentials.js";
import { DOING, parseTokenResponse } from "./token-response.js";
import type { AccessToken } from "./types.js";

export interface TokenRequestOptions {
  readonly baseUrl: URL;
  readonly credentials: Credentials;
  readonly transport: Transport;
  /** JSON Pointer to the token in the response. Default: `access_token`, else the first of a short list. */
  readonly bearerPath?: string | undefined;
  /** What to do about a status: a sentence that says where the settings came from. */
  readonly hintFor?: ((status: number) => string | undefined) | undefined;
}

/** With these RFC 6749 §5.2, and the services that only nearly follow it, refuse credentials. */
const REFUSALS: ReadonlySet<number | undefined> = new Set([400, 401, 403]);
const REFUSED_HINT =
  "Check clientId and clientSecret: an administrator makes them in the API settings of the service's dashboard.";

/** A token, and `clock.now()` when its request was sent. */
export interface IssuedToken {
  readonly token: AccessToken;
  readonly sentAt: number;
}

/** Asks for a new token. Throws a `WorkflowsError`: an `AuthenticationError` if the credentials are refused. */
export async function requestToken(options: TokenRequestOptions, deadline: Deadline): Promise<IssuedToken> {
  const authorization = basicAuthorization(options.credentials);
  const redactor = options.transport.redactor ?? createRedactor();
  redactor.add(options.credentials.clientSecret);
  redactor.add(authorization.slice("Basic ".length));
  /** The status with which the service itself refused, not something in front of it. */
  const refused: { status?: number } = {};
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
      hintFor: (status, said) => {
        refused.status = status;
        return REFUSALS.has(status) ? refusedHint(options, status, said) : options.hintFor?.(status);
      },
    });
    const token = parseTokenResponse(response, {
      bearerPath: options.bearerPath,
      redact: redactor.redact,
      refusedHint: (said) => refusedHint(options, 401, said),
    });
    return { token, sentAt: response.sentAt };
  } catch (error) {
    throw error instanceof ServiceError && REFUSALS.has(refused.status) ? asRefusal(error) : error;
  }
}

/** Errors of RFC 6749 §5.2 that are not about id and secret. `invalid_request` is: some services return it for both. */
const OTHER_REFUSALS: Readonly<Record<string, string>> = {
  unauthorized_client:
    "The client is known, but may not ask for a token in this way (grant type client_credentials): ask an administrator of the service.",
  unsupported_grant_type: "The token server does not know the grant type client_credentials. Is baseUrl right?",
  invalid_scope: "The token server wants another scope: ask an administrator of the service which one this client has.",
};

/** @param said the excerpt of the body: the error's code comes first. */
function refusedHint({ credentials, hintFor }: TokenRequestOptions, status: number, said: string): string {
  const other = OTHER_REFUSALS[/^\w+/.exec(said)?.[0] ?? ""];
  if (other !== undefined) return other;
  return `${hintFor?.(status) ?? REFUSED_HINT}${encodingHint(credentials)}`;
}

/**
 * Some token servers percent-decode the id and the secret (RFC 6749 §2.3.1): they refuse one that decoding changes, or take
 * another one for it. Nothing is shown of them, not even which characters they contain.
 */
function encodingHint({ clientId, clientSecret }: Credentials): string {
  const changed = Object.entries({ clientId, clientSecret })
    .filter(([, value]) => encodeURIComponent(value) !== value)
    .map(([key]) => key);
  if (changed.length === 0) return "";
  const names = changed.join(" and ");
  const [contain, forms] =
    changed.length > 1 ? ["contain", "their percent-encoded forms"] : ["contains", "its percent-encoded form"];
  return (
    ` If they are right: ${names} ${contain} characters that percent-encoding changes, and some token servers decode them ` +
    `(RFC 6749 §2.3.1). For such a server, set ${names} to ${forms}: for example %2B for a plus sign, %25 for a percent sign, %20 for a space.`
  );
}

/**
 * The value of the `Authorization` header: base64 of the UTF-8 bytes of `id:secret`, as they are. The percent-encoding of
 * RFC 6749 §2.3.1 is left out: the service does not undo it.
 */
export function basicAuthorization({ clientId, clientSecret }: Credentials): string {
  return `Basic ${Buffer.from(`${clientId}:${clientSecret}`, "utf8").toString("base64")}`;
}

function asRefusal(error: ServiceError): AuthenticationError {
  return new AuthenticationError(error.problem, { ...detailsOf(error), code: "token-refused" });
}
