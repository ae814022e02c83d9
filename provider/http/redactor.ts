/** The redactor of a session: it has every secret that the session uses, and removes each spelling of it from texts. */
import { fold, type Form, formsOf, levelsOf, squeeze, squeezedFormsOf } from "./secret-forms.js";
import type { MappedText } from "./unescape.js";

/** Takes registered secrets out of texts before they are shown. */
export interface Redactor {
  /**
   * Registers a secret, before it is first used. If it has several lines, each longer line counts as a secret too.
   *
   * @returns a function to call when the secret is no longer used. The last 64 of these secrets are still redacted. A secret
   *   that was added more often than released is always redacted.
   */
  readonly add: (secret: string) => () => void;
  /**
   * `text` with `[secret]` in place of each registered secret, in any spelling.
   *
   * @param isCut whether `text` was truncated. A truncated text may end in the middle of a secret. Text before an ellipsis
   *   always counts as truncated.
   */
  readonly redact: (text: string, isCut?: boolean) => string;
}

/** Gives a string without secrets: see `Redactor`. */
export type Redact = Redactor["redact"];

const MASK = "[secret]";
/** A shorter secret is often part of a word: see `shortRanges`. */
const MIN_LENGTH = 4;
/** Secrets that are no longer used, but still redacted: a late response may contain one. */
const REMEMBERED = 64;

/** A place in a string that must not be shown. */
type Range = readonly [start: number, end: number];

export function createRedactor(): Redactor {
  /** Secrets in use, and how often each was added. */
  const used = new Map<string, number>();
  /** Secrets that are no longer used, the oldest first. */
  const released = new Set<string>();
  let index = createFormIndex();
  let squeezedIndex = createFormIndex();
  /** Secrets that are in use or released, but not in the index yet. */
  let notIndexed: string[] = [];

  const release = (secret: string): void => {
    const left = (used.get(secret) ?? 1) - 1;
    if (left > 0) {
      used.set(secret, left);
      return;
    }
    used.delete(secret);
    released.add(secret);
    // Many at a time, because the index must be rebuilt then.
    if (released.size >= 2 * REMEMBERED) {
      for (const oldest of [...released].slice(0, -REMEMBERED)) {
        released.delete(oldest);
      }
      index = createFormIndex();
      squeezedIndex = createFormIndex();
      notIndexed = [...used.keys(), ...released];
    }
  };

  return {
    add: (secret) => {
      if (!used.has(secret) && !released.delete(secret)) {
        notIndexed.push(secret);
      }
      used.set(secret, (used.get(secret) ?? 0) + 1);
      let isReleased = false;
      return () => {
        if (!isReleased) {
          release(secret);
        }
        isReleased = true;
      };
    },
    redact: (text, isCut = false) => {
      if (used.size + released.size === 0 || text === "") {
        return text;
      }
      for (const secret of notIndexed.splice(0)) {
        formsOf(secret).forEach((form) => addForm(index, form));
        squeezedFormsOf(secret).forEach((form) => addForm(squeezedIndex, form));
      }
      const levels = [...levelsOf(text)];
      const ranges = levels.map(fold).flatMap((level) => rangesIn(level, index, cutsIn(level.text, isCut)));
      // What is found without squeezing has exact borders.
      const known = merge(ranges);
      const isFound = ([start, end]: Range): boolean => known.some(([from, to]) => from <= start && end <= to);
      const squeezed = levels
        .map(squeeze)
        .flatMap((level) => rangesIn(level, squeezedIndex, isCut ? [level.text.length] : [], isFound));
      return mask(text, [...ranges, ...squeezed]);
    },
  };
}

/** Forms by their first characters: one search of a string finds all of them. */
interface FormIndex {
  readonly byStart: Map<string, Form[]>;
  /** The forms that are shorter than these first characters. */
  readonly short: Set<string>;
  /** Length of the longest form. */
  longest: number;
}

function createFormIndex(): FormIndex {
  return { byStart: new Map(), short: new Set(), longest: 0 };
}

function addForm(index: FormIndex, form: Form): void {
  const { text, isBase64 } = form;
  if (text.length >= MIN_LENGTH) {
    const start = text.slice(0, MIN_LENGTH);
    const forms = index.byStart.get(start) ?? [];
    forms.push(form);
    index.byStart.set(start, forms);
    index.longest = Math.max(index.longest, text.length);
  } else if (!isBase64) {
    index.short.add(text);
  }
}

/** The forms that may begin at this place. */
function candidatesAt({ byStart }: FormIndex, text: string, start: number): readonly Form[] {
  return byStart.get(text.slice(start, start + MIN_LENGTH)) ?? [];
}

/** The longest form at this place; `undefined` if there is none. */
function longestAt(index: FormIndex, text: string, start: number): Form | undefined {
  let longest: Form | undefined;
  for (const form of candidatesAt(index, text, start)) {
    if (form.text.length >= (longest?.text.length ?? 0) && text.startsWith(form.text, start)) {
      longest = form;
    }
  }
  return longest;
}

/**
 * The places in the source of `text` that contain secrets.
 *
 * @param cuts the places where the text was truncated.
 * @param isFound whether a place in the source is known already.
 */
function rangesIn(
  { text, places, ends }: MappedText & { readonly ends?: readonly number[] },
  index: FormIndex,
  cuts: readonly number[],
  isFound: (range: Range) => boolean = () => false,
): Range[] {
  const inSource = ([start, end]: Range): Range => [places[start] ?? 0, ends?.[end - 1] ?? places[end] ?? 0];
  const found: Range[] = [];
  let coveredTo = 0;
  for (let start = 0; start < text.length; start += 1) {
    const form = longestAt(index, text, start);
    const end = start + (form?.text.length ?? 0);
    // A form inside another one that was found adds nothing.
    if (form !== undefined && end > coveredTo) {
      coveredTo = end;
      if (!isFound(inSource([start, end]))) {
        found.push(form.isBase64 ? withBorders(text, start, end) : [start, end]);
      }
    }
  }
  return [...found, ...shortRanges(text, index.short), ...cutRanges(text, index, cuts)].map(inSource);
}

/** The neighbours of a base64 form contain some bits of the secret too. */
function withBorders(text: string, start: number, end: number): Range {
  const isBase64 = (character: string): boolean => /^[a-z0-9 /_-]$/.test(character);
  const from = start > 0 && isBase64(text.charAt(start - 1)) ? start - 1 : start;
  let to = isBase64(text.charAt(end)) ? end + 1 : end;
  while (text.charAt(to) === "=") {
    to += 1;
  }
  return [from, to];
}

/** An incomplete escape at the end of a string: it has no characters to compare. */
const CUT_ESCAPE = /(?:%[0-9a-f]?|\\(?:u[0-9a-f]{0,3}|x[0-9a-f]?)?|&#?[0-9a-z]{0,7})$/;

/** The places where a string was truncated. */
function cutsIn(text: string, isCut: boolean): readonly number[] {
  const ellipses = Array.from(text.matchAll(/…|\.\.\./g), (match) => match.index);
  return isCut ? [...ellipses, text.length] : ellipses;
}

/** The parts of secrets at the places where a string was truncated. */
function cutRanges(text: string, index: FormIndex, cuts: readonly number[]): Range[] {
  let previous = 0;
  return cuts.flatMap((cut): Range[] => {
    const first = Math.max(previous, cut - index.longest);
    previous = cut;
    const partOfEscape = CUT_ESCAPE.exec(text.slice(Math.max(first, cut - 9), cut))?.[0] ?? "";
    for (const end of new Set([cut, cut - partOfEscape.length])) {
      for (let start = first; start <= end - MIN_LENGTH; start += 1) {
        const piece = text.slice(start, end);
        if (candidatesAt(index, text, start).some((form) => form.text.startsWith(piece))) {
          return [[start, cut]];
        }
      }
    }
    return [];
  });
}

const QUOTES: Readonly<Record<string, string>> = { '"': '"', "'": "'", "`": "`", "“": "”", "‘": "’", "«": "»" };

/**
 * A secret of one to three characters is redacted only as a whole value: in quotes, in a query, in JSON. With two or three
 * letters, it is redacted as a whole word too. Otherwise messages would be unreadable, and the gaps would show the secret.
 */
function shortRanges(text: string, short: ReadonlySet<string>): Range[] {
  if (short.size === 0) {
    return [];
  }
  const ranges: Range[] = [];
  for (let start = 0; start < text.length; start += 1) {
    for (let end = start + 1; end < start + MIN_LENGTH && end <= text.length; end += 1) {
      if (short.has(text.slice(start, end)) && isWholeValue(text, start, end)) {
        ranges.push([start, end]);
      }
    }
  }
  return ranges;
}

function isWholeValue(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 3), start);
  const next = text.charAt(end);
  const quote = QUOTES[before.slice(-1)];
  if (quote !== undefined && next === quote) {
    return true;
  }
  if (before.endsWith("=") && /^$|[&;#\s"'<>,)\]}]/.test(next)) {
    return true;
  }
  if (/["'] ?: ?$/.test(before) && /^$|[,\]}\s]/.test(next)) {
    return true;
  }
  const hasLetter = end - start > 1 && /\p{L}/u.test(text.slice(start, end));
  return hasLetter && !/[\p{L}\p{N}_-]$/u.test(before) && !/^[\p{L}\p{N}_-]/u.test(next);
}

/** Ranges that overlap or touch as one, in the order of the text. */
function merge(ranges: readonly Range[]): Range[] {
  const merged: [start: number, end: number][] = [];
  for (const [start, end] of ranges.toSorted(([one], [other]) => one - other)) {
    const last = merged.at(-1);
    if (last === undefined || start > last[1]) {
      merged.push([start, end]);
    } else {
      last[1] = Math.max(last[1], end);
    }
  }
  return merged;
}

function mask(text: string, ranges: readonly Range[]): string {
  const sorted = ranges.filter((range) => !isMasked(text, range)).sort(([one], [other]) => one - other);
  let result = "";
  let shown = 0;
  for (const [start, end] of sorted) {
    if (end <= shown) {
      continue;
    }
    if (result === "" || start > shown) {
      result += text.slice(shown, start) + MASK;
    }
    shown = end;
  }
  return result + text.slice(shown);
}

/** Whether the place is already inside a mask: "secret" may be a secret itself. */
function isMasked(text: string, [start, end]: Range): boolean {
  for (let from = Math.max(0, end - MASK.length); from <= start; from += 1) {
    if (text.startsWith(MASK, from)) {
      return true;
    }
  }
  return false;
}
