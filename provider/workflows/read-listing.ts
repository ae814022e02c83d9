/** Reads the whole listing of one service. */
import { sendAuthorized } from "../auth/authorized.js";
import { endpoint } from "../auth/base-url.js";
import type { Deadline } from "../http/deadline.js";
import { createPageOrder } from "./next-page.js";
import { readPages } from "./pages.js";
import type { ListingClient, ListingRequest, RawListing } from "./types.js";

const defaultMaxPages = 1000;

/** Progress is told at 10, 20, 40, … pages, and whenever this many milliseconds went by without a word. */
const quietMilliseconds = 10_000;

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
  const items = await readPages({
    order: createPageOrder(listing, request.query ?? {}, request.pagination),
    origin: listing.origin,
    itemsPath: request.itemsPath,
    maxPages: request.maxPages ?? defaultMaxPages,
    maxBytes: client.maxResponseBytes,
    request: (url, number, byteLimit) =>
      sendAuthorized(client, {
        doing: number === 1 ? "list the workflows" : `list the workflows (page ${number})`,
        method: "GET",
        url,
        headers: { accept: "application/json" },
        redirects: "same-origin",
        deadline,
        byteLimit,
      }),
    onPage: tellPages(deadline, onProgress),
  });
  return { items };
}

function tellPages(
  deadline: Deadline,
  onProgress: ((line: string) => void) | undefined,
): (pages: number, items: number) => void {
  let nextPages = 10;
  let quietSince = deadline.remaining();
  return (pages, items) => {
    if (pages >= nextPages || quietSince - deadline.remaining() >= quietMilliseconds) {
      onProgress?.(`read ${pages} pages, ${items} workflows so far`);
      nextPages = Math.max(nextPages, pages * 2);
      quietSince = deadline.remaining();
    }
  };
}
