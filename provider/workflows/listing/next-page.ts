/** Requests the next page with a paginator, and finds out whether its numbers begin with 0 or 1. Runs in both processes. */
import { Outcome } from "./outcome.js";
import type { AddedPage } from "./page.js";
import { isNumbered, type NumberedPaginator, statesLaterNumber } from "./paginators/numbered.js";
import type { Paginator } from "./paginators/paginator.js";
import type { Reading, Reply } from "./reading.js";

/** A reply to the request of a paginator. */
export interface Step {
  readonly reply: Reply;
  /** The paginator for the pages after this reply. */
  readonly paginator: Paginator;
}

/** Requests the page after this one. Returns `undefined` if the paginator has no request for it. */
export async function requestNext(paginator: Paginator, page: AddedPage, reading: Reading): Promise<Step | undefined> {
  const request = paginator.next(page, reading.progress);
  // An empty page that leads to itself ends the listing until the service has more.
  if (request === undefined || (page.items.length === 0 && request.href === page.request.href)) {
    return undefined;
  }
  const reply = await reading.send(request);
  if (!isNumbered(paginator)) {
    return { reply, paginator };
  }
  if (paginator.base === undefined) {
    return settleBase(paginator, reply, reading);
  }
  const isSecondPage = reading.pages === 1 && reply.outcome !== Outcome.Refused;
  if (isSecondPage && statesLaterNumber(reply.page, page, paginator)) {
    // The reply is the third page, so we request the second one, counting from 0.
    return requestNext(paginator.countingFrom(0), page, reading);
  }
  return { reply, paginator };
}

/**
 * Decides where counting begins, after the second page was requested as if it began with 0:
 * 1. If page 1 is the first page again, pages count from 1: page 2 is requested.
 * 2. If an offset gives the last item again, items count from 1: that item is left out.
 * 3. Else counting begins with 0.
 */
async function settleBase(paginator: NumberedPaginator, reply: Reply, reading: Reading): Promise<Step> {
  const fromOne = paginator.countingFrom(1);
  const { type } = paginator.declaration;
  if (type === "page" && reply.outcome === Outcome.SamePage) {
    return { reply: await reading.send(paginator.at(2)), paginator: fromOne };
  }
  if (type === "offset" && reply.outcome === Outcome.LastItemAgain) {
    const page = { ...reply.page, items: reply.page.items.slice(1) };
    return { reply: { ...reply, outcome: Outcome.NewItems, page }, paginator: fromOne };
  }
  return { reply, paginator: paginator.countingFrom(0) };
}
