/** Checks what responses state of the listing's size, its end and its parts against the pages that were read. */
import { ListingError } from "../../http/errors.js";
import { excerpt } from "../../http/excerpt.js";
import type { Meaning } from "../responses/conventions.js";
import { totalOf } from "./named-fields.js";
import { isCounted } from "./page-addresses.js";
import type { Page, PageOrder } from "./page-order.js";
import { findIncomplete, isLimit, judge, type Progress } from "./page-verdict.js";
import { contradiction, missingParts, refusal } from "./pagination-advice.js";
import type { Hint } from "./pagination-hints.js";
import { isSamePlace } from "./places.js";

/** The hints that state how large the whole listing is. */
const TOTALS: readonly Meaning[] = ["total", "count", "pages"];

/** The pages that a check of a listing's end looks at. */
interface ListingEnd {
  /** The page with which the listing ends; `undefined` if the service has refused or repeated the one after `lastFilled`. */
  readonly page: Page | undefined;
  /** The last page with items: `page`, or one before it; the first page if none has any. */
  readonly lastFilled: Page;
  readonly totals: StatedTotals;
}

/** What pages with items state of the listing's size. */
interface StatedTotals {
  /** The last pages that state a total or a number of pages. Some services state it on the first page only. */
  readonly last: ReadonlySet<Page>;
  /** The largest total of all pages. */
  readonly largest: Hint | undefined;
}

export interface TotalsCollector {
  add(page: Page): void;
  read(): StatedTotals;
}

export function createTotalsCollector(): TotalsCollector {
  const last = new Map<Meaning, Page>();
  let largest: Hint | undefined;
  return {
    add(page) {
      for (const { meaning } of page.hints.found) {
        if (TOTALS.includes(meaning)) {
          last.set(meaning, page);
        }
      }
      const { total } = page.verdict;
      largest = Number(total?.value) > Number(largest?.value ?? 0) ? total : largest;
    },
    read: () => ({ last: new Set(last.values()), largest }),
  };
}

/** For messages: a response that is not the last one. */
const EARLIER = "an earlier response";

/**
 * Checks that the totals and flags do not contradict the end of the listing.
 *
 * @throws ListingError if a total, a flag or the number of pages says that more follow.
 */
export function checkStatedEnd(order: PageOrder, { page, lastFilled, totals }: ListingEnd): void {
  const wording = order.endWording?.();
  if (wording === undefined) {
    return;
  }
  const last = page ?? lastFilled;
  const { progress } = last;
  const refuse = (one: Page, meanings: readonly Meaning[], by?: string): void => {
    const more = limitOn(one, progress, meanings);
    if (more !== undefined) {
      throw progress.pagesRead === 1
        ? refusal(more, one.hints, progress, wording)
        : contradiction(more, progress, wording, by);
    }
  };
  if (page !== undefined) {
    refuse(page, ["more", "last", "truncated", "incomplete"]);
  }
  refuse(lastFilled, ["remaining"]);
  // An argument that names the total is the one that counts: see `checkNamedTotal`.
  const isNamed = order.totalPath !== undefined;
  for (const one of totals.last) {
    refuse(one, isNamed ? ["pages"] : TOTALS, one === last ? "the response" : EARLIER);
  }
  const { largest } = totals;
  const isLarger = largest !== undefined && Number(largest.value) > progress.itemsRead;
  if (isLarger && !isNamed && (hasNumberedPages(order, last) || !lastFilled.verdict.isTotal)) {
    throw contradiction(largest, progress, wording, EARLIER);
  }
}

/**
 * Refuses a page that is not the last one and misses parts: no further page has them.
 *
 * @throws ListingError if a flag or a warning says so.
 */
export function checkParts({ flagPath, endWording }: PageOrder, { hints, progress }: Page): void {
  const incomplete = findIncomplete(hints);
  const isFlag = incomplete !== undefined && flagPath !== undefined && isSamePlace(incomplete.place, flagPath);
  if (incomplete !== undefined && !isFlag && endWording !== undefined) {
    throw missingParts(incomplete, progress, endWording());
  }
}

/**
 * Whether pages have numbers, by an argument or in addresses. If an item of a read page is removed, the next page begins one item
 * later: one item is missing, although the last total matches. A cursor is not shifted: there the last total may be the smaller one.
 */
export function hasNumberedPages({ startedAt, parameter }: PageOrder, { hints, progress, response }: Page): boolean {
  const { position } = hints;
  return (
    startedAt !== undefined ||
    (position !== undefined && response.url.searchParams.has(position.parameter)) ||
    isCounted(response.url, progress, parameter)
  );
}

/** Hints by which `judge` understands the others. They are never a limit themselves. */
const CONTEXT: ReadonlySet<Meaning> = new Set<Meaning>(["page", "offset"]);

/**
 * The hint, of one of these meanings, that more follow.
 *
 * @param read what was read in all, with the pages after this one.
 */
function limitOn({ hints, progress }: Page, read: Progress, meanings: readonly Meaning[]): Hint | undefined {
  const found = hints.found.filter(({ meaning }) => CONTEXT.has(meaning) || meanings.includes(meaning));
  return judge({ ...hints, found }, { ...read, pageItems: progress.pageItems }, "limits").more;
}

/**
 * Refuses a total, at the place that an argument names, that differs between pages: the listing changed while it was read. If an
 * item of a read page was removed, the next page begins one item later. One item is then missing, although the last total matches.
 */
export function checkSameTotal(order: PageOrder, before: Page | undefined, page: Page, noun: string): void {
  const { totalPath } = order;
  if (totalPath === undefined || before === undefined || page.items.length === 0 || !hasNumberedPages(order, page)) {
    return;
  }
  const [total, totalNow] = [totalOf(totalPath, before), totalOf(totalPath, page)];
  if (total !== undefined && totalNow !== undefined && total !== totalNow) {
    throw new ListingError(
      `The response says at "${excerpt(totalPath)}" that there are ${totalNow} ${noun}, and on the page before that there are ${total}. Some may be missing.`,
      {
        code: "listing",
        hint: `If the listing changed while it was read, try again. If that is not the number of all ${noun}, leave pagination.totalPath out.`,
      },
    );
  }
}

/** If an argument names the total, fewer and more items than that are an error. */
export function checkNamedTotal({ totalPath, startedAt }: PageOrder, last: Page, noun: string): void {
  if (totalPath === undefined) {
    return;
  }
  const total = totalOf(totalPath, last);
  const { itemsRead } = last.progress;
  const path = excerpt(totalPath);
  if (last.hints.found.some((hint) => isLimit(hint) && isSamePlace(hint.place, totalPath))) {
    throw new ListingError(`The response has the size of a page at totalPath "${path}", and no total.`, {
      code: "listing",
      hint: `Set pagination.totalPath to the path of the number of all ${noun}, or leave it out.`,
    });
  }
  if (total === itemsRead) {
    return;
  }
  const mayStartBefore = startedAt !== undefined && startedAt.start > 0 && Number(total) > itemsRead;
  const startHint = mayStartBefore
    ? `If the service begins with ${startedAt.other.start}, set pagination.start to it. `
    : "";
  throw new ListingError(
    total === undefined
      ? `The response has no number at totalPath "${path}".`
      : `The response says at "${path}" that there are ${total} ${noun}, but its pages have ${itemsRead}.`,
    {
      code: "listing",
      hint: `${startHint}If that is not the number of all ${noun}, leave pagination.totalPath out. If it changed while the pages were read, try again.`,
    },
  );
}

/**
 * If an argument names the total, a page that is not the last one is an error if more items than that were read. Some services name a
 * next page for ever.
 */
export function checkNotOverTotal(order: PageOrder, page: Page, noun: string): void {
  const total = order.totalPath === undefined ? undefined : totalOf(order.totalPath, page);
  if (total !== undefined && page.items.length > 0 && page.progress.itemsRead > total) {
    checkNamedTotal(order, page, noun);
  }
}
