/** Reads a listing page by page, by the five rules: the whole listing, or an error. */
import { ListingError, withFurtherHint } from "../../http/errors.js";
import { excerpt } from "../../http/excerpt.js";
import { stepNames } from "../../http/json-path.js";
import type { JsonValue } from "../json/json.js";
import { withQuery } from "../service-path.js";
import { changedTwice, looksLikeMore, notSatisfied, repeatedPage, tooManyPages } from "./advice.js";
import { COUNTED, type PageInfo } from "./page-info.js";
import { flagOf, normaliseName, numberOf } from "./names.js";
import { ANY_ADDRESS, type Fact, valueAt } from "./page-facts.js";
import { baseOf, type Candidate, parameterOf, type Route } from "./paginator.js";
import { createReading, ListingChanged, type Page, type PageReader, type Reading } from "./reading.js";
import { findWay, queryOf, type Step, stepFrom } from "./way.js";

/** A listing that was read to its end. */
export interface ReadListing {
  /** The items of all pages, in order. */
  readonly items: JsonValue[];
  readonly pages: number;
  /** Whether a response states its end or its size, so that a full page is no reason for doubt. */
  readonly statesEnd: boolean;
  /** Where unknown numbers and texts are, on a page that states nothing. */
  readonly unknown: readonly string[];
  /** What was found by trying. */
  readonly found: Candidate | undefined;
}

/** A listing that changed while it was read is read once more, from the start. */
export async function readPages(reader: PageReader): Promise<ReadListing> {
  try {
    return await readOnce(reader);
  } catch (error) {
    if (!(error instanceof ListingChanged)) {
      throw error;
    }
  }
  try {
    return await readOnce(reader);
  } catch (error) {
    throw error instanceof ListingChanged ? changedTwice(error.message) : error;
  }
}

async function readOnce(reader: PageReader): Promise<ReadListing> {
  const { listing, pagination } = reader;
  const reading = createReading(reader);
  const first = await reading.fetch({ url: withQuery(listing.url, listing.query), headers: {} });
  reading.add(first);
  const { more, ends } = reading.info(first);
  const statesEnd = ends.length > 0;
  const read = (found?: Candidate): ReadListing => ({
    items: reading.items,
    pages: reading.pages(),
    statesEnd,
    unknown: pagination !== undefined || statesEnd || reading.pages() > 1 ? [] : first.facts.unknown,
    found,
  });
  if (pagination?.type === "none") {
    return read();
  }
  if (pagination !== undefined) {
    const base = pagination.type === "cursor" ? undefined : baseOf(pagination, first.facts.known, listing);
    await readOn({ route: pagination, base }, first, reader, reading);
    return read();
  }
  if (more === undefined) {
    const [suspicious] = first.facts.suspicious;
    if (suspicious !== undefined && !statesEnd && first.items.length > 0) {
      throw looksLikeMore(suspicious, reading.soFar());
    }
    return read();
  }
  if (more.meaning === "address") {
    await readOn({ route: { type: "cursor", urlPath: ANY_ADDRESS }, base: undefined }, first, reader, reading);
    return read();
  }
  const found = await findWay(more, first, reader, reading);
  if (found === undefined) {
    return read();
  }
  reading.add(found.page);
  await readOn(found.way, found.page, reader, reading);
  return read(found.way);
}

/** Reads the pages after this one, to the end. */
async function readOn(start: Candidate, from: Page, reader: PageReader, reading: Reading): Promise<void> {
  const { route } = start;
  const factsOf = (of: Page): Fact[] =>
    reader.pagination === undefined ? [] : declaredFacts(route, of, reading.pages() === 1);
  let [way, page, declared] = [start, from, factsOf(from)];
  let info = reading.info(page, declared);
  if (reader.pagination !== undefined) {
    refuseNowhere(route, page, info);
  }
  while (!isEnd(route, page, info, declared, reader, reading)) {
    if (reading.pages() >= reader.maxPages && isNamed(route)) {
      throw tooManyPages(reader.maxPages, reading.soFar());
    }
    const step = await stepFrom(page, way, reader, reading);
    const next = step === undefined ? undefined : pageOf(step, route, page, info, reading);
    if (next === undefined) {
      break;
    }
    reading.add(next);
    [way, page, declared] = [{ route, base: step?.base ?? way.base }, next, factsOf(next)];
    info = reading.info(page, declared);
  }
  if (info.more !== undefined && COUNTED.has(info.more.meaning)) {
    throw notSatisfied(info.more, isFollowed(route) ? undefined : route, reading.soFar());
  }
}

/** Whether the addresses that the pages name are followed: no argument says the same. */
function isFollowed(route: Route): boolean {
  return route.type === "cursor" && route.urlPath === ANY_ADDRESS;
}

/** Whether each page names the next one. Else only a further page shows that there is none. */
function isNamed(route: Route): boolean {
  return route.type === "cursor" && route.lastItemPath === undefined;
}

/** Whether the listing ends with this page, before its next one is looked for. */
function isEnd(
  route: Route,
  page: Page,
  { more, ends }: PageInfo,
  declared: readonly Fact[],
  reader: PageReader,
  reading: Reading,
): boolean {
  if (page.items.length === 0 && (!isNamed(route) || ends.length > 0)) {
    return true;
  }
  if (reader.pagination === undefined) {
    return more === undefined;
  }
  if (isNamed(route) || more !== undefined) {
    return ends.some((fact) => declared.includes(fact) && fact.meaning !== "total");
  }
  // The total on the first page alone may be that of each page: the argument says that there are several.
  return ends.some(
    ({ meaning }) => ["more", "last", "pages"].includes(meaning) || (COUNTED.has(meaning) && reading.pages() > 1),
  );
}

/** The page of a step; `undefined` if what came back is the end. */
function pageOf(
  { request, novelty, page, refusal }: Step,
  route: Route,
  before: Page,
  info: PageInfo,
  reading: Reading,
): Page | undefined {
  if (page !== undefined && novelty === "new") {
    return page;
  }
  if (page !== undefined && novelty === "empty") {
    // A page without items that leads to itself: there is no more until the service has more.
    return request.url.href === before.request.url.href && before.items.length === 0 ? undefined : page;
  }
  const isSatisfied = info.more === undefined && info.ends.length > 0;
  if (isSatisfied && (novelty === "refused" || novelty === "same page")) {
    return undefined;
  }
  if (refusal !== undefined) {
    throw withFurtherHint(refusal, otherParameter(route));
  }
  if (novelty === "same page") {
    throw repeatedPage(queryOf(request), otherParameter(route), reading.soFar());
  }
  throw new ListingChanged(`page ${reading.pages() + 1} has items that were read before`);
}

function otherParameter(route: Route): string {
  const parameter = excerpt(parameterOf(route));
  return route.type === "cursor" && (route.urlPath !== undefined || route.requestHeader !== undefined)
    ? "Set pagination to say how the service's next pages are requested."
    : `Does the service know the parameter "${parameter}"? If not, set pagination.parameter to its own. If this is the page after the last one, set pagination.totalPath, morePath or lastPath to what shows the end.`;
}

/** What the paths of `pagination` lead to. One that leads nowhere on the first page is an error. */
function declaredFacts(route: Route, page: Page, isFirst: boolean): Fact[] {
  const { morePath, lastPath, totalPath } = route;
  const totalPagesPath = route.type === "page" ? route.totalPagesPath : undefined;
  const paths = { morePath, lastPath, totalPagesPath, totalPath };
  return DECLARED.flatMap(([option, meaning, read, expected]): Fact[] => {
    const path = paths[option];
    const found = path === undefined ? undefined : valueAt(path, page);
    const value = read(found);
    if (path !== undefined && value === undefined && (found !== null || !path.endsWith("?")) && isFirst) {
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
function refuseNowhere(route: Route, first: Page, { more }: PageInfo): void {
  const option = route.type === "cursor" && route.urlPath !== undefined ? "urlPath" : "cursorPath";
  const path = route.type === "cursor" ? route[option] : undefined;
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
