/** What messages quote of an error's body. */
import { createSecrets } from "../../provider/base/secrets.js";
import { excerptOfError, isWebPage } from "../../provider/http/error-body.js";
import { processorMilliseconds } from "../support/timers.js";

const same = (text: string): string => text;

it.each([
  // body                        the text                                                        its excerpt
  ["RFC 6749", '{"error":"invalid_client","error_description":"Unknown client"}', "invalid_client: Unknown client"],
  ["RFC 9457", '{"type":"x","title":"No credit","detail":"Balance: 30","status":403}', "No credit: Balance: 30"],
  ["a message", '\n {"message":"v1.2 is down.","code":17}', "v1.2 is down"],
  ["an error object", '{"error":{"message":"nope","code":17}}', "nope"],
  ["the same text twice", '{"error":" busy ","message":"busy","title":" "}', "busy"],
  ["Okta's summary", '{"errorCode":"E0000011","errorSummary":"Invalid token provided"}', "Invalid token provided"],
  ["the first of several errors", '{"errors":[{"message":"one"},{"message":"two"}]}', "one"],
  ["plain text", "upstream connect error\n", "upstream connect error"],
  ["JSON of another kind", '{"fault":"x"}', '{"fault":"x"}'],
  ["a page with scripts", "<script>var a = 1;</script><h1>Oops</h1> <p>Sorry<style>x</style>again", "Oops Sorry again"],
])("the excerpt of %s", (_name, body, expected) => {
  expect(excerptOfError(body, same)).toBe(expected);
});

it.each([
  ["an error", '{"error":"invalid_client","access_token":"abc"}', "invalid_client"],
  ["a page", `<title>Sign in</title><p>abc</p>${" ".repeat(5000)}`, "Sign in"],
  ["any other text", '{"access_token":"abc', ""],
])("with fields alone, the excerpt of %s has no other text", (_name, body, expected) => {
  expect(excerptOfError(body, same, { onlyFields: true })).toBe(expected);
});

it.each([
  ["<!doctype html>", "application/json", true],
  ["Please log in", "text/html; charset=utf-8", true],
  ['{"a":1}', "text/html", false],
  [" ", "text/html", false],
])("%j sent as %s is a web page: %s", (body, type, expected) => {
  expect(isWebPage(body, type)).toBe(expected);
});

it.each(["a", "<title", "<script>", "token-"])("a very long body of %j is searched at once", (part) => {
  const body = part.repeat(1_000_000);
  const search = () => expect(excerptOfError(body, same).length).toBeLessThanOrEqual(201);
  expect(processorMilliseconds(search)).toBeLessThan(2000);
});

it.each([
  // where                       body                                           cut    shown
  ["in a field", '{"error":"no token-1234567890 here"}', false, "no [secret] here"],
  ["in a title", "<title>No token-1234567890 here</title>", false, "No [secret] here"],
  ["where the body was cut", "no token-123", true, "no"],
  ["where the search ends", `no${" ".repeat(3990)}token-1234567890`, false, "no"],
])("an error with a secret %s", (_where, body, isCut, shown) => {
  const { add, clean } = createSecrets();
  add("token-1234567890");
  expect(excerptOfError(body, clean, { isCut })).toBe(shown);
});

it("of the fields of an error twice as many characters are shown as of a text", () => {
  const words = "reason ".repeat(100);
  expect(excerptOfError(JSON.stringify({ error: words }), String)).toHaveLength(401);
  expect(excerptOfError(words, String)).toHaveLength(201);
});
