/** What one connection needs to talk to its service: a transport and a token source. */
import { createTokenSource } from "../auth/token-source.js";
import type { TokenSource } from "../auth/types.js";
import { AuthenticationError } from "../base/errors.js";
import type { Redactor } from "../base/redactor.js";
import { createTransport } from "../http/transport.js";
import type { TransportOptions } from "../http/types.js";
import type { Settings } from "../settings/read-settings.js";
import type { ListingClient } from "./types.js";

type ClientOptions = Pick<TransportOptions, "onProgress" | "clock"> & { readonly redactor: Redactor };

/** Refused credentials stay refused within one deployment: they are sent once, however many listings there are. */
export function createClient(settings: Settings, { onProgress, clock, redactor }: ClientOptions): ListingClient {
  const { baseUrl, bearerPath, credentials, credentialsOrigin, deadlineSeconds, maxResponseBytes } = settings;
  for (const secret of settings.secrets) {
    redactor.add(secret);
  }
  // Headers and keys are not enumerable: they are named.
  const { headers, tls } = settings;
  const transport = createTransport({ ...settings, headers, tls, onProgress, clock, redactor });
  const credentialsHint = `Check the client credentials: they came from ${credentialsOrigin}.`;
  const asked = { baseUrl, credentials, bearerPath, deadlineSeconds, credentialsHint };
  const source = createTokenSource({ ...asked, transport, clock });
  let refused: AuthenticationError | undefined;
  const getToken: TokenSource["getToken"] = async (deadline) => {
    if (refused !== undefined) {
      throw refused;
    }
    return source.getToken(deadline).catch((error: unknown) => {
      refused = error instanceof AuthenticationError && error.code === "token-refused" ? error : undefined;
      throw error;
    });
  };
  return { baseUrl, maxResponseBytes, transport, tokenSource: { ...source, getToken } };
}
