/** The errors about pages: what the response says, how much was read, and the argument to set. */
import { ListingError } from "../../http/errors.js";
import { excerpt } from "../../http/excerpt.js";
import { STATES_SIZE } from "../responses/conventions.js";
import { isIgnored, isRemarkOfParts, type Progress } from "./page-verdict.js";
import type { Hint, PageHints } from "./pagination-hints.js";
import { HEADER_PREFIX, isHeaderPlace } from "./places.js";
import {
  type ArgumentLanguage,
  renderArgument,
  type SuggestedArgument,
  suggestPagination,
} from "./suggest-pagination.js";

/** For a response that has the address of its next page. */
export const FOLLOWED_HINT = "Leave pagination out: the address is then followed.";

/**
 * The refusal: what the response says, how much was read, and the argument to set, at the very end.
 *
 * @param fault a clause before it, if an argument led to no next page.
 */
export function refusal(hint: Hint, hints: PageHints, progress: Progress, wording: AdviceWording): ListingError {
  const { noun, language, fault, followedAt } = wording;
  const before = fault === undefined ? "The response" : `${fault}, and the response`;
  const message = `${before} ${describeHint(hint, noun)}. ${readSoFar(progress, noun)}`;
  if (isRemarkOfParts(hint)) {
    const wayOut = progress.pagesRead === 1 ? noneHint(progress).trimEnd() : ignoreAdvice(hint, wording);
    return new ListingError(message, { code: "listing", hint: `${PARTS_HINT} ${wayOut}` });
  }
  const isLink = hint.meaning === "address" && isHeaderPlace(hint.place);
  const pagination = isLink ? undefined : suggestPagination(hint, hints, progress);
  if (pagination === undefined) {
    return new ListingError(message, { code: "listing", hint: FOLLOWED_HINT });
  }
  const advice = [
    hint.meaning === "incomplete" ? `${PARTS_HINT} ` : "",
    noneHint(progress),
    followedAt === undefined ? "" : ignoreHint(hint, wording),
    startHint(pagination, hints),
    `To read on, set ${renderArgument(pagination, language)}`,
  ];
  return new ListingError(message, { code: "listing", hint: advice.join(""), pagination });
}

const PARTS_HINT = "If a part of the service did not respond, try again later.";

/** A page that is not the last one says that parts are missing, which no further page has. */
export function missingParts(hint: Hint, progress: Progress, wording: AdviceWording): ListingError {
  const { noun, language, followedAt } = wording;
  const asFlag =
    followedAt === undefined
      ? `pagination.morePath to ${JSON.stringify(hint.place)}`
      : renderArgument({ type: "cursor", urlPath: followedAt, morePath: hint.place }, language);
  return new ListingError(`The response ${describeHint(hint, noun)}. ${readSoFar(progress, noun)}`, {
    code: "listing",
    hint: isRemarkOfParts(hint)
      ? `${PARTS_HINT} ${ignoreAdvice(hint, wording)}`
      : `${PARTS_HINT} ${ignoreHint(hint, wording)}If it says only that more pages follow, set ${asFlag}`,
  });
}

/** How messages name what is listed, and the argument to set. */
export interface Wording {
  /** What is listed, in the plural: "workflows". */
  readonly noun: string;
  readonly language: ArgumentLanguage;
}

/** The same, and what led to the page. */
export interface AdviceWording extends Wording {
  readonly fault?: string | undefined;
  /** Where the page before has the address that was followed; `undefined` if an argument led here. */
  readonly followedAt?: string | undefined;
}

/** For a total that counts something else, and for a remark that means something else. */
function ignoreHint(hint: Hint, wording: AdviceWording): string {
  return isIgnored(hint) ? `${ignoreAdvice(hint, wording)}. ` : "";
}

function ignoreAdvice({ meaning }: Hint, { noun, language, followedAt }: AdviceWording): string {
  const argument =
    followedAt === undefined
      ? "pagination.ignoreTotals to true"
      : renderArgument({ type: "cursor", urlPath: followedAt, ignoreTotals: true }, language);
  const doubt = STATES_SIZE.has(meaning) ? `is not the number of all ${noun}` : `does not say that ${noun} are missing`;
  return `If that ${doubt}, set ${argument}`;
}

/** The type "none" reads the first page alone: after further pages it would lose their items. */
function noneHint({ pagesRead }: Progress): string {
  return pagesRead === 1 ? 'If that is all, set the pagination type "none". ' : "";
}

/** If the service counts from 0, reading from 1 leaves out its first page. Only a total would show that. */
function startHint(pagination: SuggestedArgument, { found }: PageHints): string {
  const isGuess = pagination["start"] === 1 && !found.some(({ meaning }) => meaning === pagination["type"]);
  return isGuess ? "If the service's first page is page 0, set start to 0 in it. " : "";
}

/**
 * The pages were read to their end, and a response contradicts that.
 *
 * @param by the response, for the message.
 */
export function contradiction(
  hint: Hint,
  { itemsRead, pagesRead }: Progress,
  wording: AdviceWording,
  by = "the response",
): ListingError {
  const { noun } = wording;
  return new ListingError(
    `The pages end after ${itemsRead} ${noun} on ${pageCount(pagesRead)}, but ${by} ${describeHint(hint, noun)}.`,
    {
      code: "listing",
      hint: `If the listing changed while it was read, try again. ${ignoreHint(hint, wording)}If another field has the total or the flag, set pagination.totalPath or pagination.morePath.`,
    },
  );
}

/** Each page names a next one, also after empty pages. The argument ends the listing with an empty page. */
export function endlessPages(
  emptyPages: number,
  hint: Hint,
  { hints, progress }: { readonly hints: PageHints; readonly progress: Progress },
  { noun, language }: Wording,
): ListingError {
  const pagination = suggestPagination({ ...hint, meaning: "size" }, hints, progress);
  return new ListingError(
    `The last ${emptyPages} pages are empty, and the response ${describeHint(hint, noun)}. ${readSoFar(progress, noun)}`,
    {
      code: "listing",
      hint: `If an empty page is the end of the listing, set ${renderArgument(pagination, language)}`,
      pagination,
    },
  );
}

/** "1 workflow on 1 page was read.", "20 workflows on 2 pages were read." */
function readSoFar({ itemsRead, pagesRead }: Progress, noun: string): string {
  const [items, verb] = itemsRead === 1 ? [noun.replace(/s$/, ""), "was"] : [noun, "were"];
  return `${itemsRead} ${items} on ${pageCount(pagesRead)} ${verb} read.`;
}

/** "1 page", "2 pages". */
export function pageCount(pages: number): string {
  return pages === 1 ? "1 page" : `${pages} pages`;
}

export function describeHint({ meaning, place, value }: Hint, noun: string): string {
  const where = isHeaderPlace(place)
    ? `in the header ${excerpt(place.slice(HEADER_PREFIX.length))}`
    : `at "${excerpt(place)}"`;
  switch (meaning) {
    case "next number":
      return `names the next page ${where}: ${String(value)}`;
    case "more":
      return `says ${where} that more pages follow: ${String(value)}`;
    case "last":
      return `says ${where} that this is not the last page: ${String(value)}`;
    case "truncated":
    case "incomplete":
      return `says ${where} that it is not complete: ${typeof value === "string" ? `"${excerpt(value)}"` : String(value)}`;
    case "inexact total":
    case "exact total":
      return `says ${where} that its number of ${noun} is a lower bound or an estimate`;
    case "pages":
      return `says ${where} that there are ${String(value)} pages`;
    case "remaining":
      return `says ${where} that ${String(value)} more follow`;
    case "total":
    case "count":
      return `says ${where} that there are ${String(value)} ${noun}`;
    case "last address":
      return `names ${where} a last page that was not read`;
    case "size":
      return `says ${where} that a page has ${String(value)} ${noun}, so that this page is full, and does not say whether more follow`;
    default:
      return `names the next page ${where}`;
  }
}
