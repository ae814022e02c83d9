/** The requests and responses of the transport, and its options. */
import type { Deadline } from "./deadline.js";
import type { Redactor } from "./redactor.js";

/** Time, passed in so that tests need not wait. */
export interface Clock {
  /** Milliseconds since the epoch; may jump. */
  now(): number;
  /** Milliseconds from an arbitrary start; never goes back. */
  monotonic(): number;
  /** Resolves after `milliseconds`; rejects with the signal's reason when it aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** PEM texts, as `node:tls` takes them. */
export interface TlsOptions {
  /** Authorities that sign the service's certificate, beside those that Node.js trusts and NODE_EXTRA_CA_CERTS. */
  readonly ca?: string | undefined;
  /** The client's certificate, followed by those between it and its authority. */
  readonly cert?: string | undefined;
  /** Private key of the first certificate in `cert`. */
  readonly key?: string | undefined;
  /** Of an encrypted `key`. */
  readonly passphrase?: string | undefined;
}

/** Whose certificate it is. */
export interface CertificateDescription {
  /** Common name, or the organisation. */
  readonly subject: string;
  /** Common name of the authority that signed it, or its organisation. */
  readonly issuer: string;
  /** When it expires. */
  readonly validUntil: Date;
}

/** How a connection was secured. */
export interface TlsDescription {
  /** "TLSv1.3". */
  readonly protocol: string;
  /** The service's certificate. */
  readonly server: CertificateDescription;
  /** The certificate that a service is given if it asks for one; `undefined` if none is set. */
  readonly client: CertificateDescription | undefined;
}

/** How requests are sent: how long they may take, how often they are repeated, how large a response may be. */
export interface TransportOptions {
  /** One attempt, connect to last byte. Seconds; default 30. */
  readonly requestTimeoutSeconds?: number | undefined;
  /** Repeats after the first attempt. Default 4. */
  readonly maxRetries?: number | undefined;
  /** Client-side limit, per transport: requests are kept apart, without bursts. Default: none. */
  readonly requestsPerSecond?: number | undefined;
  /** Bytes of one response after decompression. Default 64 MiB. */
  readonly maxResponseBytes?: number | undefined;
  /**
   * Sent with every request, in place of a header of the same name. Values are secrets. `Authorization` and `Content-*` are
   * left out. Default: `User-Agent` with the version of this package.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Authorities that are trusted, and the client's certificate. Default: those that Node.js trusts, and none. */
  readonly tls?: TlsOptions | undefined;
  /** Called with one line before each wait for a retry: "429 Too Many Requests, waiting 12 s, attempt 2 of 5". */
  readonly onProgress?: ((line: string) => void) | undefined;
  /** Takes secrets out of messages. Default: one of the transport's own. */
  readonly redactor?: Redactor | undefined;
  /** Default: the machine's own. */
  readonly clock?: Clock | undefined;
  /** Uniform in [0, 1), for the jitter. Default: `Math.random`. */
  readonly random?: (() => number) | undefined;
}

/** One request to the service. */
export interface ServiceRequest {
  /** What is being done, for messages: "create an access token", "list the workflows". */
  readonly doing: string;
  /** Both calls of the service are safe to repeat, and are. */
  readonly method: "GET" | "POST";
  /** Whole, its query included. */
  readonly url: URL;
  /** Names in lower case. The transport's own replace them; `accept` is `application/json` by default. */
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as it is. Default: none. */
  readonly body?: string | undefined;
  /** "never": any 3xx is an error. "same-origin": followed there, refused elsewhere. */
  readonly redirects: "never" | "same-origin";
  /** For all attempts, and all waits between them. */
  readonly deadline: Deadline;
  /** Bytes still allowed, if fewer than the transport's limit (later pages of a listing). */
  readonly byteLimit?: number | undefined;
  /**
   * The error's hint for a status and the excerpt of its body; else the transport's own. Not called if a web server, gateway
   * or proxy in front of the service seems to have refused.
   */
  readonly hintFor?: ((status: number, said: string) => string | undefined) | undefined;
}

/** A response with status 200, or 201 to a POST. */
export interface ServiceResponse {
  /** 200 or 201. */
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body, decompressed and decoded, without a byte order mark. It is not a web page, but may still not be JSON. */
  readonly text: string;
  /** How the connection was secured; `undefined` for plain http. */
  readonly tls?: TlsDescription | undefined;
  /** Size of the body after decompression. Bytes. */
  readonly bytes: number;
  /** Where it came from, after redirects. */
  readonly url: URL;
  /** `clock.now()` when the successful attempt was sent. */
  readonly sentAt: number;
  /** How many times it was tried; redirects do not count. */
  readonly attempts: number;
  /** The service's own id of the request, if the response has one. */
  readonly requestId?: string | undefined;
}

/** Sends one request, with retries, inside the request's deadline. Rejects with a `WorkflowsError` and nothing else. */
export interface Transport {
  /**
   * Sends the request, follows allowed redirects, and retries failures that may pass.
   *
   * @throws WorkflowsError of the kind of the last failure: `ServiceError`, `NetworkError`, `TimeoutError` or `ResponseError`.
   */
  send(request: ServiceRequest): Promise<ServiceResponse>;
  /** Takes secrets out of messages. Whoever puts a secret into a request registers it here first. */
  readonly redactor?: Redactor | undefined;
}
