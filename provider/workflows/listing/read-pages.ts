/** Reads a listing page by page, by the five rules: the whole listing, or an error. */
import { withFurtherHint } from "../../http/errors.js";
import { excerpt } from "../../http/excerpt.js";
import type { JsonValue } from "../json/json.js";
import { withQuery } from "../service-path.js";
import { listingError, pageCount, readSoFar, renderPagination, unrelated } from "./advice.js";
import { refuseNowhere } from "./declared-facts.js";
import { findWay, type Step, stepFrom } from "./find-way.js";
import { COUNTED } from "./page-info.js";
import { baseOf, type Candidate, candidatesFor, parameterOf, queryOf, type Route, type Way } from "./paginator.js";
import { ListingChanged, Reader, type ReaderOptions, type TakenPage } from "./reader.js";

/** A listing that was read to its end. */
export interface ReadListing {
  /** The items of all pages, in order. */
  readonly items: JsonValue[];
  readonly pages: number;
  /** Whether a response states its end or its size, so that a full page is no reason for doubt. */
  readonly statesEnd: boolean;
  /** Where unknown numbers and texts are, on the first page. */
  readonly unknown: readonly string[];
  /** What was found by trying. */
  readonly found: Candidate | undefined;
}

/** A listing that changed while it was read is read once more, from the start. */
export async function readPages(options: ReaderOptions, isAgain = false): Promise<ReadListing> {
  return readOnce(options).catch((error: unknown) => {
    if (!(error instanceof ListingChanged)) {
      throw error;
    }
    if (isAgain) {
      throw listingError(
        `The listing changed twice while it was read: ${error.message}.`,
        'Try again; or ask with `query` for a fixed order or for larger pages, or read by a cursor if the service has one. If items are the same for another reason, set `keyPath`: to what identifies them, or to "none".',
      );
    }
    return readPages(options, true);
  });
}

async function readOnce(options: ReaderOptions): Promise<ReadListing> {
  const { listing, pagination } = options;
  const reader = new Reader(options);
  const first = reader.add(await reader.fetch({ url: withQuery(listing.url, listing.query), headers: {} }));
  if (pagination === undefined) {
    refuseSuspicious(first, reader);
  }
  const found = pagination?.type === "none" ? undefined : await readOn(first, reader);
  const { items, pages } = reader;
  return { items, pages, statesEnd: first.ends.length > 0, unknown: first.facts.unknown, found };
}

/** Reads the pages after the first one, to the end. Returns the way if it was found by trying. */
async function readOn(first: TakenPage, reader: Reader): Promise<Candidate | undefined> {
  const { listing, pagination } = reader.options;
  let page = first;
  let way: Way | undefined;
  if (pagination !== undefined && pagination.type !== "none") {
    refuseNowhere(pagination, first, first.more);
    way = { route: pagination, base: baseOf(pagination, first.facts.known, listing) };
  }
  while (!isEnd(page, way?.route, reader)) {
    const { more } = page;
    const isOpen = way === undefined && more !== undefined && more.meaning !== "address";
    const step = isOpen ? await findWay(page, more, reader) : await nextStep(page, way ?? {}, reader);
    if (step?.page === undefined) {
      break;
    }
    page = reader.add(step.page);
    way = step.way;
  }
  refuseUnsatisfied(page, way?.route, reader);
  return pagination === undefined && way?.route !== undefined ? { ...way, route: way.route } : undefined;
}

/** Refuses what looks like more and is not known, where nothing known says that these are all. */
function refuseSuspicious({ more, ends, items, facts }: TakenPage, reader: Reader): void {
  const [fact] = facts.suspicious;
  if (fact === undefined || more !== undefined || ends.length > 0 || items.length === 0) {
    return;
  }
  const { listing, noun, language } = reader.options;
  const { location, value } = fact;
  const [what, route]: [string, (Route | undefined)?] =
    value === true
      ? ["true", { type: "page", morePath: location }]
      : value === null
        ? ["an object or a list"]
        : facts.known.includes(fact)
          ? ["the address of a last page", candidatesFor(facts.known, listing)[0]?.route]
          : ["an address of this path with another query", { type: "cursor", urlPath: location }];
  throw listingError(
    `The response has ${what} at "${excerpt(location)}", and nothing known says whether these ${items.length} ${noun} are all.`,
    `If the field says nothing about the listing, set ${unrelated(fact, reader.options)}. If more follow, set ${route === undefined ? "`pagination`" : renderPagination(route, language)}.`,
    route,
  );
}

/** Whether each page names the next one. Else only a further page shows that there is none. */
function isNamed(route: Route | undefined): boolean {
  return route === undefined || (route.type === "cursor" && route.lastItemPath === undefined);
}

/** Whether the listing ends with this page, before its next one is looked for. */
function isEnd({ items, more, ends, declared }: TakenPage, route: Route | undefined, reader: Reader): boolean {
  const isPastEnd = items.length === 0 && (!isNamed(route) || ends.length > 0);
  if (isPastEnd || reader.options.pagination === undefined) {
    return isPastEnd || more === undefined;
  }
  if (isNamed(route) || more !== undefined) {
    return ends.some((fact) => declared.includes(fact) && fact.meaning !== "total");
  }
  // The total on the first page alone may be that of each page: the argument says that there are several.
  return ends.some(
    ({ meaning }) => ["more", "last", "pages"].includes(meaning) || (COUNTED.has(meaning) && reader.pages > 1),
  );
}

/** The next page; `undefined` if what came back is the end. */
async function nextStep(page: TakenPage, way: Way, reader: Reader): Promise<Step | undefined> {
  const step = await stepFrom(page, way, reader);
  switch (step?.outcome) {
    case undefined:
    case "new items":
      return step;
    case "no items":
      // A page without items that leads to itself: there is no more until the service has more.
      return page.items.length === 0 && step.request.url.href === page.request.url.href ? undefined : step;
    case "refused":
    case "the same page again":
      if (page.more === undefined && page.ends.length > 0) {
        return undefined;
      }
      throw step.refusal === undefined
        ? listingError(
            `${excerpt(queryOf(step.request))} leads to ${reader.options.noun} that were read before. The listing would never end. ${readSoFar(reader)}`,
            otherParameter(way.route),
          )
        : withFurtherHint(step.refusal, otherParameter(way.route));
    default:
      throw new ListingChanged(`page ${reader.pages + 1} has items that were read before`);
  }
}

function otherParameter(route: Route | undefined): string {
  if (route === undefined || (route.type === "cursor" && (route.urlPath ?? route.requestHeader) !== undefined)) {
    return "Set pagination to say how the service's next pages are requested.";
  }
  const parameter = excerpt(parameterOf(route));
  return `Does the service know the parameter "${parameter}"? If not, set pagination.parameter to its own. If this is the page after the last one, set pagination.totalPath, morePath or lastPath to what shows the end.`;
}

/** The pages have ended. Refuses what counts and says that there is more, and a page that names more where a declared path is missing. */
function refuseUnsatisfied(page: TakenPage, route: Route | undefined, reader: Reader): void {
  const more = page.unsatisfied;
  if (more === undefined) {
    const isNamedElsewhere = ["address", "cursor", "next number"].includes(page.more?.meaning ?? "");
    if (isNamedElsewhere) {
      refuseNowhere(reader.options.pagination, page, page.more);
    }
    return;
  }
  const { noun, language } = reader.options;
  const says = ["total", "count"].includes(more.meaning) ? String(more.value) : "that more follow";
  const beside = route === undefined ? "" : `, with ${renderPagination(route, language)}`;
  throw listingError(
    `The service says ${says} at "${excerpt(more.location)}"; ${reader.items.length} ${noun} on ${pageCount(reader.pages)} could be read.`,
    `If the rest is hidden from this client, set ${unrelated(more, reader.options)}${beside}. If not, something is wrong: another \`pagination\` may be needed, or the service has lost a page.`,
    route,
  );
}
