/** The next page; and the way to it, found by trying where the response does not show it. */
import { ServiceError, withFurtherHint, withParts } from "../../http/errors.js";
import { excerpt } from "../../http/excerpt.js";
import { listingError, readSoFar, renderPagination, saysMore, unrelated } from "./advice.js";
import type { Fact } from "./page-facts.js";
import {
  baseOf,
  type Candidate,
  candidatesFor,
  parameterOf,
  queryOf,
  requestOn,
  requestWith,
  type Way,
} from "./paginator.js";
import type { Reader, Reply, TakenPage } from "./reader.js";

const MAX_CANDIDATES = 4;

/** What came back for the next page, and the way to the page after it. */
export interface Step extends Reply {
  readonly way: Way;
}

/**
 * Requests the page after this one; `undefined` if it names none. On the way to the second page numbers find their base: if number
 * 1 is the first page again, the service counts from 1; if an offset gives the last item again, it counts items from 1.
 */
export async function stepFrom(page: TakenPage, way: Way, reader: Reader): Promise<Step | undefined> {
  const { listing } = reader.options;
  const { route, base } = way;
  const isBaseOpen = base === undefined && reader.pages === 1;
  if (route?.type === "page" && isBaseOpen) {
    const one = await reader.send(requestWith(route, 1, listing));
    return one.outcome === "the same page again"
      ? { ...(await reader.send(requestWith(route, 2, listing))), way: { route, base: 1 } }
      : { ...one, way: { route, base: 0 } };
  }
  const request = requestOn(way, page, listing, reader);
  const reply = request && (await reader.send(request));
  if (reply?.page !== undefined && reply.outcome === "the last item again" && route?.type === "offset" && isBaseOpen) {
    const rest = { ...reply.page, items: reply.page.items.slice(1) };
    return { ...reply, outcome: "new items", page: rest, way: { route, base: 1 } };
  }
  return reply && { ...reply, way };
}

/**
 * The way on, and the second page; `undefined` if an empty page is the end.
 *
 * @throws ListingError if no candidate brings new items.
 */
export async function findWay(first: TakenPage, more: Fact, reader: Reader): Promise<Step | undefined> {
  const { remembered, listing, language } = reader.options;
  const { known } = first.facts;
  const candidates = candidatesFor(known, listing);
  if (remembered !== undefined) {
    // A query that asks for a later page decides where counting begins.
    const base = baseOf(remembered.route, known, listing) ?? remembered.base;
    candidates.unshift({ route: remembered.route, base });
  }
  const tried: string[] = [];
  for (const candidate of candidates.slice(0, MAX_CANDIDATES)) {
    const step = await tryWay(candidate, more, first, reader).catch((error: unknown) => {
      const hint = `To spare the requests that try how the pages are read, set ${renderPagination(candidate.route, language)}`;
      throw error instanceof ServiceError
        ? withParts(withFurtherHint(error, hint), { pagination: { ...candidate.route } })
        : error;
    });
    if (step?.outcome === "new items") {
      return step;
    }
    if (step?.outcome === "no items" && (more.meaning === "full" || more.meaning === "position")) {
      return undefined;
    }
    if (step !== undefined) {
      const status = step.refusal === undefined ? "" : `, ${step.refusal.status ?? ""}`;
      tried.push(`${excerpt(queryOf(step.request))} (${step.outcome}${status})`);
    }
  }
  // The likeliest way that was not tried.
  const { route }: Candidate = candidates[MAX_CANDIDATES] ?? { route: { type: "page" } };
  throw listingError(
    `The response ${saysMore(more, reader.options.noun)}. ${readSoFar(reader)}${tried.length === 0 ? "" : ` Tried for the next page: ${tried.join(", ")}.`}`,
    `If these are all, set ${unrelated(more, reader.options)}. To read on, set ${renderPagination(route, language)}, with the service's own name in place of "${excerpt(parameterOf(route))}".`,
    route,
  );
}

/** The way is found if there are new items. */
async function tryWay(way: Candidate, more: Fact, first: TakenPage, reader: Reader): Promise<Step | undefined> {
  const step = await stepFrom(first, way, reader);
  if (step?.outcome === "no items" && isMoved(more, step.page?.facts.known ?? [])) {
    return { ...step, outcome: "new items" };
  }
  // Where nothing counts, the number of the first page must give the first page, unless that number is known.
  const isCounted = first.facts.known.some(({ meaning }) => ["total", "count", "pages", "remaining"].includes(meaning));
  const { route, base } = way;
  const isKnown = route.type === "cursor" || base !== undefined || (route.type === "page" && step?.way.base === 1);
  if (step?.outcome !== "new items" || isCounted || isKnown) {
    return step;
  }
  const again = await reader.send(requestWith(route, step.way.base ?? 0, reader.options.listing));
  return again.outcome === "the same page again" ? step : { ...step, outcome: "not the page with this number" };
}

/** Whether a page without items names another cursor: it is a page in the middle, as AWS and Google document them. */
function isMoved({ meaning, location, value }: Fact, known: readonly Fact[]): boolean {
  const next = known.find((fact) => fact.location === location)?.value ?? null;
  return (meaning === "cursor" || meaning === "position") && next !== null && next !== value;
}
