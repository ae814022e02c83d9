/** The response to the token request: where the token is, and what is refused. */
import { parseTokenResponse } from "../../provider/auth/token-response.js";
import type { AccessToken } from "../../provider/auth/types.js";
import { WorkflowsError, type ErrorCode } from "../../provider/base/errors.js";
import { thrownBy } from "../support/thrown.js";

function parse(text: string, bearerPath?: string): AccessToken {
  const url = new URL("https://api.example.com");
  const response = { status: 200, headers: {}, text, bytes: 1, url, sentAt: 0, attempts: 1 };
  return parseTokenResponse(response, {
    bearerPath,
    clean: (shown) => shown.replace("s3cret", "[secret]"),
    refusedHint: () => "What to do.",
  });
}

function refusalOf(text: string, bearerPath?: string): WorkflowsError {
  return thrownBy(WorkflowsError, () => parse(text, bearerPath));
}

it("a body deeper than the stack is refused like any other", () => {
  const text = `${'{"error":'.repeat(100_000)}1${"}".repeat(100_000)}`;
  expect(refusalOf(text).message).toContain("The response has no access token");
});

it.each<[string, object, string | undefined]>([
  ["access_token", { token: "no", access_token: "yes" }, undefined],
  ["accessToken", { token: "no", accessToken: "yes" }, undefined],
  ["token", { token: "yes", data: { token: "no" } }, undefined],
  ["data/access_token", { data: { token: "no", access_token: "yes" } }, undefined],
  ["data/accessToken", { data: { token: "no", accessToken: "yes" } }, undefined],
  ["data/token", { data: { token: "yes" } }, undefined],
  ["bearerPath, before all others", { access_token: "no", tokens: ["no", "yes"] }, "/tokens/1"],
  ["its place beside an error object", { access_token: "yes", error: { message: "old" } }, undefined],
  ["its place beside an empty error", { access_token: "yes", error: "" }, undefined],
])("the token is taken from %s", (_place, body, bearerPath) => {
  expect(parse(JSON.stringify(body), bearerPath).value).toBe("yes");
});

it.each<[place: string, body: object, bearerPath: string]>([
  ["a key with a slash", { "a/b": "yes" }, "/a~1b"],
  ["a list, and a key that is a tilde", { "a/b": [{ "~": "yes" }], access_token: "no" }, "/a~1b/0/~0"],
])("bearerPath finds the token at %s", (_place, body, bearerPath) => {
  expect(parse(JSON.stringify(body), bearerPath).value).toBe("yes");
});

it.each(["bearer", "BearerToken", "", null, "mac", "JWT", 1])("token_type %j is not looked at", (token_type) => {
  expect(parse(JSON.stringify({ access_token: "yes", token_type })).value).toBe("yes");
});

it.each([1, true, {}, ["abcdef"]])("%j in place of the token is refused: it is not a string", (access_token) => {
  expect(refusalOf(JSON.stringify({ access_token })).message).toMatch(/is not a string\..*set bearerPath/);
});

it.each([
  ["a line break", "a\r\nx-evil: 1"],
  ["a space", "a b"],
  ["a space at its start", " a"],
  ["a line break at its end", "a\n"],
  ["a NUL", "a\u0000"],
  ["a letter outside ASCII", "ä"],
])("a token with %s is refused", (_what, access_token) => {
  expect(refusalOf(JSON.stringify({ access_token })).message).toMatch(/which no access token has\..*set bearerPath/);
});

it.each<[what: string, text: string, problem: RegExp]>([
  ["null", "null", /not a JSON object\. Is baseUrl the address of the API/],
  ["a list", "[]", /not a JSON object/],
  ["a string", '"text"', /not a JSON object/],
  ["a number", "1", /not a JSON object/],
  ["nothing", "", /is empty\. Is baseUrl the address of the API/],
  ["a blank text", "  ", /is empty/],
  ["a form", "access_token=x", /is not JSON \(14 characters\)\. Is baseUrl the address of the API/],
  ["JSON that is cut off", '{"access_token":"abcdef', /is not JSON/],
])("%s is not the response to a token request", (_what, text, problem) => {
  expect(refusalOf(text).message).toMatch(problem);
});

const NONE = "The response has no access token (its keys: ";
const keys = JSON.stringify(Object.fromEntries(Array.from({ length: 21 }, (_one, index) => [`k${index}`, 1])));

it.each<[what: string, text: string, bearerPath: string | undefined, code: ErrorCode, problem: string]>([
  // what                response                 bearerPath  code             what came back
  ["no keys", "{}", undefined, "token-response", `${NONE}none).`],
  ["other keys", '{"a":"v4lue","data":{"x":1}}', undefined, "token-response", `${NONE}/a, /data, /data/x).`],
  ["an empty token", '{"access_token":""}', undefined, "token-response", "The value at /access_token is empty."],
  ["null for a token", '{"access_token":null}', undefined, "token-response", "no access token"],
  ["another path", '{"access_token":"v4lue"}', "/a/b", "token-response", "nothing at /a/b (its keys: /access_token)"],
  ["an object as error", '{"error":{},"session":"v4lue"}', undefined, "token-response", "its keys: /error, /session"],
  [
    "a code of OAuth",
    '{"error":"a","error_description":"b\\u001b[31m."}',
    undefined,
    "token-refused",
    "error: a: b [31m.",
  ],
  ["an error that shows a secret", '{"error":{"message":"s3cret"}}', undefined, "token-refused", "error: [secret]."],
  ["the same, with bearerPath", '{"error":{"message":"s3cret"}}', "/a", "token-refused", "error: [secret]."],
  ["a secret key", '{"s3cret":1}', undefined, "token-response", `${NONE}/[secret]).`],
  ["more than twenty keys", keys, undefined, "token-response", "/k18, /k19)."],
  ["null at the path", '{"b":null}', "/b", "token-response", "The response has nothing at /b (its keys: /b)."],
  ["a message", '{"ok":false,"message":"Wrong password."}', undefined, "token-refused", "error: Wrong password."],
  ["a detail", '{"error":401,"detail":"Wrong password"}', undefined, "token-refused", "error: Wrong password."],
  ["a list of errors", '{"errors":["Wrong password"]}', "/b", "token-refused", "error: Wrong password."],
  ["an error beside a token", '{"error":"denied","token":"abcdef"}', undefined, "token-refused", "error: denied."],
  ["a blank error beside a token", '{"error":" ","token":"abcdef"}', undefined, "token-refused", "an error: ."],
  ["a possible token", '{"message":"abcdef"}', undefined, "token-response", `${NONE}/message).`],
])("%s is refused, with what came back", (_what, text, bearerPath, code, problem) => {
  const refusal = refusalOf(text, bearerPath);
  expect(refusal.problem).toContain(problem);
  expect(refusal.message).not.toContain("v4lue");
  expect(refusal).toMatchObject({ code, doing: "create an access token", status: 200, attempts: 1 });
});
