/** Creates the client of one connection: a transport and a token source. */
import { createTokenSource } from "../auth/token-source.js";
import type { TokenSourceWithDeadlines } from "../auth/types.js";
import { WorkflowsError } from "../base/errors.js";
import { createTransport } from "../http/client.js";
import type { TransportOptions } from "../http/types.js";
import type { Settings } from "../settings/read-settings.js";
import type { ListingClient } from "./types.js";

/** The parts of a session that a client uses. */
type ClientOptions = Pick<TransportOptions, "onProgress" | "clock" | "secrets">;

/**
 * Creates a client. Once the service has refused the credentials, they are not sent again: each later `getToken` throws
 * the same error.
 */
export function createClient(settings: Settings, { onProgress, clock, secrets }: ClientOptions): ListingClient {
  const { baseUrl, bearerPath, credentials, credentialsOrigin } = settings;
  // These properties are not enumerable, so `...settings` does not copy them.
  const { headers, tls } = settings;
  const transport = createTransport({ ...settings, headers, tls, onProgress, clock, secrets });
  const credentialsHint = `Check the client credentials: they came from ${credentialsOrigin}.`;
  const tokenOptions = { baseUrl, credentials, bearerPath, credentialsHint };
  const source = createTokenSource({ ...tokenOptions, transport, clock });
  let refused: WorkflowsError | undefined;
  const getToken: TokenSourceWithDeadlines["getToken"] = async (deadline) => {
    if (refused !== undefined) {
      throw refused;
    }
    return source.getToken(deadline).catch((error: unknown) => {
      if (error instanceof WorkflowsError && error.code === "token-refused") {
        refused = error;
      }
      throw error;
    });
  };
  return { baseUrl, transport, tokenSource: { ...source, getToken } };
}
