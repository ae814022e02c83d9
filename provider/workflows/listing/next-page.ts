/** The page after this one; and the way to it, found by trying where the response does not show it. */
import { ServiceError, withFurtherHint, withParts } from "../../http/errors.js";
import { excerpt } from "../../http/excerpt.js";
import { adviceOn, listingError, renderPagination, saysMore } from "./advice.js";
import type { Fact } from "./page-facts.js";
import { candidatesFor, parameterOf, requestOn, requestWith, type Way, wayBy } from "./paginator.js";
import { ListingChanged, type Reader, type Reply, type TakenPage } from "./reader.js";

const MAX_CANDIDATES = 4;

/** What to do where no next page comes by a declared way, or by an address. */
const OTHER =
  "Set `pagination` with the service's own parameter. If this is the page after the last one: with totalPath, totalPagesPath, morePath or lastPath, for what shows the end.";

/** What came back for the next page, and the way to the page after it: `undefined` if each page names its address. */
export interface Step extends Reply {
  readonly way: Way | undefined;
}

/**
 * The next page; `undefined` if what came back is the end.
 *
 * @throws ListingError if it is no next page, or if no candidate brings new items.
 */
export async function nextPage(page: TakenPage, way: Way | undefined, reader: Reader): Promise<Step | undefined> {
  const { more, ends, items, request } = page;
  if (way === undefined && more !== undefined && more.meaning !== "address") {
    // Pages that name addresses end where the address is gone.
    return reader.pages === 1 ? findWay(page, more, reader) : undefined;
  }
  const step = await stepFrom(page, way, reader);
  switch (step?.outcome) {
    case undefined:
    case "new items":
      return step;
    case "no items":
      // A page without items that leads to itself: there is no more until the service has more.
      return items.length === 0 && JSON.stringify(step.request) === JSON.stringify(request) ? undefined : step;
    case "refused":
    case "the same page again":
      if (more === undefined && ends.length > 0) {
        return undefined;
      }
      throw step.refusal === undefined
        ? listingError(
            `${excerpt(step.request.url.search || step.request.url.pathname)} leads to pages that were read before. ${reader.soFar()}`,
            OTHER,
          )
        : withFurtherHint(step.refusal, OTHER);
    default:
      throw new ListingChanged(`page ${reader.pages + 1} has items that were read before`);
  }
}

/**
 * Requests the page after this one; `undefined` if it names none. On the way to the second page numbers find their base: if number
 * 1 is the first page again, the service counts from 1; if an offset gives the last item again, it counts items from 1.
 */
async function stepFrom(page: TakenPage, way: Way | undefined, reader: Reader): Promise<Step | undefined> {
  const { listing } = reader.options;
  const request = requestOn(way, page, listing, reader);
  const reply = request && (await reader.send(request));
  if (way === undefined || reply === undefined || way.base !== undefined) {
    return reply && { ...reply, way };
  }
  const { route } = way;
  const fromOne = { route, base: 1 };
  if (route.type === "page" && reply.outcome === "the same page again") {
    return { ...(await reader.send(requestWith(route, 2, listing))), way: fromOne };
  }
  if (route.type === "offset" && reply.page !== undefined && reply.outcome === "the last item again") {
    const rest = { ...reply.page, items: reply.page.items.slice(1) };
    return { ...reply, outcome: "new items", page: rest, way: fromOne };
  }
  return { ...reply, way: { route, base: 0 } };
}

/**
 * The second page, by the first candidate that brings new items; `undefined` if an empty page is the end.
 *
 * @throws ListingError if no candidate does.
 */
async function findWay(first: TakenPage, more: Fact, reader: Reader): Promise<Step | undefined> {
  const { remembered, listing, language, noun } = reader.options;
  const { known } = first.facts;
  const isRemembered = ({ route }: Way): boolean => JSON.stringify(route) === JSON.stringify(remembered?.route);
  const ways = candidatesFor(known, listing).filter((way) => !isRemembered(way));
  if (remembered !== undefined) {
    // A query that asks for a later page decides where counting begins.
    ways.unshift(wayBy(remembered, known, listing));
  }
  const tried: string[] = [];
  for (const way of ways.slice(0, MAX_CANDIDATES)) {
    const step = await tryWay(way, first, reader).catch((error: unknown) => {
      const hint = `To spare the requests that try how the pages are read, set ${renderPagination(way.route, language)}`;
      const parts = { pagination: { ...way.route } };
      throw error instanceof ServiceError ? withParts(withFurtherHint(error, hint), parts) : error;
    });
    if (step?.outcome === "new items" || isMoved(more, step)) {
      return step;
    }
    if (step?.outcome === "no items" && (more.meaning === "full" || more.meaning === "position")) {
      return undefined;
    }
    if (step !== undefined) {
      const outcome = [step.outcome, step.refusal?.status ?? []].flat().join(", ");
      tried.push(`${excerpt(step.request.url.search)} (${outcome})`);
    }
  }
  // The likeliest way that was not tried. Where a cursor is known, only its parameter is not.
  const cursors = ways.filter((way) => "cursorPath" in way.route);
  const alike = cursors.length > 0 ? cursors : ways;
  const { route } = alike[MAX_CANDIDATES] ?? ways[0] ?? { route: { type: "page" } };
  throw listingError(
    `The response ${saysMore(more, noun)}. ${reader.soFar()} Tried for the next page: ${tried.join(", ")}.`,
    `${adviceOn(more, route, reader.options)}, with the service's own name in place of "${excerpt(parameterOf(route))}".`,
    route,
  );
}

/** Where nothing counts, the number of the first page must give the first page, unless that number is known. */
async function tryWay(way: Way, first: TakenPage, reader: Reader): Promise<Step | undefined> {
  const step = await stepFrom(first, way, reader);
  const isCounted = first.facts.known.some(({ meaning }) => ["total", "count", "pages", "remaining"].includes(meaning));
  const isOpen = way.route.type !== "cursor" && way.base === undefined && step?.way?.base === 0;
  if (step?.outcome !== "new items" || isCounted || !isOpen) {
    return step;
  }
  const again = await reader.send(requestWith(way.route, 0, reader.options.listing));
  return again.outcome === "the same page again" ? step : { ...step, outcome: "not the page with this number" };
}

/** Whether a page without items names another cursor: it is a page in the middle, as AWS and Google document them. */
function isMoved({ location, value }: Fact, step: Step | undefined): boolean {
  const next = step?.page?.facts.known.find((fact) => fact.location === location);
  const isCursor = next?.meaning === "cursor" || next?.meaning === "position";
  return isCursor && step?.outcome === "no items" && next.value !== null && next.value !== value;
}
