/** Reads a listing page by page, by the five rules: the whole listing, or an error. */
import { ServiceError, withFurtherHint, withParts } from "../../http/errors.js";
import { excerpt } from "../../http/excerpt.js";
import type { Pagination } from "../arguments/argument-types.js";
import type { JsonValue } from "../json/json.js";
import { withQuery } from "../service-path.js";
import { adviceOn, listingError, pageCount, renderArgument, renderUnrelated, saysMore } from "./advice.js";
import { refuseNowhere } from "./declared-facts.js";
import { type Fact, isCounted, roleOf } from "./page-facts.js";
import { candidatesFor, parameterOf, requestOn, requestWith, type Route, type Way, wayBy } from "./paginator.js";
import { ListingChanged, Reader, type ReaderOptions, type Reply, type TakenPage } from "./reader.js";

const MAX_CANDIDATES = 4;

/** What to do where no next page comes by a declared way, or by an address. */
const OTHER =
  "Set `pagination` with the service's own parameter. If this is the page after the last one: with totalPath, totalPagesPath, morePath or lastPath, for what shows the end.";

/** A listing that was read to its end. */
export interface ReadListing {
  /** The items of all pages, in order. */
  readonly items: JsonValue[];
  /** Where unknown numbers and texts are, if there is one page, and nothing says that it is all. */
  readonly doubts: readonly string[] | undefined;
  /** What was found by trying. */
  readonly found: Way | undefined;
}

/** What came back for the next page, and the way to the page after it: `undefined` if each page names its address. */
interface Step extends Reply {
  readonly way: Way | undefined;
}

/** A listing that changed while it was read is read once more, from the start. */
export async function readPages(options: ReaderOptions, isAgain = false): Promise<ReadListing> {
  return readOnce(options).catch((error: unknown) => {
    if (!(error instanceof ListingChanged)) {
      throw error;
    }
    if (!isAgain) {
      return readPages(options, true);
    }
    const { message, cause: fact } = error;
    const { noun, style } = options;
    const unrelated =
      fact && ` If ${excerpt(fact.name)} does not count these ${noun}, set ${renderUnrelated(fact, style)}.`;
    throw listingError(
      `The listing changed twice while it was read: ${message}.`,
      `Try again; or ask with \`query\` for a fixed order or for larger pages, or read by a cursor if the service has one. If items are the same for another reason, set \`keyPath\`: to what identifies them, or to "none".${unrelated ?? ""}`,
    );
  });
}

async function readOnce(options: ReaderOptions): Promise<ReadListing> {
  const { listing, pagination } = options;
  const reader = new Reader(options);
  const first = reader.add(await reader.fetch({ url: withQuery(listing.url, listing.query), headers: {} }));
  let page = first;
  let way: Way | undefined;
  if (pagination === undefined) {
    refuseSuspicious(first, reader);
  } else if (pagination.type !== "none") {
    refuseNowhere(first, first.more);
    way = wayBy({ route: pagination }, first.facts, listing);
  }
  while (!isEnd(page, way, reader)) {
    const step = await nextPage(page, way, reader);
    if (step?.page === undefined) {
      break;
    }
    page = reader.add(step.page);
    way = step.way;
  }
  refuseUnsatisfied(page, way, reader);
  const isDoubtful = pagination === undefined && reader.pages === 1 && first.ends.length === 0;
  const unknown = first.facts.filter(({ meaning }) => meaning === "unknown").map(({ location }) => location);
  // A page that the query asks for is not where counting begins for others.
  const base = way && !Object.hasOwn(listing.query, parameterOf(way.route)) ? way.base : undefined;
  const found = pagination === undefined && way ? { route: way.route, base } : undefined;
  return { items: reader.items, doubts: isDoubtful ? unknown : undefined, found };
}

/** Refuses what looks like more and is not known, where nothing known says that these are all. */
function refuseSuspicious({ more, ends, items, facts }: TakenPage, { options }: Reader): void {
  const fact = facts.find(({ meaning }) => meaning === "suspicious");
  if (fact === undefined || more !== undefined || ends.length > 0 || items.length === 0) {
    return;
  }
  const { location, value } = fact;
  const byAddress: Pagination | undefined = value === null ? undefined : { type: "cursor", urlPath: location };
  const route: Pagination | undefined = value === true ? { type: "page", morePath: location } : byAddress;
  throw listingError(
    `What the response has at "${excerpt(location)}" may mean that more follow, and nothing known says whether these ${items.length} ${options.noun} are all.`,
    `${adviceOn(fact, route, options.style)}.`,
    route,
  );
}

/** Whether the listing ends with this page, before its next one is looked for. */
function isEnd({ items, facts, more, ends, declared }: TakenPage, way: Way | undefined, reader: Reader): boolean {
  // Where no page names the next one, only a further page shows that there is none.
  const isNamed = way === undefined || (way.route.type === "cursor" && way.route.lastItemPath === undefined);
  if (items.length === 0) {
    // A number of the page before may be of that page. The total of all stays the same on a page without items.
    const isSaidHere = ({ meaning, location, value }: Fact): boolean =>
      (meaning === "total" || value !== 0) && facts.some((fact) => fact.location === location && fact.value === value);
    if (!isNamed || ends.some((fact) => reader.isOfAll(fact) || isSaidHere(fact))) {
      return true;
    }
  }
  if (way === undefined || reader.options.pagination === undefined) {
    return more === undefined && (isNamed || ends.length > 0);
  }
  if (isNamed || more !== undefined) {
    return declared.some(({ fact }) => fact && fact.meaning !== "total" && ends.includes(fact));
  }
  // The total on the first page alone may be that of each page: the argument says that there are several.
  return ends.some(
    (fact) => roleOf(fact) === "flag" || fact.meaning === "pages" || (isCounted(fact) && reader.pages > 1),
  );
}

/** The pages have ended. Refuses what counts and says that there is more, and what names a next page that was not requested. */
function refuseUnsatisfied(page: TakenPage, way: Way | undefined, { options, items, pages }: Reader): void {
  const { pagination, noun, style } = options;
  const named = page.more && roleOf(page.more) === "name" ? page.more : undefined;
  if (named !== undefined) {
    refuseNowhere(page, named);
  }
  // A page without items may name what was just sent. An address, where no address was sent, is another one.
  const isUnread = page.items.length > 0 || (way !== undefined && named?.meaning === "address");
  const more = page.unsatisfied ?? (pagination === undefined && isUnread ? named : undefined);
  if (more === undefined) {
    return;
  }
  // What `pagination` itself names is left out of it.
  const isOther = ([name]: [string, unknown]): boolean =>
    !page.declared.some(({ option, fact }) => option === name && fact?.location === more.location);
  const route = way && (Object.fromEntries(Object.entries(way.route).filter(isOther)) as unknown as Route);
  const beside = route === undefined ? "" : `, with ${renderArgument("pagination", route, style)}`;
  throw listingError(
    `The service says ${isCounted(more) ? excerpt(String(more.value)) : "that more follow"} at "${excerpt(more.location)}"; ${items.length} ${noun} on ${pageCount(pages)} could be read.`,
    `If the rest is hidden from this client, set ${renderUnrelated(more, style)}${beside}. If not, something is wrong: another \`pagination\` may be needed, or the service has lost a page.`,
    route,
  );
}

/**
 * The next page; `undefined` if what came back is the end.
 *
 * @throws ListingError if it is no next page, or if no candidate brings new items.
 */
async function nextPage(page: TakenPage, way: Way | undefined, reader: Reader): Promise<Step | undefined> {
  const { more, ends, items, request } = page;
  if (way === undefined && more !== undefined && more.meaning !== "address") {
    // Pages that name addresses end where the address is gone.
    return reader.pages === 1 ? findWay(page, more, reader) : undefined;
  }
  const step = await stepFrom(page, way, reader);
  switch (step?.outcome) {
    case undefined:
      if (way?.route.type === "cursor" && way.route.lastItemPath !== undefined && items.length > 0) {
        throw listingError(
          `The last item on page ${reader.pages} has no text or number at pagination.lastItemPath "${excerpt(way.route.lastItemPath)}".`,
          "Set it to a field that every item has.",
        );
      }
      return undefined;
    case "new items":
      return step;
    case "no items":
      // A page without items that leads to itself: there is no more until the service has more.
      return items.length === 0 && JSON.stringify(step.request) === JSON.stringify(request) ? undefined : step;
    case "refused":
    case "the same page again":
      if (
        (more === undefined || more.meaning === "last index") &&
        (ends.length > 0 || reader.options.pagination === undefined)
      ) {
        return undefined;
      }
      throw step.refusal === undefined
        ? listingError(
            `${excerpt(step.request.url.search || step.request.url.pathname)} leads to pages that were read before. ${reader.soFar()}`,
            OTHER,
          )
        : withParts(withFurtherHint(step.refusal, OTHER), { code: "refused" });
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
  const { remembered, listing, style, noun } = reader.options;
  const ways = candidatesFor(first.facts, listing, remembered);
  const tried: string[] = [];
  for (const way of ways.slice(0, MAX_CANDIDATES).map((one) => wayBy(one, first.facts, listing))) {
    const step = await tryWay(way, first, reader).catch((error: unknown) => {
      const hint = `To spare the requests that try how the pages are read, set ${renderArgument("pagination", way.route, style)}`;
      const parts = { pagination: { ...way.route } };
      throw error instanceof ServiceError ? withParts(withFurtherHint(error, hint), parts) : error;
    });
    const isEmpty = step?.outcome === "no items";
    // AWS and Google document pages without items in the middle: their cursor is another one.
    const next = step?.page?.facts.find(({ location }) => location === more.location)?.value ?? more.value;
    const isMiddle = next !== more.value && ["cursor", "position"].includes(more.meaning);
    if (step?.outcome === "new items" || (isEmpty && (isMiddle || first.ends.length > 0))) {
      return step;
    }
    if (isEmpty && (more.meaning === "full" || more.meaning === "position")) {
      return undefined;
    }
    if (step !== undefined) {
      const outcome = [step.outcome, step.refusal?.status ?? []].flat().join(", ");
      tried.push(`${excerpt(step.request.url.search)} (${outcome})`);
    }
  }
  // The likeliest one of its kind that was not tried.
  const [likeliest = { route: { type: "page" } }] = ways;
  const isByCursor = "cursorPath" in likeliest.route;
  const isAlike = ({ route: { type, ...rest } }: Way): boolean =>
    type === likeliest.route.type && "cursorPath" in rest === isByCursor;
  const { route } = ways.slice(MAX_CANDIDATES).find(isAlike) ?? likeliest;
  throw listingError(
    `The response ${saysMore(more, noun)}. ${reader.soFar()} Tried for the next page: ${tried.join(", ")}.`,
    `${adviceOn(more, route, style)}, with the service's own name in place of "${excerpt(parameterOf(route))}".`,
    route,
  );
}

/** Where nothing counts, the number of the first page must give the first page, unless that number is known. */
async function tryWay(way: Way, first: TakenPage, reader: Reader): Promise<Step | undefined> {
  const step = await stepFrom(first, way, reader);
  if (step?.outcome !== "new items" || way.route.type === "cursor") {
    return step;
  }
  const isCounted = first.facts.some((fact) => roleOf(fact) === "number");
  const isKnown = isCounted || way.base !== undefined || step.way?.base !== 0;
  const again = isKnown ? undefined : await reader.send(requestWith(way.route, 0, reader.options.listing));
  const isWrong = again !== undefined && again.outcome !== "the same page again";
  return isWrong ? { ...step, outcome: "not the page with this number" } : step;
}
