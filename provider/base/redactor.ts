/** The redactor of a session: it knows every secret that the session uses, and keeps them out of messages. Runs in both processes. */
import { decodedLetters, lettersOf, lettersOfSecret, type SecretLetters } from "./encodings.js";
import { pointerStep } from "./json-path.js";

/**
 * Keeps registered secrets out of messages. A text of the service that repeats a secret is withheld as a whole. In our own messages, only
 * the secret is masked.
 */
export interface Redactor {
  /** Registers a secret. Call it before the secret is first used. */
  readonly add: (secret: string) => void;
  /** Registers a token. Call it before each use of the token. Only the 256 that were used last are kept, because a run may need many. */
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

/** The length of a run: letters or digits in a row. If a text and a secret have so many in common, that is not a coincidence. */
const RUN_LENGTH = 10;
/** With fewer letters and digits, a secret coincides with parts of ordinary words. */
const MIN_LENGTH = 4;
/** From this length on, a secret with both letters and digits is not an ordinary word. */
const MIN_MIXED_LENGTH = 6;
/** The length of a sample of a secret: see `Secret`. */
const SAMPLE_LENGTH = 5;
/** The distance between the starts of two samples: the largest one with which every run of `RUN_LENGTH` contains a whole sample. */
const SAMPLE_DISTANCE = RUN_LENGTH - SAMPLE_LENGTH + 1;
/** The most tokens that are kept. */
const MAX_TOKENS = 256;
/** Longer secrets, such as keys, are found by their runs alone, because the length of a regular expression is limited. */
const MAX_PATTERN = 1000;

/** A registered secret, prepared for searching. */
interface Secret extends SecretLetters {
  /** The secret as it was registered. */
  readonly text: string;
  /** The letters and digits of the secret as it is, and in each encoding: `plain` and `encoded`. */
  readonly forms: readonly string[];
  /**
   * The samples of all forms: five letters or digits that begin at every sixth place. Those of `abcdefghijkl` are `abcde` and `ghijk`.
   * Any run of a form contains a whole sample, for example `bcdefghijk` contains `ghijk`. So a run without a sample is not in the
   * secret. That is found out quickly, while the search of all forms for a run takes long.
   */
  readonly samples: ReadonlySet<string>;
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

  return {
    add: (text) => {
      if (text.trim() !== "" && !secrets.has(text)) {
        secrets.set(text, prepareSecret(text));
      }
    },
    addToken: (text) => {
      const token = tokens.get(text) ?? prepareSecret(text);
      tokens.delete(text);
      tokens.set(text, token);
      if (tokens.size > MAX_TOKENS) {
        const [oldest = ""] = tokens.keys();
        tokens.delete(oldest);
      }
    },
    addWord: (word) => {
      if (word.trim() !== "") {
        words.add(word);
      }
    },
    redact: (text) => {
      const knownSecrets = text.trim() === "" ? [] : allSecrets();
      if (knownSecrets.some(({ plain }) => plain.length < MIN_LENGTH)) {
        return ALL_WITHHELD;
      }
      const forms = knownSecrets.flatMap((secret) => secret.forms);
      const decodedTexts = decodedLetters(text);
      const repeatsSecret = hasSharedRun(decodedTexts, knownSecrets) || hasShortForm(decodedTexts, forms);
      return repeatsSecret ? WITHHELD : splitAtSecrets(text, allWords()).join(MASK);
    },
    mask: (message) => {
      const knownSecrets = allSecrets();
      const encoded = knownSecrets.flatMap((secret) => secret.encoded);
      const texts = [...knownSecrets.map(({ text }) => text), ...allWords()];
      const parts = splitAtSecrets(message, texts).map((part) => maskRuns(part, knownSecrets));
      // If a secret can still be read after decoding, the whole message is withheld, because we do not know where in
      // the message a decoded letter stands. A short secret may be an ordinary word in our own messages, so only its encodings count.
      const decodedTexts = parts.flatMap((part) => part.split(MASK)).flatMap(decodedLetters);
      const repeatsSecret = hasSharedRun(decodedTexts, knownSecrets) || hasShortForm(decodedTexts, encoded);
      return repeatsSecret ? WITHHELD : parts.join(MASK);
    },
    extend: (moreSecrets) => {
      const extended = createRedactorWith(allSecrets, allWords);
      moreSecrets.forEach(extended.add);
      return extended;
    },
  };
}

/** Encodes a secret in each usual way, and takes its samples. */
function prepareSecret(text: string): Secret {
  const { plain, encoded } = lettersOfSecret(text);
  const forms = [plain, ...encoded];
  const samples = forms.flatMap((form) => partsOf(form, SAMPLE_LENGTH, SAMPLE_DISTANCE));
  return { text, plain, encoded, forms, samples: new Set(samples) };
}

/** Returns the parts of a text that have this length, and start at this distance from each other: for 3 and 2, `abc` and `cde` of `abcdef`. */
function partsOf(letters: string, length: number, distance: number): string[] {
  const parts: string[] = [];
  for (let start = 0; start + length <= letters.length; start += distance) {
    parts.push(letters.slice(start, start + length));
  }
  return parts;
}

/** Returns the runs of a text, one for each position: those of `token123456` are `token12345` and `oken123456`. */
function runsOf(letters: string): string[] {
  return partsOf(letters, RUN_LENGTH, 1);
}

/** Returns whether a form of a secret contains the run. Only the secrets that have a sample in the run are searched. */
function isInSecret(run: string, secrets: readonly Secret[]): boolean {
  const parts = partsOf(run, SAMPLE_LENGTH, 1);
  const candidates = secrets.filter(({ samples }) => parts.some((part) => samples.has(part)));
  return candidates.some(({ forms }) => forms.some((form) => form.includes(run)));
}

/** Returns whether one of the texts has a run in common with a secret. */
function hasSharedRun(texts: readonly string[], secrets: readonly Secret[]): boolean {
  return texts.some((text) => runsOf(text).some((run) => isInSecret(run, secrets)));
}

/** Returns whether a form that is shorter than a run stands in one of the texts. */
function hasShortForm(texts: readonly string[], forms: readonly string[]): boolean {
  const shortForms = forms.filter(({ length }) => length >= MIN_LENGTH && length < RUN_LENGTH);
  return shortForms.some((form) => texts.some((text) => text.includes(form)));
}

/** Returns the message with each run masked that a form of a secret contains. */
function maskRuns(message: string, secrets: readonly Secret[]): string {
  // The place in the message of each letter and digit.
  const places = Array.from(message.matchAll(/[\da-z]/gi), ({ index }) => index);
  const characters = message.split("");
  runsOf(lettersOf(message)).forEach((run, start) => {
    if (isInSecret(run, secrets)) {
      const lastPlace = places[start + RUN_LENGTH - 1] ?? 0;
      characters.fill("\0", places[start], lastPlace + 1);
    }
  });
  // Runs that overlap or touch are now one row of NUL characters, which gets one mask.
  return characters.join("").replace(/\0+/g, MASK);
}

/** Splits a message at the secrets in it, and returns the parts between them. A longer secret is looked for before a shorter one. */
function splitAtSecrets(message: string, secrets: readonly string[]): string[] {
  const longestFirst = secrets.toSorted((left, right) => right.length - left.length);
  const patterns = longestFirst.filter(({ length }) => length <= MAX_PATTERN).flatMap(patternsOf);
  // The mask comes first, so that a secret such as "secret" does not mask the mask.
  return message.split(new RegExp([escapeRegExp(MASK), ...patterns].join("|"), "giu"));
}

/**
 * Returns regular expressions of a secret: as it is, percent-encoded, and escaped for JSON and for a JSON Pointer. A secret that may be an
 * ordinary word counts only as a whole word, because messages must stay readable.
 */
function patternsOf(secret: string): string[] {
  const [before, after] = mayBeWord(secret) ? ["(?<![\\p{L}\\p{N}])", "(?![\\p{L}\\p{N}])"] : ["", ""];
  const inJson = JSON.stringify(secret).slice(1, -1);
  const inPointer = pointerStep(secret).slice(1);
  const spellings = new Set([secret, secret.trim(), encodeURIComponent(secret.toWellFormed()), inJson, inPointer]);
  return [...spellings].map((spelling) => before + escapeRegExp(spelling) + after);
}

/** Returns whether a secret may be an ordinary word or number, such as `items` or `42`: it is shorter than a run, and does not mix letters and digits. */
function mayBeWord(secret: string): boolean {
  const letters = Array.from(secret.matchAll(/[\p{L}\p{N}]/gu)).join("");
  const isMixed = letters.length >= MIN_MIXED_LENGTH && /\p{L}/u.test(letters) && /\p{N}/u.test(letters);
  return letters.length < RUN_LENGTH && !isMixed;
}

/** Escapes a text for a regular expression. It writes `\u{…}`, because with the flag `u` a backslash before `-` is a syntax error. */
function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`);
}
