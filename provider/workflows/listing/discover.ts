/**
 * Chooses the paginator: the declared one, the one that the first page shows, or the first candidate that brings new items. Runs in both
 * processes.
 */
import { ServiceError, withFurtherHint, withParts } from "../../base/errors.js";
import { excerpt } from "../../base/excerpt.js";
import { isJsonObject, type JsonValue } from "../json/json.js";
import { adviceToReadOn, describeSign, describeTrial, listingError, renderArgument } from "./advice.js";
import { normaliseName } from "./names.js";
import { requestNext, type Step } from "./next-page.js";
import { Outcome } from "./outcome.js";
import { isInexact, isNumberOfAll, outlookOf } from "./outlook.js";
import type { AddedPage, Page } from "./page.js";
import { candidatesFor } from "./paginators/candidates.js";
import { cursorPaginator } from "./paginators/cursor.js";
import { linkPaginator } from "./paginators/link.js";
import { baseOnFirstPage, isNumbered, numberedPaginator } from "./paginators/numbered.js";
import { type Paginator, parameterOf } from "./paginators/paginator.js";
import { singlePage } from "./paginators/single.js";
import type { Reading, Reply } from "./reading.js";
import type { Declaration } from "./request.js";
import type { Signal } from "./signals.js";

const MAX_CANDIDATES = 4;

/** Returns the paginator that is declared, or that of a link on the first page; else `undefined`. */
export function knownPaginator(first: AddedPage, reading: Reading): Paginator | undefined {
  const { pagination } = reading.options;
  if (pagination !== undefined) {
    return pagination.type === "none" ? singlePage : paginatorFor(pagination, first, reading);
  }
  return first.moreSign?.kind === "nextUrl" ? linkPaginator(reading.options.style) : undefined;
}

function paginatorFor(declaration: Declaration, first: AddedPage, reading: Reading, base?: number): Paginator {
  const { listing, style } = reading.options;
  if (declaration.type !== "cursor") {
    return numberedPaginator(declaration, listing, baseOnFirstPage(declaration, first.signals, listing) ?? base);
  }
  const { urlPath } = declaration;
  return urlPath === undefined
    ? cursorPaginator(declaration, listing)
    : linkPaginator(style, { ...declaration, urlPath });
}

/** The meaning of each outcome for the candidate. */
const MEANINGS: Readonly<Record<Outcome, "accepted" | "undecided" | "ignored" | "wrong">> = {
  [Outcome.NewItems]: "accepted",
  // The listing may have changed since the first page.
  [Outcome.LastItemAgain]: "accepted",
  [Outcome.Overlap]: "accepted",
  // The page after the last one, or a filter that matches nothing.
  [Outcome.Empty]: "undecided",
  [Outcome.SamePage]: "ignored",
  [Outcome.Refused]: "ignored",
  [Outcome.WrongNumber]: "wrong",
};

/**
 * Requests the second page with one candidate after the other, because every sign of more pages must be followed. Throws if no candidate
 * gives new items, and none proves by an empty page that the listing ended.
 */
export async function discover(first: AddedPage, sign: Signal, reading: Reading): Promise<Step> {
  const { listing, remembered } = reading.options;
  const candidates = candidatesFor(first, listing, remembered?.declaration);
  const steps: Step[] = [];
  for (const declaration of candidates.slice(0, MAX_CANDIDATES)) {
    const base = declaration === remembered?.declaration ? remembered.base : undefined;
    const step = await tryCandidate(paginatorFor(declaration, first, reading, base), first, reading);
    if (step === undefined) {
      continue;
    }
    steps.push(step);
    if (MEANINGS[step.reply.outcome] === "accepted" || isEmptyInTheMiddle(step.reply, sign)) {
      return step;
    }
    const end =
      firstPageMayBeAll(sign, first) && isAnyParameterIgnored(steps) ? findProvenEnd(steps, first, reading) : undefined;
    if (end !== undefined) {
      return end;
    }
  }
  const end = findProvenEnd(steps, first, reading);
  if (end === undefined) {
    throw noneReadsOn(sign, candidates, steps, first, reading);
  }
  return end;
}

/**
 * Returns whether the first page may be the whole listing despite the sign. If not, all candidates are tried before an empty page counts as
 * the end.
 */
function firstPageMayBeAll(sign: Signal, { ends, unsatisfied }: AddedPage): boolean {
  const isUnsure = sign.kind === "fullPage" || sign.kind === "position" || isInexact(sign);
  return ends.length > 0 || (isUnsure && !unsatisfied.includes(sign));
}

/** Returns whether an empty page names another cursor, because AWS and Google document empty pages in the middle of a listing. */
function isEmptyInTheMiddle(reply: Reply, { kind, location, value }: Signal): boolean {
  if (reply.outcome !== Outcome.Empty || (kind !== "cursor" && kind !== "position")) {
    return false;
  }
  const next = reply.page.signals.find((signal) => signal.location === location);
  return next?.kind === kind && next.value !== null && next.value !== value;
}

/** Returns the step whose empty page proves that the listing ended with the first page; `undefined` if there is none. */
function findProvenEnd(steps: readonly Step[], first: AddedPage, reading: Reading): Step | undefined {
  return steps.find((step) => isUnderstood(step, steps, first) && !saysMore(step.reply, first, reading));
}

/**
 * Returns whether an empty page shows that the service understood the candidate's parameter. Otherwise the parameter may have acted as a
 * filter that matches nothing. One of two things must be true:
 * 1. The service ignored or refused another parameter, so unknown ones are not filters; and no item has a field of this name.
 * 2. The page states the position that was requested: `{ "items": [], "offset": 5 }` for `?offset=5`.
 */
function isUnderstood({ reply, paginator }: Step, steps: readonly Step[], first: AddedPage): boolean {
  const { declaration } = paginator;
  if (reply.outcome !== Outcome.Empty || declaration === undefined) {
    return false;
  }
  const isField = first.items.some((item) => hasField(item, parameterOf(declaration)));
  return (isAnyParameterIgnored(steps) && !isField) || echoesPosition(reply.page, declaration, first);
}

/** Returns whether the service ignored or refused a parameter that was tried. */
function isAnyParameterIgnored(steps: readonly Step[]): boolean {
  return steps.some(({ reply }) => MEANINGS[reply.outcome] === "ignored");
}

/** Returns whether an item has a field with the name of the parameter, in any spelling. */
function hasField(item: JsonValue, parameter: string): boolean {
  return isJsonObject(item) && Object.keys(item).some((key) => normaliseName(key) === normaliseName(parameter));
}

/** Returns whether the page states the number that was requested, and the first page stated another number in the same field. */
function echoesPosition({ signals, request }: Page, declaration: Declaration, first: AddedPage): boolean {
  const kind = { page: "pageNumber", offset: "offset", cursor: undefined }[declaration.type];
  const requested = request.searchParams.get(parameterOf(declaration));
  const isEcho = ({ location, value }: Signal): boolean =>
    String(value) === requested &&
    first.signals.some((signal) => signal.location === location && signal.value !== value);
  return signals.some((signal) => signal.kind === kind && isEcho(signal));
}

/** Returns whether the empty page still says that more follow, or a number of the first page counts more items. */
function saysMore(reply: Reply, first: AddedPage, { progress }: Reading): boolean {
  if (reply.outcome === Outcome.Refused || first.unsatisfied.some(isNumberOfAll)) {
    return true;
  }
  const signals = reply.page.signals.filter((signal) => !isNumberOfAll(signal));
  return outlookOf(signals, { ...progress, itemsOnPage: 0 }).moreSign !== undefined;
}

/** Requests the second page with a candidate. To an error of the service, adds a hint: the `pagination` that makes trials unnecessary. */
async function tryCandidate(candidate: Paginator, first: AddedPage, reading: Reading): Promise<Step | undefined> {
  try {
    const step = await requestNext(candidate, first, reading);
    return step === undefined ? undefined : await confirmNumber(candidate, step, first, reading);
  } catch (error) {
    const { declaration } = candidate;
    if (!(error instanceof ServiceError) || declaration === undefined) {
      throw error;
    }
    const argument = renderArgument("pagination", declaration, reading.options.style);
    const hint = `To spare the requests that try how the pages are read, set ${argument}`;
    throw withParts(withFurtherHint(error, hint), { pagination: { ...declaration } });
  }
}

/**
 * Checks a guessed parameter whose numbers seem to begin with 0, by one more request. This is not needed if the first page says how many
 * items or pages there are, because then the end of the listing shows whether all items were read.
 * 1. Page 0 must be the first page.
 * 2. Offset 1 must give items of the first page again. If it does not, the parameter is a page number, and pages would be skipped.
 */
async function confirmNumber(candidate: Paginator, step: Step, first: AddedPage, reading: Reading): Promise<Step> {
  const { reply, paginator } = step;
  const isBaseKnown = !isNumbered(candidate) || candidate.base !== undefined;
  const isCounted = first.unsatisfied.some((sign) => isNumberOfAll(sign) && sign.kind !== "remaining");
  if (isBaseKnown || isCounted || !isNumbered(paginator) || paginator.base !== 0) {
    return step;
  }
  const isOffset = paginator.declaration.type === "offset" && first.items.length > 1;
  if (reply.outcome !== Outcome.NewItems && (reply.outcome !== Outcome.Empty || !isOffset)) {
    return step;
  }
  const { outcome } = await reading.send(paginator.at(isOffset ? 1 : 0));
  const isConfirmed = isOffset
    ? outcome !== Outcome.NewItems && outcome !== Outcome.Empty
    : outcome === Outcome.SamePage;
  return isConfirmed ? step : { paginator, reply: { ...reply, outcome: Outcome.WrongNumber } };
}

/**
 * Returns the error for the case that no candidate gave the second page. Its advice names the parameter that the service understood; if
 * there is none, a candidate that was not tried.
 */
function noneReadsOn(
  sign: Signal,
  candidates: readonly Declaration[],
  steps: readonly Step[],
  first: AddedPage,
  reading: Reading,
): Error {
  const { noun, style } = reading.options;
  const tried = steps.map(({ reply }) => {
    const status = reply.outcome === Outcome.Refused ? reply.refusal.status : undefined;
    return describeTrial(reply.request, reply.outcome, status);
  });
  const understood = steps.find((step) => isUnderstood(step, steps, first))?.paginator.declaration;
  const declaration = understood ?? untriedCandidate(candidates);
  const replacement = `, with the service's own name in place of "${excerpt(parameterOf(declaration))}"`;
  return listingError(
    `The response says ${describeSign(sign)} that more ${noun} follow. ${reading.soFar()} Tried for the next page: ${tried.join(", ")}.`,
    adviceToReadOn(sign, declaration, style, understood === undefined ? replacement : ""),
    declaration,
  );
}

/** Returns the first candidate that was not tried and is of the same type as the likeliest one. */
function untriedCandidate(candidates: readonly Declaration[]): Declaration {
  const [likeliest = { type: "page" } as const] = candidates;
  const isAlike = (candidate: Declaration): boolean =>
    candidate.type === likeliest.type && "cursorPath" in candidate === "cursorPath" in likeliest;
  return candidates.slice(MAX_CANDIDATES).find(isAlike) ?? likeliest;
}
