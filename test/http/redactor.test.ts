/** That no spelling of a secret comes through, and that texts stay readable. */
import fc from "fast-check";
import { createRedactor } from "../../provider/http/redactor.js";

const SECRET = "p@ss:w/%rd+ü";
const base64 = (text: string): string => Buffer.from(text).toString("base64");

function redact(secret: string, text: string, isCut?: boolean): string {
  const redactor = createRedactor();
  redactor.add(secret);
  return redactor.redact(text, isCut);
}

/** Every way to write a string that a service, a proxy or a log was seen to use. */
const SPELLINGS: Readonly<Record<string, (secret: string) => string>> = {
  "as it is": (secret) => secret,
  "in upper case": (secret) => secret.toUpperCase(),
  "in base64": base64,
  "in base64 without padding": (secret) => base64(secret).replace(/=+$/, ""),
  "in base64url": (secret) => Buffer.from(secret).toString("base64url"),
  "in base64, one character in": (secret) => base64(`x${secret}y`),
  "in base64, two characters in": (secret) => base64(`id${secret}yz`),
  "in base64 within longer text": (secret) => base64(`my id:${secret}:and more`),
  "in base64 twice": (secret) => base64(base64(`id:${secret}`)),
  "in base64 that is percent-encoded": (secret) => encodeURIComponent(base64(secret)),
  "in base64 of JSON": (secret) => base64(JSON.stringify({ secret })),
  "in hex": (secret) => Buffer.from(secret).toString("hex"),
  "in hex in upper case": (secret) => Buffer.from(secret).toString("hex").toUpperCase(),
  "in base64 in short lines": (secret) => inLines(base64(secret), 4),
  "in base64 in MIME's lines": (secret) => inLines(base64(`${"x".repeat(50)}${secret}`), 76),
  "in hex with blanks": (secret) => bytesOf(secret, hex, " "),
  "in hex with colons": (secret) => bytesOf(secret, hex, ":").toUpperCase(),
  "in hex with hyphens, as .NET has it": (secret) => bytesOf(secret, hex, "-").toUpperCase(),
  "in hex as numbers": (secret) => bytesOf(secret, (byte) => `0x${hex(byte)}`, ", "),
  "as a buffer in Node.js": (secret) => bytesOf(secret, String, ","),
  "as bytes in Go": (secret) => bytesOf(secret, String, " "),
  "as bytes in Java": (secret) => bytesOf(secret, (byte) => String(byte > 127 ? byte - 256 : byte), ", "),
  "with a blank behind each character": (secret) => Array.from(secret).join(" "),
  "in UTF-16 read as UTF-8": (secret) => Array.from(secret).join("\0"),
  "in UTF-32 read as UTF-8": (secret) => Array.from(secret).join("\0\0\0"),
  "in base64 of UTF-16": (secret) => Buffer.from(secret, "utf16le").toString("base64"),
  "in base64 of UTF-16 within longer text": (secret) => Buffer.from(`id:${secret}:x`, "utf16le").toString("base64"),
  "in base64 of UTF-16, the high byte first": (secret) => Buffer.from(secret, "utf16le").swap16().toString("base64"),
  "in base64 of Latin-1": (secret) => Buffer.from(secret, "latin1").toString("base64"),
  "in hex of UTF-16": (secret) => Buffer.from(secret, "utf16le").toString("hex"),
  "in lines": (secret) => inLines(secret, 5),
  "percent-encoded": encodeURIComponent,
  "percent-encoded in lower case": (secret) => encodeURIComponent(secret).toLowerCase(),
  "percent-encoded, each byte": (secret) => Array.from(Buffer.from(secret), percent).join(""),
  "percent-encoded, every other byte": (secret) =>
    Array.from(secret, (character, index) =>
      index % 2 === 0 || character === "%" ? escaped(character) : character,
    ).join(""),
  "percent-encoded, as a path has it": encodeURI,
  "percent-encoded twice": (secret) => encodeURIComponent(encodeURIComponent(secret)),
  "percent-encoded three times": (secret) => encodeURIComponent(encodeURIComponent(encodeURIComponent(secret))),
  "percent-encoded as Latin-1": (secret) => Array.from(Buffer.from(secret, "latin1"), percent).join(""),
  "percent-encoded by escape()": (secret) => Array.from(secret, (c) => `%u${unit(c)}`).join(""),
  "form-encoded": (secret) => new URLSearchParams({ a: secret }).toString().slice(2),
  "in JSON": (secret) => JSON.stringify(secret).slice(1, -1),
  "in JSON twice": (secret) => JSON.stringify(JSON.stringify(secret)).slice(1, -1),
  "in JSON of ASCII only": (secret) => secret.replace(/[^ -~]/g, (c) => `\\u${unit(c)}`),
  "in JSON of ASCII only, in upper case": (secret) => secret.replace(/[^ -~]/g, (c) => `\\u${unit(c).toUpperCase()}`),
  "in JSON, each character escaped": (secret) => Array.from(secret, (c) => `\\u${unit(c)}`).join(""),
  "in JSON with escaped slashes": (secret) => JSON.stringify(secret).slice(1, -1).replaceAll("/", "\\/"),
  "percent-encoded in JSON": (secret) => JSON.stringify(encodeURIComponent(secret)).slice(1, -1),
  "in JSON that is percent-encoded": (secret) => encodeURIComponent(JSON.stringify(secret)),
  "as bytes in a log": (secret) => Array.from(Buffer.from(secret), (byte) => `\\x${hex(byte)}`).join(""),
  "as octal bytes": (secret) => Array.from(Buffer.from(secret), (b) => `\\${b.toString(8).padStart(3, "0")}`).join(""),
  "with JavaScript's code points": (secret) => Array.from(secret, (c) => `\\u{${unit(c)}}`).join(""),
  "with Python's long code points": (secret) => Array.from(secret, (c) => `\\U0000${unit(c)}`).join(""),
  "in HTML": (secret) => secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;"),
  "in HTML by decimal references": (secret) => Array.from(secret, (c) => `&#${c.charCodeAt(0)};`).join(""),
  "in HTML by hexadecimal references": (secret) => Array.from(secret, (c) => `&#x${unit(c)};`).join(""),
  "in HTML with names": (secret) => secret.replaceAll("ü", "&uuml;").replaceAll("/", "&sol;"),
  "in HTML twice": (secret) => secret.replaceAll("ü", "&amp;uuml;").replaceAll("/", "&amp;#x2F;"),
  "in UTF-8 read as Latin-1": (secret) => Buffer.from(secret).toString("latin1"),
  "in Latin-1 read as UTF-8": (secret) => Buffer.from(secret, "latin1").toString("utf8"),
  "in ASCII with question marks": (secret) => secret.replace(/[^ -~]/g, "?"),
  decomposed: (secret) => secret.normalize("NFD"),
};

const inLines = (text: string, length: number): string =>
  text.replace(new RegExp(`.{${length}}`, "gu"), "$&\n").trimEnd();
const bytesOf = (secret: string, write: (byte: number) => string, separator: string): string =>
  Array.from(Buffer.from(secret), write).join(separator);
const hex = (byte: number): string => byte.toString(16).padStart(2, "0");
const percent = (byte: number): string => `%${hex(byte)}`;
const escaped = (character: string): string => Array.from(Buffer.from(character), percent).join("");
const unit = (character: string): string => character.charCodeAt(0).toString(16).padStart(4, "0");

/** Secrets that look like something else: escaped, a path, with white space, with every character that is escaped somewhere. */
const SECRETS = [
  SECRET,
  "TOP one/two",
  "plain-Secret_123",
  "quo\"te\\back's",
  "100%41&amp;\\u0041",
  "a+b c&d=e<f>g",
  "schlüssel für Ärger",
];

describe.each(SECRETS)("the secret %j is redacted", (secret) => {
  it.each(Object.entries(SPELLINGS))("%s", (name, spell) => {
    const spelling = spell(secret);
    const shown = redact(secret, `before "${spelling}" after`);
    // What is beside the secret in the same base64 text or the same quotes stays.
    const rest = /^in base64(,| of| within| twice| in MIME)/.test(name)
      ? "[\\w+/=]{0,70}"
      : /JSON|twice/.test(name)
        ? '(\\\\?["]|%22)?'
        : name === "in hex as numbers"
          ? "(0x)?"
          : "";
    expect(shown).toMatch(new RegExp(`^before "${rest}\\[secret\\]${rest}" after$`));
  });
});

it("separators beside a secret whose bytes are listed stay", () => {
  expect(redact(SECRET, `a: ${bytesOf(SECRET, hex, " ")}, b: [${bytesOf(SECRET, String, ",")}]; c`)).toBe(
    "a: [secret], b: [[secret]]; c",
  );
});

it("a few characters that a secret has too are not redacted where separators divide them", () => {
  expect(redact("to-do", "Nothing to do")).toBe("Nothing to do");
  expect(redact("1.5", "49, 46, 53 items")).toBe("49, 46, 53 items");
});

it("a list of bytes that was truncated is redacted to its end", () => {
  expect(redact("token-1234567890", bytesOf("token-12345678", hex, " "), true)).toBe("[secret]");
});

it("no bit of a secret is left beside it in base64", () => {
  // A character has six bits. Those with bits of both texts are redacted.
  const shown = ["", "x", "xy"].map((beside) => redact("the secret", base64(`${beside}the secret${beside}`)));
  expect(shown).toEqual(["[secret]", "e[secret]4", "eH[secret]Hk="]);
});

it.each([
  ["in UTF-8 read as Windows-1252", "straße-1", "straÃŸe-1"],
  ["with an escaped character of three bytes at its end", "abcd€", "abcd%E2%82%AC"],
  ["with an escaped character of four bytes at its end", "abcd😀", "abcd%F0%9F%98%80"],
])("a secret is redacted %s", (_name, secret, text) => {
  expect(redact(secret, `"${text}"`)).toBe('"[secret]"');
});

it("of two secrets that begin with the same text, all of the longer one is redacted", () => {
  const redactor = createRedactor();
  redactor.add("token-1234567890");
  redactor.add("token-12");
  expect(redactor.redact("token-1234567890, token-12")).toBe("[secret], [secret]");
});

it("a secret is redacted behind characters whose lower case is longer", () => {
  expect(redact("token-123456", "İİİİ token-123456 x")).toBe("İİİİ [secret] x");
  expect(redact("İİtoken-123456", "a İİTOKEN-123456 x")).toBe("a [secret] x");
});

it("a secret is redacted in each place, escaped or not", () => {
  expect(redact("abcdefgh", "%61bcdefgh, abcdefgh, a%62cdefgh")).toBe("[secret], [secret], [secret]");
});

it("a secret is redacted in base64url where that differs from base64", () => {
  const secret = "~~~???~~~";
  expect(base64(secret)).toMatch(/\+.*\//);
  expect(redact(secret, `"${Buffer.from(secret).toString("base64url")}"`)).toBe('"[secret]"');
});

describe("several lines", () => {
  const key = `-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0\nqL3xZZ0aKjhGd9+fVQ/77==\n-----END PRIVATE KEY-----\n`;
  it.each([
    ["as they are", key],
    ["in JSON", JSON.stringify(key)],
    ["with spaces for the line breaks", key.replace(/\n/g, " ")],
    ["in base64", base64(key)],
    ["one of them", "qL3xZZ0aKjhGd9+fVQ/77=="],
  ])("are redacted %s", (_name, text) => {
    const shown = redact(key, text);
    expect(shown).toContain("[secret]");
    expect(shown).not.toContain("MIIEvQ");
    expect(shown).not.toContain("qL3x");
  });
  it("leave short lines readable", () => {
    expect(redact("a short one\nand a line that is longer", "a short one beside and a line that is longer")).toBe(
      "a short one beside [secret]",
    );
    expect(redact("twelve chars\nand a line that is longer", "twelve chars")).toBe("[secret]");
  });
  it("leave the usual first line readable", () => {
    expect(redact(key, "no -----BEGIN PRIVATE KEY----- found")).toBe("no -----BEGIN PRIVATE KEY----- found");
  });
});

describe("a truncated text", () => {
  const token = "token-1234567890+/tail";
  it.each([
    ["ends in a piece of a secret", "see token-123", true, "see [secret]"],
    ["is whole: a piece of a secret is a word", "invalid_token", false, "invalid_token"],
    ["ends in a percent-encoded piece", "q=token-1234567890%2", true, "q=[secret]"],
    ["ends in a JSON-escaped piece", 'a "token-1234567890\\u002', true, 'a "[secret]'],
    ["ends in base64", `a ${base64(token).slice(0, 9)}`, true, "a [secret]"],
    ["has an ellipsis after a piece", "see token-1234… and more", false, "see [secret]… and more"],
    ["ends in nothing secret", "see other", true, "see other"],
    ["ends in the first four characters", "see toke", true, "see [secret]"],
    ["ends in what only begins as a secret", "see token-9", true, "see token-9"],
    ["has an ellipsis after an incomplete escape", "q=token-1234567890%2… and more", false, "q=[secret]… and more"],
    ["is complete unless it is marked as cut", "invalid_token", undefined, "invalid_token"],
  ])("%s", (_name, text, isCut, shown) => {
    expect(redact(token, text, isCut)).toBe(shown);
  });
});

describe("a secret of one to three characters is redacted as a whole value only", () => {
  it.each([
    ["abc", 'no workflow is called "abc"', 'no workflow is called "[secret]"'],
    ["abc", "/v2/workflows?q=abc&page=2", "/v2/workflows?q=[secret]&page=2"],
    ["abc", "/v2/workflows?q=%61b%63", "/v2/workflows?q=[secret]"],
    ["abc", "xabcx and abcd", "xabcx and abcd"],
    ["abc", "invalid abc", "invalid [secret]"],
    ["abc", "abc is invalid, abc1 is not", "[secret] is invalid, abc1 is not"],
    ["a", "a letter a", "a letter a"],
    ["a", "'a' or “a”", "'[secret]' or “[secret]”"],
    ["7", '{"limit":7,"count":77}', '{"limit":[secret],"count":77}'],
    ["42", "page 42 of 420", "page 42 of 420"],
    ["42", "?limit=42", "?limit=[secret]"],
    ["7", "?limit=7&page=77 (n=7 of 17)", "?limit=[secret]&page=77 (n=[secret] of 17)"],
    ["7", "?limit=7x", "?limit=7x"],
    ["a", '"a b" and "c a" and "a\'', '"a b" and "c a" and "a\''],
  ])("%s: %s", (secret, text, shown) => {
    expect(redact(secret, text)).toBe(shown);
  });
});

describe("texts stay readable", () => {
  it.each([
    ["no secret in it", "404 Not Found: no route /v2/workflows"],
    ["escapes that are no secret", "Cannot GET /v2/workflows?a=%20%2F&amp;b=\\u00fc"],
    ["an ellipsis", "a long text…"],
    ["escapes of no character", "&#9999999; &#x110000; \\u{110000} \\U00110000 %zz &nosuch; &#; \\q"],
  ])("%s", (_name, text) => {
    expect(redact(SECRET, text)).toBe(text);
  });
  it("a row of question marks, though it is what a wrong encoding makes of a secret", () => {
    expect(redact("äöüß", "what????")).toBe("what????");
    expect(redact("äöüabcd", "what ???abcd")).toBe("what [secret]");
  });
  it("the parts of a secret on both sides of what is no escape", () => {
    expect(redact("abcdefgh", "abcd&nosuch;efgh, abcd&#x110000;efgh")).toBe("abcd&nosuch;efgh, abcd&#x110000;efgh");
  });
  it("what is masked stays as it is", () => {
    expect(redact("secret", 'a [secret] and "secret"')).toBe('a [secret] and "[secret]"');
  });
  it("secrets beside each other are one mask", () => {
    expect(redact("abcd", "x abcdabcd y")).toBe("x [secret] y");
  });
  it("without a secret nothing changes", () => {
    const redactor = createRedactor();
    redactor.add("");
    redactor.add("   ");
    expect(redactor.redact("any thing   at all")).toBe("any thing   at all");
  });
});

it("a secret stays known for as long as it is used, and the last few after that", () => {
  const redactor = createRedactor();
  redactor.add("the client's secret");
  const release = redactor.add("token in use");
  const releaseAgain = redactor.add("token in use");
  for (let number = 0; number < 500; number += 1) {
    redactor.add(`token number ${number}.`)();
  }
  expect(redactor.redact("the client's secret, token in use, token number 499.")).toBe("[secret], [secret], [secret]");
  expect(redactor.redact("token number 1.")).toBe("token number 1.");

  release();
  release();
  for (let number = 0; number < 500; number += 1) {
    redactor.add(`token number ${number}.`)();
  }
  expect(redactor.redact("token in use")).toBe("[secret]");
  releaseAgain();
  for (let number = 0; number < 500; number += 1) {
    redactor.add(`token number ${number}.`)();
  }
  expect(redactor.redact("token in use")).toBe("token in use");
});

describe("secrets that come while texts are redacted", () => {
  it("are redacted from then on", () => {
    const redactor = createRedactor();
    redactor.add("the first secret");
    expect(redactor.redact("the first secret, a second one")).toBe("[secret], a second one");
    redactor.add("a second one");
    expect(redactor.redact("the first secret, a second one")).toBe("[secret], [secret]");
  });

  it("stay known if they are used again after they were released", () => {
    const redactor = createRedactor();
    redactor.add("token used again")();
    redactor.redact("any text");
    redactor.add("token used again");
    for (let number = 0; number < 500; number += 1) {
      redactor.add(`token number ${number}.`)();
    }
    expect(redactor.redact("token used again")).toBe("[secret]");
  });

  it.each([64, 127, 128, 129, 500])("are redacted for as long as they are among the last 64 of %d", (count) => {
    const redactor = createRedactor();
    const secrets = Array.from({ length: count }, (_, number) => `token number ${number}.`);
    for (const secret of secrets) {
      redactor.add(secret)();
    }
    for (const secret of secrets.slice(-64)) {
      expect(redactor.redact(secret)).toBe("[secret]");
    }
  });
});

describe("white space", () => {
  it.each([
    ["of other length", "two  words", "a two words b", "a [secret] b"],
    ["of other kind", "two words", "a two\r\n\t words b", "a [secret] b"],
    ["written with plus characters", "two words", "a two++words b", "a [secret] b"],
    ["around a secret is no part of it", "  padded secret ", "a=padded secret", "a=[secret]"],
  ])("%s", (_name, secret, text, shown) => {
    expect(redact(secret, text)).toBe(shown);
  });
});

it("no secret of any characters comes through", () => {
  const spellings = fc.constantFrom(
    "as it is",
    "percent-encoded",
    "in JSON",
    "in base64",
    "form-encoded",
    "in JSON twice",
  );
  const secrets = fc
    .string({ unit: "grapheme", minLength: 4 })
    .filter((secret) => secret.replace(/[+\p{C}\p{Z}]+/gu, " ").trim().length >= 4);
  fc.assert(
    fc.property(secrets, fc.string(), fc.string(), spellings, (secret, before, after, name) => {
      const spelling = SPELLINGS[name]?.(secret) ?? "";
      fc.pre(spelling.trim() !== "" && !"[secret]".includes(secret.toLowerCase()));
      const shown = redact(secret, `${before} ${spelling} ${after}`);
      expect(shown).toContain("[secret]");
    }),
  );
});
