/**
 * The one fake service of the tests, on a socket or in memory: the users' emulator, with a hook for odd answers.
 *
 * ```ts
 * // On a socket. It answers like the emulator, but for what `reply` returns.
 * await using service = await startFakeService({
 *   workflows: [{ id: 1 }],
 *   reply: ({ endpoint }, index) => (endpoint === "listing" && index === 0 ? { status: 503 } : undefined),
 * });
 * createClient(service.url);                                   // service.environment(), service.clientId, …
 * service.answerNext("token", { status: 401 });                // or answerAlways, answerAsUsual
 * service.reply = inTurn({ listing: [reset, { body: [] }] });  // inTurn, reset, html, redirect …: replies.ts
 * service.requestsTo("listing").map(({ target }) => target);
 *
 * // In memory: `reply` answers every request, or the emulator asks for a token.
 * const { status, headers, text } = new FakeService({ reply }).handle({ url: "/v2/workflows?page=2" });
 * ```
 *
 * 1. A request that a strict server would refuse gets status 400 and the reason (strictness.ts), whatever is planned.
 * 2. Else the answers of `answerNext` and `answerAlways` come first, then that of `reply(request, index)`. `index`
 *    counts the requests to the same endpoint from 0.
 * 3. Where none of them says anything, the emulator answers: it checks credentials and tokens.
 */
import * as http from "node:http";
import * as https from "node:https";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { Emulator, type EmulatorOptions, type EmulatorRequest } from "../../provider/testing/emulator.js";
import { listen, type Loopback } from "./loopback.js";
import { faultOf } from "./strictness.js";

/** The token request; every other request counts as one for the listing. */
export type Endpoint = "token" | "listing";

/** A request as it arrived. */
export interface FakeRequest extends EmulatorRequest {
  readonly endpoint: Endpoint;
  /** Path and query as they were sent. */
  readonly target: string;
  /** The same as an address. Its host means nothing in memory. */
  readonly url: URL;
  /** Every value of each header. Names in lower case. */
  readonly headerLists: NodeJS.Dict<string[]>;
  /** The status of the answer; `undefined` until one is sent. */
  status?: number;
}

/** An answer that a socket or memory can give. */
export interface Answer {
  /** Default 200. */
  readonly status?: number;
  /** Names in lower case. Default: the content type of JSON. */
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** Text and bytes are sent as they are, anything else as JSON. Default: a small JSON object. */
  readonly body?: unknown;
  /** Time before the answer. Only on a socket. */
  readonly delayMilliseconds?: number;
}

/** What only a socket can do: break, hang, cut. `usual()` is the emulator's answer. What it returns is sent. */
export type WireAnswer = ((...given: WireArguments) => Answer) | ((...given: WireArguments) => void);
type WireArguments = [response: http.ServerResponse, request: FakeRequest, index: number, usual: () => FakeResponse];

export type Reply = Answer | WireAnswer;

/** Returns an odd answer, or `undefined` where the emulator is to answer. */
export type ReplyHook = (request: FakeRequest, index: number) => Reply | undefined;

export interface FakeResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer;
  /** The body as text. */
  readonly text: string;
}

export interface FakeServiceOptions extends EmulatorOptions {
  readonly reply?: ReplyHook | undefined;
  /** Requests are refused that a strict server would refuse. Default true. */
  readonly isStrict?: boolean;
  /** Further clients on the same server, each with its credentials and workflows. */
  readonly tenants?: readonly EmulatorOptions[];
  /** Serves HTTPS with this. `authority` is named in `environment()`. Default: plain HTTP. */
  readonly tls?: (https.ServerOptions & { readonly authority?: string | undefined }) | undefined;
}

interface GivenRequest {
  /** An address, or path and query. */
  readonly url: string | URL;
  readonly method?: string;
  readonly headers?: http.IncomingHttpHeaders;
  readonly body?: string;
}

export class FakeService extends Emulator {
  override readonly requests: FakeRequest[] = [];
  /** All clients: the first one is the service itself. */
  readonly tenants: readonly Emulator[];
  reply: ReplyHook | undefined;
  private readonly planned: { endpoint: Endpoint; reply: Reply }[] = [];
  private readonly always = new Map<Endpoint, Reply>();
  private loopback: Loopback | undefined;

  /** Creates a service in memory. `startFakeService` gives it a socket. */
  constructor(private readonly options: FakeServiceOptions = {}) {
    super(options);
    this.tenants = [this, ...(options.tenants ?? []).map((tenant) => new Emulator(tenant))];
    this.reply = options.reply;
  }

  /** Returns the requests to one endpoint so far. */
  requestsTo(endpoint: Endpoint): FakeRequest[] {
    return this.requests.filter((request) => request.endpoint === endpoint);
  }

  /** Answers the next `times` requests to an endpoint with `reply`. Several calls are served in their order. */
  answerNext(endpoint: Endpoint, reply: Reply, times = 1): void {
    this.planned.push(...Array.from({ length: times }, () => ({ endpoint, reply })));
  }

  /** Answers every request to an endpoint with `reply`, after those of `answerNext`. */
  answerAlways(endpoint: Endpoint, reply: Reply): void {
    this.always.set(endpoint, reply);
  }

  /** Removes what `answerNext` and `answerAlways` planned. */
  answerAsUsual(): void {
    this.planned.length = 0;
    this.always.clear();
  }

  /** Answers a request in memory. */
  handle({ url, method = "GET", headers = {}, body = "" }: GivenRequest): FakeResponse {
    const { pathname, search } = new URL(url, "http://service");
    const lists = Object.entries(headers).map(([name, value]) => [name, [value].flat()] as const);
    const headerLists = Object.fromEntries(lists) as NodeJS.Dict<string[]>;
    const request = requestOf({ target: `${pathname}${search}`, method, headers, headerLists, body });
    const reply = this.answerTo(request);
    if (typeof reply === "function") {
      throw new Error("This answer needs a socket: startFakeService.");
    }
    return responseOf(reply);
  }

  /** Listens on 127.0.0.1, on a free port. */
  override async listen(): Promise<this> {
    const { tls } = this.options;
    const server = tls === undefined ? http.createServer() : https.createServer(tls);
    // Longer than any test: whoever lets a connection go, it is not the server.
    server.keepAliveTimeout = 120_000;
    server.on("tlsClientError", () => undefined);
    server.on("request", (message: http.IncomingMessage, response: http.ServerResponse) => {
      this.serve(message, response).catch((error: unknown) => {
        // The client is still connected, so the test's own hook threw.
        if (!response.destroyed && !response.headersSent) {
          response.writeHead(500).end(`The fake service failed: ${String(error)}`);
        }
      });
    });
    this.loopback = await listen(server, tls === undefined ? "http" : "https");
    for (const tenant of this.tenants) {
      tenant.url = this.loopback.url;
    }
    return this;
  }

  override environment(): Record<string, string> {
    const { authority } = this.options.tls ?? {};
    return { ...super.environment(), ...(authority === undefined ? {} : { WORKFLOWS_CA_CERTIFICATES: authority }) };
  }

  override async close(): Promise<void> {
    await this.loopback?.close();
  }

  get port(): number {
    return this.loopback?.port ?? 0;
  }

  /** How many connections were opened in all. */
  opened(): number {
    return this.loopback?.opened() ?? 0;
  }

  /** How many connections are open now. */
  open(): number {
    return this.loopback?.open() ?? 0;
  }

  private async serve(message: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { method = "", url: target = "/", headers, headersDistinct: headerLists } = message;
    const request = requestOf({ target, method, headers, headerLists, body: await text(message) });
    const index = this.requestsTo(request.endpoint).length;
    const reply = this.answerTo(request);
    const usual = (): FakeResponse => responseOf(this.usualAnswerTo(request));
    const answer = typeof reply === "function" ? reply(response, request, index, usual) : reply;
    // What else such a function returns, the response that it ended, is no answer.
    if (typeof answer !== "object" || answer instanceof http.ServerResponse) {
      return;
    }
    if (answer.delayMilliseconds !== undefined) {
      const connectionEnd = new AbortController();
      response.once("close", () => connectionEnd.abort());
      await wait(answer.delayMilliseconds, undefined, { signal: connectionEnd.signal });
    }
    const { status, headers: sent, body } = responseOf(answer);
    request.status = status;
    // A 204 has no length (RFC 9110 §8.6).
    response.writeHead(status, { ...(status === 204 ? {} : { "content-length": body.length }), ...sent }).end(body);
  }

  private answerTo(request: FakeRequest): Reply {
    const { endpoint } = request;
    const index = this.requestsTo(endpoint).length;
    this.requests.push(request);
    const fault = this.options.isStrict === false ? undefined : faultOf(request);
    if (fault !== undefined) {
      return { status: 400, body: { error: "invalid_request", error_description: fault } };
    }
    const next = this.planned.findIndex((planned) => planned.endpoint === endpoint);
    const planned = next === -1 ? this.always.get(endpoint) : this.planned.splice(next, 1)[0]?.reply;
    return planned ?? this.reply?.(request, index) ?? this.usualAnswerTo(request);
  }

  /** Returns the answer of the tenant whose credentials or token a request has, else that of the first one. */
  private usualAnswerTo({ path, ...rest }: FakeRequest): Answer {
    // A client's address may have a prefix, which the emulator does not know.
    const request = { ...rest, path: path.replace(/^.*(?=\/v2\/)/, "") };
    const { authorization = "" } = request.headers;
    const [scheme, value = ""] = authorization.split(" ");
    const clientId = Buffer.from(value, "base64").toString().split(":")[0];
    const isOf = (tenant: Emulator): boolean =>
      scheme === "Basic" ? tenant.clientId === clientId : tenant.tokens.includes(value);
    return (this.tenants.find(isOf) ?? this).respond(request);
  }
}

/** Starts a fake service on 127.0.0.1, on a free port. */
export function startFakeService(options: FakeServiceOptions = {}): Promise<FakeService> {
  return new FakeService(options).listen();
}

function requestOf(request: Pick<FakeRequest, "target" | "method" | "headers" | "headerLists" | "body">): FakeRequest {
  const url = new URL(request.target, "http://service");
  const [path = "", query = ""] = request.target.split(/\?(.*)/s);
  return { ...request, url, path, query, endpoint: path.endsWith("/v2/auth/token") ? "token" : "listing" };
}

function responseOf({ status = 200, headers, body = { answer: "odd" } }: Answer): FakeResponse {
  const bytes = Buffer.from(typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body));
  return { status, headers: { "content-type": "application/json", ...headers }, body: bytes, text: bytes.toString() };
}
