/** A strict emulator of the workflow service on loopback, for tests and trials: needs no network and no account. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer, type ServerOptions } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { createFaultPlan, deliver, type Fault } from "./emulator/faults.js";
import type { EmulatorPagination } from "./emulator/pages.js";
import { record, type RecordedRequest, type Recording } from "./emulator/record.js";
import { sampleCredentials, sampleWorkflows } from "./emulator/sample.js";
import { createService } from "./emulator/service.js";
import type { EmulatorEndpoint, EmulatorTenant, Tenant } from "./emulator/types.js";

/** How the emulator behaves: each has a default. */
export interface EmulatorOptions {
  /** The Client ID that is accepted. Default: a random one. */
  clientId?: string | undefined;
  /** The Client Secret that is accepted. Default: a random one, with characters that careless encodings change. */
  clientSecret?: string | undefined;
  /** The workflows of the listing. Default: five. */
  workflows?: unknown[] | undefined;
  /** Further tenants beside the first: credentials and workflows of their own, on the same server. */
  tenants?: readonly (Partial<EmulatorTenant> & Pick<EmulatorTenant, "clientId" | "clientSecret">)[] | undefined;
  /** A path before `/v2`, such as `/gateway/eu`. Default: none. */
  pathPrefix?: string | undefined;
  /** How long a token is good, and its `expires_in`. Seconds; `null`: for ever, and no `expires_in`. Default 3600. */
  tokenLifetimeSeconds?: number | null | undefined;
  /** Makes the body of the token response: text as it is, anything else as JSON. Default: that of RFC 6749. */
  tokenResponse?: ((token: string) => unknown) | undefined;
  /** Makes the body of the listing: text as it is, anything else as JSON. Default: `{ workflows }`. */
  listingResponse?: ((workflows: unknown[], query: URLSearchParams) => unknown) | undefined;
  /** Workflows on one page. Default: all on one. */
  pageSize?: number | undefined;
  /**
   * How a response names the next page, if there is a `pageSize`. Any other page in a request is a 400.
   * - `"link"` (default): `Link: <…>; rel="next"`, with the query parameter `cursor`.
   * - `"cursor"`: the field `next_cursor`, `null` on the last page; query parameters `cursor` and `limit`.
   * - `"page"`: the fields `page` and `total_pages`; query parameters `page`, from 1, and `limit`.
   * - `"offset"`: the fields `offset`, `limit` and `total`; query parameters `offset` and `limit`.
   * - the others: the field of that name in the listing's table, alone.
   */
  pagination?: EmulatorPagination | undefined;
  /** The field of a workflow that `GET /v2/workflows/{id}` finds it by. Default: `"id"`. */
  idField?: string | undefined;
  /** Headers that every request must have, with exactly these values; else the response is a 403. Default: none. */
  requiredHeaders?: Readonly<Record<string, string>> | undefined;
  /** Time before each response. Default 0. */
  latencyMilliseconds?: number | undefined;
  /** On 127.0.0.1. Default 0: any free one. */
  port?: number | undefined;
  /** Serves HTTPS. Default: plain HTTP. */
  tls?:
    | {
        /** The private key (PEM). */
        key: string;
        /** The certificate (PEM). */
        cert: string;
        /** The private authority that signed `cert` (PEM), for `environment()`. The emulator itself has no use for it. */
        authority?: string | undefined;
        /** Clients must show a certificate that this authority signed (PEM). Default: they need none. */
        clientAuthority?: string | undefined;
      }
    | undefined;
}

/** A running emulator. Its first tenant's values are its own properties. */
export interface Emulator extends Tenant {
  /** The `baseUrl` for it: scheme, host, port, and the path prefix if present. */
  readonly url: string;
  /** All tenants, the first one included. */
  readonly tenants: readonly Tenant[];
  /** Time before each response. May be changed. */
  latencyMilliseconds: number;
  /** Every request so far, oldest first. May be emptied: `requests.length = 0`. */
  readonly requests: RecordedRequest[];
  /** Every token that was issued, oldest first. */
  readonly tokens: readonly string[];
  /** The requests to one endpoint, whatever their method and response. */
  requestsTo(endpoint: EmulatorEndpoint): RecordedRequest[];
  /** Makes the next `times` requests to an endpoint go wrong. Several calls are served in their order. Default: 1. */
  failNext(endpoint: EmulatorEndpoint, fault: Fault, times?: number): void;
  /** Makes every request to an endpoint go wrong, after those of `failNext`, until `clearFaults`. */
  failAlways(endpoint: EmulatorEndpoint, fault: Fault | undefined): void;
  /** Removes the faults of `failNext` and `failAlways`. */
  clearFaults(): void;
  /** From now on no token issued so far is accepted. */
  revokeTokens(): void;
  /** The environment variables that lead a program to it as `tenant` (default: the first). */
  environment(tenant?: EmulatorTenant): Record<string, string>;
  /** Stops it at once, open connections included. May be called twice. */
  close(): Promise<void>;
  /** As `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

function tlsOptions({ key, cert, clientAuthority }: NonNullable<EmulatorOptions["tls"]>): ServerOptions {
  const clients = { ca: clientAuthority, requestCert: true, rejectUnauthorized: true };
  return { key, cert, ...(clientAuthority === undefined ? {} : clients) };
}

/** Starts an emulator on 127.0.0.1. Rejects when its port is taken. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const [first, ...others] = createTenants(options);
  const tenants: readonly Tenant[] = [first, ...others];
  const requests: Recording[] = [];
  const { take: takeFault, ...faultControls } = createFaultPlan();
  const pathPrefix = (options.pathPrefix ?? "").replace(/\/+$/, "");
  const service = createService({
    tenants,
    pathPrefix,
    tokenLifetimeSeconds: options.tokenLifetimeSeconds === undefined ? 3600 : options.tokenLifetimeSeconds,
    pageSize: options.pageSize,
    pagination: options.pagination ?? "link",
    idField: options.idField ?? "id",
    requiredHeaders: inLowerCase(options.requiredHeaders ?? {}),
    tokenResponse: options.tokenResponse,
    listingResponse: options.listingResponse,
    origin: () => server.origin,
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const recording = await record(request);
    requests.push(recording);
    const endpoint = service.endpointOf(recording.path);
    const fault = endpoint === undefined ? undefined : takeFault(endpoint);
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    const delay = emulator.latencyMilliseconds + (fault?.delayMilliseconds ?? 0);
    if (delay > 0) {
      await wait(delay, undefined, { signal: gone.signal });
    }
    await deliver(response, {
      compute: () => service.respond(recording),
      fault,
      onStatus: (status) => (recording.status = status),
      gone: gone.signal,
    });
  }

  const server = await startServer(options, handle);
  const emulator: Emulator = Object.assign(first, {
    url: `${server.origin}${pathPrefix}`,
    tenants,
    latencyMilliseconds: options.latencyMilliseconds ?? 0,
    requests,
    tokens: service.tokens,
    requestsTo: (endpoint: EmulatorEndpoint) => requests.filter(({ path }) => service.endpointOf(path) === endpoint),
    ...faultControls,
    revokeTokens: service.revokeTokens,
    environment: (tenant: EmulatorTenant = first) => environmentOf(emulator.url, tenant, options),
    close: server.close,
    [Symbol.asyncDispose]: () => emulator.close(),
  });
  return emulator;
}

function createTenants(options: EmulatorOptions): [first: Tenant, ...others: Tenant[]] {
  const sample = sampleCredentials();
  const first: Tenant = {
    clientId: options.clientId ?? sample.clientId,
    clientSecret: options.clientSecret ?? sample.clientSecret,
    workflows: options.workflows ?? sampleWorkflows(),
    listingText: undefined,
  };
  const others = (options.tenants ?? []).map((tenant) => ({ workflows: [], ...tenant, listingText: undefined }));
  return [first, ...others];
}

function inLowerCase(headers: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function environmentOf(
  url: string,
  { clientId, clientSecret }: EmulatorTenant,
  { requiredHeaders = {}, tls }: EmulatorOptions,
): Record<string, string> {
  return {
    WORKFLOWS_BASE_URL: url,
    WORKFLOWS_CLIENT_ID: clientId,
    WORKFLOWS_CLIENT_SECRET: clientSecret,
    ...(Object.keys(requiredHeaders).length === 0 ? {} : { WORKFLOWS_HEADERS: JSON.stringify(requiredHeaders) }),
    ...(tls?.authority === undefined ? {} : { WORKFLOWS_CA_CERTIFICATES: tls.authority }),
  };
}

interface LoopbackServer {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Stops it at once, open connections included. May be called twice. */
  readonly close: () => Promise<void>;
}

async function startServer(
  { tls, port = 0 }: EmulatorOptions,
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<LoopbackServer> {
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    handle(request, response).catch((error: unknown) => {
      // With the client still there, one of the caller's own functions threw.
      if (!response.destroyed && !response.headersSent) {
        response.writeHead(500).end(`The emulator failed: ${String(error)}`);
      } else {
        response.destroy();
      }
    });
  };
  const server = tls === undefined ? createServer(listener) : createTlsServer(tlsOptions(tls), listener);
  server.keepAliveTimeout = 60_000;
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    origin: `${tls === undefined ? "http" : "https"}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of sockets) {
        socket.destroy();
      }
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
