/**
 * Reads a listing page by page: the whole listing, or an error. Nobody has described the service, so ten rules decide:
 *
 * 1. The first request is the plain one, and no parameter of `query` is changed, except the one that `pagination` names, and one that says
 *    where the listing begins (`candidates.ts`).
 * 2. The list is the body or the only array of objects; of several, the nearest with a usual name; else an error (`find-items.ts`).
 * 3. A page that names the next one is followed, on the service itself only (`paginators.ts`).
 * 4. A cursor goes to the parameter of its own name without "next", its own name, or `cursor` (`candidates.ts`).
 * 5. Else, if a flag or a number says that more follow: at most four trials. If nothing says so, and the page states its position: one
 *    question by that name, and one more if counting may begin with 0 (`trials.ts`).
 * 6. Every page is new, or empty, or an error (`seen-items.ts`, and `pageIn` below). A listing that changed is read once more from the start.
 * 7. An end is believed only if it was stated (`outlook.ts`, and `isLast` in `end.ts`).
 * 8. A total with a known name is reached, or it is an error (`requireReached` in `end.ts`). A bound or an estimate ends nothing (`signs.ts`).
 * 9. What sounds like paging and is not known is worth a trial or an error, and never an end (`signs.ts`).
 * 10. If nothing said anything, the page is all; a round number of items brings one warning (`../read-listing.ts`).
 *
 * A field counts only near the list (`fields.ts`), by its name and the type of its value (`names.ts`).
 */
import { withParts } from "../../base/errors.js";
import { describeCount, excerpt } from "../../base/text.js";
import type { ServiceResponse } from "../../http/types.js";
import type { Pagination } from "../arguments/argument-types.js";
import type { JsonValue } from "../json/json.js";
import { withQuery } from "../service-path.js";
import { adviceFor, type Declaration, listingError, renderUnrelated } from "./advice.js";
import type { Remark } from "./body-error.js";
import { isLast, requireKnown, requireReached, unknownSignError } from "./end.js";
import { fieldsOf } from "./fields.js";
import { likelyList } from "./find-items.js";
import { isFlag, judge, mayBeOfJob } from "./outlook.js";
import { type Page, requirePaths } from "./page.js";
import { addressOn, linkPaginator, type Paginator, paginatorFor, singlePage } from "./paginators.js";
import {
  type AddedPage,
  isEmptyAtTotal,
  ListingChanged,
  Reading,
  type ReadingOptions,
  type Reply,
  statusOf,
} from "./reading.js";
import { isNumber, namedSigns, type Sign } from "./signs.js";
import { firstQuestion, fullSize, hasRoom, requestNext, type Start, type Step, tryCandidates } from "./trials.js";

export interface ReadListing {
  readonly items: JsonValue[];
  /** Whether one page was read, and nothing stated the end. */
  readonly isUnproven: boolean;
  /** The reply to the question for a second page, if the end was concluded from it although the service did not state the end. */
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
  let { paginator } = start;
  let page = first;
  let previous = first;
  const dropped = new Set<string>();
  // A trial has brought the second page already.
  let step = start.reply === undefined ? await stepAfter(page, paginator, reading) : { paginator, reply: start.reply };
  while (step !== undefined) {
    const next = pageIn(step, page, start, reading);
    if (next === undefined) {
      break;
    }
    previous = page;
    page = reading.add(next);
    ({ paginator } = step);
    droppedFrom(next.request, reading).forEach((name) => dropped.add(name));
    step = await stepAfter(page, paginator, reading);
  }
  requireReached({ page, previous, paginator }, reading);
  requireKnown(page, first, reading);
  const { items, remark, doubt } = reading;
  const isUnproven = page === first && first.ends.length === 0 && doubt === undefined && pagination?.type !== "none";
  const found = pagination === undefined && doubt === undefined ? paginator.declaration : undefined;
  return { items, remark, isUnproven, doubt, dropped: [...dropped], found };
}

/** Requests the next page. `undefined`: this page is the last one (rule 7). */
async function stepAfter(page: AddedPage, paginator: Paginator, reading: Reading): Promise<Step | undefined> {
  return isLast(page, paginator, reading) ? undefined : requestNext(paginator, page, reading);
}

/**
 * Chooses how to go on after the first page. The first row that applies decides:
 *
 * | the page has | then |
 * | --- | --- |
 * | the argument `pagination` | as it says |
 * | no items, and an exact total of 0 | this is all |
 * | the address of the next page | it is followed (rule 3) |
 * | a cursor, a flag or a number that says more, or may | at most four trials (rules 4, 5 and 9) |
 * | an end | this is all (rule 7) |
 * | its own position | one question by that name (rule 5) |
 * | as many items as the size that it states | at most four trials |
 * | a sign that is not known | an error (rule 9) |
 * | nothing of these | this is all (rule 10) |
 */
async function startAfter(first: AddedPage, reading: Reading): Promise<Start> {
  const { pagination } = reading.options;
  if (pagination !== undefined) {
    return { paginator: declaredPaginator(pagination, first, reading) };
  }
  if (isEmptyAtTotal(first, 0)) {
    return { paginator: singlePage };
  }
  if (addressOn(first) !== undefined) {
    return { paginator: linkPaginator() };
  }
  const sign = signOfMore(first);
  if (sign !== undefined) {
    return tryCandidates(first, sign, reading);
  }
  if (first.ends.length > 0) {
    return { paginator: singlePage };
  }
  const question = first.items.length > 0 ? firstQuestion(first, reading) : undefined;
  if (question !== undefined) {
    return question;
  }
  const size = first.items.length > 0 ? fullSize(first) : undefined;
  if (size !== undefined) {
    return tryCandidates(first, size, reading);
  }
  const unknown = first.signs.find(isUnknown);
  if (unknown !== undefined) {
    throw unknownSignError(unknown, reading);
  }
  return { paginator: singlePage };
}

/** Returns the paginator for the argument `pagination`. Throws if the first page does not fit it. */
function declaredPaginator(pagination: Pagination, first: AddedPage, reading: Reading): Paginator {
  if (pagination.type === "none") {
    requireSinglePage(first, reading);
    return singlePage;
  }
  const mayBeMore = first.more.length > 0 || maybeOn(first).length > 0 || first.signs.some(isUnknown);
  requirePaths(pagination, first.signs, mayBeMore);
  return paginatorFor(pagination, first, reading.options.listing);
}

/**
 * Returns the sign for which a second page is requested: what says that more follow, else what may say so on a page with items that states no
 * end. A cursor is one on an empty page too, because some services filter after paging; and beside a number that states the end, because that may
 * be the number of each page.
 */
function signOfMore(first: AddedPage): Sign | undefined {
  const { more, ends, items } = first;
  const sure = more.find(({ kind }) => kind === "next") ?? more[0];
  const isOpen = ends.length === 0 && items.length > 0;
  return sure ?? maybeOn(first).find(({ kind }) => isOpen || (kind === "cursor" && ends.every(isNumber)));
}

/** Returns what may say that more follow. A bound that is reached (at least 20, and here they are) does not, if the page has room for more. */
function maybeOn(first: AddedPage): Sign[] {
  const isReached = (sign: Sign): boolean => isNumber(sign) && Number(sign.value) <= first.items.length;
  return first.maybe.filter((sign) => !isReached(sign) || !hasRoom(first));
}

function isUnknown({ kind }: Sign): boolean {
  return kind === "unknown";
}

/** Returns the page that came back; `undefined` if the previous one was the last. Throws if the page brings nothing new (rule 6). */
function pageIn({ reply, paginator }: Step, previous: AddedPage, start: Start, reading: Reading): Page | undefined {
  if (reply.comparison === "new items" || reply.comparison === "no items") {
    return reply.page;
  }
  if (!paginator.isNamed && isEnd(reply, previous, reading)) {
    return undefined;
  }
  throw nothingNew(reply, reading.pages === 1 ? start.position : undefined, reading);
}

/**
 * Returns whether a reply without anything new is the end:
 * 1. 416 always says so.
 * 2. 400, 422 or the first page again say so only in reply to the very first question, if nothing said that more follow, and the page states the
 *    end where `pagination` says.
 * 3. They say so too if the page has room: fewer items than the size that it states, and no unknown sign. Hidden items make room as well, so the
 *    reading then keeps a doubt, for a warning.
 *
 * 404 is never an end, because a gateway answers so while a service is deployed anew.
 */
function isEnd(reply: Reply, previous: AddedPage, reading: Reading): boolean {
  const status = statusOf(reply);
  if (status === 416) {
    return true;
  }
  const isFirstQuestion = reading.pages === 1 && previous.more.length === 0;
  const isNotThere = reply.comparison === "the same page again" || status === 400 || status === 422;
  if (!isFirstQuestion || !isNotThere) {
    return false;
  }
  if (previous.ends.some(({ declaredBy }) => declaredBy !== undefined)) {
    return true;
  }
  if (reading.options.pagination !== undefined || !hasRoom(previous) || previous.signs.some(isUnknown)) {
    return false;
  }
  const what = status === undefined ? "gave the same page again" : `was refused (${status})`;
  reading.doubt = `${excerpt(reply.request.search)} ${what}`;
  return true;
}

/** Makes the error for a reply that brings nothing new. @param position the reason for the request, if only a stated position was. */
function nothingNew(reply: Reply, position: Sign | undefined, reading: Reading): Error {
  const isRefused = reply.comparison === "refused";
  if (!isRefused && reply.comparison !== "the same page again") {
    return reading.changed(`page ${reading.pages + 1} has ${reply.comparison}`);
  }
  const isMissing = statusOf(reply) === 404;
  const again = isMissing ? "Try again: a gateway answers so while a service is deployed anew. Else set" : "Set";
  const hint = position
    ? adviceFor(position, undefined)
    : `${again} \`pagination\` with the service's own parameter. If this is the page after the last one, also with \`totalPath\`, \`totalPagesPath\`, \`morePath\` or \`lastPath\`: the field that shows the end.`;
  if (isRefused) {
    // With `allowMissing`, a 404 of the first page says that nothing is there; that of a later page says nothing.
    return withParts(reply.refusal, { hint, code: "refused" });
  }
  const address = excerpt(reply.request.search || reply.request.pathname);
  return listingError(`${address} leads to pages that were read before. ${reading.soFar()}`, hint);
}

/** Returns the parameters of the user's query that a request for a next page lacks, because its address does. */
function droppedFrom({ searchParams }: URL, { options: { listing } }: Reading): string[] {
  return Object.keys(listing.query).filter((name) => !searchParams.has(name));
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
 * Throws if a response that is read as one value has a list, and an address, a cursor of the next page or a flag says that more follow.
 * They would be lost without an error. A number alone says nothing, because it may be a field of what the response describes.
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
  if (sign !== undefined && !ends.some((end) => (isFlag(end) && !mayBeOfJob(end)) || isNumber(end))) {
    throw listingError(
      `The response is one page: it has ${describeCount(items.length, "items")} at "${excerpt(pointer)}", and says at "${excerpt(sign.location)}" that more follow.`,
      `For all items, set \`itemsPath\` to ${JSON.stringify(pointer)}. Only for this response alone, set the pagination type "none".`,
    );
  }
}
