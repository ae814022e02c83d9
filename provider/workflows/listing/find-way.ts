/** The next page; and the way to it, found by trying where the response does not show it. */
import { ServiceError, withFurtherHint, withParts } from "../../http/errors.js";
import { noWayOn, renderPagination } from "./advice.js";
import type { Fact } from "./page-facts.js";
import {
  baseOf,
  type Candidate,
  candidatesFor,
  type PageRequest,
  requestOn,
  requestWith,
  type Route,
  type Way,
} from "./paginator.js";
import type { Page, Reader, Reply } from "./reader.js";

const MAX_CANDIDATES = 4;

type Send = (request: PageRequest) => Promise<Reply>;

/** A further page, and where counting begins, as far as it shows that. */
export type Step = Reply & Pick<Way, "base">;

/**
 * Requests the page after this one; `undefined` if it names none. On the way to the second page numbers find their base: if number
 * 1 is the first page again, the service counts from 1; if an offset gives the last item again, it counts items from 1.
 */
export async function stepFrom(
  page: Page,
  way: Way,
  reader: Reader,
  send: Send = (request) => reader.send(request),
): Promise<Step | undefined> {
  const { listing } = reader.options;
  const { route, base } = way;
  const isBaseOpen = base === undefined && reader.pages === 1;
  if (route?.type === "page" && isBaseOpen) {
    const one = await send(requestWith(route, 1, listing));
    return one.novelty === "same page"
      ? { ...(await send(requestWith(route, 2, listing))), base: 1 }
      : { ...one, base: 0 };
  }
  const request = requestOn(way, page, listing, { pages: reader.pages, items: reader.items.length });
  const reply = request && (await send(request));
  if (reply?.page !== undefined && reply.novelty === "last item again" && route?.type === "offset" && isBaseOpen) {
    return { ...reply, novelty: "new", page: { ...reply.page, items: reply.page.items.slice(1) }, base: 1 };
  }
  return reply && { ...reply, base };
}

const OUTCOMES: Readonly<Record<Reply["novelty"], string>> = {
  empty: "no items",
  new: "not the page with this number",
  "same page": "the same page again",
  "last item again": "items that were read before",
  "some again": "items that were read before",
  refused: "refused",
};

/**
 * The way on, and the second page; `undefined` if an empty page is the end.
 *
 * @throws ListingError if no candidate brings new items.
 */
export async function findWay(
  more: Fact,
  first: Page,
  reader: Reader,
): Promise<{ readonly way: Candidate; readonly page: Page } | undefined> {
  const { remembered, listing } = reader.options;
  const { known } = first.facts;
  const usual = candidatesFor(known, first.items, listing);
  // A query that asks for a later page decides where counting begins.
  const again = remembered && { ...remembered, base: baseOf(remembered.route, known, listing) ?? remembered.base };
  const candidates = again === undefined ? usual : [again, ...usual];
  const replies = new Map<string, Reply>();
  const outcomes = new Map<string, string>();
  for (const candidate of candidates.slice(0, MAX_CANDIDATES)) {
    const { route } = candidate;
    const send: Send = async (request) => {
      const key = queryOf(request);
      // Two candidates may ask for the same page.
      const reply =
        replies.get(key) ?? (await reader.send(request).catch((error: unknown) => sparing(error, route, reader)));
      replies.set(key, reply);
      return reply;
    };
    const step = await stepFrom(first, candidate, reader, send);
    if (step === undefined) {
      continue;
    }
    const { page, novelty, base, refusal, request } = step;
    const isFound =
      novelty === "new"
        ? await isConfirmed({ route, base }, candidate, more, first, reader, send)
        : page !== undefined && novelty === "empty" && isMoved(more, page);
    if (page !== undefined && isFound) {
      return { way: { route, base }, page };
    }
    if (novelty === "empty" && (more.meaning === "full" || more.meaning === "position")) {
      return undefined;
    }
    outcomes.set(queryOf(request), OUTCOMES[novelty] + (refusal === undefined ? "" : `, ${refusal.status ?? ""}`));
  }
  throw noWayOn(more, outcomes, adviceAmong(candidates), reader.soFar());
}

/** The likeliest way that was not tried. Where a response names a cursor, only its parameter is open. */
function adviceAmong(candidates: readonly Candidate[]): Route | undefined {
  const routes = candidates.map(({ route }) => route);
  const left = routes.slice(MAX_CANDIDATES);
  const hasCursor = (route: Route): boolean => route.type === "cursor" && route.cursorPath !== undefined;
  return left.find(hasCursor) ?? routes.find(hasCursor) ?? left[0] ?? routes[0];
}

/** Any other error than a refusal of the page: the argument spares the requests that try. */
function sparing(error: unknown, route: Route, { options }: Reader): never {
  if (!(error instanceof ServiceError)) {
    throw error;
  }
  const hint = `To spare the requests that try how the pages are read, set ${renderPagination(route, options.language)}`;
  throw withParts(withFurtherHint(error, hint), { pagination: { ...route } });
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
  { options }: Reader,
  send: Send,
): Promise<boolean> {
  const counts = ["total", "count", "pages", "remaining"];
  const isFlagAlone =
    (more.meaning === "more" || more.meaning === "last") &&
    !first.facts.known.some(({ meaning }) => counts.includes(meaning));
  // Number 1 gave the first page already, or the response states its number.
  const isKnown = route.type === "cursor" || candidate.base !== undefined || (route.type === "page" && base === 1);
  return !isFlagAlone || isKnown || (await send(requestWith(route, base, options.listing))).novelty === "same page";
}

/** What was requested, for messages. */
export function queryOf({ url, headers }: PageRequest): string {
  const [header] = Object.entries(headers);
  return header === undefined ? url.search : header.join(": ");
}
