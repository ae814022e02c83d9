/** Reads a listing page by page, by the five rules: the whole listing, or an error. */
import { ServiceError, withFurtherHint, withParts } from "../../base/errors.js";
import { excerpt } from "../../base/excerpt.js";
import type { ServiceResponse } from "../../http/types.js";
import type { Pagination } from "../arguments/argument-types.js";
import type { JsonValue } from "../json/json.js";
import { withQuery } from "../service-path.js";
import { listingError, pageCount, renderArgument, renderUnrelated } from "./advice.js";
import { usualArray } from "./find-items.js";
import { type Fact, isCounted, pageInfo, readFacts, refuseNowhere, roleOf } from "./page-facts.js";
import { candidatesFor, parameterOf, requestOn, requestWith, type Way, wayBy, wayIn } from "./paginator.js";
import { ListingChanged, Reader, type ReaderOptions, type Reply, type TakenPage } from "./reader.js";

const MAX_CANDIDATES = 4;

/** What to do where no next page comes by a declared way, or by an address. */
const OTHER =
  "Set `pagination` with the service's own parameter. If this is the page after the last one, also with `totalPath`, `totalPagesPath`, `morePath` or `lastPath`: the field that shows the end.";

export interface ReadListing {
  readonly items: JsonValue[];
  /** The locations of unknown numbers and texts, if one page was read and nothing states the end. */
  readonly doubts: readonly string[] | undefined;
  /** What was found by trying. */
  readonly found: Way | undefined;
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
    const mayBeMore = first.more !== undefined || first.facts.some(({ meaning }) => meaning === "suspicious");
    refuseNowhere(pagination, first, mayBeMore);
    way = wayBy({ route: pagination }, first.facts, listing);
  }
  while (!isEnd(page, way, reader)) {
    const reply = await nextPage(page, way, reader);
    if (reply?.page === undefined) {
      break;
    }
    page = reader.add(reply.page);
    way = reply.way;
  }
  refuseUnsatisfied(page, way, reader);
  // A cursor that the first page does not have says no more than no argument.
  const isSilent = pagination?.type === "cursor" && first.facts.every(({ option }) => option === undefined);
  const isDoubtful = (isSilent || pagination === undefined) && page === first && first.ends.length === 0;
  const unknown = first.facts.filter(({ meaning }) => meaning === "unknown").map(({ location }) => location);
  // A page that the query asks for is not where counting begins for others.
  const base = way && !Object.hasOwn(listing.query, parameterOf(way.route)) ? way.base : undefined;
  const found = pagination === undefined && way ? { route: way.route, base } : undefined;
  return { items: reader.items, doubts: isDoubtful ? unknown : undefined, found };
}

/** Refuses what looks like more and is not known, where nothing known says that these are all. */
function refuseSuspicious({ more, ends, items, facts }: TakenPage, reader: Reader): void {
  const fact = facts.find(({ meaning }) => meaning === "suspicious");
  if (fact === undefined || more !== undefined || ends.length > 0 || items.length === 0) {
    return;
  }
  const { location, value } = fact;
  const byAddress: Pagination | undefined = value === null ? undefined : { type: "cursor", urlPath: location };
  const route: Pagination | undefined = value === true ? { type: "page", morePath: location } : byAddress;
  throw listingError(
    `What the response has at "${excerpt(location)}" may mean that more follow, and nothing known says whether these ${items.length} ${reader.options.noun} are all.`,
    `${adviceOn(fact, route, reader)}${value === true ? ", with the service's own parameter" : ""}.`,
    route,
  );
}

/** What to set if the fact says nothing about the listing, and what to set if more follow. No full stop at the end. */
function adviceOn(fact: Fact, route: Pagination | undefined, { options: { style } }: Reader): string {
  const argument = route === undefined ? "`pagination`" : renderArgument("pagination", route, style);
  return `If these are all, set ${renderUnrelated(fact, style)}. To read on, set ${argument}`;
}

/** Whether the listing ends with this page, before its next one is looked for. */
function isEnd({ items, more, ends }: TakenPage, way: Way | undefined, reader: Reader): boolean {
  // Where no page names the next one, only a further page shows that there is none.
  const isNamed = way === undefined || (way.route.type === "cursor" && way.route.lastItemPath === undefined);
  if (items.length === 0 && (!isNamed || ends.some((fact) => reader.isOfAll(fact)))) {
    return true;
  }
  if (way === undefined || reader.options.pagination === undefined) {
    return more === undefined && (isNamed || ends.length > 0);
  }
  const isDeclared = ends.some(({ meaning, option }) => option !== undefined && meaning !== "total");
  // What the argument does not name is an end if it said that more follow: other numbers and flags are those of each page.
  const isReached = ({ meaning, location }: Fact): boolean => meaning === "more" || reader.saidMore.has(location);
  return isDeclared || (!isNamed && more === undefined && ends.some(isReached));
}

/** The pages have ended. Refuses what counts and says that there is more, and what names a next page that was not requested. */
function refuseUnsatisfied(page: TakenPage, way: Way | undefined, { options, items, pages }: Reader): void {
  const { pagination, noun, style } = options;
  const named = page.more && roleOf(page.more) === "name" ? page.more : undefined;
  // A page without items may name what was just sent. An address, where no address was sent, is another one.
  const isUnread = page.items.length > 0 || (way !== undefined && named?.meaning === "address");
  const more = page.unsatisfied[0] ?? (pagination === undefined && isUnread ? named : undefined);
  if (more === undefined) {
    return;
  }
  // What `pagination` itself names is left out of it.
  const isOther = ([name]: [string, unknown]): boolean =>
    !page.facts.some(({ option, location }) => option === name && location === more.location);
  const route = way && (Object.fromEntries(Object.entries(way.route).filter(isOther)) as unknown as Pagination);
  const beside = route === undefined ? "" : `, with ${renderArgument("pagination", route, style)}`;
  throw listingError(
    `The service says ${isCounted(more) ? excerpt(String(more.value)) : "that more follow"} at "${excerpt(more.location)}"; ${items.length} ${noun} on ${pageCount(pages)} could be read.`,
    `If the rest is hidden from this client, set ${renderUnrelated(more, style)}${beside}. If not, something is wrong: another \`pagination\` may be needed, or the service has lost a page.`,
    route,
  );
}

/** The next page; `undefined` if what came back is the end. Whatever else came back is an error. */
async function nextPage(page: TakenPage, way: Way | undefined, reader: Reader): Promise<Reply | undefined> {
  const { more, ends } = page;
  const mustTry = way === undefined && more !== undefined && more.meaning !== "address";
  // Pages that name addresses end where the address is gone.
  if (mustTry && reader.pages > 1) {
    return undefined;
  }
  const reply = await (mustTry ? findWay(page, more, reader) : replyTo(page, way, reader));
  if (reply === undefined && way?.route.type === "cursor" && way.route.lastItemPath !== undefined) {
    throw listingError(
      `The last item on page ${reader.pages} has no text or number at pagination.lastItemPath "${excerpt(way.route.lastItemPath)}".`,
      "Set it to a field that every item has.",
    );
  }
  if (reply === undefined || reply.outcome === "new items" || reply.outcome === "no items") {
    return reply;
  }
  if (reply.outcome !== "refused" && reply.outcome !== "the same page again") {
    throw new ListingChanged(`page ${reader.pages + 1} has items that were read before`);
  }
  const mayEnd = ends.length > 0 || reader.options.pagination === undefined;
  if (mayEnd && (more === undefined || more.meaning === "last index")) {
    return undefined;
  }
  // An address that works for no page. One that does not work any more may be that after the last page.
  const route = way === undefined && more && reader.pages === 1 ? wayIn(more, page.items.length) : undefined;
  const hint = route && `Set ${renderArgument("pagination", route, reader.options.style)} in place of that address.`;
  if (reply.refusal !== undefined) {
    const parts = { code: "refused", pagination: route && { ...route } } as const;
    throw withParts(withFurtherHint(reply.refusal, hint ?? OTHER), parts);
  }
  const { search, pathname } = reply.request.url;
  const problem = `${excerpt(search || pathname)} leads to pages that were read before. ${reader.soFar()}`;
  throw listingError(problem, hint ?? OTHER, route);
}

/**
 * Requests the page after this one; `undefined` if it names none. On the way to the second page numbers find their base: if number
 * 1 is the first page again, the service counts from 1; if an offset gives the last item again, it counts items from 1.
 */
async function replyTo(page: TakenPage, way: Way | undefined, reader: Reader): Promise<Reply | undefined> {
  const { listing } = reader.options;
  const request = requestOn(way, page, listing, reader);
  // A page without items that leads to itself: there is no more until the service has more.
  if (request === undefined || (page.items.length === 0 && JSON.stringify(request) === JSON.stringify(page.request))) {
    return undefined;
  }
  const reply = await reader.send(request, way);
  if (way === undefined || way.base !== undefined || way.route.type === "cursor") {
    return reply;
  }
  const { route } = way;
  const fromOne = { route, base: 1 };
  if (route.type === "page" && reply.outcome === "the same page again") {
    return reader.send(requestWith(route, 2, listing), fromOne);
  }
  if (route.type === "offset" && reply.page !== undefined && reply.outcome === "the last item again") {
    const rest = { ...reply.page, items: reply.page.items.slice(1) };
    return { ...reply, outcome: "new items", page: rest, way: fromOne };
  }
  return { ...reply, way: { route, base: 0 } };
}

/** The second page, by the first candidate that brings new items; or an empty one that is the end. */
async function findWay(first: TakenPage, more: Fact, reader: Reader): Promise<Reply | undefined> {
  const { remembered, listing, style, noun } = reader.options;
  const ways = candidatesFor(first, listing, remembered);
  const tried: string[] = [];
  const mayBeLast = more.meaning === "full" || more.meaning === "position" || first.ends.length > 0;
  let emptied: Reply | undefined;
  let isIgnored = false;
  for (const way of ways.slice(0, MAX_CANDIDATES).map((one) => wayBy(one, first.facts, listing))) {
    const reply = await tryWay(way, first, reader).catch((error: unknown) => {
      const hint = `To spare the requests that try how the pages are read, set ${renderArgument("pagination", way.route, style)}`;
      const parts = { pagination: { ...way.route } };
      throw error instanceof ServiceError ? withParts(withFurtherHint(error, hint), parts) : error;
    });
    // AWS and Google document pages without items in the middle: their cursor is another one.
    const next = reply?.page?.facts.find(({ location }) => location === more.location)?.value ?? more.value;
    const isMiddle = next !== more.value && ["cursor", "position"].includes(more.meaning);
    const isOne = (...outcomes: Reply["outcome"][]): boolean => reply !== undefined && outcomes.includes(reply.outcome);
    // The listing may have changed since the first page.
    if (isOne("new items", "the last item again", "items that were read before") || (isOne("no items") && isMiddle)) {
      return reply;
    }
    // A parameter that brings nothing is known to a service that ignores or refuses others. Else it may be a filter.
    emptied ??= isOne("no items") ? reply : undefined;
    isIgnored ||= isOne("the same page again", "refused");
    if (mayBeLast && isIgnored && emptied !== undefined) {
      return emptied;
    }
    if (reply !== undefined) {
      const outcome = [reply.outcome, reply.refusal?.status ?? []].flat().join(", ");
      tried.push(`${excerpt(reply.request.url.search)} (${outcome})`);
    }
  }
  // The likeliest one of its kind that was not tried.
  const [likeliest = { route: { type: "page" } }] = ways;
  const isByCursor = "cursorPath" in likeliest.route;
  const isAlike = ({ route: { type, ...rest } }: Way): boolean =>
    type === likeliest.route.type && "cursorPath" in rest === isByCursor;
  const { route } = ways.slice(MAX_CANDIDATES).find(isAlike) ?? likeliest;
  const value = isCounted(more) || more.meaning === "full" ? ` (${String(more.value)})` : "";
  throw listingError(
    `The response says at "${excerpt(more.location)}"${value} that more ${noun} follow. ${reader.soFar()} Tried for the next page: ${tried.join(", ")}.`,
    `${adviceOn(more, route, reader)}, with the service's own name in place of "${excerpt(parameterOf(route))}".`,
    route,
  );
}

/** Where nothing counts, the number of the first page must give the first page, unless that number is known. */
async function tryWay(way: Way, first: TakenPage, reader: Reader): Promise<Reply | undefined> {
  const reply = await replyTo(first, way, reader);
  const isKnown = way.base !== undefined || reply?.way?.base !== 0;
  if (reply?.outcome !== "new items" || isKnown || first.unsatisfied.some((fact) => roleOf(fact) === "number")) {
    return reply;
  }
  const again = await reader.send(requestWith(way.route, 0, reader.options.listing), way);
  return again.outcome === "the same page again" ? reply : { ...reply, outcome: "not the page with this number" };
}

/** Refuses one response that has a list at a usual location, and names more pages: no argument asks for all of them. */
export function refuseOnePage(
  body: JsonValue,
  response: ServiceResponse,
  unrelated: readonly string[],
  noun: string,
): void {
  const { items, pointer } = usualArray(body) ?? {};
  if (items === undefined || pointer === undefined) {
    return;
  }
  const facts = readFacts(body, pointer, response, unrelated);
  const { more, ends } = pageInfo(facts, { pages: 1, items: items.length, onPage: items.length });
  // Numbers may be of what the response is about.
  if (more !== undefined && ["name", "flag"].includes(roleOf(more) ?? "") && !ends.some(isCounted)) {
    throw listingError(
      `The response is one page: it has ${items.length} ${noun} at "${excerpt(pointer)}", and says at "${excerpt(more.location)}" that more follow.`,
      `For this response alone, set the pagination type "none". For all ${noun}, set \`itemsPath\` to ${JSON.stringify(pointer)}.`,
    );
  }
}
