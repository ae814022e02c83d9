/** That no form of the credentials comes through. */
import fc from "fast-check";
import { createScrubber } from "../../provider/http/scrub.js";

const basic = (id: string, secret: string): string => `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
const SECRET = "p@ss:w/%rd+ü";
const base64 = Buffer.from(SECRET).toString("base64");

describe("the secret of a Basic header is masked", () => {
  const scrub = createScrubber()(basic("id", SECRET));
  it.each([
    ["as it is", SECRET],
    ["in base64", base64],
    ["in base64 without padding", base64.replace(/=+$/, "")],
    ["in base64url", Buffer.from(SECRET).toString("base64url")],
    ["in hex", Buffer.from(SECRET).toString("hex")],
    ["percent-encoded", encodeURIComponent(SECRET)],
    ["percent-encoded in lower case", encodeURIComponent(SECRET).toLowerCase()],
    ["form-encoded", new URLSearchParams({ a: SECRET }).toString().slice(2)],
    ["in JSON", JSON.stringify(SECRET).slice(1, -1)],
    ["in JSON of ASCII only", "p@ss:w/%rd+\\u00fc"],
    ["in JSON with escaped slashes", "p@ss:w\\/%rd+ü"],
    ["in upper case", SECRET.toUpperCase()],
    ["read as Latin-1", Buffer.from(SECRET).toString("latin1")],
    ["with the id", `id:${SECRET}`],
    ["as the header", basic("id", SECRET)],
  ])("%s", (_name, form) => {
    const shown = scrub(`before ${form} after`);
    expect(shown).toMatch(/^before .*\[secret\].* after$/);
    expect(shown).not.toContain(form);
  });
});

it("a token is masked, and the scheme stays readable", () => {
  expect(createScrubber()("Bearer abc.def")("got Bearer abc.def")).toBe("got Bearer [secret]");
});

it("a secret too short to mask withholds the whole text", () => {
  expect(createScrubber()(basic("id", "abc"))("xabcx")).toBe("(not shown: it repeats the credentials)");
  expect(createScrubber()(basic("id", "abc"))("a b c")).toBe("a b c");
});

it("a piece of a secret at the cut end of a text is masked, in a whole text it is a word", () => {
  const scrub = createScrubber()("Bearer token-1234567890");
  expect(scrub("see token-123", true)).toBe("see [secret]");
  expect(scrub("invalid_token")).toBe("invalid_token");
});

it("an answer to one request may name the credentials of another", () => {
  const scrubberFor = createScrubber();
  scrubberFor(basic("id", SECRET));
  expect(scrubberFor("Bearer abcdef")(`${SECRET} abcdef`)).toBe("[secret] [secret]");
});

it("the client's secret is still known after many tokens", () => {
  const scrubberFor = createScrubber();
  for (let i = 0; i < 20; i += 1) {
    scrubberFor(basic("id", SECRET));
    scrubberFor(`Bearer token-number-${i}`);
  }
  expect(scrubberFor("Bearer token-number-19")(`${SECRET} token-number-19`)).toBe("[secret] [secret]");
});

it("a request without credentials leaves the text as it is", () => {
  expect(createScrubber()(undefined)("anything")).toBe("anything");
});

it("no secret of any characters comes through", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 4 }), fc.string(), fc.string(), (secret, before, after) => {
      fc.pre(!before.includes(secret) && !after.includes(secret) && !"[secret]".includes(secret));
      const shown = createScrubber()(basic("id", secret))(`${before}${secret}${after}`);
      expect(shown.length).toBeLessThan(`${before}${secret}${after}`.length + 9);
      expect(shown).toContain("[secret]");
    }),
  );
});
