/** The response to the token request: where the token is, how long it may be used, and what is refused. */
import { parseTokenResponse } from "../../provider/auth/token-response.js";
import type { AccessToken } from "../../provider/auth/types.js";
import { AuthenticationError } from "../../provider/http/errors.js";
import { thrownBy } from "../support/thrown.js";

const SENT_AT = 1_767_225_000_000;

function expiryOf(body: object): number | undefined {
  return parse(JSON.stringify(body)).expiresAt;
}

function parse(text: string, bearerPath?: string, headers: Record<string, string> = {}): AccessToken {
  const response = {
    status: 200,
    headers,
    text,
    bytes: 1,
    url: new URL("https://api.example.com"),
    sentAt: SENT_AT,
    attempts: 1,
  };
  return parseTokenResponse(response, {
    bearerPath,
    redact: (shown) => shown.replaceAll("s3cret", "[secret]"),
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

it.each([
  ["an hour behind ours", -3600, SENT_AT + 300_000],
  ["an hour ahead of ours: the service refuses the token before", 3600, SENT_AT + 3_900_000],
  ["as ours", 0, SENT_AT + 300_000],
])("a new token is not over, if the service's clock is %s", (_name, seconds, expected) => {
  const serviceNow = SENT_AT + seconds * 1000;
  const text = JSON.stringify({ access_token: jwt(JSON.stringify({ exp: serviceNow / 1000 + 300 })) });
  expect(parse(text, undefined, { date: new Date(serviceNow).toUTCString() }).expiresAt).toBe(expected);
});

it("exp is by our clock if the response has no date that can be read", () => {
  const text = JSON.stringify({ access_token: jwt('{"exp":1767225600}') });
  expect(parse(text, undefined, { date: "today" }).expiresAt).toBe(1_767_225_600_000);
});

it("expires_in wins over the claim, and is counted from when the request was sent", () => {
  expect(expiryOf({ access_token: jwt('{"exp":1767225600}'), expires_in: 60 })).toBe(SENT_AT + 60_000);
});

it.each([
  ["in the error's place", { error: "invalid_client" }],
  ["as an object", { error: { message: "unknown client" } }],
])("an error with status 200, %s, is refused with what to do", (_where, body) => {
  expect(() => expiryOf(body)).toThrow("What to do.");
});

it.each<[string, unknown, number | undefined]>([
  ["a number", 60, 60],
  ["a fraction", 59.5, 59.5],
  ["a number as text", " 60 ", 60],
  ["a fraction as text", "59.25", 59.25],
  ["a number below zero", -60, 0],
  ["a number below zero as text", "-60", 0],
  ["another text", "60 s", undefined],
  ["a list", [60], undefined],
  ["more than a day", 86_401, 86_400],
])("the lifetime of %s", (_name, expires_in, seconds) => {
  const expected = seconds === undefined ? undefined : SENT_AT + seconds * 1000;
  expect(expiryOf({ access_token: "abc", expires_in })).toBe(expected);
});

it.each<[string, object, string | undefined]>([
  ["access_token", { token: "no", access_token: "yes" }, undefined],
  ["accessToken", { token: "no", accessToken: "yes" }, undefined],
  ["token", { token: "yes", data: { token: "no" } }, undefined],
  ["data/access_token", { data: { token: "no", access_token: "yes" } }, undefined],
  ["data/accessToken", { data: { token: "no", accessToken: "yes" } }, undefined],
  ["data/token", { data: { token: "yes" } }, undefined],
  ["bearerPath, before all others", { access_token: "no", tokens: ["no", "yes"] }, "/tokens/1"],
  [
    "its place, although the error beside it is an object",
    { access_token: "yes", error: { message: "old" } },
    undefined,
  ],
  ["its place, although the error beside it is empty", { access_token: "yes", error: "" }, undefined],
  ["its place, although the error beside it is no text", { access_token: "yes", error: 1 }, undefined],
])("the token is taken from %s", (_place, body, bearerPath) => {
  expect(parse(JSON.stringify(body), bearerPath).value).toBe("yes");
});

it("type and lifetime are read beside the token first, then at the top", () => {
  const data = { token: "abcdef" };
  expect(expiryOf({ data: { ...data, expires_in: 60 }, expires_in: 90 })).toBe(SENT_AT + 60_000);
  expect(expiryOf({ data, expires_in: 90 })).toBe(SENT_AT + 90_000);
  expect(refusalOf(JSON.stringify({ data: { ...data, token_type: "mac" } })).problem).toContain("mac");
  expect(refusalOf(JSON.stringify({ data, token_type: "mac" })).problem).toContain("mac");
});

const ELSEWHERE =
  "If the token is at another place in the response, set bearerPath to its path (`pulumi config set workflows:bearerPath /path/to/token`).";
const ADDRESS = "Is baseUrl the address of the API?";
const TYPE = "Ask an administrator of the service for Bearer tokens (RFC 6750).";
const manyKeys = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1]));
const pathsUpTo = (count: number): string =>
  Object.keys(manyKeys(count))
    .map((key) => `/${key}`)
    .join(", ");

it.each<[string, string, string | undefined, string, string | undefined]>([
  ["no text", " ", undefined, "The response is empty.", ADDRESS],
  ["no JSON", "{]", undefined, "The response is not JSON (2 characters).", ADDRESS],
  ["null", "null", undefined, "The response is not a JSON object but null.", ADDRESS],
  ["a list", "[]", undefined, "The response is not a JSON object but an array.", ADDRESS],
  ["a number", "1", undefined, "The response is not a JSON object but a number.", ADDRESS],
  ["no keys", "{}", undefined, "The response has no access token (its keys: none).", ELSEWHERE],
  [
    "other keys, one of which is a secret",
    '{"s3cret":1,"data":{"x":1}}',
    undefined,
    "The response has no access token (its keys: /[secret], /data, /data/x).",
    ELSEWHERE,
  ],
  [
    "twenty keys",
    JSON.stringify(manyKeys(20)),
    undefined,
    `The response has no access token (its keys: ${pathsUpTo(20)}).`,
    ELSEWHERE,
  ],
  [
    "more keys",
    JSON.stringify(manyKeys(21)),
    undefined,
    `The response has no access token (its keys: ${pathsUpTo(20)}, …).`,
    ELSEWHERE,
  ],
  ["nothing at bearerPath", '{"a":1}', "/b", "The response has nothing at /b (its keys: /a).", ELSEWHERE],
  ["null at bearerPath", '{"b":null}', "/b", "The response has nothing at /b (its keys: /b).", ELSEWHERE],
  ["no text at bearerPath", '{"b":1}', "/b", "The value at /b is not a string.", ELSEWHERE],
  ["an empty token", '{"token":""}', undefined, "The access token at /token is empty.", ELSEWHERE],
  [
    "a token with a space",
    '{"token":"a b"}',
    undefined,
    "The value at /token contains a space, a control character or a character outside ASCII, which no access token has.",
    ELSEWHERE,
  ],
  [
    "a type that contains the secret and the token",
    '{"token":"abc","token_type":"mac s3cret abc"}',
    undefined,
    'The token_type is "[withheld: a secret is too short to be found in it]", but only Bearer is supported.',
    TYPE,
  ],
  [
    "a type that contains the token in base64",
    '{"token":"abc-1234567","token_type":"x:YWJjLTEyMzQ1Njc= y"}',
    undefined,
    'The token_type is "[withheld: it repeats a part of a secret]", but only Bearer is supported.',
    TYPE,
  ],
  [
    "a type that is no text",
    '{"token":"a","token_type":1}',
    undefined,
    "The token_type is not a string, but only Bearer is supported.",
    TYPE,
  ],
  ...[
    { success: false, message: "Wrong password." },
    { error: true, message: "Wrong password" },
    { error: 401, detail: "Wrong password" },
    { errors: [{ message: "Wrong password" }] },
    { errors: ["Wrong password"] },
    { errcode: 40_001, errmsg: "Wrong password" },
    { code: 10_014, msg: "Wrong password" },
    { result: null, errorText: "Wrong password" },
  ].map((body): [string, string, undefined, string, string] => [
    `a message in place of a token, with ${Object.keys(body)[0] ?? ""}`,
    JSON.stringify(body),
    undefined,
    `The response has no access token (its keys: /${Object.keys(body).join(", /")}). Its message is: Wrong password.`,
    `What to do. ${ELSEWHERE}`,
  ]),
  [
    "a message that may be a token",
    '{"message":"abcdef"}',
    undefined,
    "The response has no access token (its keys: /message).",
    ELSEWHERE,
  ],
  [
    "a token at a place that is not among the usual ones",
    '{"message":"Login successful","result":{"authToken":"abc","tokenType":"x","refreshToken":"def"}}',
    undefined,
    "The response has no access token (its keys: /message, /result, /result/authToken, /result/tokenType, /result/refreshToken). Its message is: Login successful.",
    ELSEWHERE.replace("/path/to/token", "/result/authToken"),
  ],
  [
    "a message that repeats a token from another field",
    '{"msg":"Your Bearer token is abcdefghij now","authToken":"abcdefghij","tokenType":"Bearer"}',
    undefined,
    "The response has no access token (its keys: /msg, /authToken, /tokenType). Its message is: [withheld: it repeats a part of a secret].",
    ELSEWHERE.replace("/path/to/token", "/authToken"),
  ],
  [
    "two fields that may be the token",
    '{"userToken":"abc","appToken":"def"}',
    undefined,
    "The response has no access token (its keys: /userToken, /appToken).",
    ELSEWHERE,
  ],
  [
    "a field that is named like a token, and that a shell would run",
    '{"$(id)token":"abc"}',
    undefined,
    "The response has no access token (its keys: /$(id)token).",
    ELSEWHERE,
  ],
  [
    "a message and nothing at bearerPath",
    '{"result":null,"errorText":"Wrong password"}',
    "/result/token",
    "The response has nothing at /result/token (its keys: /result, /errorText). Its message is: Wrong password.",
    `What to do. ${ELSEWHERE}`,
  ],
  [
    "an error whose text ends in a full stop",
    '{"error":"invalid_client","error_description":"No such client."}',
    undefined,
    "The service returned 200 with an error: invalid_client: No such client.",
    "What to do.",
  ],
])("%s is refused, with what came back and what to do", (_what, text, bearerPath, problem, hint) => {
  const refusal = refusalOf(text, bearerPath);
  expect(refusal).toMatchObject({ problem, hint, doing: "create an access token", status: 200, attempts: 1 });
});

it("a response far longer than any token is refused with its length", () => {
  const refusal = refusalOf(`{"token":"a","x":"${"x".repeat(2 ** 20)}"}`);
  expect(refusal).toMatchObject({
    code: "too-large",
    problem: expect.stringMatching(/^The response has 10485\d\d characters/) as string,
  });
});
