/** One deployment's view of the service: one token for each connection and one reading of each listing, shared by all readers. */
import type { AccessToken } from "../auth/types.js";
import { type Clock, createDeadline, type Deadline, systemClock } from "../http/deadline.js";
import { ServiceError } from "../http/errors.js";
import { createRedactor, type Redactor } from "../http/redactor.js";
import { type Environment, readSettings, type Settings } from "../settings/read-settings.js";
import type { ConfigReader } from "../settings/sources.js";
import { DEFAULTS } from "./arguments/names.js";
import type * as clientModule from "./client.js";
import { assertDistinct } from "./items/identity.js";
import type * as viewModule from "./items/view.js";
import { sha256, stableKey } from "./json/digest.js";
import type { JsonValue } from "./json/json.js";
import { paginationOf, RULES } from "./pagination-setting.js";
import type * as readListingModule from "./read-listing.js";
import type { Reports } from "./read-listing.js";
import type { JsonResult, Listing, ListingRequest, ListingView } from "./types.js";

/** Each warning and each information is reported once. */
export interface SessionOptions extends Reports {
  readonly config: ConfigReader;
  readonly environment: Environment;
  /**
   * Whether a failure is kept for the session too. Default `false`. Set it in a provider's host. Otherwise a
   * hundred resources would wait for a hundred deadlines, one after the other.
   */
  readonly keepFailures?: boolean | undefined;
  /** Stops all waiting. */
  readonly signal?: AbortSignal | undefined;
  /** Default: the machine's own. */
  readonly clock?: Clock | undefined;
}

export interface Session {
  /** The checked settings; throws a `SettingsError` that names every fault. Sends nothing. */
  settings(connection: Connection): Settings;
  /**
   * Identifies the service and its client: a digest of public settings alone, a dot, and a digest of the base URL. Throws as
   * `settings` does.
   */
  service(connection: Connection): string;
  /** The listing, presented. Equal requests share one response, pending or kept. */
  list(request: ListRequest): Promise<Listing>;
  /** All items of the listing, before its view. */
  items(request: SessionRequest): Promise<readonly JsonValue[]>;
  /**
   * What a path below the base URL gives; equal requests share one response. `undefined` if there is nothing (404) and
   * `allowMissing` is set.
   */
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
type Connection = string | undefined;

interface SessionRequest {
  readonly connection?: Connection;
  readonly request: ListingRequest;
}

export interface ListRequest extends SessionRequest {
  readonly view: ListingView;
}

export interface JsonRequest extends SessionRequest {
  /** Filled in and checked: see `fillPath`. */
  readonly path: string;
  readonly allowMissing: boolean;
}

/** Loaded when they are used. */
const clients = () => require("./client.js") as typeof clientModule;
const reader = () => require("./read-listing.js") as typeof readListingModule;
const views = () => require("./items/view.js") as typeof viewModule;

export function createSession(options: SessionOptions): Session {
  const { config, environment, keepFailures = false, clock = systemClock, signal } = options;
  const redactor = createRedactor();
  const settings = memoize((connection: Connection) => readSettings(config, environment, connection, RULES));
  const client = memoize((connection: Connection) =>
    clients().createClient(settings(connection), { ...options, redactor }),
  );
  const deadline = (connection: Connection): Deadline =>
    createDeadline(settings(connection).deadlineSeconds, clock, signal);
  const reports = {
    onProgress: options.onProgress,
    onWarning: memoize(options.onWarning ?? (() => undefined)),
    onInformation: memoize(options.onInformation ?? (() => undefined)),
    language: options.language,
  };
  const sending = (connection: Connection) => ({
    client: client(connection),
    deadline: deadline(connection),
    reports,
  });
  const responses = new Map<string, Promise<unknown>>();

  /** What is kept for the key, pending or not, or a new response. A 404 is kept as a response is: nothing is there. */
  function shared<T>(key: string, read: () => Promise<T>): Promise<T> {
    const known = responses.get(key);
    const response = (known ?? read()) as Promise<T>;
    if (known === undefined) {
      responses.set(key, response);
      response.catch((error: unknown) => keepFailures || isMissing(error) || responses.delete(key));
    }
    return response;
  }

  /** The request with what the settings add to it. */
  function complete({ connection, request }: SessionRequest): ListingRequest {
    const { itemsPath, unrelatedFields } = settings(connection);
    return {
      ...request,
      itemsPath: request.itemsPath ?? itemsPath,
      pagination: paginationOf(request, settings(connection)),
      unrelatedFields: request.unrelatedFields ?? unrelatedFields,
    };
  }

  /** The items of a listing, and its views. */
  async function read(given: SessionRequest) {
    const { connection } = given;
    const request = complete(given);
    return shared(keyOf({ connection, request }), async () => {
      const { readListing, WORKFLOWS } = reader();
      const { items } = await readListing({ ...sending(connection), target: WORKFLOWS, request });
      assertDistinct(items, request.keyPath);
      return { items, present: memoize((view: ListingView) => views().presentListing(items, view), stableKey) };
    });
  }

  async function json({
    connection,
    path,
    request: given,
    allowMissing,
  }: JsonRequest): Promise<JsonResult | undefined> {
    // The settings describe listings: they apply if the request is for one.
    const request = given.itemsPath === undefined ? given : complete({ connection, request: given });
    try {
      return await shared(path + keyOf({ connection, request }), async () => {
        const { readJson, targetAt } = reader();
        return views().presentJson(await readJson({ ...sending(connection), target: targetAt(path), request }));
      });
    } catch (error) {
      if (allowMissing && isMissing(error)) {
        return undefined;
      }
      throw error;
    }
  }

  return {
    redactor,
    settings,
    json,
    environment,
    warn: reports.onWarning,
    list: async ({ view, ...request }) => (await read(request)).present(view),
    items: async (request) => (await read(request)).items,
    service: (connection) => digestOfService(settings(connection)),
    token: async (connection) => client(connection).tokenSource.getToken(deadline(connection)),
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof ServiceError && error.code === "not-found";
}

function digestOfService({ baseUrl, credentials, itemsPath }: Settings): string {
  const identity = stableKey([baseUrl.href, credentials.clientId, itemsPath ?? null]);
  return `${sha256(identity).slice(0, 16)}.${sha256(baseUrl.href).slice(0, 8)}`;
}

/** Equal for requests that send the same: `1`, `"1"` and `["1"]` are one value of a query, and an empty list sends nothing. */
function keyOf({ connection, request }: SessionRequest): string {
  const { query = {}, maxPages = DEFAULTS.maxPages } = request;
  const sent = Object.entries(query)
    .map(([name, value]) => [name, [value].flat().map(String)] as const)
    .filter(([, texts]) => texts.length > 0);
  return stableKey({ connection, request: { ...request, query: Object.fromEntries(sent), maxPages } });
}

/** Keeps what is made of each argument, but no error. */
function memoize<A, T>(create: (argument: A) => T, keyOf: (argument: A) => unknown = (argument) => argument) {
  const kept = new Map<unknown, T>();
  return (argument: A): T => {
    const key = keyOf(argument);
    const value = kept.has(key) ? (kept.get(key) as T) : create(argument);
    kept.set(key, value);
    return value;
  };
}
