/**
 * Reads a listing page by page: the whole listing, or an error. Nobody has described the service, so ten rules decide:
 *
 * 1. The first request is the plain one, and no parameter of `query` is changed, except the one that `pagination` names, and one that says
 *    where the listing begins (`candidates.ts`).
 * 2. The list is the body or the only array of objects; of several, the nearest with a usual name; else an error (`find-items.ts`).
 * 3. A page that names the next one is followed, on the service itself only (`paginators.ts`).
 * 4. A cursor goes to the parameter of its own name without "next", its own name, or `cursor` (`candidates.ts`).
 * 5. Else, if a flag or a number says that more follow: at most four trials. If nothing says so, and the page states its position: one
 *    question by that name (`trials.ts`).
 * 6. Every page is new, or empty, or an error (`seen-items.ts`, and `pageIn` below). A listing that changed is read once more from the start.
 * 7. An end is believed only if it was stated (`outlook.ts`, and `isLast` below).
 * 8. A total with a known name is reached, or it is an error (`requireReached` below). A bound or an estimate ends nothing (`signs.ts`).
 * 9. What sounds like paging and is not known is worth a trial or an error, and never an end (`signs.ts`).
 * 10. If nothing said anything, the page is all; a round number of items brings one warning (`../read-listing.ts`).
 *
 * A field counts only near the list (`fields.ts`), by its name and the type of its value (`names.ts`).
 */
import { withParts } from "../../base/errors.js";
import { describeCount, excerpt } from "../../base/text.js";
import type { ServiceResponse } from "../../http/types.js";
import type { JsonValue } from "../json/json.js";
import { withQuery } from "../service-path.js";
import { adviceFor, type Declaration, listingError, renderArgument, renderUnrelated } from "./advice.js";
import type { Remark } from "./body-error.js";
import { requirePaths } from "./declared.js";
import { CONTENT_RANGE, fieldsOf } from "./fields.js";
import { likelyList } from "./find-items.js";
import { describeSign, isFlag, judge, mayBeOfJob } from "./outlook.js";
import type { Page } from "./page.js";
import { addressOn, linkPaginator, type Paginator, paginatorFor, singlePage } from "./paginators.js";
import { type AddedPage, isEmptyAtTotal, ListingChanged, Reading, type ReadingOptions, type Reply } from "./reading.js";
import { isNumber, namedSigns, type Sign } from "./signs.js";
import { firstQuestion, fullSize, hasRoom, requestNext, type Start, type Step, tryCandidates } from "./trials.js";
import { isAddress, wasSent } from "./values.js";

export interface ReadListing {
  readonly items: JsonValue[];
  /** Whether one page was read, and nothing stated the end. */
  readonly isUnproven: boolean;
  /** What the service replied to the question for a second page, if that was taken as the end without a statement of the service. */
  readonly doubt: string | undefined;
  /** The parameters of `query` that the addresses of next pages lack. */
  readonly dropped: readonly string[];
  /** The argument that has the same effect, if it was found by trials. */
  readonly found: Declaration | undefined;
  /** The message beside an empty list. */
  readonly remark: Remark | undefined;
}

/** Reads the listing, and once more from the start if it changed meanwhile. */
export async function readPages(options: ReadingOptions): Promise<ReadListing> {
  try {
    return await readOnce(options);
  } catch (error) {
    if (!(error instanceof ListingChanged)) {
      throw error;
    }
  }
  return readOnce(options);
}

async function readOnce(options: ReadingOptions): Promise<ReadListing> {
  const { listing, pagination } = options;
  const reading = new Reading(options);
  const first = reading.add(await reading.fetch(withQuery(listing.url, listing.query)));
  const start = await startAfter(first, reading);
  let { paginator, reply } = start;
  let page = first;
  let previous = first;
  const dropped = new Set<string>();
  while (reply !== undefined || !isLast(page, paginator, reading)) {
    const step: Step | undefined =
      reply === undefined ? await requestNext(paginator, page, reading) : { paginator, reply };
    const next = step && pageIn(step, page, start, reading);
    if (step === undefined || next === undefined) {
      break;
    }
    previous = page;
    page = reading.add(next);
    ({ paginator } = step);
    reply = undefined;
    droppedFrom(next.request, reading).forEach((name) => dropped.add(name));
  }
  requireReached(page, previous, paginator, reading);
  requireKnown(page, first, reading);
  const { items, remark, doubt } = reading;
  const isUnproven = page === first && first.ends.length === 0 && doubt === undefined && pagination === undefined;
  const found = pagination === undefined && doubt === undefined ? paginator.declaration : undefined;
  return { items, remark, isUnproven, doubt, dropped: [...dropped], found };
}

/** Chooses how to go on after the first page. */
async function startAfter(first: AddedPage, reading: Reading): Promise<Start> {
  const { pagination, listing } = reading.options;
  const { more, ends, items, signs } = first;
  const unknown = signs.find(({ kind }) => kind === "unknown");
  // A bound that is reached says nothing about a page with room.
  const isReached = ({ value }: Sign): boolean => Number(value) <= items.length;
  const maybe = first.maybe.filter((sign) => !isNumber(sign) || !isReached(sign) || !hasRoom(first));
  if (pagination?.type === "none") {
    requireSinglePage(first, reading);
    return { paginator: singlePage };
  }
  if (pagination !== undefined) {
    requirePaths(pagination, signs, more.length + maybe.length > 0 || unknown !== undefined);
    return { paginator: paginatorFor(pagination, first, listing) };
  }
  if (isEmptyAtTotal(first, 0)) {
    return { paginator: singlePage };
  }
  if (addressOn(first) !== undefined) {
    return { paginator: linkPaginator() };
  }
  const isOpen = ends.length === 0 && items.length > 0;
  // A service that filters after it has read a page gives an empty one with a cursor.
  const possible = maybe.find(({ kind }) => isOpen || (kind === "cursor" && ends.length === 0));
  const sign = more.find(({ kind }) => kind === "next") ?? more[0] ?? possible;
  if (sign !== undefined) {
    return tryCandidates(first, sign, reading);
  }
  const question = isOpen ? firstQuestion(first, reading) : undefined;
  if (question !== undefined) {
    return question;
  }
  const size = isOpen ? fullSize(first) : undefined;
  if (size !== undefined) {
    return tryCandidates(first, size, reading);
  }
  if (unknown !== undefined && ends.length === 0) {
    throw unknownSign(unknown, reading);
  }
  return { paginator: singlePage };
}

/** Returns whether the listing ends with this page, so that no next page is requested (rule 7). */
function isLast(page: AddedPage, paginator: Paginator, reading: Reading): boolean {
  const { items, more, ends } = page;
  if (isEmptyAtTotal(page, reading.items.length)) {
    return true;
  }
  if (items.length === 0 && !paginator.isNamed) {
    return !isGap(page, paginator);
  }
  if (reading.options.pagination === undefined) {
    return more.length === 0 && ends.length > 0;
  }
  // A number that never said that more follow may be that of each page.
  const isAboutListing = (sign: Sign): boolean => sign.kind === "more" || reading.didSayMore(sign);
  return ends.some(isDeclaredEnd) || (!paginator.isNamed && more.length === 0 && ends.some(isAboutListing));
}

/** Returns whether a flag or a number of pages at a path of `pagination` says that this is the last page. */
function isDeclaredEnd(sign: Sign): boolean {
  return sign.declaredBy !== undefined && (isFlag(sign) || sign.kind === "pages");
}

/**
 * Returns whether an empty page is one between numbered pages: it names a next one, or a flag or a number of pages on it says that more follow.
 * Its items may be hidden from this client. An offset stays the same after it, so that the same request would be sent again.
 */
function isGap({ more, signs }: AddedPage, paginator: Paginator): boolean {
  const isOnPage = ({ location }: Sign): boolean => signs.some((sign) => sign.location === location);
  const says = (sign: Sign): boolean => sign.kind === "next" || sign.kind === "pages" || isFlag(sign);
  return paginator.declaration?.type === "page" && more.some((sign) => says(sign) && isOnPage(sign));
}

/** Returns the page that came back; `undefined` if the previous one was the last. Throws if the page brings nothing new (rule 6). */
function pageIn(
  { reply, paginator }: Step,
  previous: AddedPage,
  { question }: Start,
  reading: Reading,
): Page | undefined {
  if (reply.comparison === "new items" || reply.comparison === "no items") {
    return reply.page;
  }
  const isRefused = reply.comparison === "refused";
  const status = isRefused ? reply.refusal.status : undefined;
  if (!paginator.isNamed && (status === 416 || isEndOfOnePage(reply, previous, reading))) {
    return undefined;
  }
  if (!isRefused && reply.comparison !== "the same page again") {
    throw reading.changed(`page ${reading.pages + 1} has ${reply.comparison}`);
  }
  const again = status === 404 ? "Try again: a gateway answers so while a service is deployed anew. Else set" : "Set";
  const asked = reading.pages === 1 ? question : undefined;
  const hint = asked
    ? adviceFor(asked.position, asked.advised)
    : `${again} \`pagination\` with the service's own parameter. If this is the page after the last one, also with \`totalPath\`, \`totalPagesPath\`, \`morePath\` or \`lastPath\`: the field that shows the end.`;
  if (isRefused) {
    // With `allowMissing`, a 404 of the first page says that nothing is there; that of a later page says nothing.
    throw withParts(reply.refusal, { hint, code: "refused", pagination: asked?.advised && { ...asked.advised } });
  }
  const address = excerpt(reply.request.search || reply.request.pathname);
  throw listingError(`${address} leads to pages that were read before. ${reading.soFar()}`, hint, asked?.advised);
}

/**
 * Returns whether the first page was all, although the reply to the very first question does not say so: 400, 422 or the same page again,
 * where nothing said that more follow. 404 is never an end, because a gateway answers so while a service is deployed anew.
 *
 * 1. The page states the end, and was not believed: with `pagination`, a total that it reaches may be that of each page.
 * 2. The page has room: fewer items than the size that it states. That is in doubt, because hidden items make room too.
 */
function isEndOfOnePage(reply: Reply, { more, ends, signs, ...page }: AddedPage, reading: Reading): boolean {
  const status = reply.comparison === "refused" ? reply.refusal.status : undefined;
  const isNotThere = reply.comparison === "the same page again" || status === 400 || status === 422;
  if (reading.pages > 1 || more.length > 0 || !isNotThere) {
    return false;
  }
  const isKnown = !signs.some(({ kind }) => kind === "unknown");
  if (ends.length === 0 && isKnown && reading.options.pagination === undefined && hasRoom({ ...page, signs })) {
    const what = status === undefined ? "gave the same page again" : `was refused (${status})`;
    reading.doubt = `${excerpt(reply.request.search)} ${what}`;
  }
  return ends.length > 0 || reading.doubt !== undefined;
}

/** Returns the parameters of the user's query that a request for a next page lacks, because its address does. */
function droppedFrom({ searchParams }: URL, { options: { listing } }: Reading): string[] {
  return Object.keys(listing.query).filter((name) => !searchParams.has(name));
}

/**
 * Throws if a flag or a number says that more follow (rule 8), or if the last page names a next one that was not requested. After an empty
 * page without the flag that said so before, the flag is still there: a parameter may be a filter that matches nothing.
 */
function requireReached(page: AddedPage, previous: AddedPage, paginator: Paginator, reading: Reading): void {
  const { noun, pagination } = reading.options;
  const { pages, items } = reading;
  // The pagination "none" says that this page is all. A larger number may count what is hidden from this client.
  if (pagination?.type === "none") {
    return;
  }
  const isEmpty = page.items.length === 0;
  const isAnswered = ({ location }: Sign): boolean => page.signs.some((sign) => sign.location === location);
  const flags = isEmpty && !paginator.isNamed ? previous.more.filter((sign) => isFlag(sign) && !isAnswered(sign)) : [];
  // An empty page may name itself, or a next one where an exact total is reached.
  const namesItself = isEmpty && paginator.isNamed && paginator.next(page, pages, items.length) !== undefined;
  const isOver = namesItself || page.ends.some(isDeclaredEnd) || isEmptyAtTotal(page, items.length);
  const [sign] = [...page.more.filter(({ kind }) => kind !== "next" || !isOver), ...flags];
  if (sign === undefined) {
    return;
  }
  // The advice looks away from the sign, so it must not declare it.
  const options = Object.entries(paginator.declaration ?? {}).filter(([option]) => option !== sign.declaredBy);
  const rest = paginator.declaration && (Object.fromEntries(options) as unknown as Declaration);
  const beside = rest === undefined ? "" : `, with ${renderArgument("pagination", rest)}`;
  // Without what led from page to page, the first one would be all.
  const hasLed = sign.kind === "next" && paginator.isNamed && reading.didSayMore(sign);
  const lookAway = hasLed ? "" : ` Only if the rest is hidden from this client, set ${renderUnrelated(sign)}${beside}.`;
  throw listingError(
    `The service says ${describeSign(sign)} that there are more; ${describeCount(items.length, noun)} on ${describeCount(pages, "pages")} could be read.`,
    `Another \`pagination\` may be needed, or the service has lost a page.${lookAway}`,
  );
}

/**
 * Throws if the last of several pages names a next one in a way that is not known (rule 9), and that the first page did not have: neither
 * the field, nor a sign in the object that it is. A cursor that was sent names the page itself.
 */
function requireKnown(page: AddedPage, first: AddedPage, reading: Reading): void {
  const isSign = ({ kind, value }: Sign): boolean =>
    kind === "unknown" || (kind === "cursor" && value !== null && !wasSent(page.request, value));
  const isOnFirst = ({ location }: Sign): boolean =>
    first.signs.some((sign) => `${sign.location}/`.startsWith(`${location}/`));
  const strange = page === first ? undefined : page.signs.find((sign) => isSign(sign) && !isOnFirst(sign));
  if (strange !== undefined && page.ends.length === 0) {
    throw unknownSign(strange, reading);
  }
}

/** Makes the error for a field that looks like a sign of more pages and is not known, while nothing says that these are all (rule 9). */
function unknownSign(sign: Sign, reading: Reading): Error {
  const declaration = declarationFor(sign);
  return listingError(
    `What the response has at "${excerpt(sign.location)}" may mean that more follow, and nothing known says whether these are all. ${reading.soFar()}`,
    adviceFor(sign, declaration),
    declaration,
  );
}

/** Returns the `pagination` that an unknown sign suggests: a range suggests an offset; else its value decides, and `null` suggests none. */
function declarationFor({ value, location }: Sign): Declaration | undefined {
  if (location === CONTENT_RANGE) {
    return { type: "offset", parameter: "offset" };
  }
  if (value === null) {
    return undefined;
  }
  if (value === true) {
    return { type: "page", morePath: location };
  }
  return isAddress(String(value)) ? { type: "cursor", urlPath: location } : { type: "cursor", cursorPath: location };
}

/** Throws if `pagination` says that this page is all, but the response says that more follow. Numbers may count something else. */
function requireSinglePage(first: AddedPage, { options: { noun } }: Reading): void {
  const { more, maybe, ends } = first;
  const sign = [...more, ...maybe].find((candidate) => !isNumber(candidate));
  if (sign === undefined || ends.some(isFlag)) {
    return;
  }
  throw listingError(
    `\`pagination\` says that this page with ${describeCount(first.items.length, noun)} is all, but the response says at "${excerpt(sign.location)}" that more follow.`,
    `To read on, leave out \`pagination\`. A refresh uses the arguments of the last update: run \`pulumi up --refresh=false\` once. Only if these are all, set ${renderUnrelated(sign)} too.`,
  );
}

/**
 * Throws if a response that is read as one value has a list, and an address, a cursor or a flag says that more follow. They would be lost
 * without an error. A number alone says nothing, because it may be a field of what the response describes.
 */
export function requireWholeValue(body: JsonValue, response: ServiceResponse, unrelated: readonly string[]): void {
  const list = likelyList(body);
  if (list === undefined) {
    return;
  }
  const { items, pointer } = list;
  const signs = namedSigns(fieldsOf(body, response, pointer, unrelated), response.url);
  const { more, ends } = judge(signs, { pages: 1, items: items.length, largestPage: items.length });
  const sign = more.find((candidate) => !isNumber(candidate) && !mayBeOfJob(candidate));
  if (sign !== undefined && !ends.some((end) => isFlag(end) || isNumber(end))) {
    throw listingError(
      `The response is one page: it has ${describeCount(items.length, "items")} at "${excerpt(pointer)}", and says at "${excerpt(sign.location)}" that more follow.`,
      `For all items, set \`itemsPath\` to ${JSON.stringify(pointer)}. Only for this response alone, set the pagination type "none".`,
    );
  }
}
