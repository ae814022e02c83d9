/** When a JWT expires. */
import { jwtExpiry } from "../../provider/auth/jwt.js";

const jwt = (claims: string): string => `e30.${Buffer.from(claims).toString("base64url")}.sig`;

it.each([
  ["a JWT", jwt('{"exp":1767225600}'), 1_767_225_600_000],
  ["a JWT with a fraction", jwt('{"exp":1.5}'), 1500],
  ["exp as a string", jwt('{"exp":"1767225600"}'), undefined],
  ["exp beyond all numbers", jwt('{"exp":1e400}'), undefined],
  ["no exp", jwt("{}"), undefined],
  ["null", jwt("null"), undefined],
  ["no JSON", jwt("x"), undefined],
  ["an opaque token", "abc", undefined],
  ["two parts", "a.b", undefined],
  ["an encrypted JWT, five parts", "a.b.c.d.e", undefined],
])("%s", (_name, token, expected) => {
  expect(jwtExpiry(token)).toBe(expected);
});
