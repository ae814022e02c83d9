/** Rule 7: an end is believed only if it was stated. Here signs are compared with how much was read: do they say that more follow, or that these are all? */
import { excerpt } from "../../base/text.js";
import { isNumber, type Sign } from "./signs.js";

/** How much was read. */
export interface Progress {
  readonly pages: number;
  readonly items: number;
  /** The most items on a page. */
  readonly largestPage: number;
}

/** What the signs of a page say: that more follow, that more may follow, that these are all. */
export type Outlook = Readonly<Record<"more" | "maybe" | "ends", readonly Sign[]>>;

type Verdict = keyof Outlook | "nothing";

/** Judges the signs of a page. */
export function judge(signs: readonly Sign[], progress: Progress): Outlook {
  const verdicts: Record<Verdict, Sign[]> = { more: [], maybe: [], ends: [], nothing: [] };
  for (const sign of signs) {
    verdicts[verdictOf(sign, signs, progress)].push(sign);
  }
  return verdicts;
}

function verdictOf(sign: Sign, signs: readonly Sign[], progress: Progress): Verdict {
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
    case "pages": {
      const isIndex = isPerhapsIndex(sign, signs, progress.pages);
      return verdictOfNumber(isIndex ? { ...sign, exactness: "atLeast" } : sign, progress.pages);
    }
    case "total":
      return verdictOfNumber(sign, progress.items);
    case "count":
      return mayCountPage(sign, signs, progress) ? "nothing" : "more";
    default:
      return "nothing";
  }
}

/** Returns whether the number of the last page may be an index from 0. The pages may state their own number: if it is from 1, so is that one. */
function isPerhapsIndex({ name }: Sign, signs: readonly Sign[], pages: number): boolean {
  const countsFromOne = signs.some((sign) => sign.kind === "page" && sign.value === pages);
  return /^(?:last|max)/i.test(name) && !countsFromOne;
}

/**
 * Returns whether a `count` may be that of a page:
 * 1. There is a total too: `{ "count": 20, "total": 3 }`.
 * 2. It is the size of pages: `{ "count": 50, "limit": 50 }`.
 * 3. It is not greater than the largest page. Nor does it end a listing if as many items were read, because they may be so many by accident.
 */
function mayCountPage({ value }: Sign, signs: readonly Sign[], { items, largestPage }: Progress): boolean {
  const hasTotal = signs.some(({ kind, exactness }) => kind === "total" && exactness !== "about");
  const isSize = signs.some((sign) => sign.kind === "size" && sign.value === value);
  return hasTotal || isSize || Number(value) <= Math.max(items, largestPage);
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
