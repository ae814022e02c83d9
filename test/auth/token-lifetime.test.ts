/** How long a token is used: what its response says of its lifetime, less the margin for renewing it early. */
import { createClient, openService } from "../support/client.js";
import { createFakeClock } from "../support/clocks.js";
import { TOKEN } from "../support/service.js";
import { json } from "../support/servers.js";

/** Ten minutes, less the margin. */
const UNKNOWN_SECONDS = 540;
const DAY_SECONDS = 24 * 60 * 60;

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

const jwt = (claims: object): string =>
  ["{}", JSON.stringify(claims), "signature"].map((part) => Buffer.from(part).toString("base64url")).join(".");

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

it("a JWT whose claim `exp` is past by our clock says nothing of the lifetime: ten minutes", () => {
  const exp = createFakeClock().now() / 1000 - 300;
  return expectKept(JSON.stringify({ access_token: jwt({ exp }) }), UNKNOWN_SECONDS);
});

it("a JWT with `expires_in` 0 is used until its claim `exp`", () => {
  const exp = createFakeClock().now() / 1000 + 300;
  return expectKept(JSON.stringify({ access_token: jwt({ exp }), expires_in: 0 }), 270);
});

it.each([
  ["accessToken", "expiresIn"],
  ["accessToken", "expires_in"],
  ["token", "expiresIn"],
  ["token", "expires_in"],
])("beside `%s` the lifetime is `%s`", (tokenName, lifetimeName) =>
  expectKept(JSON.stringify({ [tokenName]: TOKEN, [lifetimeName]: 3600 }), 3540),
);

it("beside `access_token`, `expiresIn` is not the lifetime", () =>
  expectKept(JSON.stringify({ access_token: TOKEN, expiresIn: 3600 }), UNKNOWN_SECONDS));

it.each(["1e9", "1e300", "1e400", '"99999999999999999999999"'])("`expires_in` %s is capped at a day", (expiresIn) =>
  expectKept(withLifetime(expiresIn), DAY_SECONDS - 60),
);

it("a token without `expires_in` is used for ten minutes", () =>
  expectKept(JSON.stringify({ access_token: TOKEN }), UNKNOWN_SECONDS));

it("a JWT without `expires_in` is used until its claim `exp`", () => {
  const exp = createFakeClock().now() / 1000 + 300;
  return expectKept(JSON.stringify({ access_token: jwt({ exp }) }), 270);
});
