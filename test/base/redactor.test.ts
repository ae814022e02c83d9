/** That no spelling of a secret comes through, and that texts stay readable. */
import { createHash } from "node:crypto";
import fc from "fast-check";
import { createRedactor, type Redactor } from "../../provider/base/redactor.js";

const SECRET = "p@ss:w/%rd+ü";
const base64 = (text: string): string => Buffer.from(text).toString("base64");

const WITHHELD = "[withheld: it repeats a part of a secret]";
const ALL_WITHHELD = "[withheld: a secret has fewer than 4 letters and digits]";

function redactorOf(...secrets: readonly string[]): Redactor {
  const redactor = createRedactor();
  secrets.forEach((secret) => redactor.add(secret));
  return redactor;
}

const redact = (secret: string, text: string): string => redactorOf(secret).redact(text);
const mask = (secret: string, message: string): string => redactorOf(secret).mask(message);

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
  "in base64 that is percent-encoded": (secret) => encodeURIComponent(base64(secret)),
  "in hex": (secret) => Buffer.from(secret).toString("hex"),
  "in hex in upper case": (secret) => Buffer.from(secret).toString("hex").toUpperCase(),
  "in base64 in short lines": (secret) => inLines(base64(secret), 4),
  "in base64 in MIME's lines": (secret) => inLines(base64(`${"x".repeat(50)}${secret}`), 76),
  "in hex with blanks": (secret) => bytesOf(secret, hex, " "),
  "in hex with colons": (secret) => bytesOf(secret, hex, ":").toUpperCase(),
  "in hex with hyphens, as .NET has it": (secret) => bytesOf(secret, hex, "-").toUpperCase(),
  "with a blank behind each character": (secret) => Array.from(secret).join(" "),
  "in lines": (secret) => inLines(secret, 5),
  "percent-encoded": encodeURIComponent,
  "percent-encoded in lower case": (secret) => encodeURIComponent(secret).toLowerCase(),
  "percent-encoded, each byte": (secret) => Array.from(Buffer.from(secret), percent).join(""),
  "percent-encoded, every other byte": (secret) =>
    Array.from(secret, (character, index) =>
      index % 2 === 0 || character === "%" ? escaped(character) : character,
    ).join(""),
  "percent-encoded, as a path has it": encodeURI,
  "percent-encoded as Latin-1": (secret) => Array.from(Buffer.from(secret, "latin1"), percent).join(""),
  "form-encoded": (secret) => new URLSearchParams({ a: secret }).toString().slice(2),
  "in JSON": (secret) => JSON.stringify(secret).slice(1, -1),
  "in JSON of ASCII only": (secret) => secret.replace(/[^ -~]/g, (c) => `\\u${unit(c)}`),
  "in JSON of ASCII only, in upper case": (secret) => secret.replace(/[^ -~]/g, (c) => `\\u${unit(c).toUpperCase()}`),
  "in JSON, each character escaped": (secret) => Array.from(secret, (c) => `\\u${unit(c)}`).join(""),
  "in JSON with escaped slashes": (secret) => JSON.stringify(secret).slice(1, -1).replaceAll("/", "\\/"),
  "percent-encoded in JSON": (secret) => JSON.stringify(encodeURIComponent(secret)).slice(1, -1),
  "in JSON that is percent-encoded": (secret) => encodeURIComponent(JSON.stringify(secret)),
  "in HTML": (secret) => secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;"),
  "in HTML by decimal references": (secret) => Array.from(secret, (c) => `&#${c.charCodeAt(0)};`).join(""),
  "in HTML by hexadecimal references": (secret) => Array.from(secret, (c) => `&#x${unit(c)};`).join(""),
  "in HTML with names": (secret) => secret.replaceAll("ü", "&uuml;").replaceAll("/", "&sol;"),
  "in UTF-8 read as Latin-1": (secret) => Buffer.from(secret).toString("latin1"),
  "in Latin-1 read as UTF-8": (secret) => Buffer.from(secret, "latin1").toString("utf8"),
  "in ASCII with question marks": (secret) => secret.replace(/[^ -~]/g, "?"),
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

describe.each(SECRETS)("a text with the secret %j is withheld", (secret) => {
  it.each(Object.entries(SPELLINGS))("%s", (_name, spell) => {
    const spelling = spell(secret);
    expect(redact(secret, `before "${spelling}" after`)).toBe(WITHHELD);
    expect(redact(secret, spelling)).toBe(WITHHELD);
  });
});

it.each([
  // what                                      secret                  text
  ["in UTF-8 read as Windows-1252", "straße-1", "straÃŸe-1"],
  ["with an escaped character of three bytes", "abcd€", "abcd%E2%82%AC"],
  ["behind characters whose lower case is longer", "token-123456", "İİİİ token-123456 x"],
  ["with white space of another kind", "two words", "a two\r\n\t words b"],
  ["with plus characters for spaces", "two words", "a two++words b"],
  ["without the white space around it", "  padded secret ", "a=padded secret"],
  ["beside other letters", "token-123456", "xtoken123456x"],
  ["in base64url where that differs", "~~token-~~???~~~", Buffer.from("~~token-~~???~~~").toString("base64url")],
  ["with ten of its letters at its start", "token-1234567890", "see token-12345 and more"],
  ["with ten of its letters in its middle", "token-1234567890", "...en1234567890..."],
  ["with nine letters, whole", "token-1234", "is token1234"],
])("a text with a secret is withheld: %s", (_what, secret, text) => {
  expect(redact(secret, text)).toBe(WITHHELD);
});

it.each([
  // what                                      secret              text
  ["no secret", SECRET, "404 Not Found: no route /v2/workflows"],
  ["escapes that are no secret", SECRET, "Cannot GET /v2/workflows?a=%20%2F&amp;b=\\u00fc"],
  ["escapes of no character", SECRET, "&#9999999; &#x110000; \\u{110000} \\U00110000 %zz &nosuch; &#; \\q"],
  ["nine letters of a longer secret", "token-1234567890", "invalid token-1234, sorry"],
  ["a part of a short secret", "token-1", "invalid token"],
  ["the boundary of a key", "-----BEGIN PRIVATE KEY-----\nMIIEvQIB\n-----END PRIVATE KEY-----", "no BEGIN PRIVATE KEY"],
  ["the end of a whole text", "token-1234567890", "invalid_token"],
  ["an ellipsis", SECRET, "a long text…"],
])("a text is shown with %s", (_what, secret, text) => {
  expect(redact(secret, text)).toBe(text);
});

it("any run of ten letters of a key is withheld", () => {
  const key =
    "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0\nqL3xZZ0aKjhGd9+fVQ/77==\n-----END PRIVATE KEY-----\n";
  const texts = [key, JSON.stringify(key), key.replace(/\n/g, " "), base64(key), "qL3xZZ0aKjhGd9+fVQ/77=="];
  expect(texts.map((text) => redact(key, text))).toEqual(texts.map(() => WITHHELD));
});

it.each(["abc", "7", "***", "пароль"])(
  "no text is shown with the secret %s, which has fewer than four letters",
  (secret) => {
    expect(redact(secret, "any text")).toBe(ALL_WITHHELD);
  },
);

it("blank secrets are none", () => {
  expect(redactorOf("", "   ").redact("any thing   at all")).toBe("any thing   at all");
});

describe("a message of our own is masked only where it has a secret", () => {
  it.each([
    // secret               message                                         shown
    ["Nightly import", 'no workflow is called "Nightly import"', 'no workflow is called "[secret]"'],
    ["Nightly import", "GET /v2/Nightly%20import/x", "GET /v2/[secret]/x"],
    ["http://a.example:8/tenant/", "GET http://a.example:8/tenant/v2", "GET [secret]v2"],
    ["http://a.example:8/tenant//", "GET http://a.example:8/tenant/v2", "GET [secret]/v2"],
    ["items", "no items, itemsPath is wrong", "no [secret], itemsPath is wrong"],
    ["token-1234567890", `a ${base64("id:token-1234567890")}= b`, "a aWQ6[secret]A=== b"],
    ["token-1234567890", "a token%2D12345%367890 b", WITHHELD],
    ["token-1234567890", "the keys token-1234567890, token-123456…", "the keys [secret], [secret]…"],
    ["Tr0ub4d0", "bad xTr0ub4d0y", "bad x[secret]y"],
    ["парольсервиса2024", "bad xпарольсервиса2024y", "bad x[secret]y"],
    ["to-do", "Nothing to do", "Nothing to do"],
    ["hunter2", `the keys ${base64("hunter2")}`, WITHHELD],
    ["secret", 'a [secret] and "secret"', 'a [secret] and "[secret]"'],
    ["***Nightly import", "called ***nightly IMPORT", "called [secret]"],
    ["p.ss/w(rd", "a p.ss/w(rd b, pass/w(rd", "a [secret] b, pass/w(rd"],
    ["abc", '"abc" is invalid, xabcx is not', '"[secret]" is invalid, xabcx is not'],
    ["abc", "/v2/workflows?q=abc&page=2", "/v2/workflows?q=[secret]&page=2"],
    ["7", "?limit=7&page=77 (n=7 of 17)", "?limit=[secret]&page=77 (n=[secret] of 17)"],
    ["42", "page 42 of 420", "page [secret] of 420"],
    ['Arg"Sec\\r%t/é+Z', 'a:b["Arg\\"Sec\\\\r%t/é+Z"].clientId', 'a:b["[secret]"].clientId'],
    ["a\nb", '"a\\nb", a\\nbc', '"[secret]", a\\nbc'],
    ["a/b~c-1234567", 'nothing at "/data/a~1b~0c-1234567/x"', 'nothing at "/data/[secret]/x"'],
    ["7", '{"limit":7,"count":77}', '{"limit":[secret],"count":77}'],
  ])("%s: %s", (secret, message, shown) => {
    expect(mask(secret, message)).toBe(shown);
  });
});

it("a short value that is hardly secret is masked as a word, and withholds nothing", () => {
  const redactor = createRedactor();
  redactor.addWord("eu");
  redactor.addWord(" ");
  expect(redactor.redact("no tenant eu, no queue")).toBe("no tenant [secret], no queue");
  expect(redactor.mask("X-Tenant: EU is neutral")).toBe("X-Tenant: [secret] is neutral");
});

it("a secret of any length is masked", () => {
  const token = `${"header-Ab1.".repeat(4000)}end`;
  expect(mask(token, `Bearer ${token} was refused`)).toBe("Bearer [secret] was refused");
});

it("an extended redactor knows the secrets of both, and the first one learns nothing", () => {
  const session = redactorOf("token-1234567890");
  const operation = session.extend(["name", "another secret"]);
  session.add("a later secret");
  expect(operation.mask("name token-1234567890, a later secret")).toBe("[secret] [secret], [secret]");
  expect(session.mask("name, another secret")).toBe("name, another secret");
});

it("of many tokens the last 256 are known, and a secret always", () => {
  const redactor = redactorOf("the client's secret");
  const tokens = Array.from({ length: 300 }, (_, number) => createHash("sha256").update(`${number}`).digest("hex"));
  const isWithheld = (text: string): boolean => redactor.redact(text) === WITHHELD;
  tokens.forEach(redactor.addToken);
  redactor.addToken(tokens[44] ?? "");
  redactor.addToken("another token");
  expect(tokens.slice(43, 47).map(isWithheld)).toEqual([false, true, false, true]);
  expect(isWithheld("the client's secret")).toBe(true);
});

it("many secrets and large texts take time in proportion", () => {
  const redactor = redactorOf("a".repeat(3000));
  for (let number = 0; number < 2000; number += 1) {
    redactor.add(`workflow-with-a-common-start-${number}`);
  }
  const started = process.cpuUsage();
  redactor.redact("workflow-with-a-common… ".repeat(200));
  redactor.redact("b".repeat(4000));
  redactor.mask("%25".repeat(2000) + "[secret]".repeat(200));
  // Processor time: another program on the machine changes it little. Microseconds.
  expect(process.cpuUsage(started).user).toBeLessThan(10_000_000);
}, 60_000);

it("no secret of any characters comes through", () => {
  const names = ["as it is", "percent-encoded", "in JSON", "in base64", "form-encoded"];
  const secrets = fc.string({ unit: "grapheme", minLength: 1 }).filter((secret) => secret.trim() !== "");
  fc.assert(
    fc.property(secrets, fc.string(), fc.string(), fc.constantFrom(...names), (secret, before, after, name) => {
      const spelling = SPELLINGS[name]?.(secret) ?? "";
      expect(redact(secret, `${before} ${spelling} ${after}`)).toMatch(/^\[withheld: /);
    }),
    { numRuns: 500 },
  );
});

it("no secret of any letters is left in a message of our own", () => {
  const names = ["as it is", "in upper case", "percent-encoded", "in base64", "in hex", "form-encoded"];
  const secrets = fc.string({ minLength: 10 }).filter((secret) => secret.replace(/[^a-z0-9]/gi, "").length >= 10);
  fc.assert(
    fc.property(secrets, fc.constantFrom(...names), (secret, name) => {
      const redactor = redactorOf(secret);
      const shown = redactor.mask(`Could not list: "${SPELLINGS[name]?.(secret) ?? ""}" is no array.`);
      expect(shown).toMatch(/\[secret\]|\[withheld: /);
      expect(redactor.mask(shown)).toBe(shown);
    }),
    { numRuns: 300 },
  );
});
