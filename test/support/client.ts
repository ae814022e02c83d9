/** The tools of the cases: servers that are closed afterwards, a client with quick waits, and checks for leaks. */
import assert from "node:assert/strict";
import type * as https from "node:https";
import { inspect } from "node:util";
import { sendAuthorized } from "../../provider/auth/authorized.js";
import { createTokenSource } from "../../provider/auth/token-source.js";
import type { TokenSource } from "../../provider/auth/types.js";
import { createDeadline } from "../../provider/base/deadline.js";
import { WorkflowsError } from "../../provider/base/errors.js";
import type { ErrorCode } from "../../provider/base/errors.js";
import { createTransport } from "../../provider/http/transport.js";
import type { ServiceResponse, Transport, TransportOptions } from "../../provider/http/types.js";
import { readSettings, type Settings } from "../../provider/settings/read-settings.js";
import { createHastyClock } from "./clocks.js";
import { openedInTests } from "./opened.js";
import { type ProxyOptions, startProxy } from "./proxy.js";
import { listingRequest } from "./requests.js";
import { json, serve, serveRaw, serveTls } from "./servers.js";
import type { Received, Reply, TestServer } from "./servers.js";
import { rejectionOf } from "./thrown.js";

export const CLIENT_ID = "my id+1";
export const SECRET = "p@ss:w/%rd+ü";
export const TOKEN = "tok.en_1-Value~+/==";
/** The forms of the secrets that only a header may contain. */
const FORBIDDEN = [SECRET, TOKEN, `${CLIENT_ID}:${SECRET}`].flatMap((text) => [
  text,
  Buffer.from(text).toString("base64").replace(/=+$/, ""),
  Buffer.from(text).toString("base64url"),
  Buffer.from(text).toString("hex"),
  encodeURIComponent(text),
  new URLSearchParams([["", text]]).toString().slice(1),
  JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/"),
  text.replace(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`),
]);

export interface ClientOptions extends TransportOptions {
  readonly clientId?: string;
  readonly secret?: string;
  readonly bearerPath?: string | undefined;
  readonly deadlineSeconds?: number;
  readonly signal?: AbortSignal;
  readonly allowInsecureHttp?: boolean;
  readonly credentialsHint?: string;
}

export interface Client {
  readonly transport: Transport;
  readonly tokens: TokenSource;
  readonly list: () => Promise<ServiceResponse>;
  /** What the retries slept, in milliseconds. */
  readonly slept: number[];
  readonly progress: string[];
}

/** The service: its token endpoint and its listing, each with its own script of replies. */
export interface Service extends TestServer {
  readonly tokenRequests: () => Received[];
  readonly listRequests: () => Received[];
}

export const goodToken: Reply = json({ access_token: TOKEN, token_type: "Bearer", expires_in: 3600 });
export const goodListing: Reply = json({ workflows: [{ id: 1, name: "Nightly import" }] });

const { opened, variables } = openedInTests();

/** What is opened here is closed after the case. */
const bench = {
  service: (script: { token?: Reply[]; list?: Reply[] } = {}) => opened(openService(script)),
  serve: (...replies: Reply[]) => opened(serve(...replies)),
  serveTls: (options: https.ServerOptions, ...replies: Reply[]) => opened(serveTls(options, ...replies)),
  serveRaw: (onSocket: Parameters<typeof serveRaw>[0]) => opened(serveRaw(onSocket)),
  proxy: (options?: ProxyOptions) => opened(startProxy(options)),
  client: createClient,
  environment: (given: NodeJS.ProcessEnv) => variables.set(given),
};

export type Bench = typeof bench;

/** A case that a token source and its transport must pass. */
export function theCase(number: number, title: string, run: (bench: Bench) => Promise<unknown>): void {
  it(`case ${number}: ${title}`, () => run(bench), 30_000);
}

async function openService({
  token = [goodToken],
  list = [goodListing],
}: {
  token?: Reply[];
  list?: Reply[];
}): Promise<Service> {
  const counts = { token: 0, list: 0 };
  const isToken = ({ path }: Received): boolean => path.endsWith("/v2/auth/token");
  const server = await serve((response, request) => {
    const [script, index] = isToken(request) ? [token, counts.token++] : [list, counts.list++];
    script[Math.min(index, script.length - 1)]?.(response, request, index);
  });
  return {
    ...server,
    tokenRequests: () => server.requests.filter(isToken),
    listRequests: () => server.requests.filter((request) => !isToken(request)),
  };
}

/** Checked settings, as every way into this package has them. */
export function settingsOf(baseUrl: string, options: ClientOptions = {}): Settings {
  const config: Readonly<Record<string, string>> = {
    baseUrl,
    clientId: options.clientId ?? CLIENT_ID,
    clientSecret: options.secret ?? SECRET,
    allowInsecureHttp: String(options.allowInsecureHttp ?? false),
  };
  return readSettings((key) => config[key], {});
}

function createClient(server: { url: string } | string, options: ClientOptions = {}): Client {
  const slept: number[] = [];
  const progress: string[] = [];
  const { clock = createHastyClock(slept), bearerPath, deadlineSeconds = 20, credentialsHint } = options;
  const transport = createTransport({ onProgress: (line) => progress.push(line), ...options, clock });
  const { baseUrl, credentials } = settingsOf(typeof server === "string" ? server : server.url, options);
  const source = { baseUrl, credentials, transport, clock, bearerPath, deadlineSeconds, credentialsHint };
  const tokens = createTokenSource(source);
  const list = (): Promise<ServiceResponse> => {
    const deadline = createDeadline(deadlineSeconds, clock, options.signal);
    const request = listingRequest(`${baseUrl.href.replace(/\/$/, "")}/v2/workflows`, { deadline });
    return sendAuthorized({ tokenSource: tokens, transport }, request);
  };
  return { transport, tokens, list, slept, progress };
}

/** The error that `attempt` must end with: of the family, with this code, without a cause, and holding no secret. */
export async function failure(attempt: Promise<unknown>, code: ErrorCode, message?: RegExp): Promise<WorkflowsError> {
  const error = await rejectionOf(WorkflowsError, attempt);
  assert.equal(error.code, code, error.message);
  if (message !== undefined) {
    assert.match(error.message, message);
  }
  assertNoSecret(error);
  return error;
}

/** Neither secret, Basic value nor token in anything that can be printed of `error`. */
export function assertNoSecret(error: Error, forbidden: readonly string[] = FORBIDDEN): void {
  assert.equal(error.cause, undefined);
  const shown = [
    error.message,
    error.stack ?? "",
    inspect(error, { depth: 20, showHidden: true }),
    JSON.stringify(error),
    JSON.stringify(error, Object.getOwnPropertyNames(error)),
  ].join("\n");
  assertContainsNone(shown, forbidden);
}

export function assertContainsNone(shown: string, forbidden: readonly string[] = FORBIDDEN): void {
  for (const secret of forbidden) {
    assert.ok(!shown.toLowerCase().includes(secret.toLowerCase()), `${JSON.stringify(secret)} is in: ${shown}`);
  }
}
