/** Judges what the signals of a page say together: that more pages follow, that these are all, or nothing. Runs in both processes. */
import { normaliseName } from "./names.js";
import type { Signal, SignalKind } from "./signals.js";

/** How much was read. */
export interface Progress {
  readonly pages: number;
  readonly items: number;
}

/** How much was read, and the page that is judged. */
interface PageProgress extends Progress {
  readonly itemsOnPage: number;
}

/**
 * The verdict of one signal:
 * - `more`: more pages follow.
 * - `perhaps`: more pages may follow. The name may mean something else, or the number is not exact.
 * - `end`: this page is the last one.
 * - `nothing`: the signal says neither.
 */
type Verdict = "more" | "perhaps" | "end" | "nothing";

/**
 * Groups of kinds. At the end of a listing, no flag or number may say that more follow. A `guess` may, because its name may mean something
 * else.
 */
type Family = "namesNextPage" | "flag" | "number" | "guess";

interface Rule {
  readonly kind: SignalKind;
  readonly family: Family;
  readonly judge: (signal: Signal, progress: PageProgress) => Verdict;
}

const nextPageIsNamed = ({ value }: Signal): Verdict => (value === null ? "end" : "more");

/**
 * Compares a number of the whole listing with how much was read. A number ends a listing only if it is exact. After 5 items:
 * 1. "About 9" may mean more, and "about 5" means nothing.
 * 2. "Exactly 9" and "at least 9" mean more.
 * 3. "At least 5" leaves open whether more follow.
 * 4. "Exactly 5" is the end, and "exactly 3" counts something else, or each page.
 */
function compare({ value, exactness = "exact" }: Signal, readCount: number): Verdict {
  const number = Number(value);
  if (exactness === "about") {
    return number > readCount ? "perhaps" : "nothing";
  }
  if (number > readCount) {
    return "more";
  }
  return exactness === "atLeast" ? "perhaps" : number === readCount ? "end" : "nothing";
}

/**
 * How the signals of each kind are judged. The order decides which sign of more pages becomes `moreSign`: one that names the next page comes
 * first, because it can be followed without a trial. Then come flags, which messages can quote without a calculation, then numbers, and last
 * guesses.
 */
const RULES: readonly Rule[] = [
  { kind: "nextUrl", family: "namesNextPage", judge: nextPageIsNamed },
  { kind: "cursor", family: "namesNextPage", judge: nextPageIsNamed },
  { kind: "nextNumber", family: "namesNextPage", judge: nextPageIsNamed },
  { kind: "hasMore", family: "flag", judge: ({ value }) => (value === true ? "more" : "end") },
  { kind: "isLast", family: "flag", judge: ({ value }) => (value === true ? "end" : "more") },
  { kind: "totalPages", family: "number", judge: (signal, { pages }) => compare(signal, pages) },
  { kind: "total", family: "number", judge: (signal, { items }) => compare(signal, items) },
  {
    // A count that does not exceed the items on the page may count only that page, so it says nothing.
    kind: "count",
    family: "number",
    judge: ({ value }, { items, itemsOnPage }) =>
      Number(value) <= itemsOnPage ? "nothing" : Number(value) > items ? "more" : "end",
  },
  { kind: "remaining", family: "number", judge: (signal) => compare(signal, 0) },
  {
    // The index of the last page, counted from 0 (see `interpret`). If the service means the number of pages, one page too many is requested,
    // and that page is empty.
    kind: "lastPageIndex",
    family: "guess",
    judge: ({ value }, { pages }) => (Number(value) + 1 > pages ? "more" : "end"),
  },
  // A cursor under a name, or at a declared path, that may mean something else.
  { kind: "position", family: "guess", judge: ({ value }) => (value === null ? "nothing" : "perhaps") },
];

function isOf(signal: Signal, ...families: Family[]): boolean {
  return RULES.some(({ kind, family }) => kind === signal.kind && families.includes(family));
}

export const namesNextPage = (signal: Signal): boolean => isOf(signal, "namesNextPage");
export const isFlag = (signal: Signal): boolean => isOf(signal, "flag");
export const isNumberOfAll = (signal: Signal): boolean => isOf(signal, "number");
/** Returns whether the signal must be satisfied in the end, whichever paginator reads the pages. */
export const isFlagOrNumber = (signal: Signal): boolean => isOf(signal, "flag", "number");
/** Returns whether the number may be wrong, so that it never ends a listing. */
export const isInexact = ({ exactness = "exact" }: Signal): boolean => exactness !== "exact";

export interface Outlook {
  /** The first signal that says that more pages follow, or that they may. */
  readonly moreSign: Signal | undefined;
  /** The flags and numbers that say that more follow. When the listing ends, there must be none. */
  readonly unsatisfied: readonly Signal[];
  /** The signals that say that this page is the last one. */
  readonly ends: readonly Signal[];
}

/** Judges the signals of a page together. A sign that is not sure counts only if no signal says that this page is the last one. */
export function outlookOf(signals: readonly Signal[], progress: PageProgress): Outlook {
  const verdicts: Record<Verdict, Signal[]> = { more: [], perhaps: [], end: [], nothing: [] };
  const interpreted = interpret(signals, progress);
  for (const { kind, judge } of RULES) {
    for (const signal of interpreted.filter((candidate) => candidate.kind === kind)) {
      verdicts[judge(signal, progress)].push(signal);
    }
  }
  const { more: sureSigns, end: ends } = verdicts;
  const unsureSigns = ends.length > 0 ? [] : verdicts.perhaps.filter((sign) => mayBeMore(sign, signals, progress));
  const isSilent = [sureSigns, ends, verdicts.perhaps].every((group) => group.length === 0);
  // A `position` that is `null` has the verdict `nothing`. But it may mean the end, so a full page beside it is not a sign of more.
  const everySignalHasValue = verdicts.nothing.every(({ value }) => value !== null);
  return {
    moreSign:
      sureSigns[0] ?? unsureSigns[0] ?? (isSilent && everySignalHasValue ? fullPage(signals, progress) : undefined),
    unsatisfied: sureSigns.filter(isFlagOrNumber),
    ends,
  };
}

/** Returns whether an unsure sign counts. A number that is not exact does not, if the page has fewer items than its stated size. */
function mayBeMore(signal: Signal, signals: readonly Signal[], { itemsOnPage }: PageProgress): boolean {
  const isShort = itemsOnPage === 0 || Number(pageSizeIn(signals)?.value ?? 0) > itemsOnPage;
  return !(isInexact(signal) && isShort);
}

/** Leaves out counts beside a total, because they count the page. Turns a "last page" beside a page number from 0 into an index. */
function interpret(signals: readonly Signal[], { pages }: Progress): Signal[] {
  /** Returns whether the number was read from the address of the last page, `last: "?page=5"`. Both signals then have the same location. */
  const isFromAddress = ({ location }: Signal): boolean =>
    signals.some((signal) => signal.kind === "otherPage" && signal.location === location);
  // Beside a total or a number of pages that the service states, a count is that of the page. A number that we read from an address is not
  // stated, so it does not show this.
  const hasTotal = signals.some(
    (signal) => (signal.kind === "total" || signal.kind === "totalPages") && !isFromAddress(signal),
  );
  const isFromZero = signals.some(({ kind, value }) => kind === "pageNumber" && value === pages - 1);
  const isLastPage = (signal: Signal): boolean =>
    signal.kind === "totalPages" && /^(?:last|max)/.test(normaliseName(signal.name)) && !isFromAddress(signal);
  return signals
    .filter(({ kind }) => kind !== "count" || !hasTotal)
    .map((signal) => (isFromZero && isLastPage(signal) ? { ...signal, kind: "lastPageIndex" as const } : signal));
}

/** Returns the stated page size. Other names come before `size`, because `size` may be the number of items on this page. */
function pageSizeIn(signals: readonly Signal[]): Signal | undefined {
  const sizes = signals.filter(({ kind }) => kind === "pageSize");
  return sizes.find(({ name }) => name !== "size") ?? sizes[0];
}

/** Returns the page size as a signal if the page is full. The caller takes it as a sign of more pages if no other signal says anything. */
function fullPage(signals: readonly Signal[], { itemsOnPage }: PageProgress): Signal | undefined {
  const size = pageSizeIn(signals);
  return size !== undefined && itemsOnPage > 0 && size.value === itemsOnPage
    ? { ...size, kind: "fullPage" }
    : undefined;
}
