/** The response to the token request: where the token is, and what is refused. */
import { parseTokenResponse } from "../../provider/auth/token-response.js";
import type { AccessToken } from "../../provider/auth/types.js";
import { WorkflowsError } from "../../provider/base/errors.js";
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

it.each<[string, object, string | undefined]>([
  ["access_token", { token: "no", access_token: "yes" }, undefined],
  ["accessToken", { token: "no", accessToken: "yes" }, undefined],
  ["token", { token: "yes", data: { token: "no" } }, undefined],
  ["data/access_token", { data: { token: "no", access_token: "yes" } }, undefined],
  ["data/token", { data: { token: "yes" } }, undefined],
  ["bearerPath, before all others", { access_token: "no", "a/b": [{ "~": "yes" }] }, "/a~1b/0/~0"],
  ["its place beside an error object", { access_token: "yes", error: { message: "old" } }, undefined],
  ["its place beside any token_type", { access_token: "yes", token_type: "mac" }, undefined],
])("the token is taken from %s", (_place, body, bearerPath) => {
  expect(parse(JSON.stringify(body), bearerPath).value).toBe("yes");
});

const DEEP = `${'{"error":'.repeat(100_000)}1${"}".repeat(100_000)}`;
const NONE = "The response has no access token (its keys: ";
const KEYS = JSON.stringify(Object.fromEntries(Array.from({ length: 21 }, (_one, index) => [`k${index}`, 1])));
const withToken = (token: unknown): string => JSON.stringify({ access_token: token });

it.each<[what: string, text: string, problem: string, bearerPath?: string]>([
  ["null", "null", "is not a JSON object."],
  ["nothing", "  ", "is empty."],
  ["a form", "access_token=v4lue", "is not JSON (18 characters)."],
  ["JSON that is cut off", '{"access_token":"v4lue', "is not JSON"],
  ["a number for a token", withToken(1), "is not a string."],
  ["a token with a line break", withToken("v4lue\r\nx-evil: 1"), "which no access token has."],
  ["a token with a letter outside ASCII", withToken("v4lueä"), "which no access token has."],
  ["an empty token", withToken(""), "The value at /access_token is empty."],
  ["an object that is deeper than the stack", DEEP, NONE],
  ["other keys", '{"a":"v4lue","data":{"x":1}}', `${NONE}/a, /data, /data/x).`],
  ["many keys", KEYS, "/k18, /k19, "],
  ["a secret key", '{"s3cret":1}', `${NONE}/[secret]).`],
  ["an object as error", '{"error":{},"session":"v4lue"}', "its keys: /error, /session"],
  ["a message with a token", '{"message":"Bearer v4lue5678901234567890"}', `${NONE}/message).`],
  ["a message that may be a token", '{"message":"v4lue"}', `${NONE}/message).`],
  ["another path", withToken("v4lue"), "nothing at /a/b (its keys: /access_token)", "/a/b"],
])("%s is no usable response", (...[, text, problem, bearerPath]) => {
  const error = thrownBy(WorkflowsError, () => parse(text, bearerPath));
  expect(error.problem).toContain(problem);
  expect(error.message).toMatch(/Is baseUrl the address of the API\?|set bearerPath/);
  expect(error.message).not.toContain("v4lue");
  expect(error).toMatchObject({ code: "token-response", doing: "create an access token", status: 200, attempts: 1 });
});

it.each<[what: string, text: string, problem: string, bearerPath?: string]>([
  ["a code of OAuth", '{"error":"a","error_description":"b\\u001b[31m."}', "error: a: b [31m."],
  ["an error that shows a secret", '{"error":{"message":"s3cret"}}', "error: [secret].", "/a"],
  ["a message", '{"ok":false,"message":"Wrong password."}', "(its keys: /ok, /message). It says: Wrong password."],
  ["a sentence beside a token elsewhere", '{"message":"Login successful","jwt":"v4lue"}', "It says: Login successful."],
  ["a detail", '{"error":401,"detail":"Wrong password"}', "error: Wrong password."],
  ["an error beside a token", '{"error":"denied","token":"v4lue"}', "error: denied."],
])("%s is a refusal of the credentials", (...[, text, problem, bearerPath]) => {
  const error = thrownBy(WorkflowsError, () => parse(text, bearerPath));
  expect(error.problem).toContain(problem);
  expect(error.message).not.toContain("v4lue");
  expect(error).toMatchObject({ code: "token-refused", status: 200 });
  expect(error.hint).toMatch(problem.includes("It says") ? /^What to do\. .*bearerPath/ : /^What to do\.$/);
});
