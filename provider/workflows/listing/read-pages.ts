/** Reads a listing page by page, by the five rules: the whole listing, or an error. */
import { ListingError, withFurtherHint } from "../../http/errors.js";
import { excerpt } from "../../http/excerpt.js";
import { stepNames } from "../../http/json-path.js";
import type { PagePagination } from "../arguments/argument-types.js";
import type { JsonValue } from "../json/json.js";
import { withQuery } from "../service-path.js";
import { changedTwice, looksLikeMore, notSatisfied, repeatedPage, tooLarge } from "./advice.js";
import { findWay, queryOf, type Step, stepFrom } from "./find-way.js";
import { flagOf, normaliseName, numberOf } from "./names.js";
import { type Fact, valueAt } from "./page-facts.js";
import { COUNTED, type PageInfo } from "./page-info.js";
import { baseOf, type Candidate, candidatesFor, parameterOf, type Route, type Way } from "./paginator.js";
import { ListingChanged, type Page, Reader, type ReaderOptions } from "./reader.js";

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
export async function readPages(options: ReaderOptions): Promise<ReadListing> {
  const readAgain = (error: unknown): Promise<ReadListing> => {
    if (error instanceof ListingChanged) {
      return readOnce(options);
    }
    throw error;
  };
  return readOnce(options)
    .catch(readAgain)
    .catch((error: unknown) => {
      throw error instanceof ListingChanged ? changedTwice(error.message) : error;
    });
}

async function readOnce(options: ReaderOptions): Promise<ReadListing> {
  const { listing, pagination } = options;
  const reader = new Reader(options);
  const first = await reader.fetch({ url: withQuery(listing.url, listing.query), headers: {} });
  reader.add(first);
  const { more, ends } = reader.info(first);
  let found: Candidate | undefined;
  if (pagination === undefined && more === undefined) {
    const [suspicious] = ends.length > 0 || first.items.length === 0 ? [] : first.facts.suspicious;
    if (suspicious !== undefined) {
      const [likely] = first.facts.known.includes(suspicious)
        ? candidatesFor(first.facts.known, first.items, listing)
        : [];
      throw looksLikeMore(suspicious, likely?.route, reader.soFar());
    }
  } else if (pagination === undefined && more !== undefined && more.meaning !== "address") {
    const second = await findWay(more, first, reader);
    found = second?.way;
    if (second !== undefined) {
      reader.add(second.page);
      await readOn(second.way, second.page, reader);
    }
  } else if (pagination?.type !== "none") {
    const base = pagination && baseOf(pagination, first.facts.known, listing);
    await readOn({ route: pagination, base }, first, reader);
  }
  const { items, pages } = reader;
  return { items, pages, statesEnd: ends.length > 0, unknown: first.facts.unknown, found };
}

/** Reads the pages after this one, to the end. */
async function readOn(start: Way, from: Page, reader: Reader): Promise<void> {
  const { pagination, maxPages } = reader.options;
  const { route } = start;
  const factsOf = (of: Page): Fact[] => (pagination === undefined ? [] : declaredFacts(route, of, reader.pages === 1));
  let [way, page, declared] = [start, from, factsOf(from)];
  let info = reader.info(page, declared);
  if (pagination !== undefined) {
    refuseNowhere(route, page, info);
  }
  while (!isEnd(route, page, info, declared, reader)) {
    if (reader.pages >= maxPages && isNamed(route)) {
      throw tooLarge("maxPages", maxPages, reader.soFar());
    }
    const step = await stepFrom(page, way, reader);
    const next = step && pageOf(step, route, page, info, reader);
    if (next === undefined) {
      break;
    }
    reader.add(next);
    [way, page, declared] = [{ route, base: step?.base ?? way.base }, next, factsOf(next)];
    info = reader.info(page, declared);
  }
  if (info.more !== undefined && COUNTED.has(info.more.meaning)) {
    throw notSatisfied(info.more, route, reader.soFar());
  }
}

/** Whether each page names the next one. Else only a further page shows that there is none. */
function isNamed(route: Route | undefined): boolean {
  return route === undefined || (route.type === "cursor" && route.lastItemPath === undefined);
}

/** Whether the listing ends with this page, before its next one is looked for. */
function isEnd(
  route: Route | undefined,
  page: Page,
  { more, ends }: PageInfo,
  declared: readonly Fact[],
  reader: Reader,
): boolean {
  if (page.items.length === 0 && (!isNamed(route) || ends.length > 0)) {
    return true;
  }
  if (reader.options.pagination === undefined) {
    return more === undefined;
  }
  if (isNamed(route) || more !== undefined) {
    return ends.some((fact) => declared.includes(fact) && fact.meaning !== "total");
  }
  // The total on the first page alone may be that of each page: the argument says that there are several.
  return ends.some(
    ({ meaning }) => ["more", "last", "pages"].includes(meaning) || (COUNTED.has(meaning) && reader.pages > 1),
  );
}

/** The page of a step; `undefined` if what came back is the end. */
function pageOf(
  { request, novelty, page, refusal }: Step,
  route: Route | undefined,
  before: Page,
  { more, ends }: PageInfo,
  reader: Reader,
): Page | undefined {
  if (page !== undefined && novelty === "new") {
    return page;
  }
  if (page !== undefined && novelty === "empty") {
    // A page without items that leads to itself: there is no more until the service has more.
    return request.url.href === before.request.url.href && before.items.length === 0 ? undefined : page;
  }
  if (more === undefined && ends.length > 0 && (novelty === "refused" || novelty === "same page")) {
    return undefined;
  }
  if (refusal !== undefined) {
    throw withFurtherHint(refusal, otherParameter(route));
  }
  if (novelty === "same page") {
    throw repeatedPage(queryOf(request), otherParameter(route), reader.soFar());
  }
  throw new ListingChanged(`page ${reader.pages + 1} has items that were read before`);
}

function otherParameter(route: Route | undefined): string {
  if (route === undefined || (route.type === "cursor" && (route.urlPath ?? route.requestHeader) !== undefined)) {
    return "Set pagination to say how the service's next pages are requested.";
  }
  const parameter = excerpt(parameterOf(route));
  return `Does the service know the parameter "${parameter}"? If not, set pagination.parameter to its own. If this is the page after the last one, set pagination.totalPath, morePath or lastPath to what shows the end.`;
}

/** What the paths of `pagination` lead to. One that leads nowhere on the first page is an error. */
function declaredFacts(route: Route | undefined, page: Page, isFirst: boolean): Fact[] {
  const paths: Omit<PagePagination, "type"> = { ...route };
  return DECLARED.flatMap(([option, meaning, read, expected]): Fact[] => {
    const path = paths[option];
    const found = path === undefined ? null : valueAt(path, page);
    const value = read(found);
    if (path !== undefined && value === undefined && isFirst && !(found === null && path.endsWith("?"))) {
      throw leadsNowhere(option, path, `no ${expected}`);
    }
    return path === undefined || value === undefined ? [] : [{ meaning, location: path, name: path, value }];
  });
}

const DECLARED = [
  ["morePath", "more", flagOf, "true or false"],
  ["lastPath", "last", flagOf, "true or false"],
  ["totalPagesPath", "pages", numberOf, "number"],
  ["totalPath", "total", numberOf, "number"],
] as const;

/**
 * The path of a cursor or an address leads nowhere on the first page. On a last page that is right, unless the page says that more
 * follow, or has a field of that name elsewhere.
 */
function refuseNowhere(route: Route | undefined, first: Page, { more }: PageInfo): void {
  const option = route?.type === "cursor" && route.urlPath !== undefined ? "urlPath" : "cursorPath";
  const path = route?.type === "cursor" ? route[option] : undefined;
  const found = path === undefined ? null : valueAt(path, first);
  if (path === undefined || found === null || (typeof found !== "object" && found !== undefined && found !== true)) {
    return;
  }
  const nameAt = (location: string): string => normaliseName(stepNames(location).at(-1) ?? "");
  const { known, unknown } = first.facts;
  const isElsewhere = [...known.map(({ location }) => location), ...unknown].some((at) => nameAt(at) === nameAt(path));
  if (found !== undefined || more !== undefined || isElsewhere) {
    throw leadsNowhere(option, path, found === undefined ? "nothing" : "no text or number");
  }
}

function leadsNowhere(option: string, path: string, what: string): ListingError {
  return new ListingError(`The response has ${what} at pagination.${option} "${excerpt(path)}".`, {
    code: "listing",
    hint: `Correct the path. If the service leaves the field out on its last page, end the path with a question mark: ${JSON.stringify(`${path}?`)}.`,
  });
}
