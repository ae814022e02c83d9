/**
 * Combines the arguments, the settings and the defaults into one request. The session compares these requests: equal
 * ones share one response.
 */
import type { Settings } from "../settings/read-settings.js";
import type { Pagination } from "./arguments/argument-types.js";
import { DEFAULTS } from "./arguments/table.js";
import { sentQuery } from "./service-path.js";
import type { ListingRequest } from "./types.js";

/** A request with everything that decides what is sent and how the response is read. */
export interface ResolvedRequest extends Pick<ListingRequest, "itemsPath" | "pagination" | "keyPath"> {
  /** By the parameter's name: the values that are sent, as text. One parameter can be sent several times. */
  readonly query: Readonly<Record<string, readonly string[]>>;
  /** The query of the first page: `query`, with the parameter of `pagination.size` if it is set. */
  readonly firstQuery: Readonly<Record<string, readonly string[]>>;
  readonly maxPages: number;
  readonly unrelatedFields: readonly string[];
}

/**
 * Fills in what the arguments leave out: first from the settings, then from the defaults.
 *
 * @param isListing True if the settings `itemsPath` and `pagination` apply: for the listing of workflows, and for
 *   another path whose argument `itemsPath` says that there is a list.
 */
export function resolveRequest(
  request: ListingRequest,
  settings: RequestSettings,
  isListing: boolean,
): ResolvedRequest {
  const query = sentQuery(request.query ?? DEFAULTS.query);
  const itemsPath = request.itemsPath ?? (isListing ? settings.itemsPath : undefined);
  // The setting was checked as the argument is. Its type says less, because settings do not import types of arguments.
  const pagination = request.pagination ?? (isListing ? (settings.pagination as Pagination | undefined) : undefined);
  return {
    keyPath: request.keyPath,
    itemsPath,
    pagination,
    query,
    firstQuery: { ...sizeParameter(pagination), ...query },
    maxPages: request.maxPages ?? DEFAULTS.maxPages,
    unrelatedFields: request.unrelatedFields ?? settings.unrelatedFields ?? DEFAULTS.unrelatedFields,
  };
}

/** The settings that describe the listing. */
type RequestSettings = Partial<Pick<Settings, "itemsPath" | "unrelatedFields" | "pagination">>;

/**
 * Returns the query parameter that asks for pages of `pagination.size`; nothing if there is no size. A value of the
 * same parameter in `query` replaces it.
 */
function sizeParameter(pagination: Pagination | undefined): Readonly<Record<string, readonly string[]>> {
  if (pagination === undefined || pagination.type === "none" || pagination.size === undefined) {
    return {};
  }
  const { sizeParameter: name = DEFAULTS.sizeParameter, size } = pagination;
  return { [name]: [String(size)] };
}
