/**
 * Rule 5: if a number or a flag says that more follow, the next page is asked for by the stated name, then by usual ones, in at most four
 * trials. If nothing says so, but the page states its own number or offset: by the stated name.
 */
import { withParts, type WorkflowsError } from "../../base/errors.js";
import { excerpt } from "../../base/text.js";
import { isJsonObject } from "../json/json.js";
import { adviceFor, type Declaration, listingError } from "./advice.js";
import { type Candidate, candidatesFor, statedPosition } from "./candidates.js";
import { requestNext, type Step } from "./next-page.js";
import { describeSign, isFlag } from "./outlook.js";
import type { Page } from "./page.js";
import { isNumbered, paginatorFor, parameterOf } from "./paginators.js";
import { type AddedPage, ListingChanged, type Reading, type Reply } from "./reading.js";
import { isNumber, type Sign } from "./signs.js";
import { textOf } from "./values.js";

const MAX_TRIALS = 4;

/**
 * Requests the second page with one candidate after the other. Throws if none gives new items.
 *
 * @param sign what says that more follow, or may follow.
 */
export async function tryCandidates(first: AddedPage, sign: Sign, reading: Reading): Promise<Step> {
  const { listing } = reading.options;
  const candidates = candidatesFor(first, listing.query);
  requireFree(candidates[0], sign, reading);
  const allowed = candidates.filter(({ isTaken }) => !isTaken);
  const replies: Reply[] = [];
  for (const candidate of allowed.slice(0, MAX_TRIALS)) {
    const step = await requestNext(paginatorFor(candidate.declaration, first, listing), first, reading);
    if (step !== undefined && (await isAnswer(step, candidate, first, sign, reading))) {
      return step;
    }
    replies.push(...(step === undefined ? [] : [step.reply]));
  }
  const tried = replies.map(({ request, comparison }) => `${excerpt(request.search)} (${comparison})`).join(", ");
  const { noun } = reading.options;
  // A parameter that brought an empty page may be a filter. If it is pasted, that page would be the end, unless a number shows what is missing.
  const mayFilter = !isSure(first) && replies.some(({ comparison }) => comparison === "no items");
  const declaration = mayFilter ? undefined : (untried(allowed) ?? afterLastItem(sign, first, reading));
  throw listingError(
    `The response says ${describeSign(sign)} that more ${noun} ${first.more.includes(sign) ? "follow" : "may follow"}. ${reading.soFar()} Tried for the next page: ${tried}.`,
    adviceFor(sign, declaration),
    declaration,
  );
}

/** Returns the first candidate that was not tried and is like the likeliest one; for a cursor, else the likeliest one itself. */
function untried(candidates: readonly Candidate[]): Declaration | undefined {
  const likeliest = candidates[0]?.declaration;
  const others = candidates.slice(MAX_TRIALS).map(({ declaration }) => declaration);
  return others.find(({ type }) => type === likeliest?.type) ?? (likeliest?.type === "cursor" ? likeliest : others[0]);
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
 * 2. It is empty, or there is no such page (416), and the response itself shows the parameter. Otherwise the parameter may be a filter that
 *    matches nothing.
 */
async function isAnswer(
  step: Step,
  { isShown }: Candidate,
  first: AddedPage,
  sign: Sign,
  reading: Reading,
): Promise<boolean> {
  const { reply } = step;
  switch (reply.comparison) {
    case "new items":
      return isConfirmed(step, first, reading);
    case "no items":
      return (
        namesAnother(reply.page, sign) ||
        (isShown && (deniesMore(reply.page, sign) || (!isSure(first) && !saysMore(reply.page))))
      );
    case "refused":
      return isShown && !isSure(first) && reply.refusal.status === 416;
    case "the same page again":
      return false;
    default:
      if (isShown) {
        throw new ListingChanged(`page 2 has ${reply.comparison}`);
      }
      return false;
  }
}

/** Returns whether an empty page names another cursor, because services document empty pages in the middle of a listing. */
function namesAnother({ signs }: Page, { kind, location, value }: Sign): boolean {
  const next = signs.find((sign) => sign.location === location);
  return kind === "next" && next !== undefined && next.value !== null && next.value !== value;
}

/** Returns whether an empty page denies what a flag on the first page said: that more follow. */
function deniesMore({ signs }: Page, flag: Sign): boolean {
  return (
    isFlag(flag) &&
    signs.some((sign) => sign.location === flag.location && sign.kind === flag.kind && sign.value !== flag.value)
  );
}

function saysMore({ signs }: Page): boolean {
  return signs.some(
    ({ kind, value }) =>
      ((kind === "next" || kind === "cursor") && value !== null) ||
      (kind === "more" && value === true) ||
      (kind === "last" && value === false),
  );
}

/**
 * Checks a number that seems to count from 0, unless a total will show whether pages were skipped: number 0 must be the first page, and
 * offset 1 must give items of the first page again.
 */
async function isConfirmed({ paginator }: Step, { signs, items }: Page, reading: Reading): Promise<boolean> {
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

/** The reply to the first question: a page, or the end of the listing. A doubt is for a warning. */
export type Answer = Step | { readonly end: true; readonly doubt?: string };

/**
 * Asks for the second page by the position that the first one states, where nothing says whether more follow. `undefined`: none is stated.
 *
 * A refusal (400, 422) or the same page again is the end only if the page has room: fewer items than the size that it states. 416 says that
 * there is no such page. Any other refusal is an error: a gateway answers 404 while a service is deployed anew.
 */
export async function askByPosition(first: AddedPage, reading: Reading): Promise<Answer | undefined> {
  const { listing } = reading.options;
  const position = statedPosition(first.signs, listing.query);
  const candidates = candidatesFor(first, listing.query).filter(({ declaration }) => declaration.type !== "cursor");
  const [candidate, ...others] = candidates;
  if (position === undefined || candidate === undefined) {
    return undefined;
  }
  requireFree(candidate, position, reading);
  const step = await requestNext(paginatorFor(candidate.declaration, first, listing), first, reading);
  const reply = step?.reply;
  switch (reply?.comparison) {
    case undefined:
      return { end: true };
    case "new items":
    case "no items":
      return step;
    case "refused":
    case "the same page again":
      break;
    default:
      throw new ListingChanged(`page 2 has ${reply?.comparison}`);
  }
  const status = reply.comparison === "refused" ? reply.refusal.status : undefined;
  const isKnown = !first.signs.some(({ kind }) => kind === "unknown");
  if (status === 416) {
    return { end: true };
  }
  if (status !== 404 && isKnown && hasRoom(first)) {
    const what = status === undefined ? "gave the same page again" : `was refused (${status})`;
    return { end: true, doubt: `${excerpt(reply.request.search)} ${what}` };
  }
  const advised = others.find(
    ({ declaration, isTaken }) => declaration.type === candidate.declaration.type && !isTaken,
  );
  throw noNextPage(reply, position, advised?.declaration, reading);
}

/** Returns whether a page has fewer items than the size that it states. */
export function hasRoom(page: Page): boolean {
  return page.items.length < Number(sizeOn(page)?.value ?? 0);
}

/** Returns the size that a page states, if the page has exactly so many items. A bare `size` may be their number. */
export function fullSize(page: Page): Sign | undefined {
  const size = sizeOn(page);
  return size?.value === page.items.length && size.name.toLowerCase() !== "size" ? size : undefined;
}

/** Returns the size that a page states. Other names come before a bare `size`. */
function sizeOn({ signs }: Page): Sign | undefined {
  const sizes = signs.filter(({ kind }) => kind === "size");
  return sizes.find(({ name }) => name.toLowerCase() !== "size") ?? sizes[0];
}

/** Makes the error for a first question that did not bring the next page, and was not the end. */
function noNextPage(
  reply: Reply,
  position: Sign,
  declaration: Declaration | undefined,
  reading: Reading,
): WorkflowsError {
  const { noun } = reading.options;
  const hint = adviceFor(position, declaration);
  if (reply.comparison === "refused") {
    return withParts(reply.refusal, { hint, code: "refused", pagination: declaration && { ...declaration } });
  }
  return listingError(
    `The response states its position ${describeSign(position)}, and nothing says whether these ${reading.items.length} ${noun} are all. ${excerpt(reply.request.search)} gives the same page again.`,
    hint,
    declaration,
  );
}
