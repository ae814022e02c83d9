/**
 * Rule 5: if a number or a flag says that more follow, the next page is asked for by the stated name, then by usual ones, in at most four
 * trials. If nothing says so, but the page states its own number or offset: by the stated name.
 */
import { excerpt } from "../../base/text.js";
import { isJsonObject } from "../json/json.js";
import { adviceFor, type Declaration, listingError } from "./advice.js";
import { type Candidate, candidatesFor, statedPosition } from "./candidates.js";
import { describeSign, isFlag, judge } from "./outlook.js";
import type { Page } from "./page.js";
import {
  isNumbered,
  type NumberedPaginator,
  numberedPaginator,
  type Paginator,
  paginatorFor,
  parameterOf,
  singlePage,
} from "./paginators.js";
import { type AddedPage, type Reading, type Reply, statusOf } from "./reading.js";
import { isNumber, type Sign } from "./signs.js";
import { textOf } from "./names.js";

const MAX_TRIALS = 4;

/** A reply, and the paginator that reads on after it. */
export interface Step {
  readonly reply: Reply;
  readonly paginator: Paginator;
}

/** How to go on after the first page. If the choice took a request, there is its reply. */
export interface Start extends Partial<Step> {
  readonly paginator: Paginator;
  /** The position that the first page states, if it alone is the reason to ask for a second one. */
  readonly position?: Sign;
}

/** Requests the page after this one. `undefined`: the page names no next one, or an empty page names itself. */
export async function requestNext(paginator: Paginator, page: Page, reading: Reading): Promise<Step | undefined> {
  const step = await send(paginator, page, reading);
  if (step === undefined || reading.pages > 1 || !isNumbered(paginator)) {
    return step;
  }
  return paginator.base === undefined
    ? withUnknownBase(step, paginator, page, reading)
    : withStatedBase(step, paginator, page, reading);
}

async function send(paginator: Paginator, page: Page, reading: Reading): Promise<Step | undefined> {
  const request = paginator.next(page, reading.pages, reading.items.length);
  const isItself = page.items.length === 0 && request?.href === page.request.href;
  return request === undefined || isItself ? undefined : { reply: await reading.send(request), paginator };
}

/**
 * Finds out with which number counting begins, if nothing was known. So `page=1` or `offset=3` was sent, as if it began with 0. It begins
 * with 1 if the reply is the first page again, or begins with the last item again. Then the second page is requested anew.
 */
async function withUnknownBase(
  { reply }: Step,
  { declaration }: NumberedPaginator,
  first: Page,
  reading: Reading,
): Promise<Step | undefined> {
  const { listing } = reading.options;
  const isPage = declaration.type === "page";
  if (reply.comparison !== (isPage ? "the same page again" : "the last item again")) {
    return { reply, paginator: numberedPaginator(declaration, listing, 0) };
  }
  if (!isPage) {
    await requireUnchanged(first, reading);
  }
  return send(numberedPaginator(declaration, listing, 1), first, reading);
}

/**
 * Corrects the number with which counting begins. The first page states `"page": 1`, so `page=2` was sent. The parameter counts from 0 all the
 * same if the reply states `"page": 3`; or if there is no such page, and `page=1` has new items. Then `page=1` is the second page.
 */
async function withStatedBase(
  step: Step,
  { declaration, base }: NumberedPaginator,
  first: Page,
  reading: Reading,
): Promise<Step | undefined> {
  const { listing } = reading.options;
  const isThird = statesNumber(step.reply, 3);
  // With `page=1` in `query`, that was the first request.
  const mayBeSecond = isNoPage(step.reply) && !(parameterOf(declaration) in listing.query);
  if (declaration.type !== "page" || base !== 1 || !(isThird || mayBeSecond)) {
    return step;
  }
  const fromZero = await send(numberedPaginator(declaration, listing, 0), first, reading);
  return isThird || fromZero?.reply.comparison === "new items" ? fromZero : step;
}

/** Returns whether a page came that states this number. */
function statesNumber(reply: Reply, number: number): boolean {
  return "page" in reply && reply.page.signs.some(({ kind, value }) => kind === "page" && value === number);
}

/** Returns whether a reply says that there is no such page: it is empty, or 416. */
function isNoPage(reply: Reply): boolean {
  return reply.comparison === "no items" || statusOf(reply) === 416;
}

/**
 * Throws if the first page is no longer what it was. An item that was inserted before it moves the last item to the second page, as an
 * offset that counts from 1 does.
 */
async function requireUnchanged(first: Page, reading: Reading): Promise<void> {
  const { comparison } = await reading.send(first.request);
  if (comparison !== "the same page again") {
    throw reading.changed("page 2 has the last item again");
  }
}

/**
 * Requests the second page with one candidate after the other, until one gives new items. If none does, the page is all if it states the end;
 * else that is an error.
 *
 * @param sign what says that more follow, or may follow.
 */
export async function tryCandidates(first: AddedPage, sign: Sign, reading: Reading): Promise<Start> {
  const { listing } = reading.options;
  const statesEnd = first.more.length === 0 && first.ends.length > 0;
  const candidates = candidatesFor(first, listing.query);
  if (!statesEnd) {
    requireFree(candidates[0], sign, reading);
  }
  // Beside a number that states the end, only a cursor may lead on.
  const mayLeadOn = ({ declaration }: Candidate): boolean => !statesEnd || declaration.type === "cursor";
  const allowed = candidates.filter((candidate) => !candidate.isTaken && mayLeadOn(candidate));
  const replies: Reply[] = [];
  for (const candidate of allowed.slice(0, MAX_TRIALS)) {
    const step = await requestNext(paginatorFor(candidate.declaration, first, listing), first, reading);
    if (step === undefined) {
      continue;
    }
    if (await isAnswer(step, candidate, first, sign, reading)) {
      return step;
    }
    replies.push(step.reply);
  }
  if (statesEnd) {
    return { paginator: singlePage };
  }
  const declaration = mayBeFilter(first, replies)
    ? undefined
    : (adviceAfter(allowed) ?? afterLastItem(sign, first, reading));
  const follow = first.more.includes(sign) ? "follow" : "may follow";
  throw listingError(
    `The response says ${describeSign(sign)} that more ${reading.options.noun} ${follow}. ${reading.soFar()} ${describeTrials(replies)}`,
    adviceFor(sign, declaration),
    declaration,
  );
}

/**
 * Returns whether a parameter that was tried may be a filter that matches nothing, because it brought an empty page. A user who pasted it would
 * get that page as the end, unless a flag or a number says that more follow.
 */
function mayBeFilter(first: AddedPage, replies: readonly Reply[]): boolean {
  return !isSure(first) && replies.some(({ comparison }) => comparison === "no items");
}

/** Writes what was tried: "Tried for the next page: ?page=2 (the same page again)." */
function describeTrials(replies: readonly Reply[]): string {
  const trials = replies.map(({ request, comparison }) => `${excerpt(request.search)} (${comparison})`);
  return trials.length === 0
    ? "Nothing was tried: `query` has the usual parameters."
    : `Tried for the next page: ${trials.join(", ")}.`;
}

/** Returns what to advise after trials in vain: the cursor, with a parameter that the user replaces; else the next number that was not tried. */
function adviceAfter(candidates: readonly Candidate[]): Declaration | undefined {
  const [likeliest] = candidates;
  return likeliest?.declaration.type === "cursor" ? likeliest.declaration : candidates[MAX_TRIALS]?.declaration;
}

/** Returns the pagination of services whose cursor is the id of the last item, if a flag alone says that more follow. */
function afterLastItem(sign: Sign, { items, signs }: Page, reading: Reading): Declaration | undefined {
  const [item] = items;
  const hasId = isJsonObject(item) && textOf(item["id"]) !== undefined;
  const isAlone = isFlag(sign) && statedPosition(signs, reading.options.listing.query) === undefined;
  return hasId && isAlone ? { type: "cursor", lastItemPath: "/id", parameter: "starting_after" } : undefined;
}

/** Returns whether a flag or a number says that more follow, not only the name of a next page. */
function isSure({ more }: AddedPage): boolean {
  return more.some(({ kind }) => kind !== "next");
}

/**
 * Returns whether the reply to a trial shows that the parameter is right:
 * 1. It has new items. If a guessed number seems to count from 0, one more request confirms that.
 * 2. It is empty and names another cursor: services document empty pages in the middle of a listing.
 * 3. It says that there is no such page, and this is the end. That is believed only if the response itself shows the parameter, because a guessed
 *    one may be a filter that matches nothing.
 */
async function isAnswer(
  { reply, paginator }: Step,
  { isShown }: Candidate,
  first: AddedPage,
  sign: Sign,
  reading: Reading,
): Promise<boolean> {
  switch (reply.comparison) {
    case "new items":
      return isConfirmed(paginator, first, reading);
    case "no items":
      return namesAnother(reply.page, sign) || (isShown && isEmptyEnd(reply.page, first, sign));
    case "refused":
      return isShown && !isSure(first) && statusOf(reply) === 416;
    case "the same page again":
      return false;
    default:
      if (isShown) {
        throw reading.changed(`page 2 has ${reply.comparison}`);
      }
      return false;
  }
}

/** Returns whether an empty page names another cursor. */
function namesAnother({ signs }: Page, { kind, location, value }: Sign): boolean {
  const next = signs.find((sign) => sign.location === location);
  return kind === "next" && next !== undefined && next.value !== null && next.value !== value;
}

/** Returns whether an empty second page is the end: a flag that said more is denied; else nothing says that more may follow. */
function isEmptyEnd({ signs }: Page, first: AddedPage, sign: Sign): boolean {
  const items = first.items.length;
  const { more, maybe, ends } = judge(signs, { pages: 2, items, largestPage: items });
  if (isSure(first)) {
    return isFlag(sign) && ends.some(isFlag);
  }
  return more.length === 0 && !maybe.some(({ kind }) => kind === "cursor");
}

/**
 * Checks a number that seems to count from 0, unless a total will show whether pages were skipped: number 0 must be the first page, and
 * offset 1 must give items of the first page again.
 */
async function isConfirmed(paginator: Paginator, { signs, items }: Page, reading: Reading): Promise<boolean> {
  const willShow = signs.some((sign) => isNumber(sign) && sign.exactness === "exact");
  if (!isNumbered(paginator) || paginator.base !== 0 || willShow) {
    return true;
  }
  const isOffset = paginator.declaration.type === "offset" && items.length > 1;
  const { comparison } = await reading.send(paginator.at(isOffset ? 1 : 0));
  return isOffset ? !["new items", "no items", "refused"].includes(comparison) : comparison === "the same page again";
}

/** Throws if the likeliest parameter is in `query` with a value of the user's (rule 1). */
function requireFree(candidate: Candidate | undefined, sign: Sign, reading: Reading): void {
  if (candidate === undefined || !candidate.isTaken || !candidate.isShown) {
    return;
  }
  const { noun, listing } = reading.options;
  const parameter = parameterOf(candidate.declaration);
  const value = Object.entries(listing.query).find(([name]) => name === parameter)?.[1];
  // A text is a filter, which no page number may replace.
  const declaration = /^\d+$/.test(String(value)) ? candidate.declaration : undefined;
  throw listingError(
    `The response says ${describeSign(sign)} that more ${noun} may follow. ${reading.soFar()} "${excerpt(parameter)}" would lead to them, but \`query\` has it, as a filter or as the place where reading begins, and \`query\` is never changed.`,
    `Leave "${excerpt(parameter)}" out of \`query\` to read from the beginning. ${adviceFor(sign, declaration)}`,
    declaration,
  );
}

/** Returns how to ask for the second page by the position that the first one states; `undefined` if none is stated. */
export function firstQuestion(first: AddedPage, reading: Reading): Start | undefined {
  const { listing } = reading.options;
  const position = statedPosition(first.signs, listing.query);
  const candidate = candidatesFor(first, listing.query).find(({ declaration }) => declaration.type !== "cursor");
  if (position === undefined || candidate === undefined) {
    return undefined;
  }
  requireFree(candidate, position, reading);
  return { paginator: paginatorFor(candidate.declaration, first, listing), position };
}

/** Returns whether a page has fewer items than the size that it states. */
export function hasRoom(page: Page): boolean {
  return page.items.length < Number(sizeOn(page)?.value ?? 0);
}

/** Returns the size that a page states, if the page has exactly so many items. A bare `size` does not count. */
export function fullSize(page: Page): Sign | undefined {
  const size = sizeOn(page);
  return size?.value === page.items.length && size.name.toLowerCase() !== "size" ? size : undefined;
}

/**
 * Returns the size that a page states. Of several, the smallest: a greater one is the most that is allowed. A bare `size` counts only if there is
 * no other, because it may be the number of items.
 */
function sizeOn({ signs }: Page): Sign | undefined {
  const sizes = signs
    .filter(({ kind }) => kind === "size")
    .sort((left, right) => Number(left.value) - Number(right.value));
  return sizes.find(({ name }) => name.toLowerCase() !== "size") ?? sizes[0];
}
