/** Which sentence of an error's body is shown. */
import { explainBody, isHtml } from "../../provider/http/error-body.js";

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
  ["the same thing twice", '{"error":"busy","message":"busy"}', "busy"],
  ["plain text", "upstream connect error\n", "upstream connect error"],
  ["JSON of another kind", '{"fault":"x"}', '{"fault":"x"}'],
  ["broken JSON", '{"error":', '{"error":'],
  ["a page with a title", "<html><head><title>502 Bad\nGateway</title></head><body>x</body></html>", "502 Bad Gateway"],
  ["a page without", "<script>var a = 1;</script><h1>Oops</h1> <p>Sorry</p>", "Oops Sorry"],
  ["nothing", "", ""],
  [
    "a token in an answer that went wrong",
    '{"access_token":"abc","expires_in":1}',
    '{"access_token":…,"expires_in":1}',
  ],
  ["a token inside its field", '{"token": { "value": "abc" }, "a": 1}', '{"token": …'],
  ["a list of tokens", '{"tokens": [ "abc", "def" ]}', '{"tokens": …'],
  ["a token by another name", '{"jwt":"abc","apiKey": "def"}', '{"jwt":…,"apiKey": …}'],
  ["a token in single quotes", "token='a b', x", "token=…, x"],
  ["a JWT, whatever its field is called", '{"value":"eyJhbGciOiJub25lIn0.eyJleHAiOjF9.c2ln"}', '{"value":"…"}'],
  ["a form with a token", "token_type=bearer&access_token=abc&x=1", "token_type=…&access_token=…&x=1"],
])("%s", (_name, body, expected) => {
  expect(explainBody(body, same)).toBe(expected);
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
])("a body of endless %s is explained at once", (_name, body) => {
  const before = performance.now();
  expect(explainBody(body, same).length).toBeLessThanOrEqual(201);
  expect(performance.now() - before).toBeLessThan(2000);
});
