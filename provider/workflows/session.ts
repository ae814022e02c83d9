/** One deployment's view of the service: one token for each connection and one reading of each listing, shared by all readers. */
import type * as tokenSourceModule from "../auth/token-source.js";
import type { AccessToken, TokenSource } from "../auth/types.js";
import { type Clock, createDeadline, type Deadline, systemClock } from "../http/deadline.js";
import { AuthenticationError, ServiceError, type WorkflowsError } from "../http/errors.js";
import { createRedactor, type Redactor } from "../http/redactor.js";
import { CREDENTIAL_REFUSALS } from "../http/statuses.js";
import type * as transportModule from "../http/transport.js";
import type { Transport } from "../http/types.js";
import { type Environment, readSettings, type Settings } from "../settings/read-settings.js";
import type { ConfigReader } from "../settings/sources.js";
import { DEFAULTS } from "./arguments/names.js";
import type { JsonValue } from "./json/json.js";
import type { ArgumentLanguage } from "./listing/advice.js";
import { paginationOf, RULES } from "./pagination-setting.js";
import { sha256, stableKey } from "./json/digest.js";
import type * as identityModule from "./items/identity.js";
import type * as readListingModule from "./read-listing.js";
import type { JsonResult, Listing, ListingClient, ListingRequest, ListingView, RawListing } from "./types.js";
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
   * `pagination`, and `renderArgument` writes it in any of these languages.
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

/** What one connection needs to talk to its service. */
interface Client {
  readonly settings: Settings;
  readonly transport: Transport;
  readonly tokenSource: TokenSource;
}

/** Loaded when they are used. */
const reader = () => require("./read-listing.js") as typeof readListingModule;
const views = () => require("./items/view.js") as typeof viewModule;

export function createSession(options: SessionOptions): Session {
  const settings = memoize((connection: Connection) =>
    readSettings(options.config, options.environment, connection, RULES),
  );
  const redactor = createRedactor();
  const clients = memoize((connection: Connection) => createClient(settings(connection), options, redactor));
  const readings = new Map<string, Promise<RawListing>>();
  const isFailureKept = (): boolean => options.keepFailures ?? false;
  const clock = options.clock ?? systemClock;
  const presented = new Map<string, Promise<Listing>>();
  const values = new Map<string, Promise<JsonResult>>();
  const reports = {
    onProgress: options.onProgress,
    onWarning: onceForEach(options.onWarning),
    onInformation: onceForEach(options.onInformation),
    language: options.language,
  };

  const deadlineOf = ({ deadlineSeconds }: Settings): Deadline =>
    createDeadline(deadlineSeconds, clock, options.signal);

  async function read(connection: Connection, request: ListingRequest): Promise<RawListing> {
    const client = clients(connection);
    const { readListing, WORKFLOWS } = reader();
    const raw = await readListing(listingClient(client), WORKFLOWS, request, deadlineOf(client.settings), reports);
    const { assertDistinct } = require("./items/identity.js") as typeof identityModule;
    assertDistinct(raw.items, request.keyPath);
    return raw;
  }

  async function readPath(connection: Connection, path: string, request: ListingRequest): Promise<JsonResult> {
    const client = clients(connection);
    const { readJson, targetAt } = reader();
    const read = await readJson(listingClient(client), targetAt(path), request, deadlineOf(client.settings), reports);
    return views().presentJson(read);
  }

  /** The request with what the settings add to it, and its key. */
  function completed({ connection, request }: SessionRequest): { key: string; request: ListingRequest } {
    const itemsPath = request.itemsPath ?? settings(connection).itemsPath;
    const complete = { ...request, itemsPath, pagination: paginationOf(request, settings(connection)) };
    return { key: keyOf({ connection, request: complete }), request: complete };
  }

  async function items(
    request: SessionRequest,
    { key, request: complete } = completed(request),
  ): Promise<readonly JsonValue[]> {
    const raw = await shared(readings, key, isFailureKept, () => read(request.connection, complete));
    return raw.items;
  }

  async function list(request: ListRequest): Promise<Listing> {
    const complete = completed(request);
    const raw = await items(request, complete);
    return shared(presented, complete.key + stableKey(request.view), isFailureKept, () =>
      Promise.resolve().then(() => views().presentListing(raw, request.view)),
    );
  }

  async function json({ connection, path, request, allowMissing }: JsonRequest): Promise<JsonResult | undefined> {
    const complete = { ...request, pagination: paginationFor(request, settings(connection)) };
    const key = path + keyOf({ connection, request: complete });
    // Where nothing need be there, a 404 is a result, and kept as one.
    const isMissing = (error: unknown): boolean =>
      allowMissing && error instanceof ServiceError && error.code === "not-found";
    try {
      return await shared(
        values,
        key,
        (error) => isFailureKept() || isMissing(error),
        () => readPath(connection, path, complete),
      );
    } catch (error) {
      if (isMissing(error)) {
        return undefined;
      }
      throw error;
    }
  }

  return {
    redactor,
    warn: reports.onWarning,
    environment: options.environment,
    settings,
    service: (connection) => digestOfService(settings(connection)),
    list,
    items: async (request) => items(request),
    json,
    token: async (connection) => {
      const client = clients(connection);
      return client.tokenSource.getToken(deadlineOf(client.settings));
    },
  };
}

function digestOfService({ baseUrl, credentials, itemsPath }: Settings): string {
  const identity = stableKey([baseUrl.href, credentials.clientId, itemsPath ?? null]);
  return `${sha256(identity).slice(0, 16)}.${sha256(baseUrl.href).slice(0, 8)}`;
}

function createClient(settings: Settings, options: SessionOptions, redactor: Redactor): Client {
  const { createTransport } = require("../http/transport.js") as typeof transportModule;
  const { createTokenSource } = require("../auth/token-source.js") as typeof tokenSourceModule;
  for (const secret of settings.secrets) {
    redactor.add(secret);
  }
  const transport = createTransport({
    requestTimeoutSeconds: settings.requestTimeoutSeconds,
    maxRetries: settings.maxRetries,
    requestsPerSecond: settings.requestsPerSecond,
    maxResponseBytes: settings.maxResponseBytes,
    headers: settings.headers,
    tls: settings.tls,
    onProgress: options.onProgress,
    clock: options.clock,
    redactor,
  });
  const tokenSource = createTokenSource({
    baseUrl: settings.baseUrl,
    credentials: settings.credentials,
    transport,
    bearerPath: settings.bearerPath,
    clock: options.clock,
    deadlineSeconds: settings.deadlineSeconds,
    hintFor: (status) =>
      CREDENTIAL_REFUSALS.has(status)
        ? `Check the client credentials: they came from ${settings.credentialsOrigin}.`
        : undefined,
  });
  return { settings, transport, tokenSource: rememberRefusal(tokenSource) };
}

function listingClient({ settings: { baseUrl, maxResponseBytes }, transport, tokenSource }: Client): ListingClient {
  return { baseUrl, maxResponseBytes, transport, tokenSource };
}

/** The setting describes listings: it applies if the request is for a listing. */
function paginationFor(request: ListingRequest, settings: Settings): ListingRequest["pagination"] {
  return request.itemsPath === undefined ? request.pagination : paginationOf(request, settings);
}

/** Refused credentials stay refused within one deployment: they are sent once, however many listings there are. */
function rememberRefusal(source: TokenSource): TokenSource {
  let refusal: WorkflowsError | undefined;
  return {
    invalidate: (token) => {
      source.invalidate(token);
    },
    getToken: async (deadline) => {
      if (refusal !== undefined) {
        throw refusal;
      }
      try {
        return await source.getToken(deadline);
      } catch (error) {
        if (error instanceof AuthenticationError && error.code === "token-refused") {
          refusal = error;
        }
        throw error;
      }
    },
  };
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

/** The kept result, the pending one, or a new one. */
function shared<T>(
  kept: Map<string, Promise<T>>,
  key: string,
  isFailureKept: (error: unknown) => boolean,
  create: () => Promise<T>,
): Promise<T> {
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
}

function memoize<K, T>(create: (key: K) => T): (key: K) => T {
  const kept = new Map<K, T>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) {
      return known;
    }
    const created = create(key);
    kept.set(key, created);
    return created;
  };
}

/** Equal for requests that send the same: `1`, `"1"` and `["1"]` are one value of a query, and an empty list sends nothing. */
function keyOf({ connection, request }: SessionRequest): string {
  const { query = {}, maxPages = DEFAULTS.maxPages } = request;
  const sent = Object.entries(query)
    .map(([name, value]) => [name, (typeof value === "object" ? value : [value]).map(String)] as const)
    .filter(([, texts]) => texts.length > 0);
  return stableKey({ connection, request: { ...request, query: Object.fromEntries(sent), maxPages } });
}
