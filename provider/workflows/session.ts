/** One deployment's view of the service: one token for each connection and one reading of each listing, shared by all readers. */
import type { AccessToken } from "../auth/types.js";
import { type Clock, createDeadline, type Deadline, systemClock } from "../http/deadline.js";
import { ServiceError } from "../http/errors.js";
import { createRedactor, type Redactor } from "../http/redactor.js";
import { type Environment, readSettings, type Settings } from "../settings/read-settings.js";
import type { ConfigReader } from "../settings/sources.js";
import { DEFAULTS } from "./arguments/names.js";
import type * as clientModule from "./client.js";
import type { JsonValue } from "./json/json.js";
import type { ArgumentLanguage } from "./listing/advice.js";
import { paginationOf, RULES } from "./pagination-setting.js";
import { sha256, stableKey } from "./json/digest.js";
import type * as identityModule from "./items/identity.js";
import type * as readListingModule from "./read-listing.js";
import type { JsonResult, Listing, ListingRequest, ListingView, RawListing } from "./types.js";
import type * as viewModule from "./items/view.js";

export interface SessionOptions {
  readonly config: ConfigReader;
  readonly environment: Environment;
  /** Receives one line at a time about what takes long: waits between retries, many pages. */
  readonly onProgress?: ((line: string) => void) | undefined;
  /**
   * Whether a failure is kept for the session too. Default `false`. Set it in a provider's host. Otherwise a
   * hundred resources would wait for a hundred deadlines, one after the other.
   */
  readonly keepFailures?: boolean | undefined;
  /** Receives what was found out about a listing, where nothing is wrong. The same message comes once. */
  readonly onInformation?: ((message: string) => void) | undefined;
  /** Receives a message about a listing that may not be complete. The same message comes once. */
  readonly onWarning?: ((message: string) => void) | undefined;
  /**
   * How messages write an argument that is to be pasted. Default: as TypeScript. The error has the same argument as data, in
   * `pagination`, and `renderPagination` writes it in any of these languages.
   */
  readonly language?: ArgumentLanguage | undefined;
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
const identities = () => require("./items/identity.js") as typeof identityModule;

export function createSession(options: SessionOptions): Session {
  const redactor = createRedactor();
  const settings = memoize((connection: Connection) =>
    readSettings(options.config, options.environment, connection, RULES),
  );
  const client = memoize((connection: Connection) =>
    clients().createClient(settings(connection), { ...options, redactor }),
  );
  const deadline = (connection: Connection): Deadline =>
    createDeadline(settings(connection).deadlineSeconds, options.clock ?? systemClock, options.signal);
  const reports = {
    onProgress: options.onProgress,
    onWarning: onceForEach(options.onWarning),
    onInformation: onceForEach(options.onInformation),
    language: options.language,
  };
  const sending = (connection: Connection) => ({
    client: client(connection),
    deadline: deadline(connection),
    reports,
  });
  const isFailureKept = (): boolean => options.keepFailures ?? false;
  const listings = createCache<RawListing>();
  const presented = createCache<Listing>();
  const values = createCache<JsonResult>();

  /** The request with what the settings add to it, and its key. */
  function completed({ connection, request }: SessionRequest): { key: string; request: ListingRequest } {
    const { itemsPath, unrelatedFields } = settings(connection);
    const complete = {
      ...request,
      itemsPath: request.itemsPath ?? itemsPath,
      pagination: paginationOf(request, settings(connection)),
      unrelatedFields: request.unrelatedFields ?? unrelatedFields,
    };
    return { key: keyOf({ connection, request: complete }), request: complete };
  }

  async function items(
    { connection, request: given }: SessionRequest,
    { key, request } = completed({ connection, request: given }),
  ): Promise<readonly JsonValue[]> {
    const raw = await listings(key, isFailureKept, async () => {
      const { readListing, WORKFLOWS } = reader();
      const read = await readListing({ ...sending(connection), target: WORKFLOWS, request });
      identities().assertDistinct(read.items, request.keyPath);
      return read;
    });
    return raw.items;
  }

  async function list(given: ListRequest): Promise<Listing> {
    const complete = completed(given);
    const raw = await items(given, complete);
    const key = complete.key + stableKey(given.view);
    // eslint-disable-next-line @typescript-eslint/require-await -- what it throws is a rejection
    return presented(key, isFailureKept, async () => views().presentListing(raw, given.view));
  }

  async function json({ connection, path, request, allowMissing }: JsonRequest): Promise<JsonResult | undefined> {
    // The setting describes listings: it applies if the request is for one.
    const isListing = request.itemsPath !== undefined;
    const complete = isListing ? completed({ connection, request }).request : request;
    // Where nothing need be there, a 404 is a result, and kept as one.
    const isMissing = (error: unknown): boolean =>
      allowMissing && error instanceof ServiceError && error.code === "not-found";
    const read = async (): Promise<JsonResult> => {
      const { readJson, targetAt } = reader();
      return views().presentJson(await readJson({ ...sending(connection), target: targetAt(path), request: complete }));
    };
    try {
      const key = path + keyOf({ connection, request: complete });
      return await values(key, (error) => isFailureKept() || isMissing(error), read);
    } catch (error) {
      if (isMissing(error)) {
        return undefined;
      }
      throw error;
    }
  }

  return {
    redactor,
    settings,
    list,
    json,
    warn: reports.onWarning,
    environment: options.environment,
    service: (connection) => digestOfService(settings(connection)),
    items: async (request) => items(request),
    token: async (connection) => client(connection).tokenSource.getToken(deadline(connection)),
  };
}

function digestOfService({ baseUrl, credentials, itemsPath }: Settings): string {
  const identity = stableKey([baseUrl.href, credentials.clientId, itemsPath ?? null]);
  return `${sha256(identity).slice(0, 16)}.${sha256(baseUrl.href).slice(0, 8)}`;
}

/** Equal for requests that send the same: `1`, `"1"` and `["1"]` are one value of a query, and an empty list sends nothing. */
function keyOf({ connection, request }: SessionRequest): string {
  const { query = {}, maxPages = DEFAULTS.maxPages } = request;
  const sent = Object.entries(query)
    .map(([name, value]) => [name, (typeof value === "object" ? value : [value]).map(String)] as const)
    .filter(([, texts]) => texts.length > 0);
  return stableKey({ connection, request: { ...request, query: Object.fromEntries(sent), maxPages } });
}

/** Passes each message on once. */
function onceForEach(report: SessionOptions["onWarning"]): (message: string) => void {
  const seen = new Set<string>();
  return (message) => {
    if (!seen.has(message)) {
      seen.add(message);
      report?.(message);
    }
  };
}

/** Gives the kept result, the pending one, or a new one. */
function createCache<T>() {
  const kept = new Map<string, Promise<T>>();
  return (key: string, isFailureKept: (error: unknown) => boolean, create: () => Promise<T>): Promise<T> => {
    const known = kept.get(key);
    if (known !== undefined) {
      return known;
    }
    const created = create();
    kept.set(key, created);
    created.catch((error: unknown) => {
      if (!isFailureKept(error)) {
        kept.delete(key);
      }
    });
    return created;
  };
}

function memoize<K, T>(create: (key: K) => T): (key: K) => T {
  const kept = new Map<K, { readonly value: T }>();
  return (key) => {
    const known = kept.get(key) ?? { value: create(key) };
    kept.set(key, known);
    return known.value;
  };
}
