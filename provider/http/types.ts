/** The requests and responses of the transport, its options and their defaults. */
import type { Clock, Deadline } from "../base/deadline.js";
import type { Redactor } from "../base/redactor.js";

/** Certificates and the client's key as PEM texts. `node:tls` takes the same. */
export interface TlsOptions {
  /** Authorities that sign the service's certificate, beside those that Node.js trusts and NODE_EXTRA_CA_CERTS. */
  readonly ca?: string | undefined;
  /** The client's certificate, followed by those between it and its authority. */
  readonly cert?: string | undefined;
  /** Private key of the first certificate in `cert`. */
  readonly key?: string | undefined;
  /** Passphrase of an encrypted `key`. */
  readonly passphrase?: string | undefined;
}

/** How requests are sent: how long they may take, how often they are repeated, how large a response may be. */
export interface TransportOptions {
  /** Time of one request, from the connection to the last byte; a redirect is another one. Seconds; default 30. */
  readonly requestTimeoutSeconds?: number | undefined;
  /** Retries after the first attempt. Default 4. */
  readonly maxRetries?: number | undefined;
  /** Client-side limit for all requests of the transport, without bursts. Default: none. */
  readonly requestsPerSecond?: number | undefined;
  /** Bytes of one response after decompression. Default 64 MiB. */
  readonly maxResponseBytes?: number | undefined;
  /**
   * Sent with every request. They replace headers of the same name, except `Authorization` and `Content-*`, which are ignored
   * here. Values are secrets, except of `Accept`, `Accept-Language`, `User-Agent` and versions. Default: `User-Agent` with the version of this package.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Trusted authorities, and the client's certificate. Default: the authorities that Node.js trusts, and no certificate. */
  readonly tls?: TlsOptions | undefined;
  /** Called with one line before each wait for a retry: "429 Too Many Requests, waiting 12 s, attempt 2 of 5". */
  readonly onProgress?: ((line: string) => void) | undefined;
  /** Takes secrets out of messages. Default: a new one for this transport. */
  readonly redactor?: Redactor | undefined;
  /** Default: the machine's own clock. */
  readonly clock?: Clock | undefined;
  /** Uniform in [0, 1), for the jitter. Default: `Math.random`. */
  readonly random?: (() => number) | undefined;
}

/** Defaults of the transport and of one operation. The table of settings uses them. */
export const DEFAULT_LIMITS = {
  requestTimeoutSeconds: 30,
  deadlineSeconds: 120,
  maxRetries: 4,
  maxResponseBytes: 64 * 1024 * 1024,
} as const;

/** One request to the service. */
export interface ServiceRequest {
  /** What is being done, for messages: "create an access token", "list the workflows". */
  readonly doing: string;
  /** Both methods are retried: both calls of the service are safe to repeat. */
  readonly method: "GET" | "POST";
  /** The whole address, with its query. */
  readonly url: URL;
  /** Names in lower case. The transport's headers replace them. Default of `accept`: `application/json`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, sent unchanged. Default: none. */
  readonly body?: string | undefined;
  /** "never": any 3xx is an error. "same-origin": followed to the same origin, refused to any other. */
  readonly redirects: "never" | "same-origin";
  /** The time for all attempts and all waits between them. */
  readonly deadline: Deadline;
  /**
   * Whether this asks for a token. Then 400, 401 and 403 refuse the credentials, and of a refusal only the fields of an error
   * are shown: any other text may contain a token. Default false.
   */
  readonly isTokenRequest?: boolean | undefined;
  /** What to do about a status; `message` is the excerpt of the response's body. `undefined`: the transport's own hint. */
  readonly hintFor?: ((status: number, message: string) => string | undefined) | undefined;
}

/** A response with a status of success: 200, 203, 204, 206, or 201 to a POST. */
export interface ServiceResponse {
  /** 204: `text` is empty. 206: the body is a part, and the header `content-range` says which. */
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body, decompressed and decoded, without a byte order mark. It is not a web page, but may still not be JSON. */
  readonly text: string;
  /** Size of the body after decompression. Bytes. */
  readonly bytes: number;
  /** The address of the response, after redirects. */
  readonly url: URL;
  /** `clock.now()` when the successful attempt was sent. */
  readonly sentAt: number;
  /** How many attempts were made; redirects do not count. */
  readonly attempts: number;
  /** The service's own id of the request, if the response has one. */
  readonly requestId?: string | undefined;
}

/** Sends requests, with retries, within each request's deadline. */
export interface Transport {
  /**
   * Sends the request, follows allowed redirects, and retries temporary failures.
   *
   * @throws WorkflowsError of the kind of the last failure: `ServiceError`, `NetworkError`, `TimeoutError` or `ResponseError`.
   */
  send(request: ServiceRequest): Promise<ServiceResponse>;
  /** Takes secrets out of messages. Code that puts a secret into a request registers it here first. */
  readonly redactor?: Redactor | undefined;
}
