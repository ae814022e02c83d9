/** Sends requests with the access token, and replaces a token that the service refuses. */
import { WorkflowsError } from "../http/errors.js";
import type { ServiceResponse, ServiceRequest, Transport } from "../http/types.js";
import type { AccessToken, TokenSource } from "./types.js";

/** What requests are sent with: tokens, and the way to the service that takes them. */
export interface AuthorizedClient {
  /** Gives the tokens, and drops one that is refused. */
  readonly tokenSource: TokenSource;
  /** Sends the requests. */
  readonly transport: Transport;
}

/**
 * Sends `request` with `Authorization: Bearer …`. Each request asks the source for its token: in a long listing, the pages go
 * on with a fresh one whenever one is about to end. This is not the reaction to a 401.
 *
 * A 401 drops the token that was used, and only that one, and the request is tried once more with a new one (RFC 6750 §3.1).
 * A second 401 is the caller's. Requests that are refused at the same time share one renewal: it is the source's.
 *
 * @param client tokens, and the way to the service that takes them.
 * @param request what to send; an `authorization` among its headers is replaced.
 * @throws WorkflowsError of the token source or the transport.
 */
export async function sendAuthorized(client: AuthorizedClient, request: ServiceRequest): Promise<ServiceResponse> {
  const token = await client.tokenSource.getToken(request.deadline);
  try {
    return await sendWith(token, client, request);
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
    const next = await client.tokenSource.getToken(request.deadline);
    // A source that keeps no account of refused tokens gives the same again.
    if (next === token) throw error;
    return await sendWith(next, client, request);
  }
}

/** A token that is refused is dropped, by whichever attempt. */
async function sendWith(
  token: AccessToken,
  { tokenSource, transport }: AuthorizedClient,
  request: ServiceRequest,
): Promise<ServiceResponse> {
  const release = transport.redactor?.add(token.value);
  try {
    return await transport.send({
      ...request,
      headers: { ...request.headers, authorization: `Bearer ${token.value}` },
    });
  } catch (error) {
    if (isUnauthorized(error)) tokenSource.invalidate(token);
    throw error;
  } finally {
    release?.();
  }
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof WorkflowsError && error.status === 401;
}
