/** The requests and responses of the transport, its options and their defaults. */
import type { Clock, Deadline } from "../base/deadline.js";
import type { Secrets } from "../base/secrets.js";

/** Certificates and the client's key as PEM texts. `node:tls` takes the same. */
export interface TlsOptions {
  /** Extra CA certificates to trust, in addition to Node.js's defaults and NODE_EXTRA_CA_CERTS. */
  readonly ca?: string | undefined;
  /** Client certificate for mutual TLS, followed by any intermediate certificates. */
  readonly cert?: string | undefined;
  /** Private key of the first certificate in `cert`, not encrypted. */
  readonly key?: string | undefined;
}

/** How requests are sent: how long they may take, how often they are repeated. */
export interface TransportOptions {
  /** Timeout of one attempt, from connecting to the last byte, redirects included. Seconds. */
  readonly requestTimeoutSeconds: number;
  /** The longest deadline of a request. No attempt, and no wait for a proxy, takes longer. Seconds. */
  readonly deadlineSeconds: number;
  /** Retries after the first attempt. */
  readonly maxRetries: number;
  /**
   * The most requests that this transport sends in a second. They are evenly spaced, never sent in a burst. Default: no
   * limit.
   */
  readonly requestsPerSecond?: number | undefined;
  /**
   * Sent with every request, as `parseHeaders` returns them. They override request headers of the same name. Default:
   * none.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Trusted authorities, and the client's certificate. Default: the authorities that Node.js trusts, and no
   * certificate.
   */
  readonly tls?: TlsOptions | undefined;
  /** Called with one line before each wait for a retry: "429 Too Many Requests, waiting 12 s, attempt 2 of 6". */
  readonly onProgress?: ((line: string) => void) | undefined;
  /** Keeps secrets out of messages. Callers register a secret here before they send it. */
  readonly secrets: Secrets;
  readonly clock: Clock;
}

/** The most bytes of one response, and of one listing, after decompression. */
export const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/** One request to the service. */
export interface ServiceRequest {
  /** The action, for messages: "create an access token", "list the workflows". */
  readonly doing: string;
  /** POST is retried like GET: send only what may safely be repeated. */
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
   * Set if the body of a response may contain a secret. Then errors quote only its known error fields. Default false.
   */
  readonly quotesOnlyErrorFields?: boolean | undefined;
  /** Returns the advice for this status, or `undefined` for that of the table of failures. */
  readonly hintFor?: ((status: number) => string | undefined) | undefined;
}

/** A response with a status of success: 200, 203, 204, 206, or 201 to a POST. */
export interface ServiceResponse {
  /** 204: `text` is empty. 206: the body is a part, and the header `content-range` says which. */
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /**
   * The body, decompressed and decoded, without a byte order mark. Guaranteed not to be a web page; not yet checked to
   * be JSON.
   */
  readonly text: string;
  /** Size of the body after decompression. Bytes. */
  readonly bytes: number;
  /** The address of the response, after redirects. */
  readonly url: URL;
  /** `clock.now()` when the successful attempt was sent. */
  readonly sentAt: number;
  /** How many attempts were made; redirects do not count. */
  readonly attempts: number;
  /** The service's own id of the request, if the response has one that shows no secret. */
  readonly requestId?: string | undefined;
}

/** Sends requests, with retries, within each request's deadline. */
export interface Transport {
  /**
   * Sends the request, follows allowed redirects, and retries failures that may pass.
   *
   * @throws WorkflowsError of the last failure.
   */
  send(request: ServiceRequest): Promise<ServiceResponse>;
  /** The same as in the options. */
  readonly secrets: Secrets;
}
