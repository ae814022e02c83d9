/** Runs a strict emulator of the workflow service on loopback, for tests and trials without a network and an account. Runs in the test. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { createFaultPlan, deliver } from "./emulator/faults.js";
import { record, type RecordedRequest } from "./emulator/requests.js";
import { sampleCredentials, sampleWorkflows } from "./emulator/sample.js";
import { createService } from "./emulator/service.js";
import type * as types from "./emulator/types.js";

/** The options of users, and those that only this repository's tests and examples need. */
export interface EmulatorOptions extends types.EmulatorOptions, types.ServiceOptions {
  /** The credentials that are accepted. Default: random ones, with characters that careless encodings change. */
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  /** Serves HTTPS with this key and certificate (PEM), and names the authority in `environment()`. Default: plain HTTP. */
  readonly tls?: { key: string; cert: string; authority?: string | undefined } | undefined;
}

/** A running emulator: the part for users, and the part that only this repository's tests and examples need. */
export interface Emulator extends types.Emulator, types.Tenant {
  readonly tenants: readonly types.Tenant[];
  readonly requests: RecordedRequest[];
  /** Milliseconds before each response. May be changed. */
  latency: number;
  /** Every token that was issued, oldest first. */
  readonly tokens: readonly string[];
  /** Returns the requests to one endpoint, whatever their method and response. */
  requestsTo(endpoint: types.EmulatorEndpoint): RecordedRequest[];
  /** Removes the faults of `failNext` and `failAlways`. */
  clearFaults(): void;
  /** Makes every token that was issued so far invalid. */
  revokeTokens(): void;
}

/** Starts an emulator on 127.0.0.1, on a free port. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const sample = sampleCredentials();
  const { workflows = sampleWorkflows(), latency = 0, tls } = options;
  const { clientId = sample.clientId, clientSecret = sample.clientSecret } = options;
  const firstTenant: types.Tenant = { clientId, clientSecret, workflows, listingText: undefined };
  const tenants = [firstTenant, ...(options.tenants ?? []).map((tenant) => ({ ...tenant, listingText: undefined }))];
  const requests: RecordedRequest[] = [];
  const { take: takeFault, ...faultControls } = createFaultPlan();
  const { tokens, endpointOf, respond, revokeTokens } = createService(options, tenants, () => server.origin);

  async function handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await record(message);
    requests.push(request);
    const endpoint = endpointOf(request.path);
    const fault = endpoint === undefined ? undefined : takeFault(endpoint);
    const connectionEnd = new AbortController();
    response.once("close", () => connectionEnd.abort());
    const delay = emulator.latency + (fault?.delayMilliseconds ?? 0);
    if (delay > 0) {
      await wait(delay, undefined, { signal: connectionEnd.signal });
    }
    await deliver(response, request, fault, () => respond(request));
  }

  const server = await startServer(options, handle);
  // The emulator is also its first tenant, so that a test that sets `emulator.workflows` changes what this tenant gets.
  const emulator: Emulator = Object.assign(firstTenant, {
    url: server.origin,
    tenants,
    latency,
    requests,
    tokens,
    requestsTo: (endpoint: types.EmulatorEndpoint) => requests.filter(({ path }) => endpointOf(path) === endpoint),
    ...faultControls,
    revokeTokens,
    environment: (tenant: types.EmulatorTenant = firstTenant) => ({
      WORKFLOWS_BASE_URL: server.origin,
      WORKFLOWS_CLIENT_ID: tenant.clientId,
      WORKFLOWS_CLIENT_SECRET: tenant.clientSecret,
      ...(tls?.authority === undefined ? {} : { WORKFLOWS_CA_CERTIFICATES: tls.authority }),
    }),
    close: server.close,
    [Symbol.asyncDispose]: server.close,
  });
  return emulator;
}

interface LoopbackServer {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Stops it at once, open connections included. May be called twice. */
  readonly close: () => Promise<void>;
}

async function startServer(
  { tls }: EmulatorOptions,
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<LoopbackServer> {
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    handle(request, response).catch((error: unknown) => {
      // The client is still connected, so one of the test's own callbacks threw.
      if (!response.destroyed && !response.headersSent) {
        response.writeHead(500).end(`The emulator failed: ${String(error)}`);
      } else {
        response.destroy();
      }
    });
  };
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  // A client may wait for up to a minute between two requests on one connection.
  server.keepAliveTimeout = 60_000;
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    origin: `${tls === undefined ? "http" : "https"}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
