/** The token request: exactly as the service documents it. */
import { AuthenticationError, detailsOf, ServiceError } from "../http/errors.js";
import type { Deadline } from "../http/deadline.js";
import { createRedactor } from "../http/redactor.js";
import type { Transport } from "../http/types.js";
import { endpoint } from "../settings/base-url.js";
import type { Credentials } from "../settings/credentials.js";
import { DOING, parseTokenAnswer } from "./token-answer.js";
import type { AccessToken } from "./types.js";

export interface TokenRequestOptions {
  readonly baseUrl: URL;
  readonly credentials: Credentials;
  readonly transport: Transport;
  /** JSON Pointer to the token in the answer. Default: `access_token`, else the first of a short list. */
  readonly bearerPath?: string | undefined;
  /** What to do about a status: a sentence that says where the settings came from. */
  readonly hintFor?: ((status: number) => string | undefined) | undefined;
}

/** What RFC 6749 §5.2 and the services that only nearly follow it answer to credentials they do not take. */
const REFUSALS: ReadonlySet<number | undefined> = new Set([400, 401, 403]);
const REFUSED_HINT =
  "Check clientId and clientSecret: an administrator makes them in the API settings of the service's dashboard.";

/** A token, and `clock.now()` when the request that brought it was sent. */
export interface IssuedToken {
  readonly token: AccessToken;
  readonly sentAt: number;
}

/** Asks for a new token. Throws a `WorkflowsError`: an `AuthenticationError` where the credentials are refused. */
export async function requestToken(options: TokenRequestOptions, deadline: Deadline): Promise<IssuedToken> {
  const authorization = basicAuthorization(options.credentials);
  const redactor = options.transport.redactor ?? createRedactor();
  redactor.add(options.credentials.clientSecret);
  redactor.add(authorization.slice("Basic ".length));
  try {
    const answer = await options.transport.send({
      doing: DOING,
      method: "POST",
      url: endpoint(options.baseUrl, "/v2/auth/token"),
      headers: {
        accept: "application/json",
        authorization,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: "grant_type=client_credentials",
      redirects: "never",
      deadline,
      hintFor: (status) => options.hintFor?.(status) ?? (REFUSALS.has(status) ? REFUSED_HINT : undefined),
    });
    const token = parseTokenAnswer(answer, {
      bearerPath: options.bearerPath,
      redact: redactor.redact,
      refusedHint: options.hintFor?.(401),
    });
    return { token, sentAt: answer.sentAt };
  } catch (error) {
    throw error instanceof ServiceError && REFUSALS.has(error.status) ? asRefusal(error) : error;
  }
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
