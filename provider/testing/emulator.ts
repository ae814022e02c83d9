/** Emulates the workflow service on loopback, for tests and trials without a network and an account. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { unescape } from "node:querystring";
import { text } from "node:stream/consumers";

/** The requests of the service: a token, the listing, and one workflow (`GET /v2/workflows/{id}`). */
export type EmulatorEndpoint = "token" | "listing" | "workflow";

/** The options of an emulator. Each has a default, and may be changed while the emulator runs. */
export interface EmulatorOptions {
  /** The workflows of the listing. Default: five. */
  readonly workflows?: unknown[] | undefined;
  /** Workflows on one page. Further pages are named by `Link: <…>; rel="next"`. Default: all on one page. */
  readonly pageSize?: number | undefined;
  /** The Client ID that is accepted. Default: a random one. */
  readonly clientId?: string | undefined;
  /** The Client Secret that is accepted. Default: a random one, with characters that careless encodings change. */
  readonly clientSecret?: string | undefined;
}

/** A request as it arrived, credentials and tokens included. */
export interface EmulatorRequest {
  /** In capitals. */
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** The query as it was sent, without the question mark. */
  readonly query: string;
  /** Names in lower case. */
  readonly headers: IncomingHttpHeaders;
  /** The body as text. */
  readonly body: string;
}

/** A response before it is sent. The body is JSON. */
export interface EmulatorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A running emulator. */
export class Emulator {
  /** The `baseUrl` for it. */
  url = "";
  /** The workflows of the listing. */
  workflows: unknown[];
  /** Workflows on one page; `undefined`: all. */
  pageSize: number | undefined;
  /** The Client ID that is accepted. */
  clientId: string;
  /** The Client Secret that is accepted. */
  clientSecret: string;
  /** Every request so far, oldest first. May be emptied: `requests.length = 0`. */
  readonly requests: EmulatorRequest[] = [];
  /** Every token that was issued, oldest first. `tokens.length = 0` revokes them all. */
  readonly tokens: string[] = [];
  private readonly failures: Record<EmulatorEndpoint, number[]> = { token: [], listing: [], workflow: [] };
  private readonly server = createServer();

  /** Creates the service without its server: see `startEmulator`. */
  constructor(options: EmulatorOptions) {
    this.workflows = options.workflows ?? sampleWorkflows();
    this.pageSize = options.pageSize;
    this.clientId = options.clientId ?? `emulated-id-${randomBytes(8).toString("hex")}`;
    this.clientSecret = options.clientSecret ?? `emulated-secret-${randomBytes(12).toString("hex")}+/%:@~ü=`;
  }

  /** Returns the environment variables that lead a program to it. */
  environment(): Record<string, string> {
    return {
      WORKFLOWS_BASE_URL: this.url,
      WORKFLOWS_CLIENT_ID: this.clientId,
      WORKFLOWS_CLIENT_SECRET: this.clientSecret,
    };
  }

  /** Answers the next request to an endpoint with this status. Several calls are served in their order. */
  failNext(endpoint: EmulatorEndpoint, status: number): void {
    this.failures[endpoint].push(status);
  }

  /** Listens on 127.0.0.1, on a free port. */
  async listen(): Promise<this> {
    this.server.on("request", (message, response) => {
      const answer = async (): Promise<void> => {
        const [path = "", query = ""] = (message.url ?? "/").split(/\?(.*)/s);
        const request = {
          method: message.method ?? "",
          path,
          query,
          headers: message.headers,
          body: await text(message),
        };
        this.requests.push(request);
        const { status, headers, body } = this.respond(request);
        response.writeHead(status, { "content-length": Buffer.byteLength(body), ...headers }).end(body);
      };
      answer().catch(() => response.destroy());
    });
    await once(this.server.listen(0, "127.0.0.1"), "listening");
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  /** Stops it at once, open connections included. May be called twice. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeAllConnections();
    await closed;
  }

  /** Does the same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Returns the response to a request, without a socket. */
  respond(request: EmulatorRequest): EmulatorResponse {
    const endpoint = endpointOf(request.path);
    if (endpoint === undefined) {
      return json(404, { error: "not_found" });
    }
    const failure = this.failures[endpoint].shift();
    if (failure !== undefined) {
      return json(failure, { error: "emulated_failure" });
    }
    return endpoint === "token" ? this.issueToken(request) : this.readWorkflows(request, endpoint);
  }

  private issueToken({ headers }: EmulatorRequest): EmulatorResponse {
    const credentials = Buffer.from(`${this.clientId}:${this.clientSecret}`).toString("base64");
    if (headers.authorization !== `Basic ${credentials}`) {
      return json(401, { error: "invalid_client" }, { "www-authenticate": 'Basic realm="workflows"' });
    }
    // RFC 6750 §2.1 allows `~`, `+`, `/` and `=`. A client that encodes the token, or masks only one spelling, then
    // fails in a test.
    const token = `emulated-token.${randomBytes(24).toString("hex")}~+/${randomBytes(24).toString("base64url")}==`;
    this.tokens.push(token);
    const response = { access_token: token, token_type: "Bearer", expires_in: 3600 };
    return json(200, response, { "cache-control": "no-store" });
  }

  private readWorkflows(request: EmulatorRequest, endpoint: "listing" | "workflow"): EmulatorResponse {
    const token = request.headers.authorization?.replace(/^Bearer /, "") ?? "";
    if (!this.tokens.includes(token)) {
      return json(
        401,
        { error: "invalid_token" },
        { "www-authenticate": 'Bearer realm="workflows", error="invalid_token"' },
      );
    }
    return endpoint === "listing" ? this.listWorkflows(request) : this.showWorkflow(request);
  }

  private listWorkflows({ path, query }: EmulatorRequest): EmulatorResponse {
    const parameters = new URLSearchParams(query);
    // A cursor such as `after-50`.
    const start = Number(/^after-(\d+)$/.exec(parameters.get("cursor") ?? "after-0")?.[1]);
    if (Number.isNaN(start)) {
      return json(400, { error: "unknown_cursor" });
    }
    const end = start + (this.pageSize ?? Infinity);
    const body = { workflows: this.workflows.slice(start, end) };
    if (end >= this.workflows.length) {
      return json(200, body);
    }
    parameters.set("cursor", `after-${end}`);
    return json(200, body, { link: `<${this.url}${path}?${parameters.toString()}>; rel="next"` });
  }

  private showWorkflow({ path }: EmulatorRequest): EmulatorResponse {
    const id = unescape(path.slice(path.lastIndexOf("/") + 1));
    const workflow = this.workflows.find((candidate) => String((candidate as { id?: unknown } | null)?.id) === id);
    return workflow === undefined ? json(404, { error: "not_found" }) : json(200, workflow);
  }
}

/**
 * Starts an emulator of the service on 127.0.0.1, on a free port.
 *
 * ```ts
 * const emulator = await startEmulator({ workflows: [{ id: "wf_1", name: "Nightly import" }] });
 * Object.assign(process.env, emulator.environment());
 * ```
 */
export function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  return new Emulator(options).listen();
}

function endpointOf(path: string): EmulatorEndpoint | undefined {
  if (path === "/v2/auth/token") {
    return "token";
  }
  if (path === "/v2/workflows") {
    return "listing";
  }
  return /^\/v2\/workflows\/[^/]+$/.test(path) ? "workflow" : undefined;
}

function json(status: number, body: unknown, headers?: Readonly<Record<string, string>>): EmulatorResponse {
  return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}

/** Returns fresh objects at each call, so that a test may change them. */
function sampleWorkflows(): unknown[] {
  const rows: [id: string, name: string, enabled: boolean, team: string, tags: string[]][] = [
    ["wf_01HTZ4", "Nightly import", true, "Data platform", ["etl", "nightly"]],
    ["wf_01HTZ7", "Send invoices", true, "Finance", ["billing", "monthly"]],
    ["wf_01HV2K", "Onboard new customer", true, "Success", ["crm"]],
    ["wf_01HV9Q", "Rebuild search index", false, "Search", ["nightly"]],
    ["wf_01HWB3", "Archive old tickets", false, "Support", []],
  ];
  return rows.map(([id, name, enabled, team, tags], index) => ({
    id,
    name,
    enabled,
    createdAt: `2025-0${index + 1}-1${index}T08:30:00Z`,
    owner: { team, email: `${team.toLowerCase().replaceAll(" ", "-")}@example.com` },
    tags,
  }));
}
