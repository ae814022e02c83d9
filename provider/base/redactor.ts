/** The redactor of a session: it has every secret that the session uses, and keeps them out of messages. */
import { formsOf, lettersOf, normalise } from "./encodings.js";

/** Keeps registered secrets out of messages: texts of the service are withheld, our own sentences are masked. */
export interface Redactor {
  /** Registers a secret, before it is first used. */
  readonly add: (secret: string) => void;
  /** Registers a token before each use. Only the last 256 are kept: they are replaced, and a run may need many. */
  readonly addToken: (token: string) => void;
  /**
   * A text of the service as messages may show it: the text itself, or a remark that it is withheld. It is withheld if it has
   * ten letters or digits in a row in common with a secret, in any usual encoding. A secret with fewer is compared as a whole;
   * with fewer than four, no text is shown.
   */
  readonly redact: (text: string) => string;
  /** A message of our own with `[secret]` in place of the secrets in it. */
  readonly mask: (message: string) => string;
}

/** Gives a text of the service, or a remark that it is withheld: see `Redactor`. */
export type Redact = Redactor["redact"];

const MASK = "[secret]";
const WITHHELD = "[withheld: it repeats a part of a secret]";
const ALL_WITHHELD = "[withheld: a secret has fewer than 4 letters and digits]";

/** So many letters or digits in a row are no coincidence. */
const RUN = 10;
/** Each run contains one of the blocks of this length that begin at every fifth character of a form. */
const BLOCK = 6;
const STEP = RUN - BLOCK + 1;
const MIN_LENGTH = 4;
const MAX_TOKENS = 256;

interface Secret {
  readonly text: string;
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
  const secrets = new Map<string, Secret>();
  /** The latest last. */
  const tokens = new Map<string, Secret>();
  const all = (): Secret[] => [...secrets.values(), ...tokens.values()];
  const allForms = (): Forms[] => all().map((secret) => (secret.forms ??= indexForms(secret.text)));

  function masked(message: string): string {
    const forms = allForms();
    const longestFirst = all().toSorted((one, other) => other.text.length - one.text.length);
    // What is masked already stays: "secret" may be a secret itself.
    const patterns = [escapeRegExp(MASK), ...longestFirst.flatMap(({ text }) => patternsOf(text))];
    const parts = message.split(new RegExp(patterns.join("|"), "giu"));
    const shown = parts.map((part) => maskRuns(part, forms)).join(MASK);
    // What is left is escaped in another way.
    const left = shown.split(MASK).map(normalise);
    return left.some((part) => hasRun(part, forms) || hasShortForm(part, forms, true)) ? WITHHELD : shown;
  }

  return {
    add: (text) => {
      if (text.trim() !== "" && !secrets.has(text)) {
        secrets.set(text, { text });
      }
    },
    addToken: (text) => {
      const token = tokens.get(text) ?? { text };
      tokens.delete(text);
      tokens.set(text, token);
      const [oldest = ""] = tokens.keys();
      if (tokens.size > MAX_TOKENS) {
        tokens.delete(oldest);
      }
    },
    redact: (text) => {
      const forms = text.trim() === "" ? [] : allForms();
      if (forms.some(({ all: [plain = ""] }) => plain.length < MIN_LENGTH)) {
        return ALL_WITHHELD;
      }
      const letters = normalise(text);
      return hasRun(letters, forms) || hasShortForm(letters, forms) ? WITHHELD : text;
    },
    // In a JSON Pointer, slashes and tildes of a field's name are escaped (RFC 6901 §4).
    mask: (message) => {
      const unescaped = message.replaceAll("~1", "/").replaceAll("~0", "~");
      return (
        [message, unescaped].map((text) => [text, masked(text)]).find(([text, shown]) => shown !== text)?.[1] ?? message
      );
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

/** Where the letters have a run in common with one of the forms. */
function* sharedRuns(letters: string, forms: readonly Forms[]): Generator<number> {
  for (let at = 0; at + BLOCK <= letters.length; at += 1) {
    const block = letters.slice(at, at + BLOCK);
    for (const { all } of forms.filter(({ blocks }) => blocks.has(block))) {
      for (let start = Math.max(0, at - STEP + 1); start <= at && start + RUN <= letters.length; start += 1) {
        const run = letters.slice(start, start + RUN);
        if (all.some((form) => form.includes(run))) {
          yield start;
        }
      }
    }
  }
}

function hasRun(letters: string, forms: readonly Forms[]): boolean {
  return sharedRuns(letters, forms).next().done !== true;
}

/** The message with a mask in place of the runs that it has in common with the forms. */
function maskRuns(message: string, forms: readonly Forms[]): string {
  const characters = message.split("");
  const locations = Array.from(message.matchAll(/[\da-z]/gi), ({ index }) => index);
  for (const start of sharedRuns(lettersOf(message), forms)) {
    characters.fill("\0", locations[start], (locations[start + RUN - 1] ?? 0) + 1);
  }
  return characters.join("").replace(/\0+/g, MASK);
}

/** Whether the letters have all of a form that is shorter than a run. In a message of our own, the plain one may be a word. */
function hasShortForm(letters: string, forms: readonly Forms[], isOwn = false): boolean {
  const isIn = (form: string): boolean => form.length >= MIN_LENGTH && form.length < RUN && letters.includes(form);
  return forms.some(({ all }) => all.some((form) => isIn(form) && !(isOwn && form === all[0])));
}

/** Regular expressions of a secret as it was written, in an address and in JSON. A short one counts only as a word: messages must stay readable. */
function patternsOf(secret: string): string[] {
  const [before, after] = lettersOf(secret).length >= RUN ? ["", ""] : ["(?<![\\p{L}\\p{N}])", "(?![\\p{L}\\p{N}])"];
  const inJson = JSON.stringify(secret).slice(1, -1);
  const spellings = new Set([secret, secret.trim(), encodeURIComponent(secret.toWellFormed()), inJson]);
  return [...spellings].map((spelling) => before + escapeRegExp(spelling) + after);
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`);
}
