/** Undoes one level of escaping in a string, and keeps the place of each character in the source. */
import { isUtf8 } from "node:buffer";

/** A string, and the place of each of its characters (UTF-16 units) in the source. The last place is the end of the source. */
export interface MappedText {
  readonly text: string;
  readonly places: readonly number[];
}

/** The bytes 0x80 to 0x9f in Windows-1252. */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** Each alternative is one way to write a byte, a code point or a character. */
const ESCAPE = new RegExp(
  [
    /(?:%|\\x)(?<hexByte>[0-9A-Fa-f]{2})/, // percent-encoding, and byte escapes of JavaScript, Python and nginx's log
    /\\(?<octalByte>[0-3][0-7]{2})/,
    /[%\\]u(?<unit>[0-9A-Fa-f]{4})/, // JSON, and JavaScript's escape()
    /\\u\{(?<codePoint>[0-9A-Fa-f]{1,6})\}/,
    /\\U(?<longCodePoint>[0-9A-Fa-f]{8})/,
    /\\(?<character>["'\\/bfnrt])/,
    /&#[xX](?<hexEntity>[0-9A-Fa-f]{1,6});?/,
    /&#(?<entity>\d{1,7});?/,
    /&(?<name>[A-Za-z]{2,8});/,
    new RegExp(`(?<mistaken>[\u0080-\u00ff${WINDOWS_1252}])`), // perhaps a byte of UTF-8 that was read as Latin-1
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);

/** The groups of a match. */
type Groups = Readonly<Record<string, string | undefined>>;

/** A character, and the part of the text that it stands for. */
interface Unescaped {
  readonly character: string;
  readonly start: number;
  readonly end: number;
}

/** A byte. `character`: what it is if it is no part of a UTF-8 character. */
interface Byte extends Unescaped {
  readonly byte: number;
}

const CONTROL_CHARACTERS: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** HTML's names of U+00A0 to U+00FF, in order. */
const LATIN_1_ENTITIES =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro " +
  "para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil " +
  "Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave " +
  "Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml " +
  "igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute " +
  "thorn yuml";
/** The names of ASCII punctuation, each behind its character. */
const ASCII_ENTITIES =
  "&amp <lt >gt \"quot 'apos +plus /sol =equals :colon %percnt @commat !excl #num $dollar (lpar )rpar *ast ,comma " +
  ".period ;semi ?quest [lsqb ]rsqb {lcub }rcub |vert _lowbar `grave ^Hat \\bsol";
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ...LATIN_1_ENTITIES.split(" ").map((name, index): [string, string] => [name, String.fromCharCode(0xa0 + index)]),
  ...ASCII_ENTITIES.split(" ").map((entry): [string, string] => [entry.slice(1), entry.charAt(0)]),
]);

/** `text` itself: each character is at its own place. */
export function mapText(text: string): MappedText {
  return { text, places: Array.from({ length: text.length + 1 }, (_place, index) => index) };
}

/** The text with one level of escaping less; the same object if nothing in it is escaped. */
export function unescape(source: MappedText): MappedText {
  const parts: string[] = [];
  const places: number[] = [];
  let copied = 0;
  const copyUntil = (end: number): void => {
    parts.push(source.text.slice(copied, end));
    for (; copied < end; copied += 1) {
      places.push(source.places[copied] ?? 0);
    }
  };
  for (const { character, start, end } of escapesIn(source.text)) {
    copyUntil(start);
    copied = end;
    const place = source.places[start] ?? 0;
    parts.push(character);
    // A character outside the Basic Multilingual Plane has two units.
    for (let unit = 0; unit < character.length; unit += 1) {
      places.push(place);
    }
  }
  copyUntil(source.places.length);
  const text = parts.join("");
  return text === source.text ? source : { text, places };
}

/** The escapes of a string that stand for a character. Adjacent bytes are read together. */
function* escapesIn(text: string): Generator<Unescaped> {
  let run: Byte[] = [];
  for (const { index: start, 0: escape, groups = {} } of text.matchAll(ESCAPE)) {
    const end = start + escape.length;
    const byte = byteOf(groups);
    if (byte === undefined || run.at(-1)?.end !== start) {
      yield* charactersIn(run);
      run = [];
    }
    if (byte !== undefined) {
      run.push({ ...byte, start, end });
      continue;
    }
    const character = characterOf(groups);
    if (character !== undefined) {
      yield { character, start, end };
    }
  }
  yield* charactersIn(run);
}

/** Reads adjacent bytes as UTF-8. */
function* charactersIn(run: readonly Byte[]): Generator<Unescaped> {
  const bytes = Buffer.from(run.map(({ byte }) => byte));
  let read = 0;
  for (const [index, { byte, character, start, end }] of run.entries()) {
    if (index < read) {
      continue;
    }
    const sequence = bytes.subarray(index, index + sequenceLength(byte));
    if (sequence.length > 1 && isUtf8(sequence)) {
      read = index + sequence.length;
      yield { character: sequence.toString("utf8"), start, end: run[read - 1]?.end ?? end };
    } else {
      yield { character, start, end };
    }
  }
}

function byteOf({ hexByte, octalByte, mistaken }: Groups): Pick<Byte, "byte" | "character"> | undefined {
  if (mistaken !== undefined) {
    const special = WINDOWS_1252.indexOf(mistaken);
    return { byte: special === -1 ? mistaken.charCodeAt(0) : 0x80 + special, character: mistaken };
  }
  if (hexByte === undefined && octalByte === undefined) {
    return undefined;
  }
  const byte = hexByte === undefined ? parseInt(octalByte ?? "", 8) : parseInt(hexByte, 16);
  return { byte, character: String.fromCharCode(byte) };
}

/** RFC 3629 §3: the number of bytes of a UTF-8 character, from its first byte. */
function sequenceLength(byte: number): number {
  if (byte >= 0xf0) {
    return 4;
  }
  if (byte >= 0xe0) {
    return 3;
  }
  return byte >= 0xc0 ? 2 : 1;
}

/** `undefined` if the escape has an unknown name, or a number that no character has. */
function characterOf(groups: Groups): string | undefined {
  const { unit, character, entity, name } = groups;
  if (unit !== undefined) {
    return String.fromCharCode(parseInt(unit, 16));
  }
  if (character !== undefined) {
    return CONTROL_CHARACTERS[character] ?? character;
  }
  if (name !== undefined) {
    return ENTITIES.get(name);
  }
  const hex = groups.codePoint ?? groups.longCodePoint ?? groups.hexEntity;
  const code = hex === undefined ? Number(entity) : parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
