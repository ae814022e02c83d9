/** A client of the fake service for tests of auth and http. Its waits take a millisecond. */
import { inspect } from "node:util";
import { sendAuthorized } from "../../provider/auth/authorized.js";
import { createTokenSource } from "../../provider/auth/token-source.js";
import type { TokenSource } from "../../provider/auth/types.js";
import { createDeadline } from "../../provider/base/deadline.js";
import { type ErrorCode, WorkflowsError } from "../../provider/base/errors.js";
import { createTransport, type TransportOptions } from "./transport.js";
import type { ServiceResponse, Transport } from "../../provider/http/types.js";
import { readSettings, type Settings } from "../../provider/settings/read-settings.js";
import { createHastyClock } from "./clocks.js";
import { opened } from "./opened.js";
import { listingRequest } from "./requests.js";
import { spellingsIn } from "./secret-spellings.js";
import { type FakeService, type FakeServiceOptions, type Reply, startFakeService } from "./fake-service.js";
import { inTurn, json } from "./replies.js";
import { rejectionOf } from "./thrown.js";

export const CLIENT_ID = "my id+1";
export const SECRET = "p@ss:w/%rd+ü";
export const TOKEN = "tok.en_1-Value~+/==";
export const goodToken = json({ access_token: TOKEN, token_type: "Bearer", expires_in: 3600 });
export const goodListing = json({ workflows: [{ id: 1, name: "Nightly import" }] });

/** Replies with tokens "token-0", "token-1", …: a new one for each request. */
export const numberedTokens =
  (expiresIn?: number, meanwhile: () => unknown = () => undefined): Reply =>
  (_response, _request, index) => {
    meanwhile();
    return json({ access_token: `token-${index}`, expires_in: expiresIn });
  };

/** What only the header Authorization may contain. */
const SECRETS = [SECRET, TOKEN, `${CLIENT_ID}:${SECRET}`];

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
  /** How long the retries waited. Milliseconds. */
  readonly slept: number[];
  readonly progress: string[];
}

export { opened, serve, serveTls, setVariables } from "./opened.js";

/** Each endpoint sends its n-th reply to its n-th request, and its last one to all later requests. */
export interface Script extends Pick<FakeServiceOptions, "tls"> {
  /** Default: `goodToken`. */
  readonly token?: readonly Reply[];
  /** Default: `goodListing`. */
  readonly list?: readonly Reply[];
}

/** Starts the fake service, which is closed after the test. It gives these replies to any client with any token. */
export const openService = ({ token = [goodToken], list = [goodListing], tls }: Script = {}): Promise<FakeService> =>
  opened(startFakeService({ tls, reply: inTurn({ token, listing: list }) }));

/** Returns the settings of a client, checked as every entry of this package checks them. */
export function settingsOf(baseUrl: string, options: ClientOptions = {}): Settings {
  const config: Readonly<Record<string, string>> = {
    baseUrl,
    clientId: options.clientId ?? CLIENT_ID,
    clientSecret: options.secret ?? SECRET,
    allowInsecureHttp: String(options.allowInsecureHttp ?? false),
  };
  return readSettings((key) => config[key], {});
}

/** Makes a client of the service: its token source, and what lists with its tokens. */
export function createClient(service: { url: string } | string, options: ClientOptions = {}): Client {
  const slept: number[] = [];
  const progress: string[] = [];
  const { clock = createHastyClock(slept), bearerPath, deadlineSeconds = 20, credentialsHint } = options;
  const transport = createTransport({ onProgress: (line) => progress.push(line), ...options, clock });
  const { baseUrl, credentials } = settingsOf(typeof service === "string" ? service : service.url, options);
  const source = createTokenSource({ baseUrl, credentials, transport, clock, bearerPath, credentialsHint });
  const tokens = { ...source, getToken: () => source.getToken(createDeadline(deadlineSeconds, clock)) };
  const list = (): Promise<ServiceResponse> => {
    const deadline = createDeadline(deadlineSeconds, clock, options.signal);
    const request = listingRequest(`${baseUrl.href.replace(/\/$/, "")}/v2/workflows`, { deadline });
    return sendAuthorized({ tokenSource: source, transport }, request);
  };
  return { transport, tokens, list, slept, progress };
}

/** Returns the error with which `attempt` must end: it has this code, perhaps this message, and shows no secret. */
export async function failureOf(attempt: Promise<unknown>, code: ErrorCode, message = /^/): Promise<WorkflowsError> {
  const error = await rejectionOf(WorkflowsError, attempt);
  expect(error).toMatchObject({ code, message: expect.stringMatching(message) as string });
  expectNoSecretIn(error);
  return error;
}

/** Expects neither secret, Basic value nor token in anything that can be printed of `error`, and no cause. */
export function expectNoSecretIn(error: Error, secrets: readonly string[] = SECRETS): void {
  expect(error.cause).toBeUndefined();
  const printed = [
    error.message,
    error.stack ?? "",
    inspect(error, { depth: 20, showHidden: true }),
    JSON.stringify(error),
    JSON.stringify(error, Object.getOwnPropertyNames(error)),
  ].join("\n");
  expectNoSecretInText(printed, secrets);
}

/** Expects no secret in the text, in any spelling. */
export function expectNoSecretInText(text: string, secrets: readonly string[] = SECRETS): void {
  expect({ text, spellings: spellingsIn(text, secrets) }).toEqual({ text, spellings: [] });
}
