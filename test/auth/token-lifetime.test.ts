/** How long a token is used: what its response says of its lifetime, less the margin for renewing it early. */
import { createClient, openService, TOKEN } from "../support/client.js";
import { createFakeClock } from "../support/clocks.js";
import { json } from "../support/replies.js";

/** Ten minutes, less the margin. */
const UNKNOWN_SECONDS = 540;

/** Expects that a token with this response is used for `seconds`, and not a millisecond longer. */
async function expectKept(response: string, seconds: number): Promise<void> {
  const clock = createFakeClock();
  const service = await openService({ token: [json(response)] });
  const { tokens } = createClient(service, { clock });
  await tokens.getToken();
  clock.advance(seconds * 1000 - 1);
  await tokens.getToken();
  expect(service.requests).toHaveLength(1);
  clock.advance(1);
  await tokens.getToken();
  expect(service.requests).toHaveLength(2);
}

const withLifetime = (expiresIn: string): string => `{"access_token":"${TOKEN}","expires_in":${expiresIn}}`;

it.each([
  ["3600", 3540],
  ["1200", 1140],
  ["600", 540],
  ["60", 54],
  ["10", 9],
  ["100.5", 90.45],
  ['"3600"', 3540],
  ['" 60 "', 54],
  ['"0.25"', 0.225],
])("a token with `expires_in` %s is used for %d s", (expiresIn, seconds) =>
  expectKept(withLifetime(expiresIn), seconds),
);

it.each(["null", "false", "true", "{}", "[]", "[60]", '"zzz"', '"NaN"', '""', '"0x10"'])(
  "`expires_in` %s is treated as unknown: ten minutes",
  (expiresIn) => expectKept(withLifetime(expiresIn), UNKNOWN_SECONDS),
);

it.each(["0", '"0"', "-1", '"-3600"', "0.0", "-0.5"])(
  "`expires_in` %s says nothing of the lifetime: ten minutes",
  (expiresIn) => expectKept(withLifetime(expiresIn), UNKNOWN_SECONDS),
);

it.each([
  ["access_token", "expiresIn"],
  ["accessToken", "expiresIn"],
  ["accessToken", "expires_in"],
  ["token", "expiresIn"],
  ["token", "expires_in"],
])("beside `%s` the lifetime is `%s`", (tokenName, lifetimeName) =>
  expectKept(JSON.stringify({ [tokenName]: TOKEN, [lifetimeName]: 3600 }), 3540),
);

it.each(["1e10", "1e300", "1e400", '"99999999999999999999999"'])(
  "`expires_in` %s is no lifetime: ten minutes",
  (expiresIn) => expectKept(withLifetime(expiresIn), UNKNOWN_SECONDS),
);

it("a token without `expires_in` is used for ten minutes", () =>
  expectKept(JSON.stringify({ access_token: TOKEN }), UNKNOWN_SECONDS));

it("a lifetime beside the token counts before one at the top", () =>
  expectKept(JSON.stringify({ data: { token: TOKEN, expires_in: 60 }, expires_in: 90 }), 54));

it("a lifetime at the top counts if there is none beside the token", () =>
  expectKept(JSON.stringify({ data: { token: TOKEN }, expires_in: 90 }), 81));

it("a lifetime at the top is read if the one beside the token is null", () =>
  expectKept(JSON.stringify({ data: { token: TOKEN, expires_in: null }, expires_in: 90 }), 81));
