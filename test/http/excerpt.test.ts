/** What messages show of remote text. */
import { excerpt, excerptOfError, isHtml } from "../../provider/http/excerpt.js";
import { createRedactor } from "../../provider/http/redactor.js";

it.each([
  ["plain text stays as it is", "no such client", "no such client"],
  ["line breaks become one space", "a\r\n\r\n  b\tc", "a b c"],
  ["control characters cannot move a terminal's cursor", "\u001b[31mred\u0007\u0000", "[31mred"],
  ["bidirectional and zero-width characters are removed", "a\u202eb\u200bc\ufeff", "a b c"],
  ["line and paragraph separators are spaces too", "a\u2028b\u2029c", "a b c"],
  ["a lone surrogate is no character", "a\ud800b", "a b"],
  ["an empty string stays empty", " \n ", ""],
])("%s", (_name, text, expected) => {
  expect(excerpt(text)).toBe(expected);
});

it("a long text is cut to two hundred characters, none of them in half", () => {
  expect(excerpt("😀".repeat(1000))).toBe(`${"😀".repeat(200)}…`);
  expect(excerpt("x".repeat(200))).toBe("x".repeat(200));
});

it("of a string of many megabytes only the start is cleaned", () => {
  const before = performance.now();
  expect(excerpt(`a${" ".repeat(5_000_000)}b`)).toBe("a…");
  expect(performance.now() - before).toBeLessThan(2000);
});

const same = (text: string): string => text;

it.each([
  ["RFC 6749", '{"error":"invalid_client","error_description":"Unknown client"}', "invalid_client: Unknown client"],
  [
    "RFC 9457",
    '{"type":"x","title":"Out of credit","detail":"Your balance is 30","status":403}',
    "Out of credit: Your balance is 30",
  ],
  ["a message", '{"message":"nope","code":17}', "nope"],
  ["an error object", '{"error":{"message":"nope","code":17}}', "nope"],
  ["the same text twice", '{"error":"busy","message":"busy"}', "busy"],
  ["plain text", "upstream connect error\n", "upstream connect error"],
  ["a sentence", '{"message":"v1.2 is down."}', "v1.2 is down"],
  ["JSON of another kind", '{"fault":"x"}', '{"fault":"x"}'],
  ["broken JSON", '{"error":', '{"error":'],
  ["a page with a title", "<html><head><title>Please\nlog in</title></head><body>x</body></html>", "Please log in"],
  [
    "a page of nginx",
    `<title>502 Bad Gateway</title><center><h1>502 Bad Gateway</h1></center>nginx`,
    "502 Bad Gateway nginx",
  ],
  ["a page of Express", "<title>Error</title></head><body><pre>No such client</pre>", "No such client"],
  ["a page of Flask", "<title>401 Unauthorized</title><h1>Unauthorized</h1><p>Wrong key</p>", "Unauthorized Wrong key"],
  ["a page of Tomcat", "<title>HTTP Status 404</title><h1>No page</h1>", "No page"],
  ["a page that has its status only", "<title>HTTP 502</title>", "HTTP 502"],
  [
    "a page with escaped characters",
    "<title>Don&#39;t &lt;b&gt; &amp;amp; &constructor;</title>",
    "Don't <b> &amp; &constructor;",
  ],
  ["a page without a title", "<script>var a = 1;</script><h1>Oops</h1> <p>Sorry</p>", "Oops Sorry"],
  ["JSON after white space", '\n {"error":"busy"}', "busy"],
  ["texts without the space around them", '{"error":" busy ","message":"busy","title":" "}', "busy"],
  ["an empty error beside a message", '{"error":"","message":"nope"}', "nope"],
  ["an error below errors", '{"error":{"error":{"code":1,"detail":"deep"}}}', "deep"],
  ["the first of several errors", '{"errors":[{"message":"one"},{"message":"two"}]}', "one"],
  ["an error that is a string in a list", '{"errors":["one","two"]}', "one"],
  ["a message beside a list of errors", '{"message":"nope","errors":[{"detail":"one"}]}', "nope"],
  ["no errors in a list of them", '{"errors":[]}', '{"errors":[]}'],
  ["a page after white space", "\n <html><title class='x'> Sorry </title><p>x</p>", "Sorry"],
  ["a page whose words only tags separate", "<h1>Oops</h1><p>Sorry<script>x</script>again", "Oops Sorry again"],
  ["a page with an empty title", "<title> </title><p>Oops</p>", "Oops"],
  ["a page that was cut", "<p>Oops</p><style>p { color: re", "Oops"],
  ["a string with a tag later", "Oops <title>x</title>", "Oops <title>x</title>"],
  ["nothing", "", ""],
  ["a token in an invalid response", '{"access_token":"abc","expires_in":1}', '{"access_token":…,"expires_in":1}'],
  ["a token inside its field", '{"token": { "value": "abc" }, "a": 1}', '{"token": …'],
  ["a list of tokens", '{"tokens": [ "abc", "def" ]}', '{"tokens": …'],
  ["a token by another name", '{"jwt":"abc","apiKey": "def"}', '{"jwt":…,"apiKey": …}'],
  ["a token in single quotes", "token='a b', x", "token=…, x"],
  ["a JWT in a field of any name", '{"value":"eyJhbGciOiJub25lIn0.eyJleHAiOjF9.c2ln"}', '{"value":"…"}'],
  ["a form with a token", "token_type=bearer&access_token=abc&x=1", "token_type=…&access_token=…&x=1"],
])("%s", (_name, body, expected) => {
  expect(excerptOfError(body, same)).toBe(expected);
});

it.each([
  ["<!doctype html>", "application/json", true],
  ["  \n<html>", undefined, true],
  ["Please log in", "text/html; charset=utf-8", true],
  ['{"a":1}', "text/html", false],
  ["[1]", "text/html", false],
  ["plain", "text/plain", false],
  ["", undefined, false],
])("%j sent as %s is a web page: %s", (body, type, expected) => {
  expect(isHtml(body, type)).toBe(expected);
});

it.each([
  ["words", "a".repeat(1_000_000)],
  ["titles", "<title".repeat(1_000_000)],
  ["scripts", "<script>".repeat(1_000_000)],
  ["fields", `${"token-".repeat(1_000_000)}x`],
])("a very long body of %s is searched at once", (_name, body) => {
  const before = performance.now();
  expect(excerptOfError(body, same).length).toBeLessThanOrEqual(201);
  expect(performance.now() - before).toBeLessThan(2000);
});

describe("a secret in an error", () => {
  const { add, redact } = createRedactor();
  add("token-1234567890");
  it.each<[string, string, boolean | undefined, string]>([
    ["is redacted", '{"error":"no token-1234567890 here"}', undefined, "[withheld: it repeats a part of a secret]"],
    ["is redacted to where the body was cut", "no token-123", true, "[withheld: it repeats a part of a secret]"],
    [
      "is redacted to where the search ends",
      `<p>no${"<i>".repeat(1360)} token-1234567890`,
      undefined,
      "[withheld: it repeats a part of a secret]",
    ],
    ["is no secret if only its beginning is there", "no token-123", undefined, "no token-123"],
  ])("%s", (_name, text, isCut, shown) => {
    expect(excerptOfError(text, redact, isCut)).toBe(shown);
  });
});

it.each([
  ["in a paragraph", (secret: string) => `<html><p>No client with ${secret} here</p></html>`],
  ["in a title", (secret: string) => `<html><title>No client with ${secret} here</title></html>`],
  ["beside other letters", (secret: string) => `<h1>key${secret}key</h1>`],
  ["in a script's text that is not closed", (secret: string) => `<h1>x</h1> ${secret} <script>`],
])("a secret that looks like a tag is redacted %s", (_, page) => {
  const secret = "p4ss<w0rd x=1>Tail-9x";
  const redactor = createRedactor();
  redactor.add(secret);
  const shown = excerptOfError(page(secret), redactor.redact);
  expect(shown).toBe("[withheld: it repeats a part of a secret]");
  expect(shown).not.toMatch(/p4ss|w0rd|Tail/);
});
