/** Makes the transport of this product: it names the product, and its secrets are those of the client. */
import { packageVersion } from "../base/package-version.js";
import { createSecrets, type Secrets } from "../base/secrets.js";
import { createTransport as createHttpTransport } from "../http/client.js";
import type { Transport, TransportOptions as HttpOptions } from "../http/types.js";
import { registerSecrets } from "../settings/secrets.js";

/** The options of a transport, without the name of the product. */
export interface TransportOptions extends Omit<HttpOptions, "secrets" | "userAgent"> {
  /** Takes secrets out of messages. Default: a new one for this transport. */
  readonly secrets?: Secrets | undefined;
}

/** Makes a transport, and registers the secrets of its client: `clientSecrets`, and the values of the headers. */
export function createTransport(options: TransportOptions, clientSecrets: readonly string[] = []): Transport {
  const { secrets = createSecrets(), headers } = options;
  registerSecrets(secrets, { headers, secrets: clientSecrets });
  return createHttpTransport({ ...options, secrets, userAgent: `pulumi-workflows/${packageVersion()}` });
}
