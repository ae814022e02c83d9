/** The letters of a text in which secrets are searched, and the encodings in which a service may repeat a secret. */

/** Each alternative is one way to write a byte, a code point or a character: in addresses, JSON, programs, logs and HTML. */
const ESCAPE = new RegExp(
  [
    /%[\dA-Fa-f]{2}|%u[\dA-Fa-f]{4}|\b0x[\dA-Fa-f]{2}\b/,
    /\\x[\dA-Fa-f]{2}|\\U[\dA-Fa-f]{8}|\\[uU][\dA-Fa-f]{4}|\\u\{[\dA-Fa-f]{1,6}\}/,
    /\\[0-3][0-7]{2}|\\[^%]/,
    /&#\d{1,7};?|&#[xX][\dA-Fa-f]{1,6};?|&[A-Za-z]{2,8};/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);

/** Levels of escaping: JSON in a query in JSON has three. More of them are only in a hostile text. */
const MAX_LEVELS = 10;

/** The lines around a key in PEM. They are no secret. */
const PEM_BOUNDARY = /-----[A-Z ]+-----/g;

/**
 * The normalised text: no escapes, only ASCII letters and digits, in lower case. What separates characters or bytes does not
 * count, and characters outside ASCII are often encoded wrongly.
 */
export function normalise(text: string): string {
  let unescaped = text;
  for (let level = 0; level < MAX_LEVELS && /[%\\&]|0x/i.test(unescaped); level += 1) {
    unescaped = unescaped.replace(ESCAPE, characterOf);
  }
  return lettersOf(unescaped);
}

/** Letters and digits in ASCII, in lower case. */
export function lettersOf(text: string): string {
  return text.replace(/[^\da-z]+/gi, "").toLowerCase();
}

/** The character of an escape; a space for one that does not count. */
function characterOf(escape: string): string {
  if (/^&[a-z]/i.test(escape)) {
    return escape.toLowerCase() === "&amp;" ? "&" : " ";
  }
  const [, hex] = /(?:%u?|0x|\\[uUx]\{?|&#x)([\da-f]+)\W*$/i.exec(escape) ?? [];
  const [, octal] = /^\\(\d{3})$/.exec(escape) ?? [];
  const [, decimal] = /^&#(\d+)/.exec(escape) ?? [];
  const digits = hex ?? octal ?? decimal;
  if (digits === undefined) {
    return /^\\[bfnrt]$/.test(escape) ? " " : escape.slice(1);
  }
  const code = parseInt(digits, hex !== undefined ? 16 : octal !== undefined ? 8 : 10);
  // The bytes of a character outside ASCII are above 0x7f too.
  return code < 0x80 ? String.fromCharCode(code) : " ";
}

/** The letters of a secret itself, and of each of its encodings. The first is the normalised secret. */
export function formsOf(secret: string): string[] {
  const text = secret.replace(PEM_BOUNDARY, "\n").toWellFormed();
  const written = [text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1)];
  const bytes = [...new Set(written)].map((one) => Buffer.from(one));
  const charsets = [Buffer.from(text, "utf16le"), ...(/[\x80-\xff]/.test(text) ? [Buffer.from(text, "latin1")] : [])];
  const encoded = [...bytes, ...charsets];
  return [
    ...[text, text.normalize("NFD")].map(normalise),
    ...[
      ...written.slice(1),
      ...encoded.map((one) => one.toString("hex")),
      // Node.js, Go and Python print bytes as decimal numbers. Java prints them with a sign.
      ...encoded.flatMap((one) => [one.join(), new Int8Array(one).join()]),
      ...encoded.flatMap(base64Cores),
      // A secret may be encoded twice, as credentials in a token are.
      ...bytes.flatMap((one) => base64Cores(one).flatMap((core) => base64Cores(Buffer.from(core)))),
    ].map(lettersOf),
  ];
}

/** The base64 of bytes anywhere in a longer text: the characters that have no bits of their neighbours. */
function base64Cores(bytes: Buffer): string[] {
  return [0, 1, 2].map((offset) => {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    return padded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });
}
