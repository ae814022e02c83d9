/** The way from page to page, and how it is found by trying where the response does not show it. */
import { ServiceError, withFurtherHint, withParts, WorkflowsError } from "../../http/errors.js";
import { noWayOn, renderArgument, type Trial } from "./advice.js";
import type { Fact } from "./page-facts.js";
import { baseOf, type Candidate, candidatesFor, type PageRequest, requestOn, requestWith } from "./paginator.js";
import type { Page, PageReader, Reading } from "./reading.js";
import type { Novelty } from "./seen-items.js";

const MAX_TRIALS = 4;
/** Requests that lead to no new page, at most. */
const MAX_WASTED = 5;

/** What came back for a further page. */
export interface Step {
  readonly request: PageRequest;
  readonly novelty: Novelty | "refused";
  /** Not if it was refused. */
  readonly page?: Page;
  readonly refusal?: ServiceError;
  /** Where counting begins, as far as this step shows it. */
  readonly base?: number | undefined;
}

/**
 * Requests the page after this one; `undefined` if it names none. On the way to the second page numbers find their base: if number
 * 1 is the first page again, the service counts from 1; if an offset gives the last item again, it counts items from 1.
 */
export async function stepFrom(
  page: Page,
  candidate: Candidate,
  { listing }: PageReader,
  reading: Reading,
): Promise<Step | undefined> {
  const { route, base } = candidate;
  const send = async (request: PageRequest): Promise<Step> => {
    const next = await reading.fetchOrRefusal(request);
    return next instanceof ServiceError
      ? { request, novelty: "refused", refusal: next }
      : { request, novelty: reading.compare(next), page: next, base };
  };
  const isBaseOpen = base === undefined && reading.pages() === 1;
  if (route.type === "page" && isBaseOpen) {
    const step = await send(requestWith(route, 1, listing));
    return step.novelty === "same page"
      ? { ...(await send(requestWith(route, 2, listing))), base: 1 }
      : { ...step, base: 0 };
  }
  const request = requestOn(candidate, page, listing, { pages: reading.pages(), items: reading.items.length });
  const step = request && (await send(request));
  if (step?.page !== undefined && step.novelty === "last item again" && route.type === "offset" && isBaseOpen) {
    return { ...step, novelty: "new", page: { ...step.page, items: step.page.items.slice(1) }, base: 1 };
  }
  return step;
}

const OUTCOMES: Readonly<Record<Novelty, string>> = {
  empty: "no items",
  new: "not the page with this number",
  "same page": "the same page again",
  "last item again": "items that were read before",
  "some again": "items that were read before",
};

/**
 * The way on, and the second page; `undefined` if an empty page is the end.
 *
 * @throws ListingError if no candidate brings new items.
 */
export async function findWay(
  more: Fact,
  first: Page,
  reader: PageReader,
  reading: Reading,
): Promise<{ readonly way: Candidate; readonly page: Page } | undefined> {
  const { remembered, listing } = reader;
  const usual = candidatesFor(first.facts.known, first.items, listing);
  // A query that asks for a later page decides where counting begins.
  const { known } = first.facts;
  const again = remembered && { ...remembered, base: baseOf(remembered.route, known, listing) ?? remembered.base };
  const candidates = again === undefined ? usual : [again, ...usual];
  const trials: Trial[] = [];
  let wasted = 0;
  for (const candidate of candidates.slice(0, MAX_TRIALS)) {
    const sent = reading.requests();
    const step =
      wasted < MAX_WASTED
        ? await spared(candidate, reader, () => stepFrom(first, candidate, reader, reading))
        : undefined;
    if (step === undefined) {
      continue;
    }
    const way = { route: candidate.route, base: step.base };
    if (step.page !== undefined && step.novelty === "empty" && isMoved(more, step.page)) {
      return { way, page: step.page };
    }
    if (
      step.page !== undefined &&
      step.novelty === "new" &&
      (await isConfirmed(way, candidate, more, first, reader, reading))
    ) {
      return { way, page: step.page };
    }
    const outcome = step.novelty === "refused" ? `refused, ${step.refusal?.status ?? ""}` : OUTCOMES[step.novelty];
    trials.push({ requested: queryOf(step.request), outcome });
    wasted += reading.requests() - sent;
    if (step.novelty === "empty" && (more.meaning === "full" || more.meaning === "position")) {
      return undefined;
    }
  }
  throw noWayOn(more, trials, (candidates[trials.length] ?? candidates[0])?.route, reading.soFar());
}

/** Whether a page without items names another cursor: it is a page in the middle, as AWS and Google document them. */
function isMoved({ meaning, location, value }: Fact, { facts }: Page): boolean {
  const next = facts.known.find((fact) => fact.location === location)?.value;
  return (meaning === "cursor" || meaning === "position") && next !== undefined && next !== null && next !== value;
}

/** With nothing but a flag, the number of the first page must give the first page. */
async function isConfirmed(
  { route, base = 0 }: Candidate,
  candidate: Candidate,
  more: Fact,
  first: Page,
  { listing }: PageReader,
  reading: Reading,
): Promise<boolean> {
  const isFlagAlone =
    (more.meaning === "more" || more.meaning === "last") &&
    !first.facts.known.some(({ meaning }) => ["total", "count", "pages", "remaining"].includes(meaning));
  // Number 1 gave the first page already, or the response states its number.
  const isKnown = route.type === "cursor" || candidate.base !== undefined || (route.type === "page" && base === 1);
  if (!isFlagAlone || isKnown) {
    return true;
  }
  const page = await reading.fetchOrRefusal(requestWith(route, base, listing));
  return !(page instanceof ServiceError) && reading.compare(page) === "same page";
}

/** If a service limits requests, the argument spares those that try. */
async function spared<T>({ route }: Candidate, { language }: PageReader, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof WorkflowsError && error.code === "rate-limited") {
      const hint = `To spare the requests that try how the pages are read, set ${renderArgument(route, language)}`;
      throw withParts(withFurtherHint(error, hint), { pagination: { ...route } });
    }
    throw error;
  }
}

/** What was requested, for messages. */
export function queryOf({ url, headers }: PageRequest): string {
  const [header] = Object.entries(headers);
  return header === undefined ? url.search : header.join(": ");
}
