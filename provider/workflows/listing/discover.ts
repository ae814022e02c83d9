/**
 * Chooses the paginator: the declared one, the one that the first page shows, or the first candidate that brings new items. Runs in both
 * processes.
 */
import { WorkflowsError, withFurtherHint, withParts } from "../../base/errors.js";
import { excerpt } from "../../base/text.js";
import { isJsonObject, type JsonValue } from "../json/json.js";
import { adviceToReadOn, describeSign, describeTrial, listingError, renderArgument } from "./advice.js";
import { normaliseName } from "./names.js";
import { requestNext, type Step } from "./next-page.js";
import { Outcome } from "./outcome.js";
import { isNumberOfAll, namesNextPage, outlookOf } from "./outlook.js";
import type { AddedPage } from "./page.js";
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

/**
 * Returns the paginator that needs no trial; `undefined` if there is none:
 * 1. The declared one.
 * 2. Links, if the first page has the address of the next page.
 * 3. A paginator by page number or offset, if the first page states its number, such as `"page": 1`, and nothing says whether more pages
 *    follow. The request for page 2 then shows whether they do. A service that ignores or refuses the parameter has one page.
 */
export function knownPaginator(first: AddedPage, reading: Reading): Paginator | undefined {
  const { pagination, listing, style } = reading.options;
  if (pagination !== undefined) {
    return pagination.type === "none" ? singlePage : paginatorFor(pagination, first, reading);
  }
  if (first.moreSign?.kind === "nextUrl") {
    return linkPaginator(style);
  }
  const [declaration] = statesOnlyNumber(first) ? candidatesFor(first, listing) : [];
  return declaration && paginatorFor(declaration, first, reading);
}

/** Returns whether the first page states its number, or that of its first item, and nothing says whether more pages follow. */
function statesOnlyNumber({ items, signals, moreSign, ends }: AddedPage): boolean {
  const isFirstNumber = ({ kind, value }: Signal): boolean =>
    (kind === "pageNumber" || kind === "offset") && Number(value) <= 1;
  // There is no sign of more pages, so a stated page size means that the page is not full, and a cursor is `null`. Both say that this page is
  // the only one.
  const saysEnd = ends.length > 0 || signals.some(({ kind }) => kind === "pageSize" || kind === "position");
  return items.length > 0 && moreSign === undefined && !saysEnd && signals.some(isFirstNumber);
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

/** The findings about a candidate's parameter: what each outcome of its request shows. */
const PARAMETER_FINDINGS: Readonly<Record<Outcome, "leads on" | "undecided" | "unused" | "wrong">> = {
  [Outcome.NewItems]: "leads on",
  // The page has new items too, so the parameter is right. The listing changed since the first page, so `read.ts` reads it once more.
  [Outcome.LastItemAgain]: "leads on",
  [Outcome.Overlap]: "leads on",
  // The page after the last one, or a filter that matches nothing.
  [Outcome.Empty]: "undecided",
  [Outcome.SamePage]: "unused",
  [Outcome.Refused]: "unused",
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
  // A sign is sure if it names the next page, or if it is a flag or a number that must be satisfied in the end. If it is not sure, or another
  // signal says that these are all, the first proven end is taken at once. Otherwise, all candidates are tried before.
  const isSure = namesNextPage(sign) || first.unsatisfied.includes(sign);
  const mayBeAll = !isSure || first.ends.length > 0;
  for (const declaration of candidates.slice(0, MAX_CANDIDATES)) {
    const base = declaration === remembered?.declaration ? remembered.base : undefined;
    const step = await tryCandidate(paginatorFor(declaration, first, reading, base), first, reading);
    if (step === undefined) {
      // The candidate has no request for a second page.
      continue;
    }
    steps.push(step);
    if (PARAMETER_FINDINGS[step.reply.outcome] === "leads on" || isEmptyInTheMiddle(step.reply, sign)) {
      return step;
    }
    const end = mayBeAll ? findProvenEnd(steps, first, reading) : undefined;
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
 * filter that matches nothing. Both must be true:
 * 1. The service ignored or refused another parameter, so it does not use unknown parameters as filters.
 * 2. No item has a field with the name of the parameter.
 */
function isUnderstood({ reply, paginator }: Step, steps: readonly Step[], first: AddedPage): boolean {
  const { declaration } = paginator;
  if (reply.outcome !== Outcome.Empty || declaration === undefined) {
    return false;
  }
  const isAnyParameterUnused = steps.some((step) => PARAMETER_FINDINGS[step.reply.outcome] === "unused");
  const isField = first.items.some((item) => hasField(item, parameterOf(declaration)));
  return isAnyParameterUnused && !isField;
}

/** Returns whether an item has a field with the name of the parameter, in any spelling. */
function hasField(item: JsonValue, parameter: string): boolean {
  return isJsonObject(item) && Object.keys(item).some((key) => normaliseName(key) === normaliseName(parameter));
}

/** Returns whether the empty page still says that more follow, or a number of the first page counts more items. */
function saysMore(reply: Reply, first: AddedPage, { progress }: Reading): boolean {
  // Only an empty page is judged here, so the test of `Refused` is for the type.
  if (reply.outcome === Outcome.Refused || first.unsatisfied.some(isNumberOfAll)) {
    return true;
  }
  // The numbers of an empty page may count this page: its total may be 0.
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
    if (!(error instanceof WorkflowsError) || declaration === undefined) {
      throw error;
    }
    const argument = renderArgument("pagination", declaration, reading.options.style);
    const hint = `To spare the requests that try how the pages are read, set ${argument}`;
    throw withParts(withFurtherHint(error, hint), { pagination: { ...declaration } });
  }
}

/**
 * Returns whether the first page has a total, or a number of pages, that was not reached. If the listing ends too early, that number then shows
 * it. The number of remaining items shows nothing, because `Reading` does not keep it.
 */
function hasUnreachedTotal({ unsatisfied }: AddedPage): boolean {
  return unsatisfied.some((sign) => isNumberOfAll(sign) && sign.kind !== "remaining");
}

/**
 * Checks a guessed parameter whose numbers seem to begin with 0, by one more request. This is not needed if the first page says how many
 * items or pages there are, because then the end of the listing shows whether all items were read.
 * 1. Page 0 must be the first page.
 * 2. Offset 1 must give items of the first page again. Otherwise the parameter is a page number, and pages would be skipped. A refusal
 *    confirms the offset, because some services accept only multiples of the page size. With one item on a page, an offset and a page number
 *    are the same, so rule 1 applies.
 *
 * @param candidate The paginator before its first reply.
 * @param step The reply, and the paginator whose first number was found out by it.
 */
async function confirmNumber(candidate: Paginator, step: Step, first: AddedPage, reading: Reading): Promise<Step> {
  const { reply, paginator } = step;
  const isBaseKnown = !isNumbered(candidate) || candidate.base !== undefined;
  if (isBaseKnown || hasUnreachedTotal(first) || !isNumbered(paginator) || paginator.base !== 0) {
    return step;
  }
  const isOffset = paginator.declaration.type === "offset" && first.items.length > 1;
  // An empty page may be no end if an offset led to it: if the parameter is a page number, `offset=25` is page 25.
  const needsCheck = reply.outcome === Outcome.NewItems || (reply.outcome === Outcome.Empty && isOffset);
  if (!needsCheck) {
    return step;
  }
  const { outcome } = await reading.send(paginator.at(isOffset ? 1 : 0));
  const isConfirmed = isOffset
    ? outcome !== Outcome.NewItems && outcome !== Outcome.Empty
    : outcome === Outcome.SamePage;
  return isConfirmed ? step : { paginator, reply: { ...reply, outcome: Outcome.WrongNumber } };
}

/**
 * Returns the error for the case that no candidate gave the second page. The first rule that applies decides what its advice names:
 * 1. The parameter that the service understood.
 * 2. No parameter, if a parameter that was tried led to an empty page and there is no total to reach. Unknown parameters may be filters then, so a guessed
 *    one would end the listing with an empty page.
 * 3. A candidate that was not tried.
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
  const mayFilter = steps.some(({ reply }) => reply.outcome === Outcome.Empty) && !hasUnreachedTotal(first);
  const declaration = understood ?? (mayFilter ? undefined : candidateToSuggest(candidates));
  const replacement =
    declaration === undefined
      ? " with the service's own parameter"
      : `, with the service's own name in place of "${excerpt(parameterOf(declaration))}"`;
  return listingError(
    `The response says ${describeSign(sign)} that more ${noun} follow. ${reading.soFar()} Tried for the next page: ${tried.join(", ")}.`,
    adviceToReadOn(sign, declaration, style, understood === undefined ? replacement : ""),
    declaration,
  );
}

/** Returns the first candidate that was not tried and is of the same type as the likeliest one; the likeliest one itself if there is none. */
function candidateToSuggest(candidates: readonly Declaration[]): Declaration {
  const [likeliest = { type: "page" } as const] = candidates;
  const hasCursorPath = (declaration: Declaration): boolean => "cursorPath" in declaration;
  const isAlike = (candidate: Declaration): boolean =>
    candidate.type === likeliest.type && hasCursorPath(candidate) === hasCursorPath(likeliest);
  return candidates.slice(MAX_CANDIDATES).find(isAlike) ?? likeliest;
}
