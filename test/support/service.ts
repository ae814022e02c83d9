/** The one fake service of the tests, on loopback: its token endpoint and its listing reply as a test scripts them. */
import type * as https from "node:https";
import { json, type Received, type Reply, serve, serveTls, type TestServer } from "./servers.js";

export const TOKEN = "tok.en_1-Value~+/==";
export const goodToken: Reply = json({ access_token: TOKEN, token_type: "Bearer", expires_in: 3600 });
export const goodListing: Reply = json({ workflows: [{ id: 1, name: "Nightly import" }] });

/** Each endpoint sends its n-th reply to its n-th request, and its last reply to all later ones. */
export interface Script {
  /** Default: `goodToken`. */
  readonly token?: readonly Reply[];
  /** Whatever is not the token endpoint. Default: `goodListing`. */
  readonly list?: readonly Reply[];
  /** The certificate and what else TLS needs. Default: plain http. */
  readonly tls?: https.ServerOptions;
}

export interface FakeService extends TestServer {
  readonly tokenRequests: () => Received[];
  readonly listRequests: () => Received[];
}

const isTokenRequest = ({ path }: Received): boolean => path.endsWith("/v2/auth/token");

export async function startService({
  token = [goodToken],
  list = [goodListing],
  tls,
}: Script = {}): Promise<FakeService> {
  const counts = { token: 0, list: 0 };
  const reply: Reply = (response, request) => {
    const [script, index] = isTokenRequest(request) ? [token, counts.token++] : [list, counts.list++];
    script[Math.min(index, script.length - 1)]?.(response, request, index);
  };
  const server = await (tls === undefined ? serve(reply) : serveTls(tls, reply));
  return {
    ...server,
    tokenRequests: () => server.requests.filter(isTokenRequest),
    listRequests: () => server.requests.filter((request) => !isTokenRequest(request)),
  };
}

/** Replies with tokens "token-0", "token-1", …: a new one for each request. */
export const numberedTokens =
  (expiresIn?: number, meanwhile: () => unknown = () => undefined): Reply =>
  (response, request, index) => {
    meanwhile();
    json({ access_token: `token-${index}`, expires_in: expiresIn })(response, request, index);
  };
