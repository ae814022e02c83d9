/** Makes the transport of this product: it names the product, its hints name settings, and it knows the client's secrets. */
import { createSecrets, type Secrets } from "../base/secrets.js";
import { createTransport as createHttpTransport } from "../http/transport.js";
import type { Transport, TransportOptions as HttpOptions } from "../http/types.js";
import { hintFor } from "../settings/hints.js";
import { registerSecrets } from "../settings/secrets.js";
import { packageVersion } from "../base/package-version.js";

/** How requests are sent: how long they may take, how often they are repeated, how large a response may be. */
export interface TransportOptions extends Omit<HttpOptions, "secrets" | "hintFor" | "userAgent"> {
  /**
   * Sent with every request. They override request headers of the same name. `Authorization` and `Content-*` are ignored. Every
   * value is treated as a secret, except of `Accept`, `Accept-Language`, `User-Agent`, and headers whose name is or ends in
   * `version`. Default: `User-Agent` with the version of this package.
   */
  readonly headers?: HttpOptions["headers"];
  /** Takes secrets out of messages. Default: a new one for this transport. */
  readonly secrets?: Secrets | undefined;
}

/**
 * Makes a transport with its own connections and its own rate limit.
 *
 * It retries connection errors, timeouts, the statuses 408, 425, 429, 500, 502, 503, 504 and those of gateways (509, 520 to 524,
 * 529, 530), and a 403 that limits the rate. It waits with full jitter, or for as long as the response asks (`Retry-After`, or
 * the reset of a rate limit), if that is longer. A wait that would outlast the deadline fails at once.
 */
export function createTransport(options: TransportOptions): Transport {
  return createSecretTransport(options, []);
}

/**
 * Makes a transport, and registers all secrets of its client: `clientSecrets`, the client's key and its passphrase, and the values
 * of the headers.
 */
export function createSecretTransport(options: TransportOptions, clientSecrets: readonly string[]): Transport {
  const { secrets = createSecrets(), headers, tls = {} } = options;
  const keys = [tls.key, tls.passphrase].filter((text) => text !== undefined);
  registerSecrets(secrets, { headers, secrets: [...clientSecrets, ...keys] });
  return createHttpTransport({ ...options, secrets, hintFor, userAgent: `pulumi-workflows/${packageVersion()}` });
}
