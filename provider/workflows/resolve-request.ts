/** Makes the request of the arguments, the settings and the defaults. Equal requests share one response. Runs in both processes. */
import type { Settings } from "../settings/read-settings.js";
import type { Pagination } from "./arguments/argument-types.js";
import { DEFAULTS } from "./arguments/table.js";
import { sentQuery } from "./service-path.js";
import type { ListingRequest } from "./types.js";

/** A request with everything that decides what is sent and how the response is read. */
export interface ResolvedRequest extends Pick<ListingRequest, "itemsPath" | "pagination" | "keyPath"> {
  /** Each parameter with the texts that are sent. */
  readonly query: Readonly<Record<string, readonly string[]>>;
  /** The query of the first page: `query`, with the parameter of `pagination.size` if it is set. */
  readonly firstQuery: Readonly<Record<string, readonly string[]>>;
  readonly maxPages: number;
  readonly unrelatedFields: readonly string[];
}

/**
 * Fills in what the arguments leave out: first from the settings, then from the defaults.
 *
 * @param isListing Whether the path lists workflows. The settings `itemsPath` and `pagination` describe `/v2/workflows` only, so
 *   another path uses them only if the argument `itemsPath` says that it has a list.
 */
export function resolveRequest(
  request: ListingRequest,
  settings: RequestSettings,
  isListing: boolean,
): ResolvedRequest {
  const query = sentQuery(request.query ?? DEFAULTS.query);
  const itemsPath = request.itemsPath ?? (isListing ? settings.itemsPath : undefined);
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
interface RequestSettings {
  readonly itemsPath?: Settings["itemsPath"] | undefined;
  readonly unrelatedFields?: Settings["unrelatedFields"] | undefined;
  /** Parsed by the rules of the argument. */
  readonly pagination?: Settings["pagination"] | Pagination | undefined;
}

/** Returns the query parameter of `pagination.size`, or nothing if the size is not set. A parameter of `query` wins over it. */
function sizeParameter(pagination: Pagination | undefined): Readonly<Record<string, readonly string[]>> {
  if (pagination === undefined || pagination.type === "none" || pagination.size === undefined) {
    return {};
  }
  const { sizeParameter: name = DEFAULTS.sizeParameter, size } = pagination;
  return { [name]: [String(size)] };
}
