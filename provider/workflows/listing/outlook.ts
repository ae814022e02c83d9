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

/** What one signal says. `perhaps`: the name may mean something else, or the number is not exact. */
type Verdict = "more" | "perhaps" | "end" | "nothing";

type Family = "namesNextPage" | "flag" | "number" | "guess";

interface Rule {
  readonly kind: SignalKind;
  readonly family: Family;
  readonly judge: (signal: Signal, progress: PageProgress) => Verdict;
}

const nextPageIsNamed = ({ value }: Signal): Verdict => (value === null ? "end" : "more");

/**
 * Compares a number of the whole with what was read (rule 6). An exact number that is less counts something else, or each page. A lower
 * bound that was reached leaves open whether more follow.
 */
function compare({ value, exactness = "exact" }: Signal, read: number): Verdict {
  const number = Number(value);
  if (exactness === "about") {
    return number > read ? "perhaps" : "nothing";
  }
  if (number > read) {
    return "more";
  }
  return exactness === "atLeast" ? "perhaps" : number === read ? "end" : "nothing";
}

/** In the order in which they are followed: first what names the next page, then flags, then numbers. */
const RULES: readonly Rule[] = [
  { kind: "nextUrl", family: "namesNextPage", judge: nextPageIsNamed },
  { kind: "cursor", family: "namesNextPage", judge: nextPageIsNamed },
  { kind: "nextNumber", family: "namesNextPage", judge: nextPageIsNamed },
  { kind: "hasMore", family: "flag", judge: ({ value }) => (value === true ? "more" : "end") },
  { kind: "isLast", family: "flag", judge: ({ value }) => (value === true ? "end" : "more") },
  { kind: "totalPages", family: "number", judge: (signal, { pages }) => compare(signal, pages) },
  { kind: "total", family: "number", judge: (signal, { items }) => compare(signal, items) },
  {
    // A count that equals the number of items on the page may be that number.
    kind: "count",
    family: "number",
    judge: ({ value }, { items, itemsOnPage }) =>
      Number(value) <= itemsOnPage ? "nothing" : Number(value) > items ? "more" : "end",
  },
  { kind: "remaining", family: "number", judge: (signal) => compare(signal, 0) },
  {
    // If it is a number of pages after all, the page after the last one is empty.
    kind: "lastPageIndex",
    family: "guess",
    judge: ({ value }, { pages }) => (Number(value) + 1 > pages ? "more" : "end"),
  },
  { kind: "position", family: "guess", judge: ({ value }) => (value === null ? "nothing" : "perhaps") },
];

function isOf(signal: Signal, ...families: Family[]): boolean {
  return RULES.some(({ kind, family }) => kind === signal.kind && families.includes(family));
}

export const namesNextPage = (signal: Signal): boolean => isOf(signal, "namesNextPage");
export const isFlag = (signal: Signal): boolean => isOf(signal, "flag");
export const isNumberOfAll = (signal: Signal): boolean => isOf(signal, "number");
/** Whether the signal must be satisfied in the end, whichever paginator reads the pages. */
export const isFlagOrNumber = (signal: Signal): boolean => isOf(signal, "flag", "number");
/** Whether there may be more than the number says, so that it never ends a listing. */
export const isInexact = ({ exactness = "exact" }: Signal): boolean => exactness !== "exact";

export interface Outlook {
  /** The first signal that says that more pages follow, or that they may. */
  readonly moreSign: Signal | undefined;
  /** The flags and numbers that say that more follow: at the end there must be none. */
  readonly unsatisfied: readonly Signal[];
  /** The signals that say that this page is the last one. */
  readonly ends: readonly Signal[];
}

export function outlookOf(signals: readonly Signal[], progress: PageProgress): Outlook {
  const verdicts: Record<Verdict, Signal[]> = { more: [], perhaps: [], end: [], nothing: [] };
  const interpreted = interpret(signals, progress);
  for (const { kind, judge } of RULES) {
    for (const signal of interpreted.filter((candidate) => candidate.kind === kind)) {
      verdicts[judge(signal, progress)].push(signal);
    }
  }
  const { more, end: ends } = verdicts;
  const perhaps = ends.length > 0 ? [] : verdicts.perhaps.filter((signal) => mayBeMore(signal, signals, progress));
  const isSilent = [more, ends, verdicts.perhaps].every((group) => group.length === 0);
  const hasNoPosition = verdicts.nothing.every(({ value }) => value !== null);
  return {
    moreSign: more[0] ?? perhaps[0] ?? (isSilent && hasNoPosition ? fullPage(signals, progress) : undefined),
    unsatisfied: more.filter(isFlagOrNumber),
    ends,
  };
}

/** Whether an unsure signal counts. A number that is not exact says nothing if the page has fewer items than it could have. */
function mayBeMore(signal: Signal, signals: readonly Signal[], { itemsOnPage }: PageProgress): boolean {
  const isShort = itemsOnPage === 0 || Number(pageSizeIn(signals)?.value ?? 0) > itemsOnPage;
  return !(isInexact(signal) && isShort);
}

/** Leaves out counts beside a total, because they count the page. A "last page" beside a page number from 0 is an index. */
function interpret(signals: readonly Signal[], { pages }: Progress): Signal[] {
  const hasTotal = signals.some(({ kind }) => kind === "total" || kind === "totalPages");
  const isFromZero = signals.some(({ kind, value }) => kind === "pageNumber" && value === pages - 1);
  return signals
    .filter(({ kind }) => kind !== "count" || !hasTotal)
    .map((signal) => {
      const isLastPage = signal.kind === "totalPages" && /^(?:last|max)/.test(normaliseName(signal.name));
      return isFromZero && isLastPage ? { ...signal, kind: "lastPageIndex" as const } : signal;
    });
}

/** Returns the stated page size. A field that is called `size` alone may count the page, so others come first. */
function pageSizeIn(signals: readonly Signal[]): Signal | undefined {
  const sizes = signals.filter(({ kind }) => kind === "pageSize");
  return sizes.find(({ name }) => name !== "size") ?? sizes[0];
}

/** Returns the page size if the page is full, which is a sign of more where nothing else is. */
function fullPage(signals: readonly Signal[], { itemsOnPage }: PageProgress): Signal | undefined {
  const size = pageSizeIn(signals);
  return size !== undefined && itemsOnPage > 0 && size.value === itemsOnPage
    ? { ...size, kind: "fullPage" }
    : undefined;
}
