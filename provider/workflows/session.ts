/** One deployment's view of the service: one token for each connection and one reading of each listing, shared by all readers. */
import type { AccessToken } from "../auth/types.js";
import { type Clock, createDeadline, type Deadline, systemClock } from "../base/deadline.js";
import { ServiceError } from "../base/errors.js";
import { createRedactor, type Redactor } from "../base/redactor.js";
import { type Environment, readSettings, type Settings } from "../settings/read-settings.js";
import type { ConfigReader } from "../settings/sources.js";
import { type ParsedArguments, parseOne } from "./arguments/parse-arguments.js";
import type * as clientModule from "./client.js";
import type * as checksModule from "./items/check-items.js";
import type * as viewModule from "./items/view.js";
import { sha256, stableKey } from "./json/digest.js";
import type * as readListingModule from "./read-listing.js";
import type { ReadOptions, Reports } from "./read-listing.js";
import { sentQuery } from "./service-path.js";
import type { JsonResult, Listing, ListingView } from "./types.js";

/** Each warning and each information is reported once. */
export interface SessionOptions extends Reports {
  readonly config: ConfigReader;
  readonly environment: Environment;
  /** Whether failures are kept too. Default `false`. In a provider's host, a hundred resources would wait for a hundred deadlines. */
  readonly keepFailures?: boolean | undefined;
  /** Stops all waiting. */
  readonly signal?: AbortSignal | undefined;
  /** Default: the machine's own. */
  readonly clock?: Clock | undefined;
}

export interface Session {
  /** The checked settings; throws a `SettingsError` that names every issue. Sends nothing. */
  settings(connection: Connection): Settings;
  /** Identifies the service and its client: a digest of public settings alone, a dot, and a digest of the base URL. */
  service(connection: Connection): string;
  /** The listing, presented. Equal requests share one response, pending or kept. */
  list(request: ListRequest): Promise<Listing>;
  /** What a path gives, shared in the same way. `undefined` if there is nothing (404) and `allowMissing` is set. */
  json(request: JsonRequest): Promise<JsonResult | undefined>;
  token(connection: Connection): Promise<AccessToken>;
  /** Shows a message once. */
  warn(message: string): void;
  /** The variables for one run, which the guard reads. */
  readonly environment: Environment;
  /** Knows every secret of the session: credentials, tokens, header values, and what callers register. */
  readonly redactor: Redactor;
}

/** A name from the setting `connections`; `undefined` for the settings outside it. */
type Connection = ParsedArguments["connection"];
type SessionRequest = Pick<ParsedArguments, "connection" | "request">;
export type ListRequest = SessionRequest & Pick<ParsedArguments, "view">;
export type JsonRequest = SessionRequest & Pick<ParsedArguments, "path" | "allowMissing">;

/** What a reading gets of the session. */
type Given = Omit<ReadOptions, "target">;

/** Loaded when they are used. */
const clients = () => require("./client.js") as typeof clientModule;
const reader = () => require("./read-listing.js") as typeof readListingModule;
const itemChecks = () => require("./items/check-items.js") as typeof checksModule;
const views = () => require("./items/view.js") as typeof viewModule;

export function createSession(options: SessionOptions): Session {
  const { config, environment, keepFailures = false, clock = systemClock, signal } = options;
  const redactor = createRedactor();
  const checks = { findPaginationIssues: (given: object) => parseOne("pagination", given).issues };
  const settings = memoize((name: Connection) => readSettings(config, environment, name, checks));
  const pagination = memoize((name: Connection) => parseOne("pagination", settings(name).pagination).value);
  const client = memoize((name: Connection) => clients().createClient(settings(name), { ...options, redactor }));
  const deadline = (name: Connection): Deadline => createDeadline(settings(name).deadlineSeconds, clock, signal);
  /** What a message shows of the service may be a secret that it was sent. */
  const masked = (report: (message: string) => void = () => undefined) =>
    memoize((message: string) => report(redactor.mask(message)));
  const onWarning = masked(options.onWarning);
  const reports = { ...options, onWarning, onInformation: masked(options.onInformation) };
  const responses = new Map<string, Promise<unknown>>();

  /** What is kept for an equal request, pending or not, or a new response. A 404 is kept as a response is: nothing is there. */
  function shared<T>(path: string | undefined, asked: SessionRequest, read: (given: Given) => Promise<T>) {
    const { connection } = asked;
    const request = asSent(asked, path === undefined || asked.request.itemsPath !== undefined);
    const key = stableKey([path, connection, request]);
    const known = responses.get(key) as Promise<T> | undefined;
    if (known !== undefined) {
      return known;
    }
    const response = read({ client: client(connection), deadline: deadline(connection), reports, request });
    responses.set(key, response);
    response.catch((error: unknown) => keepFailures || isMissing(error) || responses.delete(key));
    return response;
  }

  /** The request with defaults, so that requests that send the same are equal. */
  function asSent({ connection, request }: SessionRequest, isListing: boolean): Given["request"] {
    const { query = {}, maxPages = 1000, unrelatedFields = settings(connection).unrelatedFields } = request;
    const sent = { ...request, maxPages, unrelatedFields, query: sentQuery(query) };
    // Other paths have other lists, and ways to read them.
    const { itemsPath = settings(connection).itemsPath, pagination: how = pagination(connection) } = sent;
    return isListing ? { ...sent, itemsPath, pagination: how } : sent;
  }

  async function list({ view, ...asked }: ListRequest): Promise<Listing> {
    const present = await shared(undefined, asked, async (given) => {
      const { readListing, WORKFLOWS } = reader();
      const { items } = await readListing({ ...given, target: WORKFLOWS });
      itemChecks().assertDistinct(items, asked.request.keyPath);
      return memoize((one: ListingView) => views().presentListing(items, one), stableKey);
    });
    return present(view);
  }

  async function json({ path, allowMissing, ...asked }: JsonRequest): Promise<JsonResult | undefined> {
    const result = shared(path, asked, async (given) => {
      const { readJson, targetAt } = reader();
      const read = await readJson({ ...given, target: targetAt(path) });
      // By default, only pages are compared: what a path lists may have the same id several times, such as a workflow's runs.
      itemChecks().assertDistinct("items" in read ? read.items : [], asked.request.keyPath ?? "none");
      return views().presentJson(read);
    });
    return result.catch((error: unknown) => {
      if (allowMissing && isMissing(error)) {
        return undefined;
      }
      throw error;
    });
  }

  return {
    redactor,
    settings,
    list,
    json,
    environment,
    warn: onWarning,
    service: (connection) => {
      const { baseUrl, credentials, itemsPath } = settings(connection);
      const identity = stableKey([baseUrl.href, credentials.clientId, itemsPath ?? null]);
      return `${sha256(identity).slice(0, 16)}.${sha256(baseUrl.href).slice(0, 8)}`;
    },
    token: async (connection) => client(connection).tokenSource.getToken(deadline(connection)),
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof ServiceError && error.code === "not-found";
}

/** Keeps what is made of each argument, but no error. */
function memoize<A, T>(create: (argument: A) => T, toKey: (argument: A) => unknown = (argument) => argument) {
  const kept = new Map<unknown, T>();
  return (argument: A): T => {
    const key = toKey(argument);
    const value = kept.has(key) ? (kept.get(key) as T) : create(argument);
    kept.set(key, value);
    return value;
  };
}
