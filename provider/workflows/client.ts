/** What one connection needs to talk to its service: a transport and a token source. */
import { createTokenSource } from "../auth/token-source.js";
import type { TokenSource } from "../auth/types.js";
import type { Clock } from "../http/deadline.js";
import { AuthenticationError } from "../http/errors.js";
import type { Redactor } from "../http/redactor.js";
import { createTransport } from "../http/transport.js";
import type { Settings } from "../settings/read-settings.js";
import type { ListingClient } from "./types.js";

interface ClientOptions {
  readonly onProgress?: ((line: string) => void) | undefined;
  readonly clock?: Clock | undefined;
  readonly redactor: Redactor;
}

export function createClient(settings: Settings, { onProgress, clock, redactor }: ClientOptions): ListingClient {
  const { baseUrl, credentials, credentialsOrigin, bearerPath, deadlineSeconds, maxResponseBytes } = settings;
  for (const secret of settings.secrets) {
    redactor.add(secret);
  }
  const { requestTimeoutSeconds, maxRetries, requestsPerSecond, headers, tls } = settings;
  const limits = { requestTimeoutSeconds, maxRetries, requestsPerSecond, maxResponseBytes };
  const transport = createTransport({ ...limits, headers, tls, onProgress, clock, redactor });
  const credentialsHint = `Check the client credentials: they came from ${credentialsOrigin}.`;
  const tokenSource = rememberRefusal(
    createTokenSource({ baseUrl, credentials, transport, bearerPath, clock, deadlineSeconds, credentialsHint }),
  );
  return { baseUrl, maxResponseBytes, transport, tokenSource };
}

/** Refused credentials stay refused within one deployment: they are sent once, however many listings there are. */
function rememberRefusal(source: TokenSource): TokenSource {
  let refusal: AuthenticationError | undefined;
  return {
    invalidate: (token) => {
      source.invalidate(token);
    },
    getToken: async (deadline) => {
      if (refusal !== undefined) {
        throw refusal;
      }
      try {
        return await source.getToken(deadline);
      } catch (error) {
        refusal = error instanceof AuthenticationError && error.code === "token-refused" ? error : undefined;
        throw error;
      }
    },
  };
}
