/** All spellings of a secret, and the form in which texts and secrets are compared. */
import { type MappedText, mapText, unescape } from "./unescape.js";

/** How many levels of escaping are undone: JSON in a query in JSON. */
const LEVELS = 3;
/** A line of a secret with at least this length is redacted without the lines around it: a line of a key, for example. */
const MIN_LINE_LENGTH = 12;
/** A wrongly encoded secret is redacted if at least so many of its characters are still right. */
const MIN_RIGHT_CHARACTERS = 4;

/** Characters that `fold` makes one space, as excerpts do. */
const BLANKS = /[+\p{C}\p{Z}]+/gu;
/** What `squeeze` removes: also what separates bytes ("6b:65", "0x6b, 0x65", "[107,101]"). */
const SEPARATORS = /[+:,;\p{C}\p{Z}-]+|(?<![\da-z])0x(?=[\da-f]{2}(?![\da-z]))/giu;
/** A shorter squeezed spelling is often part of other words. */
const MIN_SQUEEZED_LENGTH = 8;

/** A spelling to search for. */
export interface Form {
  readonly text: string;
  /** Whether it is a part of a base64 text whose neighbouring characters contain bits of the secret too. */
  readonly isBase64: boolean;
}

/** The text itself, then the text with one level of escaping less at a time. */
export function* levelsOf(text: string): Generator<MappedText> {
  let level = mapText(text);
  yield level;
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
export function fold({ text, places }: MappedText): MappedText {
  const kept: (readonly number[])[] = [];
  let copied = 0;
  for (const { index, 0: blanks } of text.matchAll(BLANKS)) {
    kept.push(places.slice(copied, index + 1));
    copied = index + blanks.length;
  }
  kept.push(places.slice(copied));
  return { text: foldText(text), places: kept.flat() };
}

/**
 * The same without any separator: for a secret whose characters or bytes are listed one by one, or that is wrapped in lines.
 * `ends` are the places behind the characters: a separator that follows is not part of a secret.
 */
export function squeeze({ text, places }: MappedText): MappedText & { readonly ends: readonly number[] } {
  const starts: (readonly number[])[] = [];
  const ends: (readonly number[])[] = [];
  let copied = 0;
  const keepUntil = (end: number): void => {
    starts.push(places.slice(copied, end));
    ends.push(places.slice(copied + 1, end + 1));
  };
  for (const { index, 0: separators } of text.matchAll(SEPARATORS)) {
    keepUntil(index);
    copied = index + separators.length;
  }
  keepUntil(text.length);
  return { text: squeezeText(text), places: starts.flat(), ends: ends.flat() };
}

function squeezeText(text: string): string {
  return foldCase(text.replace(SEPARATORS, ""));
}

function foldText(text: string): string {
  return foldCase(text.replace(BLANKS, " "));
}

function foldCase(text: string): string {
  return text.replace(/[\0-\x7f]+|[^]/g, lowerCase);
}

/** A character outside ASCII is folded alone. It has the same lower case beside any other, and the same length. */
function lowerCase(part: string): string {
  const lower = part.toLowerCase();
  return lower.length === part.length ? lower : part;
}

/**
 * All spellings of a secret, without the escapes that `unescape` undoes. A secret that looks escaped itself has a spelling
 * for each of its levels, because the text is unescaped too.
 */
export function formsOf(secret: string): Form[] {
  return spellingsOf(secret)
    .map(({ text, isBase64 }) => ({ text: foldText(text).trim(), isBase64 }))
    .filter(({ text }) => text !== "");
}

/** All spellings of a secret for squeezed texts. */
export function squeezedFormsOf(secret: string): Form[] {
  return [...spellingsOf(secret), ...encodedForms(secret).flatMap(byteLists)]
    .map(({ text, isBase64 }) => ({ text: squeezeText(text), isBase64 }))
    .filter(({ text }) => text.length >= MIN_SQUEEZED_LENGTH);
}

/** The spellings as they are written. */
function spellingsOf(secret: string): Form[] {
  const plain = new Set([
    secret,
    secret.normalize("NFC"),
    secret.normalize("NFD"),
    ...wronglyEncodedForms(secret),
    ...longLines(secret),
  ]);
  const encoded = encodedForms(secret).map((text) => Buffer.from(text));
  const bytes = [...encoded, ...otherCharsets(secret)];
  return [
    ...[...plain].flatMap((text) => [...levelsOf(text)]).map(({ text }) => ({ text, isBase64: false })),
    ...bytes.map((one) => ({ text: one.toString("hex"), isBase64: false })),
    ...bytes.flatMap(base64Forms),
    // A secret may be encoded twice, as credentials in a token are.
    ...encoded.map((one) => Buffer.from(one.toString("base64"))).flatMap(base64Forms),
  ];
}

/** The bytes of a secret in UTF-16, as .NET and PowerShell encode strings, and in Latin-1. */
function otherCharsets(secret: string): Buffer[] {
  const utf16 = Buffer.from(secret, "utf16le");
  const latin1 = /[\x80-\xff]/.test(secret) ? [Buffer.from(secret, "latin1")] : [];
  return [utf16, Buffer.from(utf16).swap16(), ...latin1];
}

/** The bytes as decimal numbers, as Node.js, Go and Python print a buffer. Java prints them with a sign. */
function byteLists(text: string): Form[] {
  const bytes = [...Buffer.from(text)];
  return [bytes, bytes.map((byte) => (byte > 127 ? byte - 256 : byte))].map((numbers) => ({
    text: numbers.join(","),
    isBase64: false,
  }));
}

function longLines(secret: string): string[] {
  return secret.split(/\r\n|\n|\r/).filter((line) => line.length >= MIN_LINE_LENGTH && !line.startsWith("-----"));
}

/** The secret after a wrong encoding: its characters outside ASCII became replacement characters. */
function wronglyEncodedForms(secret: string): string[] {
  if (!/[^\0-\x7f]/.test(secret)) {
    return [];
  }
  const forms = ["?", "\ufffd"].map((replacement) => secret.replace(/[^\0-\x7f]/gu, replacement));
  return forms.filter((form) => form.replace(/[?\ufffd]/g, "").length >= MIN_RIGHT_CHARACTERS);
}

/** The texts that a program may make of a secret before it encodes them. */
function encodedForms(secret: string): string[] {
  const wellFormed = secret.toWellFormed();
  return [...new Set([wellFormed, encodeURIComponent(wellFormed), JSON.stringify(wellFormed).slice(1, -1)])];
}

/** The base64 of bytes at any place in a longer text: only the characters that have no bits of their neighbours. */
function base64Forms(bytes: Buffer): Form[] {
  return [0, 1, 2].flatMap((offset) => {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    const core = padded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
    const urlSafe = core.replaceAll("+", "-").replaceAll("/", "_");
    return [...new Set([core, urlSafe])].map((form) => ({ text: form, isBase64: true }));
  });
}
