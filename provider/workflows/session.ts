/**
 * Reads from the service for one deployment: one token for each connection and one reading of each listing, shared by
 * all resources and functions.
 */
import { TOKEN_REQUEST } from "../auth/token-response.js";
import type { AccessToken } from "../auth/types.js";
import { type Clock, createDeadline, systemClock } from "../base/deadline.js";
import { WorkflowsError } from "../base/errors.js";
import { createSecrets, type Secrets } from "../base/secrets.js";
import { type Environment, readSettings, type Settings } from "../settings/read-settings.js";
import { registerSecrets } from "../settings/secret-settings.js";
import type { ConfigReader } from "../settings/sources.js";
import { type ParsedArguments, parsePagination } from "./arguments/parse-arguments.js";
import type * as clientModule from "./client.js";
import { assertDistinct } from "./items/check-items.js";
import { presentJson, presentListing } from "./items/view.js";
import { sha256, stableKey } from "./json/digest.js";
import type * as readListingModule from "./read-listing.js";
import type { ReadOptions, Reports } from "./read-listing.js";
import { type ResolvedRequest, resolveRequest } from "./resolve-request.js";
import type { JsonResult, Listing } from "./types.js";

/** Where a session gets its settings, and whom it informs. Each warning and each information is reported once. */
export interface SessionOptions extends Reports {
  readonly config: ConfigReader;
  readonly environment: Environment;
  /**
   * True to cache failures too. A provider's process does: otherwise each of a hundred resources would wait until its
   * deadline for a service that does not answer. Default: `false`.
   */
  readonly keepFailures?: boolean | undefined;
  /** Stops all waiting. */
  readonly signal?: AbortSignal | undefined;
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
}

/** The access to the service of one deployment, with its settings and its caches. */
export interface Session {
  /** Returns the checked settings, or throws a `SettingsError` that names every issue. Sends nothing. */
  settings(connection: Connection): Settings;
  /**
   * Identifies the service and its client: `<hash of URL, clientId and itemsPath>.<hash of URL>`. Contains no secret.
   */
  service(connection: Connection): string;
  /** Returns the listing as a stack gets it. Equal requests share one response, in flight or cached. */
  list(request: ListRequest): Promise<Listing>;
  /**
   * Returns the content of a path. Equal requests share one response here too. Returns `undefined` if `allowMissing` is
   * set and the service says that nothing is at the path.
   */
  json(request: JsonRequest): Promise<JsonResult | undefined>;
  /** Returns the access token, cached or new. */
  token(connection: Connection): Promise<AccessToken>;
  /** Shows a message once. */
  readonly warn: (message: string) => void;
  /** The environment variables, in which the guard finds limits for one run. */
  readonly environment: Environment;
  /** Knows every secret of the session: credentials, tokens, header values, and what callers register. */
  readonly secrets: Secrets;
}

/** A name from the setting `connections`; `undefined` for the settings outside it. */
type Connection = ParsedArguments["connection"];

/** A request of one reader: a resource or a function. */
interface SessionRequest extends Pick<ParsedArguments, "connection" | "request"> {
  /** True if the listing is secret, so that errors name no workflow. Default: `true`. */
  readonly isSecret?: boolean | undefined;
}

/** A request for the workflows, and how to present them. */
export interface ListRequest
  extends SessionRequest, Pick<ParsedArguments, "view">, Partial<Pick<ParsedArguments, "guard">> {}

/** A request for another path of the service. */
export interface JsonRequest extends SessionRequest, Pick<ParsedArguments, "path" | "allowMissing"> {}

// These modules are loaded on first use, so that a program that does not read starts faster.
const loadClient = () => require("./client.js") as typeof clientModule;
const loadReader = () => require("./read-listing.js") as typeof readListingModule;

/** Creates a session. Its settings are checked when they are first used. */
export function createSession(options: SessionOptions): Session {
  const { config, environment, keepFailures = false, clock = systemClock, signal, onProgress } = options;
  const secrets = createSecrets();
  const settings = memoize((connection: Connection) => {
    const checked = readSettings(config, environment, connection, parsePagination);
    const { credentials, tls, headers } = checked;
    registerSecrets(secrets, { clientSecret: credentials.clientSecret, clientKey: tls?.key, headers });
    return checked;
  });
  const client = memoize((connection: Connection) =>
    loadClient().createClient(settings(connection), { onProgress, clock, secrets }),
  );
  const deadline = (connection: Connection) => createDeadline(settings(connection).deadlineSeconds, clock, signal);
  const onWarning = reportOnce(options.onWarning, secrets);
  const reports = { onProgress, onWarning, onInformation: reportOnce(options.onInformation, secrets) };
  const responses = new Map<string, Promise<unknown>>();

  /**
   * Returns the response to an equal request, in flight or cached, or sends the request. The response "nothing is at
   * this path" is cached too.
   */
  function shared<T>(
    path: string | undefined,
    connection: Connection,
    request: ResolvedRequest,
    send: (options: Omit<ReadOptions, "target">) => Promise<T>,
  ): Promise<T> {
    const key = stableKey([path, connection, request]);
    const cached = responses.get(key) as Promise<T> | undefined;
    if (cached !== undefined) {
      return cached;
    }
    const response = send({ client: client(connection), deadline: deadline(connection), reports, request });
    responses.set(key, response);
    response.catch((error: unknown) => {
      if (!keepFailures && !isMissing(error)) {
        responses.delete(key);
      }
    });
    return response;
  }

  async function list({ connection, request, view, guard, isSecret = true }: ListRequest): Promise<Listing> {
    const resolved = resolveRequest(request, settings(connection), true);
    const { readListing, WORKFLOWS } = loadReader();
    const { items, remark, onePageWarning } = await shared(undefined, connection, resolved, (readOptions) =>
      readListing({ ...readOptions, target: WORKFLOWS }),
    );
    // With `minItems`, the user has said how many there are.
    if (onePageWarning !== undefined && guard?.minItems === undefined) {
      onWarning(onePageWarning);
    }
    assertDistinct(items, request.keyPath, isSecret);
    return { ...presentListing(items, view), remark };
  }

  async function json({ path, allowMissing, connection, request, isSecret = true }: JsonRequest) {
    const isListing = request.itemsPath !== undefined;
    const resolved = resolveRequest(request, settings(connection), isListing);
    const { readJson, targetAt } = loadReader();
    try {
      const content = await shared(path, connection, resolved, (readOptions) =>
        readJson({ ...readOptions, target: targetAt(path) }),
      );
      if ("items" in content) {
        if (content.onePageWarning !== undefined) {
          onWarning(content.onePageWarning);
        }
        // Without `keyPath`, an id may repeat: the runs of a workflow may all have the workflow's id.
        assertDistinct(content.items, request.keyPath ?? "none", isSecret);
      }
      return presentJson(content);
    } catch (error) {
      if (allowMissing && isMissing(error)) {
        return undefined;
      }
      throw error;
    }
  }

  return {
    secrets,
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

/**
 * Matches the problem of an error whose body is from a router:
 * `GET … returned 404 Not Found: no Route matched with those values`. The routers of gateways (Kong, APISIX) and of
 * frameworks (Fastify) answer an unknown path with JSON, as the service does if nothing is at the path.
 */
const NO_ROUTE = / returned 4\d\d .*?: .*(?:\bno route\b|\broute\b.*\bnot found\b)/i;

/**
 * Returns whether the service itself says that nothing is at the path: with 404 or 410 and JSON or no body, or with
 * 204. A 404 of the token endpoint, a web page and the text of a router ("default backend - 404") say nothing about the
 * path.
 */
function isMissing(error: unknown): boolean {
  return (
    error instanceof WorkflowsError &&
    error.code === "not-found" &&
    error.doing !== TOKEN_REQUEST &&
    (error.bodyKind === "json" || error.bodyKind === "empty") &&
    !NO_ROUTE.test(error.problem)
  );
}

/**
 * Returns a function that reports each message once, with secrets masked: messages quote the service, which may repeat
 * what was sent.
 */
function reportOnce(report: Reports["onWarning"], { clean }: Secrets) {
  const reported = new Set<string>();
  return (message: string): void => {
    if (!reported.has(message)) {
      report?.(clean(message));
      reported.add(message);
    }
  };
}

/** Returns a function that computes each argument's value once. An exception is not cached. */
function memoize<A, T>(compute: (argument: A) => T) {
  const values = new Map<A, T>();
  return (argument: A): T => {
    const value = values.has(argument) ? (values.get(argument) as T) : compute(argument);
    values.set(argument, value);
    return value;
  };
}
