/** Sends requests with the access token, and replaces a token that the service refuses. */
import { ServiceError } from "../base/errors.js";
import type { ServiceResponse, ServiceRequest, Transport } from "../http/types.js";
import type { AccessToken, TokenSource } from "./types.js";

/** A token source, and the transport for requests with its tokens. */
export interface AuthorizedClient {
  /** Returns the tokens, and drops one that is refused. */
  readonly tokenSource: TokenSource;
  /** Sends the requests. */
  readonly transport: Transport;
}

/**
 * Sends `request` with `Authorization: Bearer …`. Each request gets its token from the source, so a long listing uses a new
 * token when the old one is about to expire.
 *
 * A 401 drops the token of the request, and no other. The request is sent once more with a new token (RFC 6750 §3.1). A second
 * 401 is an error. Requests that are refused at the same time share one renewal, in the source.
 *
 * @param client the token source, and the transport.
 * @param request the request to send. Its `authorization` header is replaced.
 * @throws WorkflowsError of the token source or the transport.
 */
export async function sendAuthorized(client: AuthorizedClient, request: ServiceRequest): Promise<ServiceResponse> {
  const { tokenSource, transport } = client;
  const sendWith = async (token: AccessToken): Promise<ServiceResponse> => {
    transport.redactor?.addToken(token.value);
    const headers = { ...request.headers, authorization: `Bearer ${token.value}` };
    try {
      return await transport.send({ ...request, headers });
    } catch (error) {
      if (isUnauthorized(error)) {
        tokenSource.invalidate(token);
      }
      throw error;
    }
  };
  const token = await tokenSource.getToken(request.deadline);
  try {
    return await sendWith(token);
  } catch (error) {
    const next = isUnauthorized(error) ? await tokenSource.getToken(request.deadline) : token;
    // A source of another kind may ignore `invalidate` and return the same token.
    if (next === token) {
      throw error;
    }
    return await sendWith(next);
  }
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 401;
}
