/** The lifetime of a token: `expires_in`, else the claim of a JWT, else unknown. */
import { parseTokenResponse } from "../../provider/auth/token-response.js";

const SENT_AT = 1_767_225_000_000;

function expiryOf(body: object): number | undefined {
  const response = {
    status: 200,
    headers: {},
    text: JSON.stringify(body),
    bytes: 1,
    url: new URL("https://api.example.com"),
    sentAt: SENT_AT,
    attempts: 1,
  };
  return parseTokenResponse(response, {
    bearerPath: undefined,
    redact: (text) => text,
    refusedHint: () => "What to do.",
  }).expiresAt;
}

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
  ["an encrypted JWT, five parts", "a.b.c.d.e", undefined],
])("without expires_in: %s", (_name, token, expected) => {
  expect(expiryOf({ access_token: token })).toBe(expected);
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
