/** Reads a listing page by page, by the five rules: the whole listing, or an error. */
import { excerpt } from "../../http/excerpt.js";
import type { JsonValue } from "../json/json.js";
import { withQuery } from "../service-path.js";
import { adviceOn, listingError, pageCount, renderPagination, unrelated } from "./advice.js";
import { refuseNowhere } from "./declared-facts.js";
import { nextPage } from "./next-page.js";
import { COUNTED } from "./page-info.js";
import { type Route, type Way, wayBy } from "./paginator.js";
import { ListingChanged, Reader, type ReaderOptions, type TakenPage } from "./reader.js";

/** A listing that was read to its end. */
export interface ReadListing {
  /** The items of all pages, in order. */
  readonly items: JsonValue[];
  /** Where unknown numbers and texts are, if there is one page, and nothing says that it is all. */
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
    if (isAgain) {
      throw listingError(
        `The listing changed twice while it was read: ${error.message}.`,
        'Try again; or ask with `query` for a fixed order or for larger pages, or read by a cursor if the service has one. If items are the same for another reason, set `keyPath`: to what identifies them, or to "none".' +
          (error.fact === undefined
            ? ""
            : ` If ${excerpt(error.fact.name)} does not count these ${options.noun}, set ${unrelated(error.fact, options)}.`),
      );
    }
    return readPages(options, true);
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
    refuseNowhere(pagination, first, first.more);
    way = wayBy({ route: pagination }, first.facts.known, listing);
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
  const found = pagination === undefined ? way : undefined;
  return { items: reader.items, doubts: isDoubtful ? first.facts.unknown : undefined, found };
}

/** Refuses what looks like more and is not known, where nothing known says that these are all. */
function refuseSuspicious({ more, ends, items, facts }: TakenPage, { options }: Reader): void {
  const [fact] = facts.suspicious;
  if (fact === undefined || more !== undefined || ends.length > 0 || items.length === 0) {
    return;
  }
  const { location, value } = fact;
  // The address of a last page is known, and an object is no cursor: neither leads to the next page.
  const isNext = typeof value === "string" && !facts.known.includes(fact);
  const byAddress: Route | undefined = isNext ? { type: "cursor", urlPath: location } : undefined;
  const route: Route | undefined = value === true ? { type: "page", morePath: location } : byAddress;
  throw listingError(
    `What the response has at "${excerpt(location)}" may mean that more follow, and nothing known says whether these ${items.length} ${options.noun} are all.`,
    `${adviceOn(fact, route, options)}.`,
    route,
  );
}

/** Whether the listing ends with this page, before its next one is looked for. */
function isEnd({ items, more, ends, declared }: TakenPage, way: Way | undefined, reader: Reader): boolean {
  // Where no page names the next one, only a further page shows that there is none.
  const isNamed = way === undefined || (way.route.type === "cursor" && way.route.lastItemPath === undefined);
  if (items.length === 0 && (!isNamed || ends.length > 0)) {
    return true;
  }
  if (way === undefined || reader.options.pagination === undefined) {
    return more === undefined;
  }
  if (isNamed || more !== undefined) {
    return ends.some((fact) => declared.includes(fact) && fact.meaning !== "total");
  }
  // The total on the first page alone may be that of each page: the argument says that there are several.
  return ends.some(
    ({ meaning }) => ["more", "last", "pages"].includes(meaning) || (COUNTED.has(meaning) && reader.pages > 1),
  );
}

/** The pages have ended. Refuses what counts and says that there is more, and what names a next page that was not requested. */
function refuseUnsatisfied(page: TakenPage, way: Way | undefined, { options, items, pages }: Reader): void {
  const named = ["address", "cursor", "next number"].includes(page.more?.meaning ?? "") ? page.more : undefined;
  if (named !== undefined) {
    refuseNowhere(options.pagination, page, named);
  }
  const more = page.unsatisfied ?? (options.pagination === undefined && page.items.length > 0 ? named : undefined);
  if (more !== undefined) {
    const beside = way === undefined ? "" : `, with ${renderPagination(way.route, options.language)}`;
    throw listingError(
      `The service says ${COUNTED.has(more.meaning) ? excerpt(String(more.value)) : "that more follow"} at "${excerpt(more.location)}"; ${items.length} ${options.noun} on ${pageCount(pages)} could be read.`,
      `If the rest is hidden from this client, set ${unrelated(more, options)}${beside}. If not, something is wrong: another \`pagination\` may be needed, or the service has lost a page.`,
      way?.route,
    );
  }
}
