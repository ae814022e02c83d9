/** Reads the whole listing of one service. */
import { sendAuthorized } from "../auth/authorized.js";
import type { Deadline } from "../http/deadline.js";
import { WorkflowsError } from "../http/errors.js";
import { createRedactor } from "../http/redactor.js";
import type { ServiceAnswer } from "../http/types.js";
import { endpoint } from "../settings/base-url.js";
import { explainListing } from "./explain-listing.js";
import { createPageOrder } from "./next-page.js";
import { readPages } from "./pages.js";
import type { ListingClient, ListingRequest, RawListing } from "./types.js";

const DEFAULT_MAX_PAGES = 1000;

/** Progress is told at 10, 20, 40, … pages, and whenever this many milliseconds went by without a word. */
const QUIET_MILLISECONDS = 10_000;

/**
 * Reads all pages, inside one deadline and one byte limit. A page that fails fails the whole: there are no half listings.
 *
 * @param onProgress told on long listings: "read 40 pages, 4000 workflows so far".
 * @throws WorkflowsError whatever the transport and the token source throw; `not-json`, `listing` and `too-large` for what came.
 */
export async function readListing(
  client: ListingClient,
  request: ListingRequest,
  deadline: Deadline,
  onProgress?: (line: string) => void,
): Promise<RawListing> {
  const listing = endpoint(client.baseUrl, "/v2/workflows");
  const { redact } = client.transport.redactor ?? createRedactor();
  const failedRequests = new WeakSet<object>();
  let doing = "list the workflows";
  let last: ServiceAnswer | undefined;

  async function requestPage(url: URL, number: number, byteLimit: number): Promise<ServiceAnswer> {
    doing = number === 1 ? doing : `list the workflows (page ${number})`;
    const headers = { accept: "application/json" };
    const page = { doing, method: "GET", url, headers, redirects: "same-origin", deadline, byteLimit } as const;
    try {
      last = await sendAuthorized(client, page);
      return last;
    } catch (error) {
      failedRequests.add(error as object);
      throw error;
    }
  }

  try {
    const items = await readPages({
      order: createPageOrder(listing, request.query ?? {}, request.pagination),
      origin: listing.origin,
      itemsPath: request.itemsPath,
      maxPages: request.maxPages ?? DEFAULT_MAX_PAGES,
      maxBytes: client.maxResponseBytes,
      request: requestPage,
      onPage: tellPages(deadline, onProgress),
    });
    return { items };
  } catch (error) {
    // An error of the request says already what was being done.
    if (!(error instanceof WorkflowsError) || failedRequests.has(error)) {
      throw error;
    }
    throw explainListing(error, doing, last, redact);
  }
}

function tellPages(
  deadline: Deadline,
  onProgress: ((line: string) => void) | undefined,
): (pages: number, items: number) => void {
  let nextPages = 10;
  let quietSince = deadline.remaining();
  return (pages, items) => {
    if (pages >= nextPages || quietSince - deadline.remaining() >= QUIET_MILLISECONDS) {
      onProgress?.(`read ${pages} pages, ${items} workflows so far`);
      nextPages = Math.max(nextPages, pages * 2);
      quietSince = deadline.remaining();
    }
  };
}
