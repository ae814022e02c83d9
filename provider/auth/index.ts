/**
 * The shared auth module, usable alone as `pulumi-workflows/auth`. It exchanges client credentials for an access token,
 * keeps the token, and renews it before it expires. It does not depend on Pulumi.
 *
 * @packageDocumentation
 */
import { createDeadline, systemClock } from "../base/deadline.js";
import { SettingsError } from "../base/errors.js";
import { createSecrets } from "../base/secrets.js";
import { createTransport } from "../http/client.js";
import type { TransportOptions } from "../http/types.js";
import { createCredentials } from "../settings/credentials.js";
import { parseSettings, tlsOf } from "../settings/parse-settings.js";
import { registerSecrets } from "../settings/secret-settings.js";
import { createTokenSource as createTokenSourceFrom } from "./token-source.js";
import type { TokenSource } from "./types.js";

export type { AccessToken, TokenSource } from "./types.js";
export {
  WorkflowsError,
  type BodyKind,
  type ErrorCode,
  type ErrorDetails,
  type Issue,
  SettingsError,
} from "../base/errors.js";

/** The options of a token source, with the names of the settings. */
export interface TokenSourceSettings extends Pick<TransportOptions, "requestsPerSecond" | "onProgress"> {
  /**
   * The service's address, `https://…`; may contain a path prefix, ends before `/v2`. Plain `http` only to this machine
   * (`localhost`, `127.0.0.0/8`, `[::1]`) unless `allowInsecureHttp` is set.
   */
  readonly baseUrl: string;
  /** The Client ID, without a colon (RFC 7617). */
  readonly clientId: string;
  /** The Client Secret. Sent unchanged, never percent-encoded. */
  readonly clientSecret: string;
  /**
   * Path to the token in the response: `data.token`, or the JSON Pointer `/data/token`. Default: `/access_token`, else
   * the first of a short list.
   */
  readonly bearerPath?: string | undefined;
  /** Timeout of one attempt, from connecting to the last byte, in seconds. Default 30. */
  readonly requestTimeoutSeconds?: number | undefined;
  /** Seconds for one token, with all retries and waits. Default 120. */
  readonly deadlineSeconds?: number | undefined;
  /** Retries after the first attempt. Default 5. */
  readonly maxRetries?: number | undefined;
  /** Sent with every request, such as a gateway's key. Default: none. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Allow plain http to another host. Default false. */
  readonly allowInsecureHttp?: boolean | undefined;
  /** Extra CA certificates to trust, in addition to Node.js's defaults: PEM text, or a file's path. */
  readonly caCertificates?: string | undefined;
  /** Client certificate for mutual TLS, followed by any intermediate certificates: PEM text, or a file's path. */
  readonly clientCertificate?: string | undefined;
  /** Private key of the first certificate in `clientCertificate`: PEM text, or a file's path. */
  readonly clientKey?: string | undefined;
}

/**
 * Makes a token source. `getToken()` returns a token that can be used now. All callers share one pending request.
 * Nothing is sent before the first call.
 *
 * @throws SettingsError with every invalid setting.
 * @example
 * const tokens = createTokenSource({ baseUrl: "https://api.example.com", clientId, clientSecret });
 * const { value } = await tokens.getToken();
 */
export function createTokenSource(settings: TokenSourceSettings): TokenSource {
  const { values, issues } = parseSettings(({ key, expected }) => ({
    value: Reflect.get(settings, key) as unknown,
    subject: key,
    missing: `is missing. It takes ${expected}.`,
  }));
  if (issues.length > 0) {
    throw new SettingsError(issues);
  }
  const secrets = createSecrets();
  registerSecrets(secrets, values);
  const { onProgress } = settings;
  const source = createTokenSourceFrom({
    baseUrl: values.baseUrl,
    credentials: createCredentials(values),
    transport: createTransport({ ...values, tls: tlsOf(values), onProgress, secrets, clock: systemClock }),
    bearerPath: values.bearerPath,
    clock: systemClock,
  });
  return {
    invalidate: source.invalidate,
    // A deadline takes memory until it ends. A program that asks for the kept token all the time needs none.
    getToken: async () => source.usableToken() ?? source.getToken(createDeadline(values.deadlineSeconds, systemClock)),
  };
}
