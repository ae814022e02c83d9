/** The redactor of a session: it knows every secret that the session uses, and keeps them out of messages. Runs in both processes. */
import { formsOf, lettersOf, viewsOf } from "./encodings.js";

/** Keeps registered secrets out of messages: texts of the service are withheld, our own sentences are masked. */
export interface Redactor {
  /** Registers a secret. Call it before the secret is first used. */
  readonly add: (secret: string) => void;
  /** Registers a token before each use. Only the last 256 are kept: tokens are replaced, and a run may need many. */
  readonly addToken: (token: string) => void;
  /** Registers a short value that is hardly secret: it is masked where it is a whole word, and no text is withheld because of it. */
  readonly addWord: (word: string) => void;
  /**
   * Returns a text of the service as messages may show it, or a placeholder if the text overlaps a secret: if it has ten letters
   * or digits in a row in common with the secret, in any usual encoding. A shorter secret is compared as a whole. If a secret has
   * fewer than four letters and digits, no text is shown.
   */
  readonly redact: (text: string) => string;
  /** Returns a message of our own with `[secret]` in place of the secrets in it. */
  readonly mask: (message: string) => string;
  /** Returns a new redactor for the messages of one operation. It knows these secrets too; this redactor does not change. */
  readonly extend: (secrets: readonly string[]) => Redactor;
}

/** Returns a text of the service, or a placeholder: see `Redactor`. */
export type Redact = Redactor["redact"];

const MASK = "[secret]";
const WITHHELD = "[withheld: it repeats a part of a secret]";
const ALL_WITHHELD = "[withheld: a secret has fewer than 4 letters and digits]";

/** Returns whether `redact` has returned a placeholder. */
export function isWithheld(text: string): boolean {
  return text === WITHHELD || text === ALL_WITHHELD;
}

/** The length of a run. So many letters or digits in a row that also stand in a secret are not a coincidence. */
const RUN = 10;
/**
 * Each encoded secret is indexed by its blocks of 6 characters at the offsets 0, 5, 10, …. Any overlap of 10 characters contains at
 * least one block. So one look-up of the block at each position shows whether an overlap is possible there.
 */
const BLOCK = 6;
const STEP = RUN - BLOCK + 1;
const MIN_LENGTH = 4;
const MAX_TOKENS = 256;
/** Longer secrets, such as keys, are found by their runs alone, because the length of a regular expression is limited. */
const MAX_PATTERN = 1000;

interface Secret {
  readonly text: string;
  /** Made when a text is first redacted. */
  forms?: Forms;
}

/** The letters of a secret in all encodings: see `formsOf`. */
interface Forms {
  readonly all: readonly string[];
  /** The blocks of all forms. Each run of `RUN` characters in a form contains at least one block. */
  readonly blocks: ReadonlySet<string>;
}

/** Makes a redactor that knows no secret yet. */
export function createRedactor(): Redactor {
  return createRedactorWith(
    () => [],
    () => [],
  );
}

/**
 * Makes a redactor that extends another one. `inheritedSecrets` and `inheritedWords` return what the other redactor knows at the
 * time of the call.
 */
function createRedactorWith(
  inheritedSecrets: () => readonly Secret[],
  inheritedWords: () => readonly string[],
): Redactor {
  const secrets = new Map<string, Secret>();
  /** In the order of their last use: the first entry is dropped first. */
  const tokens = new Map<string, Secret>();
  const words = new Set<string>();
  const allSecrets = (): Secret[] => [...inheritedSecrets(), ...secrets.values(), ...tokens.values()];
  const allWords = (): string[] => [...inheritedWords(), ...words];
  const allForms = (): Forms[] => allSecrets().map((secret) => (secret.forms ??= indexForms(secret.text)));

  function masked(message: string): string {
    const forms = allForms();
    const texts = [...allSecrets().map(({ text }) => text), ...allWords()];
    const longestFirst = texts.toSorted((left, right) => right.length - left.length);
    const parts = splitAtSecrets(message, longestFirst);
    const maskedMessage = parts.map((part) => maskRuns(part, forms)).join(MASK);
    // If an escaped form still matches after masking, the whole message is withheld.
    const views = maskedMessage.split(MASK).flatMap(viewsOf);
    return views.some((view) => hasRun(view, forms) || hasShortForm(view, forms, "encoded")) ? WITHHELD : maskedMessage;
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
    addWord: (word) => {
      if (word.trim() !== "") {
        words.add(word);
      }
    },
    redact: (text) => {
      const forms = text.trim() === "" ? [] : allForms();
      // The first form is the secret as it is.
      if (forms.some(({ all: [plain = ""] }) => plain.length < MIN_LENGTH)) {
        return ALL_WITHHELD;
      }
      const isSecret = viewsOf(text).some((view) => hasRun(view, forms) || hasShortForm(view, forms, "any"));
      return isSecret ? WITHHELD : splitAtSecrets(text, allWords()).join(MASK);
    },
    mask: (message) => {
      const direct = masked(message);
      // In a JSON Pointer, slashes and tildes of a field's name are escaped (RFC 6901 §4). So if no secret was found, the message
      // is searched once more with these escapes undone.
      const pointer = message.replaceAll("~1", "/").replaceAll("~0", "~");
      if (direct !== message || pointer === message) {
        return direct;
      }
      const viaPointer = masked(pointer);
      return viaPointer === pointer ? message : viaPointer;
    },
    extend: (moreSecrets) => {
      const extended = createRedactorWith(allSecrets, allWords);
      moreSecrets.forEach(extended.add);
      return extended;
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

/** Yields each position at which `letters` have a run in common with one of the forms. A position may come several times. */
function* sharedRuns(letters: string, forms: readonly Forms[]): Generator<number> {
  for (let at = 0; at + BLOCK <= letters.length; at += 1) {
    const block = letters.slice(at, at + BLOCK);
    for (const { all } of forms.filter(({ blocks }) => blocks.has(block))) {
      // A run that contains this block begins at most `RUN - BLOCK` characters before it.
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

/** Returns the message with a mask in place of the runs that it has in common with the forms. */
function maskRuns(message: string, forms: readonly Forms[]): string {
  const characters = message.split("");
  // The place in the message of each character of `lettersOf(message)`.
  const locations = Array.from(message.matchAll(/[\da-z]/gi), ({ index }) => index);
  for (const start of sharedRuns(lettersOf(message), forms)) {
    characters.fill("\0", locations[start], (locations[start + RUN - 1] ?? 0) + 1);
  }
  // Runs that overlap or touch have become one row of NUL characters, and get one mask.
  return characters.join("").replace(/\0+/g, MASK);
}

/**
 * Returns whether the letters contain a form that is shorter than a run. In our own messages a short secret may coincide with an ordinary
 * word, so only its `encoded` forms count.
 */
function hasShortForm(letters: string, forms: readonly Forms[], which: "any" | "encoded"): boolean {
  const isShortAndIn = (form: string): boolean =>
    form.length >= MIN_LENGTH && form.length < RUN && letters.includes(form);
  return forms.some(({ all }) => all.some((form) => isShortAndIn(form) && !(which === "encoded" && form === all[0])));
}

/** Splits a message at the secrets in it, and returns the parts between them. A secret is found plain, percent-encoded and escaped for JSON. */
function splitAtSecrets(message: string, secrets: readonly string[]): string[] {
  // The mask comes first, so that a secret such as "secret" does not mask the mask.
  const patterns = [escapeRegExp(MASK), ...secrets.filter(({ length }) => length <= MAX_PATTERN).flatMap(patternsOf)];
  return message.split(new RegExp(patterns.join("|"), "giu"));
}

/** Returns regular expressions of a secret. A short one counts only as a word, because messages must stay readable. */
function patternsOf(secret: string): string[] {
  const [before, after] = lettersOf(secret).length >= RUN ? ["", ""] : ["(?<![\\p{L}\\p{N}])", "(?![\\p{L}\\p{N}])"];
  const inJson = JSON.stringify(secret).slice(1, -1);
  const spellings = new Set([secret, secret.trim(), encodeURIComponent(secret.toWellFormed()), inJson]);
  return [...spellings].map((spelling) => before + escapeRegExp(spelling) + after);
}

/** Escapes a text for a regular expression. It writes `\u{…}`, because with the flag `u` a backslash before `-` is a syntax error. */
function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`);
}
