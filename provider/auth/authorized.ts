/** Sends requests with the access token, and replaces a token that the service refuses. */
import { WorkflowsError } from "../base/errors.js";
import type { ServiceResponse, ServiceRequest, Transport } from "../http/types.js";
import type { TokenSourceWithDeadlines } from "./types.js";

/** A token source, and the transport for requests with its tokens. */
export interface AuthorizedClient {
  /** Returns the tokens, and drops one that is refused. */
  readonly tokenSource: TokenSourceWithDeadlines;
  /** Sends the requests. */
  readonly transport: Transport;
}

/**
 * Sends `request` with `Authorization: Bearer …`. Each request gets its token from the source, so a long listing uses a
 * new token when the old one is about to expire.
 *
 * A token is refused with 401, or with 403 and the error `invalid_token` (RFC 6750 §3.1). Only the token that was sent
 * is then invalidated; a newer one is kept. The request is sent once more with a new token. A second refusal is an
 * error. Requests that are refused at the same time share one renewal, in the source.
 *
 * @param client the token source, and the transport.
 * @param request the request to send. Its `authorization` header is replaced.
 * @throws WorkflowsError of the token source or the transport.
 */
export async function sendAuthorized(client: AuthorizedClient, request: ServiceRequest): Promise<ServiceResponse> {
  try {
    return await sendWithToken(client, request);
  } catch (error) {
    if (!isTokenRefusal(error)) {
      throw error;
    }
    return await sendWithToken(client, request);
  }
}

/** Sends a request once with the token of the source. If the token is refused, the source drops it. */
async function sendWithToken(
  { tokenSource, transport }: AuthorizedClient,
  request: ServiceRequest,
): Promise<ServiceResponse> {
  const token = await tokenSource.getToken(request.deadline);
  transport.secrets.addToken(tokenSource, token.value);
  const headers = { ...request.headers, authorization: `Bearer ${token.value}` };
  try {
    return await transport.send({ ...request, headers });
  } catch (error) {
    if (isTokenRefusal(error)) {
      tokenSource.invalidate(token);
    }
    throw error;
  }
}

/** Returns whether the service has refused the token. */
function isTokenRefusal(error: unknown): boolean {
  if (!(error instanceof WorkflowsError)) {
    return false;
  }
  const { code, status, oauthError, problem } = error;
  const isAboutToken = oauthError === "invalid_token" || /\binvalid_token\b/.test(problem);
  return (status === 401 && code === "refused") || (status === 403 && code === "forbidden" && isAboutToken);
}
