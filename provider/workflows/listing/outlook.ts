/** Rule 7: an end is believed only if it was stated. Here signs are compared with how much was read: do they say that more follow, or that these are all? */
import { excerpt } from "../../base/text.js";
import { isNumber, type Sign } from "./signs.js";

/** How much was read. */
export interface Progress {
  readonly pages: number;
  readonly items: number;
  /** The most items on a page. A `count` that is not larger may count that page. */
  readonly largestPage: number;
}

/** What the signs of a page say: that more follow, that more may follow, that these are all. */
export type Outlook = Readonly<Record<"more" | "maybe" | "ends", readonly Sign[]>>;

/** Judges the signs of a page. Beside a total, or if it is the size of pages, a `count` is that of the page: `{ count: 20, total: 3 }`. */
export function judge(signs: readonly Sign[], progress: Progress): Outlook {
  const hasTotal = signs.some(({ kind, exactness }) => kind === "total" && exactness !== "about");
  const sizes = signs.filter(({ kind }) => kind === "size").map(({ value }) => value);
  const verdicts = { more: [] as Sign[], maybe: [] as Sign[], ends: [] as Sign[], nothing: [] as Sign[] };
  for (const sign of signs) {
    const isOfPage = sign.kind === "count" && (hasTotal || sizes.includes(sign.value));
    const meant = isPerhapsIndex(sign, signs, progress.pages) ? { ...sign, exactness: "atLeast" as const } : sign;
    verdicts[isOfPage ? "nothing" : verdictOf(meant, progress)].push(sign);
  }
  return verdicts;
}

/** Returns whether the number of the last page may be an index from 0. It is none if the pages state their own number from 1. */
function isPerhapsIndex({ kind, name }: Sign, signs: readonly Sign[], pages: number): boolean {
  const countsFromOne = signs.some((sign) => sign.kind === "page" && sign.value === pages);
  return kind === "pages" && /^(?:last|max)/i.test(name) && !countsFromOne;
}

type Verdict = keyof Outlook | "nothing";

function verdictOf(sign: Sign, progress: Progress): Verdict {
  const { kind, value } = sign;
  switch (kind) {
    case "next":
      return value === null ? "ends" : "more";
    case "more":
      return value === true ? "more" : "ends";
    case "last":
      return value === true ? "ends" : "more";
    case "cursor":
      return value === null ? "nothing" : "maybe";
    case "pages":
      return verdictOfNumber(sign, progress.pages);
    case "total":
      return verdictOfNumber(sign, progress.items);
    case "count":
      // It may be that of a page, and be reached by accident, so it never ends a listing.
      return Number(value) > Math.max(progress.items, progress.largestPage) ? "more" : "nothing";
    default:
      return "nothing";
  }
}

/**
 * Compares a number with how much was read. After 5 items:
 * 1. "About 9" may mean more, and "about 5" says nothing. "Remaining 3" may mean more, too.
 * 2. "Exactly 9" and "at least 9" mean more.
 * 3. "At least 5" leaves open whether more follow.
 * 4. "Exactly 5" is the end, and "exactly 3" counts something else, or each page.
 */
function verdictOfNumber({ name, value, exactness }: Sign, readSoFar: number): Verdict {
  const number = Number(value);
  if (exactness === "about") {
    return number > (/remaining|left/i.test(name) ? 0 : readSoFar) ? "maybe" : "nothing";
  }
  if (number > readSoFar) {
    return "more";
  }
  if (exactness === "atLeast") {
    return "maybe";
  }
  return number === readSoFar ? "ends" : "nothing";
}

/** Returns whether a sign is a flag: of more pages, or of the last one. */
export function isFlag({ kind }: Sign): boolean {
  return kind === "more" || kind === "last";
}

/**
 * Returns whether a flag may be about something else: `completed` about a job, `"truncated": false` about a text. It then ends a listing only
 * if it said more on an earlier page.
 */
export function mayBeOfJob({ kind, name, value, declaredBy }: Sign): boolean {
  const isOfJob = kind === "last" && !/last|final|end|more/i.test(name);
  const isOfText = kind === "more" && value === false && /^truncated$/i.test(name);
  return declaredBy === undefined && (isOfJob || isOfText);
}

/** Writes where a sign stands, with its value if that is a flag or a number: `at "/total" (9)`. */
export function describeSign(sign: Sign): string {
  const { location, value } = sign;
  return `at "${excerpt(location)}"${typeof value === "boolean" || isNumber(sign) ? ` (${String(value)})` : ""}`;
}
