/** Makes the transport of this product: it names the product, and its secrets are those of the client. */
import { packageVersion } from "../base/package-version.js";
import { createSecrets, type Secrets } from "../base/secrets.js";
import { createTransport as createHttpTransport } from "../http/client.js";
import type { Transport, TransportOptions as HttpOptions } from "../http/types.js";
import { registerSecrets } from "../settings/secrets.js";

/** How requests are sent: how long they may take, how often they are repeated. */
export interface TransportOptions extends Omit<HttpOptions, "secrets" | "userAgent"> {
  /**
   * Sent with every request. They override request headers of the same name. `Authorization` and `Content-*` are ignored. A value is a
   * secret if it has at least 16 characters; if the header's name sounds like a secret, at least 4. Default: `User-Agent` with the
   * version of this package.
   */
  readonly headers?: HttpOptions["headers"];
  /** Takes secrets out of messages. Default: a new one for this transport. */
  readonly secrets?: Secrets | undefined;
}

/**
 * Makes a transport with its own connections and its own rate limit, and registers the secrets of its client: its key, the values of the
 * headers, and `clientSecrets`.
 *
 * It retries connection errors, timeouts, the statuses 408, 425, 429, 500, 502, 503, 504 and those of gateways (509, 520 to 524,
 * 529, 530), and a 403 with `Retry-After`. Each wait is between once and twice 0.25, 0.5, 1, 2, 4 … seconds, or as long as the response
 * asks (`Retry-After`, or the reset of a rate limit), if that is longer. A wait that would outlast the deadline fails at once.
 */
export function createTransport(options: TransportOptions, clientSecrets: readonly string[] = []): Transport {
  const { secrets = createSecrets(), headers, tls = {} } = options;
  const keys = tls.key === undefined ? [] : [tls.key];
  registerSecrets(secrets, { headers, secrets: [...clientSecrets, ...keys] });
  return createHttpTransport({ ...options, secrets, userAgent: `pulumi-workflows/${packageVersion()}` });
}
