/** The transport as clients make it: headers are parsed, and their values are secrets. */
import { systemClock } from "../../provider/base/deadline.js";
import { createSecrets } from "../../provider/base/secrets.js";
import { createTransport as createHttpTransport } from "../../provider/http/client.js";
import type { Transport, TransportOptions as AllOptions } from "../../provider/http/types.js";
import { parseHeaders } from "../../provider/settings/headers.js";
import { registerSecrets } from "../../provider/settings/secret-settings.js";

export type TransportOptions = Partial<AllOptions>;

/** Makes a transport, as clients do it. */
export function createTransport(options: TransportOptions): Transport {
  const { secrets = createSecrets() } = options;
  const parsed = parseHeaders(options.headers ?? {});
  if ("issue" in parsed) {
    throw new Error(parsed.issue);
  }
  registerSecrets(secrets, { headers: parsed.value });
  const defaults = { requestTimeoutSeconds: 30, deadlineSeconds: Infinity, maxRetries: 5, clock: systemClock };
  return createHttpTransport({ ...defaults, ...options, headers: parsed.value, secrets });
}
