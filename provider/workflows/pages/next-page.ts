/** The request for each page, made from the page before it. */
import { ListingError } from "../../http/errors.js";
import { PAGINATION_DEFAULTS } from "../arguments/names.js";
import type { OffsetPagination, PagePagination, Pagination, Query } from "../arguments/argument-types.js";
import { cursorOrder } from "./cursor-order.js";
import { flagPathOf, isLastByCount, saysLast } from "./named-fields.js";
import { requestTo } from "./next-address.js";
import type { Page, PageOrder, PageRequest } from "./page-order.js";
import { endlessPages, refusal, type Wording } from "./pagination-advice.js";
import { withQuery } from "../service-path.js";

export function createPageOrder(
  listing: URL,
  query: Query,
  pagination: Pagination | undefined,
  wording: Wording,
): PageOrder {
  const first = { url: withQuery(listing, query), headers: {} };
  if (pagination === undefined) {
    return linkedOrder(first, wording);
  }
  if (pagination.type === "none") {
    return { first, next: () => undefined, endsWithEmptyPage: false };
  }
  const sized = { ...query, ...sizeQuery(pagination) };
  const order =
    pagination.type === "cursor"
      ? cursorOrder(listing, sized, pagination, wording)
      : countedOrder(listing, sized, pagination);
  return {
    ...order,
    ...requestsForChecks(first, pagination),
    flagPath: flagPathOf(pagination),
    endWording: () => wording,
  };
}

/** @param without the first request without what the argument adds. */
function requestsForChecks(
  without: PageRequest,
  { size, sizeParameter = PAGINATION_DEFAULTS.sizeParameter }: SizeOptions,
): Pick<PageOrder, "sized" | "addressed"> {
  return {
    sized: size === undefined ? undefined : { parameter: sizeParameter, without },
    addressed({ verdict: { more }, response }) {
      return more?.meaning === "address" ? requestTo(String(more.value), response.url) : undefined;
    },
  };
}

/** Some services name a next page for ever. A listing with fewer empty pages than this in its middle is read on. */
const MAX_EMPTY_PAGES = 10;

/** Without an argument: the address that the page names is followed; a page that only hints at more is refused. */
function linkedOrder(first: PageRequest, wording: Wording): PageOrder {
  let emptyPages = 0;
  let followedAt: string | undefined;
  const next: PageOrder["next"] = (page) => {
    const { more } = page.verdict;
    if (more === undefined) {
      return undefined;
    }
    if (more.meaning !== "address") {
      throw refusal(more, page.hints, page.progress, { ...wording, followedAt });
    }
    followedAt = more.place;
    emptyPages = page.items.length === 0 ? emptyPages + 1 : 0;
    // Pages that are counted go on by themselves. A cursor leads somewhere.
    if (emptyPages === MAX_EMPTY_PAGES && page.hints.position !== undefined) {
      throw endlessPages(emptyPages, more, page, wording);
    }
    return requestTo(String(more.value), page.response.url);
  };
  return { first, next, endsWithEmptyPage: false, endWording: () => ({ ...wording, followedAt }) };
}

/** Pages that are requested by their number, or by the number of the first item. */
function countedOrder(listing: URL, query: Query, pagination: PagePagination | OffsetPagination): PageOrder {
  const defaults = PAGINATION_DEFAULTS[pagination.type];
  const { type, parameter = defaults.parameter, start = defaults.start, morePath, lastPath } = pagination;
  const totalPagesPath = pagination.type === "page" ? pagination.totalPagesPath : undefined;
  const requestWith = (position: Query): PageRequest => ({
    url: withQuery(listing, { ...query, ...position }),
    headers: {},
  });
  const at = (position: number): PageRequest => requestWith({ [parameter]: position });
  const after = ({ progress: { pagesRead, itemsRead } }: Page): PageRequest =>
    at(start + (type === "page" ? pagesRead : itemsRead));
  const otherStart = start === 0 ? 1 : start - 1;
  return {
    first: at(start),
    endsWithEmptyPage: totalPagesPath === undefined && morePath === undefined && lastPath === undefined,
    endsByPageCount: totalPagesPath !== undefined,
    size: pagination.size,
    totalPath: pagination.totalPath,
    ignoresTotals: pagination.ignoreTotals,
    parameter,
    startedAt: {
      type,
      parameter,
      start,
      unnumbered: requestWith({}),
      other: { start: otherStart, request: at(otherStart) },
    },
    after,
    atItem: type === "offset" ? (index) => at(start + index) : undefined,
    next(page) {
      const isLast = saysLast(page, pagination) ?? isLastByCount(page, totalPagesPath);
      if (totalPagesPath !== undefined && isLast !== undefined) {
        checkPageCount(page, isLast, start);
      }
      const isEnd = isLast ?? page.progress.pageItems === 0;
      return isEnd ? undefined : after(page);
    },
  };
}

/** @throws ListingError if by the number of pages, the service counts them from another number than `start`. */
function checkPageCount({ progress: { pagesRead, pageItems } }: Page, isLast: boolean, start: number): void {
  if (pageItems > 0) {
    return;
  }
  if (isLast && pagesRead > 1) {
    throw emptyLastPage(pagesRead, start);
  }
  if (!isLast && pagesRead === 1 && start === 0) {
    throw emptyFirstPage();
  }
}

/** If the service counts from another number, its last page seems to be empty: the one before the first was left out. */
function emptyLastPage(number: number, start: number): ListingError {
  return new ListingError(`The response says that there are ${number} pages, but page ${number} is empty.`, {
    code: "listing",
    hint: `Is the service's first page page ${start}? Set pagination.start to its number, such as ${start === 0 ? 1 : 0}.`,
  });
}

/** If the service counts from 1, page 0 is empty: by the number of pages, the last one would be left out. */
function emptyFirstPage(): ListingError {
  return new ListingError("The response says that there are several pages, but page 0 is empty.", {
    code: "listing",
    hint: "Is the service's first page page 1? Set pagination.start to its number, such as 1.",
  });
}

interface SizeOptions {
  readonly size?: number | undefined;
  readonly sizeParameter?: string | undefined;
}

function sizeQuery({ size, sizeParameter = PAGINATION_DEFAULTS.sizeParameter }: SizeOptions): Query {
  return size === undefined ? {} : { [sizeParameter]: size };
}
