/** The redactor of a session: it has every secret that the session uses, and keeps them out of messages. */
import { formsOf, lettersOf, normalise } from "./encodings.js";

/** Keeps registered secrets out of messages: texts of the service are withheld, our own sentences are masked. */
export interface Redactor {
  /**
   * Registers a secret, before it is first used.
   *
   * @returns a function to call when the secret is no longer used. The last 64 of these secrets are still redacted. A secret
   *   that was added more often than released is always redacted.
   */
  readonly add: (secret: string) => () => void;
  /**
   * A text of the service as messages may show it: the text itself, or a remark that it is withheld. It is withheld if it has
   * ten letters or digits in a row in common with a secret, in any usual encoding. A secret with fewer is compared as a whole;
   * with fewer than four, no text is shown.
   *
   * @param isCut whether `text` was truncated. A truncated text may end in the middle of a secret. Text before an ellipsis
   *   always counts as truncated.
   */
  readonly redact: (text: string, isCut?: boolean) => string;
  /** A message of our own with `[secret]` in place of the secrets in it. */
  readonly mask: (message: string) => string;
}

/** Gives a text of the service, or a remark that it is withheld: see `Redactor`. */
export type Redact = Redactor["redact"];

const MASK = "[secret]";
const WITHHELD = "[withheld: it repeats a part of a secret]";
const ALL_WITHHELD = "[withheld: a secret is too short to be found in it]";

/** So many letters or digits in a row are no coincidence. */
const RUN = 10;
/** Each run contains one of the blocks of this length that begin at every fifth character of a form. */
const BLOCK = 6;
const STEP = RUN - BLOCK + 1;
const MIN_LENGTH = 4;
/** An incomplete escape. */
const CUT_ESCAPE = /(?:%|\\[ux]|&#?)[\da-z]{0,4}$/i;
/** Secrets that are no longer used, but still redacted: a late response may contain one. */
const REMEMBERED = 64;

interface Secret {
  readonly text: string;
  /** How often it was added and not released. */
  uses: number;
  /** They are made when a text is first redacted. */
  forms?: Forms;
}

/** The letters of a secret in all encodings: see `formsOf`. */
interface Forms {
  readonly all: readonly string[];
  /** Each run of a form contains one of these. */
  readonly blocks: ReadonlySet<string>;
}

export function createRedactor(): Redactor {
  /** Secrets in use, and then those that were released, the latest last. */
  const secrets = new Map<string, Secret>();

  const release = (secret: Secret): void => {
    secret.uses -= 1;
    if (secret.uses > 0) {
      return;
    }
    secrets.delete(secret.text);
    secrets.set(secret.text, secret);
    const released = [...secrets.values()].filter(({ uses }) => uses === 0);
    for (const { text } of released.slice(0, -REMEMBERED)) {
      secrets.delete(text);
    }
  };

  const allForms = (): Forms[] => Array.from(secrets.values(), (secret) => (secret.forms ??= indexForms(secret.text)));

  return {
    add: (text) => {
      if (text.trim() === "") {
        return () => undefined;
      }
      const secret = secrets.get(text) ?? { text, uses: 0 };
      secret.uses += 1;
      secrets.set(text, secret);
      let isReleased = false;
      return () => {
        if (!isReleased) {
          isReleased = true;
          release(secret);
        }
      };
    },
    redact: (text, isCut = false) => {
      if (secrets.size === 0 || text.trim() === "") {
        return text;
      }
      const forms = allForms();
      if (forms.some(({ all: [plain = ""] }) => plain.length < MIN_LENGTH)) {
        return ALL_WITHHELD;
      }
      const letters = normalise(text);
      const isRepeated = hasRun(letters, forms) || hasShortForm(letters, forms) || endsInside(text, forms, isCut);
      return isRepeated ? WITHHELD : text;
    },
    mask: (message) => {
      const texts = Array.from(secrets.values(), ({ text }) => text);
      const forms = allForms();
      const maskPart = (part: string): string =>
        part === ""
          ? ""
          : maskRanges(part, [...texts.flatMap((text) => exactRanges(part, text)), ...runRanges(part, forms)]);
      // What is masked already stays: "secret" may be a secret itself.
      const masked = message.split(MASK).map(maskPart).join(MASK);
      // What is left is escaped in another way.
      const isLeft = masked.split(MASK).some((part) => {
        const letters = normalise(part);
        return hasRun(letters, forms) || hasShortForm(letters, forms, true) || endsInside(part, forms, false);
      });
      return isLeft ? WITHHELD : masked;
    },
  };
}

function indexForms(secret: string): Forms {
  const all = formsOf(secret);
  const blocks = new Set<string>();
  for (const form of all) {
    for (let at = 0; at + BLOCK <= form.length; at += STEP) {
      blocks.add(form.slice(at, at + BLOCK));
    }
  }
  return { all, blocks };
}

/** The runs that the letters have in common with the forms. */
function* sharedRuns(letters: string, forms: readonly Forms[]): Generator<string> {
  for (let at = 0; at + BLOCK <= letters.length; at += 1) {
    const block = letters.slice(at, at + BLOCK);
    for (const { all } of forms.filter(({ blocks }) => blocks.has(block))) {
      for (let start = Math.max(0, at - STEP + 1); start <= at && start + RUN <= letters.length; start += 1) {
        const run = letters.slice(start, start + RUN);
        if (all.some((form) => form.includes(run))) {
          yield run;
        }
      }
    }
  }
}

function hasRun(letters: string, forms: readonly Forms[]): boolean {
  return sharedRuns(letters, forms).next().done !== true;
}

/** Whether the letters have all of a form that is shorter than a run. In a message of our own, the plain one may be a word. */
function hasShortForm(letters: string, forms: readonly Forms[], isOwn = false): boolean {
  const isIn = (form: string): boolean => form.length >= MIN_LENGTH && form.length < RUN && letters.includes(form);
  return forms.some(({ all }) => all.some((form) => isIn(form) && !(isOwn && form === all[0])));
}

/** Whether a truncated text ends with the first letters of a secret: fewer than a run. */
function endsInside(text: string, forms: readonly Forms[], isCut: boolean): boolean {
  const pieces = text.split(/…|\.\.\./);
  const ends = (isCut ? pieces : pieces.slice(0, -1))
    .map((piece) => piece.slice(-8 * RUN))
    .flatMap((end) => [end, end.replace(CUT_ESCAPE, "")].map(normalise));
  return ends.some((end) => {
    for (let length = MIN_LENGTH; length < RUN && length <= end.length; length += 1) {
      const tail = end.slice(-length);
      if (forms.some(({ all }) => all.some((form) => form.startsWith(tail)))) {
        return true;
      }
    }
    return false;
  });
}

/** The part of a message that is masked: from its first character to the one behind its last. */
type Range = readonly [start: number, end: number];

/** Where a secret stands as it was written. A short one counts only as a word or a value: messages must stay readable. */
function exactRanges(message: string, secret: string): Range[] {
  const { length } = lettersOf(secret);
  const spellings = new Set([secret, secret.trim(), encodeURIComponent(secret.toWellFormed())]);
  return [...spellings].flatMap((spelling) => {
    const [before, after] =
      length >= RUN
        ? ["", ""]
        : length >= MIN_LENGTH || /^\p{L}{2,}$/u.test(spelling)
          ? ["(?<![\\p{L}\\p{N}])", "(?![\\p{L}\\p{N}])"]
          : ["(?<=[\"'`“‘=]|: ?)", "(?=[\"'`”’&;#,\\s)}\\]]|$)"];
    const pattern = new RegExp(`${before}${escapeRegExp(spelling)}${after}`, "giu");
    return Array.from(message.matchAll(pattern), ({ index, 0: found }): Range => [index, index + found.length]);
  });
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`);
}

/** Where a message has runs in common with the forms. */
function runRanges(message: string, forms: readonly Forms[]): Range[] {
  const places = Array.from(message.matchAll(/[\da-z]/gi), ({ index }) => index);
  const letters = lettersOf(message);
  return [...new Set(sharedRuns(letters, forms))].flatMap((run) => {
    const ranges: Range[] = [];
    for (let at = letters.indexOf(run); at !== -1; at = letters.indexOf(run, at + 1)) {
      ranges.push([places[at] ?? 0, (places[at + RUN - 1] ?? 0) + 1]);
    }
    return ranges;
  });
}

/** Ranges that overlap or touch get one mask. */
function maskRanges(message: string, ranges: readonly Range[]): string {
  let masked = "";
  let shown = 0;
  for (const [start, end] of ranges.toSorted(([one], [other]) => one - other)) {
    if (start > shown || masked === "") {
      masked += message.slice(shown, start) + MASK;
    }
    shown = Math.max(shown, end);
  }
  return masked + message.slice(shown);
}
