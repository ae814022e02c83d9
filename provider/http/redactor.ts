/** The redactor of a session: it knows every secret that the session uses, and removes each spelling of it from texts. */
import { createBuilder, mapText, unescape } from "./unescape.js";
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

/** Gives a text without secrets: see `Redactor`. */
export type Redact = Redactor["redact"];

const MASK = "[secret]";
/** A shorter secret is often part of a word: see `shortRanges`. */
const SHORTEST = 4;
/** Secrets that are no longer used, but still redacted: a late response may contain one. */
const REMEMBERED = 64;
/** How many levels of escaping are undone: JSON in a query in JSON. */
const LEVELS = 3;
/** A line of a secret with at least this length is redacted without the lines around it: a line of a key, for example. */
const SHORTEST_LINE = 12;

/** A place in a text that must not be shown. */
type Range = readonly [start: number, end: number];

export function createRedactor(): Redactor {
  /** Secrets in use, and how often each was added. */
  const used = new Map<string, number>();
  /** Secrets that are no longer used, the oldest first. */
  const released = new Set<string>();
  let index: FormIndex | undefined;
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
      index = undefined;
    }
  };

  const upToDateIndex = (): FormIndex => {
    const current = index ?? createFormIndex();
    for (const secret of index === undefined ? [...used.keys(), ...released] : notIndexed) {
      for (const form of formsOf(secret)) {
        current.add(form);
      }
    }
    index = current;
    notIndexed = [];
    return current;
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
      const forms = upToDateIndex();
      const ranges = [...levelsOf(mapText(text))].flatMap((level) => rangesIn(fold(level), forms, isCut));
      return mask(text, ranges);
    },
  };
}

/** The text itself, then the text with one level of escaping less at a time. */
function* levelsOf(text: MappedText): Generator<MappedText> {
  yield text;
  let level = text;
  for (let count = 0; count < LEVELS; count += 1) {
    const next = unescape(level);
    if (next === level) {
      return;
    }
    level = next;
    yield level;
  }
}

/**
 * Texts and secrets are compared in this form. Case does not count, and `+` and white space of any length are one space, as
 * in excerpts.
 */
function fold({ text, starts, ends }: MappedText): MappedText {
  const builder = createBuilder();
  for (const match of text.matchAll(/[+\p{C}\p{Z}]+|[^+\p{C}\p{Z}]+/gu)) {
    const from = match.index;
    const to = from + match[0].length;
    if (/^[+\p{C}\p{Z}]/u.test(match[0])) {
      builder.append(" ", starts[from] ?? 0, ends[to - 1] ?? 0);
      continue;
    }
    for (let unit = from; unit < to; unit += 1) {
      const character = text.charAt(unit);
      const lower = character.toLowerCase();
      builder.append(lower.length === 1 ? lower : character, starts[unit] ?? 0, ends[unit] ?? 0);
    }
  }
  return builder.build();
}

/** A spelling to search for, folded. */
interface Form {
  readonly text: string;
  /** Whether it is a part of a base64 text whose neighbouring characters contain bits of the secret too. */
  readonly isBase64: boolean;
}

/**
 * All spellings of a secret, without the escapes that `unescape` undoes. A secret that looks escaped itself has a spelling
 * for each of its levels, because the text is unescaped too.
 */
function formsOf(secret: string): Form[] {
  const lines = secret.split(/\r\n|\n|\r/).filter((line) => line.length >= SHORTEST_LINE && !line.startsWith("-----"));
  const texts = new Set([
    secret,
    secret.normalize("NFC"),
    secret.normalize("NFD"),
    ...wronglyEncodedForms(secret),
    ...lines,
  ]);
  const plain = [...texts].flatMap((text) => [...levelsOf(mapText(text))]);
  const forms = plain.map((level): Form => ({ text: fold(level).text.trim(), isBase64: false }));
  for (const text of encodedForms(secret)) {
    forms.push({ text: Buffer.from(text).toString("hex"), isBase64: false });
    forms.push(...base64Forms(text));
    // A secret may be encoded twice, as credentials in a token are.
    forms.push(...base64Forms(Buffer.from(text).toString("base64")));
  }
  return forms.filter(({ text }) => text !== "");
}

/** The secret after a wrong encoding: its characters outside ASCII became replacement characters. */
function wronglyEncodedForms(secret: string): string[] {
  if (!/[^\0-\x7f]/.test(secret)) {
    return [];
  }
  const forms = [secret.replace(/[^\0-\x7f]/gu, "?"), secret.replace(/[^\0-\x7f]/gu, "\ufffd")];
  return forms.filter((form) => form.replace(/[?\ufffd]/g, "").length >= SHORTEST);
}

/** The texts that a program may make of a secret before it encodes them. */
function encodedForms(secret: string): Set<string> {
  const wellFormed = secret.replace(/\p{Surrogate}/gu, "\ufffd");
  return new Set([wellFormed, encodeURIComponent(wellFormed), JSON.stringify(wellFormed).slice(1, -1)]);
}

/** The base64 of a text at any place in a longer text: only the characters that have no bits of its neighbours. */
function base64Forms(text: string): Form[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].flatMap((offset) => {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    const core = padded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
    const urlSafe = core.replaceAll("+", "-").replaceAll("/", "_");
    return [...new Set([core, urlSafe])].map((form) => ({ text: fold(mapText(form)).text.trim(), isBase64: true }));
  });
}

/** Finds forms by their first characters, then by their length. Their number hardly affects the time. */
interface FormIndex {
  add(form: Form): void;
  /** The end of the longest form at this place; `undefined` if there is none. */
  longestAt(text: string, start: number): { end: number; isBase64: boolean } | undefined;
  /** Whether the rest of the text from this place on is the beginning of a form. */
  startsFormAt(text: string, start: number, end: number): boolean;
  readonly short: ReadonlySet<string>;
  /** Length of the longest form. */
  readonly longest: number;
}

function createFormIndex(): FormIndex {
  const byStart = new Map<string, Map<number, Map<string, Form>>>();
  const short = new Set<string>();
  let longest = 0;
  return {
    short,
    get longest() {
      return longest;
    },
    add: (form) => {
      const { length } = form.text;
      if (length < SHORTEST) {
        if (!form.isBase64) {
          short.add(form.text);
        }
        return;
      }
      longest = Math.max(longest, length);
      const start = form.text.slice(0, SHORTEST);
      const byLength = byStart.get(start) ?? new Map<number, Map<string, Form>>();
      byStart.set(start, byLength);
      const forms = byLength.get(length) ?? new Map<string, Form>();
      byLength.set(length, forms);
      forms.set(form.text, form);
    },
    longestAt: (text, start) => {
      let found: { end: number; isBase64: boolean } | undefined;
      for (const [length, forms] of byStart.get(text.slice(start, start + SHORTEST)) ?? []) {
        const form = forms.get(text.slice(start, start + length));
        if (form !== undefined && start + length > (found?.end ?? 0)) {
          found = { end: start + length, isBase64: form.isBase64 };
        }
      }
      return found;
    },
    startsFormAt: (text, start, end) => {
      const candidates = byStart.get(text.slice(start, start + SHORTEST));
      if (candidates === undefined) {
        return false;
      }
      const piece = text.slice(start, end);
      for (const [length, forms] of candidates) {
        if (length < piece.length) {
          continue;
        }
        for (const form of forms.keys()) {
          if (form.startsWith(piece)) {
            return true;
          }
        }
      }
      return false;
    },
  };
}

function rangesIn(view: MappedText, index: FormIndex, isCut: boolean): Range[] {
  const { text, starts, ends } = view;
  const found: Range[] = [];
  let coveredTo = 0;
  for (let start = 0; start < text.length; start += 1) {
    const match = index.longestAt(text, start);
    // A form inside another one that was found adds nothing.
    if (match !== undefined && match.end > coveredTo) {
      coveredTo = match.end;
      found.push(match.isBase64 ? withBorders(text, start, match.end) : [start, match.end]);
    }
  }
  const all = [...found, ...shortRanges(text, index.short), ...cutRanges(text, index, isCut)];
  return all.map(([start, end]) => [starts[start] ?? 0, ends[end - 1] ?? 0]);
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

/** An incomplete escape at the end of a text: it has no characters to compare. */
const CUT_ESCAPE = /(?:%[0-9a-f]?|\\(?:u[0-9a-f]{0,3}|x[0-9a-f]?)?|&#?[0-9a-z]{0,7})$/;

/** The parts of secrets at the places where a text was truncated. */
function cutRanges(text: string, index: FormIndex, isCut: boolean): Range[] {
  const cuts = Array.from(text.matchAll(/…|\.\.\./g), (match) => match.index);
  if (isCut) {
    cuts.push(text.length);
  }
  let previous = 0;
  return cuts.flatMap((cut): Range[] => {
    const first = Math.max(previous, cut - index.longest);
    previous = cut;
    const partOfEscape = CUT_ESCAPE.exec(text.slice(Math.max(first, cut - 9), cut))?.[0] ?? "";
    for (const end of new Set([cut, cut - partOfEscape.length])) {
      for (let start = first; start <= end - SHORTEST; start += 1) {
        if (index.startsFormAt(text, start, end)) {
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
    for (let end = start + 1; end < start + SHORTEST && end <= text.length; end += 1) {
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

function mask(text: string, ranges: readonly Range[]): string {
  const sorted = ranges.filter((range) => !isMasked(text, range)).sort(([one], [other]) => one - other);
  let result = "";
  let shown = 0;
  let isFirst = true;
  for (const [start, end] of sorted) {
    if (end <= shown) {
      continue;
    }
    if (isFirst || start > shown) {
      result += text.slice(shown, start) + MASK;
    }
    isFirst = false;
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
