/** Sends requests with the access token, and renews it once when the service no longer takes it. */
import type { Deadline } from "../http/deadline.js";
import { WorkflowsError } from "../http/errors.js";
import type { ServiceAnswer, ServiceRequest, Transport } from "../http/types.js";
import type { AccessToken, TokenSource } from "./types.js";

/** What requests are sent with: tokens, and the way to the service that takes them. */
export interface AuthorizedClient {
  /** Gives the tokens, and is told of one that is refused. */
  readonly tokenSource: TokenSource;
  /** Sends the requests. */
  readonly transport: Transport;
}

/** The tokens of one operation: the first, and the one after it. There is no third. */
interface OperationTokens {
  first?: AccessToken;
  renewed?: Promise<AccessToken>;
}

/** An operation is what shares a deadline: a listing with all its pages. Two sources never share a token. */
const operations = new WeakMap<TokenSource, WeakMap<Deadline, OperationTokens>>();

/**
 * Sends `request` with `Authorization: Bearer …`. A 401 drops the token that was used, and only that one, and the request
 * is tried once more with a new one (RFC 6750 §3.1); a second 401 is the caller's. All requests with the same deadline
 * together ask for at most two tokens.
 *
 * @param client tokens, and the way to the service that takes them.
 * @param request what to send; an `authorization` among its headers is replaced.
 * @throws WorkflowsError what the token source or the transport says.
 */
export async function sendAuthorized(client: AuthorizedClient, request: ServiceRequest): Promise<ServiceAnswer> {
  const { tokenSource, transport } = client;
  const tokens = tokensOf(tokenSource, request.deadline);
  const send = async (token: AccessToken): Promise<ServiceAnswer> => {
    const release = transport.redactor?.add(token.value);
    try {
      return await transport.send({
        ...request,
        headers: { ...request.headers, authorization: `Bearer ${token.value}` },
      });
    } finally {
      release?.();
    }
  };

  const token = await tokenToBeginWith(tokens, tokenSource, request.deadline);
  try {
    return await send(token);
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
    tokenSource.invalidate(token);
    const next = await renew(tokens, () => tokenSource.getToken(request.deadline));
    if (next === token) throw error;
    try {
      return await send(next);
    } catch (second) {
      if (isUnauthorized(second)) tokenSource.invalidate(next);
      throw second;
    }
  }
}

function tokensOf(source: TokenSource, deadline: Deadline): OperationTokens {
  const ofSource = operations.get(source) ?? new WeakMap<Deadline, OperationTokens>();
  operations.set(source, ofSource);
  const tokens = ofSource.get(deadline) ?? {};
  ofSource.set(deadline, tokens);
  return tokens;
}

async function tokenToBeginWith(
  tokens: OperationTokens,
  source: TokenSource,
  deadline: Deadline,
): Promise<AccessToken> {
  // Once renewed, an operation goes on with what it has until that is refused: the source might ask again.
  if (tokens.renewed !== undefined) return tokens.renewed;
  const token = await source.getToken(deadline);
  tokens.first ??= token;
  if (token.value !== tokens.first.value) tokens.renewed = Promise.resolve(token);
  return token;
}

async function renew(tokens: OperationTokens, getToken: () => Promise<AccessToken>): Promise<AccessToken> {
  tokens.renewed ??= getToken();
  try {
    return await tokens.renewed;
  } catch (error) {
    delete tokens.renewed;
    throw error;
  }
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof WorkflowsError && error.status === 401;
}
