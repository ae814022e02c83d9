/** Requests the page after the last one that was read, and finds out whether numbers begin with 0 or 1. */
import type { Page } from "./page.js";
import { isNumbered, numberedPaginator, type Paginator, parameterOf } from "./paginators.js";
import type { Reading, Reply } from "./reading.js";

/** A reply, and the paginator that reads on after it. */
export interface Step {
  readonly reply: Reply;
  readonly paginator: Paginator;
}

/** Requests the page after this one. `undefined`: the page names no next one, or an empty page names itself. */
export async function requestNext(paginator: Paginator, page: Page, reading: Reading): Promise<Step | undefined> {
  const request = paginator.next(page, reading.pages, reading.items.length);
  const isItself = page.items.length === 0 && request?.href === page.request.href;
  if (request === undefined || isItself) {
    return undefined;
  }
  const reply = await reading.send(request);
  const base = baseShownBy(reply, paginator, reading.pages);
  if (!isNumbered(paginator) || base === paginator.base || base === undefined) {
    return { reply, paginator };
  }
  const { declaration, base: assumed = 0 } = paginator;
  const next = numberedPaginator(declaration, reading.options.listing, base);
  return base === assumed ? { reply, paginator: next } : requestNext(next, page, reading);
}

/**
 * Returns the number with which counting begins, as the reply to the request for the second page shows it:
 * 1. Nothing is known: the request was sent as if counting began with 0. If it gives the first page, or the last item again, it begins with 1.
 * 2. Pages may state numbers from 1 although the parameter counts from 0. Then `?page=2` is the third page, and states `"page": 3`.
 */
function baseShownBy(reply: Reply, paginator: Paginator, pagesRead: number): number | undefined {
  if (!isNumbered(paginator)) {
    return undefined;
  }
  const { declaration, base } = paginator;
  const isPage = declaration.type === "page";
  if (base === undefined) {
    return reply.comparison === (isPage ? "the same page again" : "the last item again") ? 1 : 0;
  }
  const later = Number(reply.request.searchParams.get(parameterOf(declaration))) + 1;
  const statesLater = "page" in reply && reply.page.signs.some(({ kind, value }) => kind === "page" && value === later);
  return isPage && base === 1 && pagesRead === 1 && statesLater ? 0 : base;
}
