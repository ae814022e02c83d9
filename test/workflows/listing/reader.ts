/** Reads a listing from replies in memory: no socket, no token. */
import { WorkflowsError } from "../../../provider/base/errors.js";
import { rowOf } from "../../../provider/http/failures.js";
import type { ServiceResponse } from "../../../provider/http/types.js";
import { type ReadListing, readPages } from "../../../provider/workflows/listing/read.js";
import type { ReadingOptions } from "../../../provider/workflows/listing/reading.js";
import type { ListingRequest } from "../../../provider/workflows/types.js";

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const ADDRESS = "https://service.example/v2/workflows";

/** Text is a body as it is. */
export function responseOf({ headers = {}, body }: Reply, url = new URL(ADDRESS)): ServiceResponse {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { status: 200, headers, text, bytes: text.length, url, sentAt: 0, attempts: 1 };
}

/** What was read, and the query of each request. */
export interface Read extends ReadListing {
  readonly requested: readonly string[];
}

/** `requested` is filled also if the reading fails. */
export async function read(
  reply: (url: URL, headers: Readonly<Record<string, string>>) => Reply,
  request: ListingRequest & { readonly remembered?: ReadingOptions["remembered"]; readonly maxBytes?: number } = {},
  requested: string[] = [],
): Promise<Read> {
  const { pagination, query = {}, itemsPath, keyPath, unrelatedFields = [], maxPages = 1000 } = request;
  const send = (url: URL): Promise<ServiceResponse> => {
    requested.push(decodeURIComponent(url.search.slice(1)));
    const replied = reply(url, {});
    const { status = 200 } = replied;
    if (status !== 200) {
      const details = { code: rowOf(status).code, status };
      const says = typeof replied.body === "string" ? `: "${replied.body}"` : "";
      return Promise.reject(new WorkflowsError(`The service returned ${status}${says}.`, details));
    }
    return Promise.resolve(responseOf(replied, url));
  };
  const limit = pagination !== undefined && "size" in pagination ? { limit: pagination.size ?? 0 } : {};
  const listing = await readPages({
    listing: { url: new URL(ADDRESS), query: { ...limit, ...query } },
    pagination,
    itemsPath,
    keyPath,
    unrelated: unrelatedFields,
    maxPages,
    maxBytes: request.maxBytes ?? 1e6,
    noun: "workflows",
    style: "program",
    remembered: request.remembered,
    request: send,
    onPage: () => undefined,
  });
  return { ...listing, requested };
}
