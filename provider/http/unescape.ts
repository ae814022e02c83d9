/** Undoes one level of escaping in a text, and keeps the place of each character in the source. */
import { isUtf8 } from "node:buffer";

/** A text, and the start and end in the source of each of its characters (UTF-16 units). */
export interface MappedText {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
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

/** A character that may stand for one byte of a UTF-8 character; `otherwise` is what it is if it does not. */
interface ByteUnit {
  readonly byte: number;
  readonly otherwise: string;
  readonly start: number;
  readonly end: number;
}

/** `text` itself: each character is at its own place. */
export function mapText(text: string): MappedText {
  const starts = Array.from({ length: text.length }, (_unit, index) => index);
  return { text, starts, ends: starts.map((start) => start + 1) };
}

/** The text with one level of escaping less; the same object if nothing in it is escaped. */
export function unescape(source: MappedText): MappedText {
  const builder = createBuilder();
  let copied = 0;
  let pending: ByteUnit[] = [];

  const copyUntil = (index: number): void => {
    if (index > copied) {
      flush();
    }
    for (; copied < index; copied += 1) {
      builder.append(source.text.charAt(copied), source.starts[copied] ?? 0, source.ends[copied] ?? 0);
    }
  };
  const flush = (): void => {
    appendBytes(builder, pending);
    pending = [];
  };

  for (const match of source.text.matchAll(ESCAPE)) {
    const next = match.index + match[0].length;
    const place = { start: source.starts[match.index] ?? 0, end: source.ends[next - 1] ?? 0 };
    const byte = byteOf(match.groups ?? {});
    const character = byte === undefined ? characterOf(match.groups ?? {}) : undefined;
    if (byte === undefined && character === undefined) {
      continue;
    }
    copyUntil(match.index);
    copied = next;
    if (byte === undefined) {
      flush();
      builder.append(character ?? "", place.start, place.end);
    } else {
      pending.push({ ...byte, ...place });
    }
  }
  copyUntil(source.text.length);
  flush();
  const result = builder.build();
  return result.text === source.text ? source : result;
}

function byteOf(
  groups: Readonly<Record<string, string | undefined>>,
): Pick<ByteUnit, "byte" | "otherwise"> | undefined {
  const { hexByte, octalByte, mistaken } = groups;
  if (mistaken !== undefined) {
    const special = WINDOWS_1252.indexOf(mistaken);
    return { byte: special === -1 ? mistaken.charCodeAt(0) : 0x80 + special, otherwise: mistaken };
  }
  if (hexByte === undefined && octalByte === undefined) {
    return undefined;
  }
  const byte = hexByte === undefined ? parseInt(octalByte ?? "", 8) : parseInt(hexByte, 16);
  return { byte, otherwise: String.fromCharCode(byte) };
}

function characterOf(groups: Readonly<Record<string, string | undefined>>): string | undefined {
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

/** Reads adjacent bytes as UTF-8. A byte that is no part of a UTF-8 character is its other character. */
function appendBytes(builder: Builder, units: readonly ByteUnit[]): void {
  let index = 0;
  while (index < units.length) {
    const lead = units[index];
    if (lead === undefined) {
      return;
    }
    const sequence = units.slice(index, index + sequenceLength(lead.byte));
    const bytes = Buffer.from(sequence.map(({ byte }) => byte));
    if (sequence.length > 1 && isUtf8(bytes)) {
      builder.append(bytes.toString("utf8"), lead.start, sequence.at(-1)?.end ?? lead.end);
      index += sequence.length;
    } else {
      builder.append(lead.otherwise, lead.start, lead.end);
      index += 1;
    }
  }
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

interface Builder {
  /** Adds a character that stands for the source from `start` to `end`. */
  append(character: string, start: number, end: number): void;
  build(): MappedText;
}

/** Collects characters with their places; a character outside the Basic Multilingual Plane has two units. */
export function createBuilder(): Builder {
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  return {
    append: (character, start, end) => {
      parts.push(character);
      for (let unit = 0; unit < character.length; unit += 1) {
        starts.push(start);
        ends.push(end);
      }
    },
    build: () => ({ text: parts.join(""), starts, ends }),
  };
}
