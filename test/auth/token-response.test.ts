/** The response to the token request: where the token is, how long it may be used, and what is refused. */
import { parseTokenResponse } from "../../provider/auth/token-response.js";
import type { AccessToken } from "../../provider/auth/types.js";
import { AuthenticationError } from "../../provider/http/errors.js";
import { thrownBy } from "../support/thrown.js";

const SENT_AT = 1_767_225_000_000;

function expiryOf(body: object): number | undefined {
  return parse(JSON.stringify(body)).expiresAt;
}

function parse(text: string, bearerPath?: string): AccessToken {
  const response = {
    status: 200,
    headers: {},
    text,
    bytes: 1,
    url: new URL("https://api.example.com"),
    sentAt: SENT_AT,
    attempts: 1,
  };
  return parseTokenResponse(response, {
    bearerPath,
    redact: (shown) => (shown.includes("s3cret") ? "[withheld]" : shown),
    refusedHint: () => "What to do.",
  });
}

function refusalOf(text: string, bearerPath?: string): AuthenticationError {
  return thrownBy(AuthenticationError, () => parse(text, bearerPath));
}

it("a body deeper than the stack is refused like any other", () => {
  const text = `${'{"error":'.repeat(100_000)}1${"}".repeat(100_000)}`;
  expect(refusalOf(text).message).toContain("The response has no access token");
});

const jwt = (claims: string): string => `e30.${Buffer.from(claims).toString("base64url")}.sig`;

it.each([
  ["a JWT", jwt('{"exp":1767225600}'), 1_767_225_600_000],
  ["a JWT with a fraction", jwt('{"exp":1767225600.5}'), 1_767_225_600_500],
  ["a JWT that is over by our clock", jwt('{"exp":1767000000}'), SENT_AT],
  ["exp as a string", jwt('{"exp":"1767225600"}'), undefined],
  ["exp beyond all numbers", jwt('{"exp":1e400}'), undefined],
  ["no exp", jwt("{}"), undefined],
  ["null", jwt("null"), undefined],
  ["a list", jwt("[]"), undefined],
  ["no JSON", jwt("x"), undefined],
  ["an opaque token", "abc", undefined],
  ["two parts", "a.b", undefined],
  ["two parts with a claim", jwt('{"exp":1767225600}').replace(/\.sig$/, ""), undefined],
  ["an encrypted JWT, five parts", "a.b.c.d.e", undefined],
])("without expires_in: %s", (_name, token, expected) => {
  expect(expiryOf({ access_token: token })).toBe(expected);
});

it("expires_in wins over the claim, and is counted from when the request was sent", () => {
  expect(expiryOf({ access_token: jwt('{"exp":1767225600}'), expires_in: 60 })).toBe(SENT_AT + 60_000);
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

it("type and lifetime are read beside the token first, then at the top", () => {
  const data = { token: "abcdef" };
  expect(expiryOf({ data: { ...data, expires_in: 60 }, expires_in: 90 })).toBe(SENT_AT + 60_000);
  expect(expiryOf({ data, expires_in: 90 })).toBe(SENT_AT + 90_000);
  expect(refusalOf(JSON.stringify({ data: { ...data, token_type: "mac" }, token_type: "Bearer" })).hint).toBe(TYPE);
  expect(refusalOf(JSON.stringify({ data, token_type: "mac" })).hint).toBe(TYPE);
});

const PATHS = "set bearerPath to its path (`pulumi config set workflows:bearerPath /path/to/token`).";
const ADDRESS = "Is baseUrl the address of the API?";
const TYPE = "Ask an administrator of the service for Bearer tokens (RFC 6750).";
const REFUSED = "What to do.";
const NONE = "The response has no access token (its keys: ";
const keys = JSON.stringify(Object.fromEntries(Array.from({ length: 21 }, (_one, index) => [`k${index}`, 1])));

it.each<[what: string, text: string, bearerPath: string | undefined, problem: string, hint: string]>([
  // what                       response                              bearerPath  what came back              what to do
  ["no text", " ", undefined, "The response is empty.", ADDRESS],
  ["no JSON", "{]", undefined, "The response is not JSON (2 characters).", ADDRESS],
  ["a list", "[]", undefined, "The response is not a JSON object.", ADDRESS],
  ["a long text", `"${"x".repeat(2 ** 20)}"`, undefined, "The response has 1048578 characters", ADDRESS],
  ["no keys", "{}", undefined, `${NONE}none).`, PATHS],
  ["other keys", '{"a":1,"data":{"x":1}}', undefined, `${NONE}/a, /data, /data/x).`, PATHS],
  ["a secret key", '{"s3cret":1}', undefined, `${NONE}[withheld]).`, PATHS],
  ["more than twenty keys", keys, undefined, "/k18, /k19).", PATHS],
  ["nothing at the path", '{"a":1}', "/b", "The response has nothing at /b (its keys: /a).", PATHS],
  ["null at the path", '{"b":null}', "/b", "The response has nothing at /b (its keys: /b).", PATHS],
  ["no text at the path", '{"b":1}', "/b", "The value at /b is not a string.", PATHS],
  ["an empty token", '{"token":""}', undefined, "The access token at /token is empty.", PATHS],
  ["a blank in it", '{"token":"a b"}', undefined, "The value at /token contains a space, a control", PATHS],
  ["another type", '{"token":"abcdef","token_type":"mac"}', undefined, "token_type is not Bearer, the only type", TYPE],
  ["no text as type", '{"token":"a","token_type":1}', undefined, "token_type is not Bearer, the only type", TYPE],
  ["a message", '{"success":false,"message":"Wrong password."}', undefined, "error: Wrong password.", REFUSED],
  ["a detail", '{"error":401,"detail":"Wrong password"}', undefined, "error: Wrong password.", REFUSED],
  ["a list of errors", '{"errors":["Wrong password"]}', "/b", "error: Wrong password.", REFUSED],
  ["a possible token", '{"message":"abcdef"}', undefined, `${NONE}/message).`, PATHS],
  ["an error", '{"error":"x","error_description":"No such client."}', undefined, "error: x: No such client.", REFUSED],
  ["an error object", '{"error":{"message":"unknown client"}}', undefined, "error: unknown client.", REFUSED],
])("%s is refused, with what came back and what to do", (_what, text, bearerPath, problem, hint) => {
  const refusal = refusalOf(text, bearerPath);
  expect(refusal.problem).toContain(problem);
  expect(refusal.hint).toContain(hint);
  expect(refusal).toMatchObject({ doing: "create an access token", status: 200, attempts: 1 });
});
