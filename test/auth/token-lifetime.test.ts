/** Cases 12 to 20: the lifetime of a token, from its response. */
import assert from "node:assert/strict";
import { createFakeClock } from "../support/clocks.js";
import { json } from "../support/servers.js";
import { theCase, TOKEN } from "../support/client.js";
import type { Bench } from "../support/client.js";

const DAY_SECONDS = 24 * 60 * 60;

/** A token with this response is used again for `seconds`, and not a millisecond longer; 0: used once. */
async function assertKept(bench: Bench, response: string | object, seconds: number): Promise<void> {
  const clock = createFakeClock();
  const service = await bench.service({ token: [json(response)] });
  const { tokens } = bench.client(service, { clock });
  await tokens.getToken();
  if (seconds > 0) {
    clock.advance(seconds * 1000 - 1);
    await tokens.getToken();
    assert.equal(service.requests.length, 1, `${JSON.stringify(response)} was not kept`);
    clock.advance(1);
  }
  await tokens.getToken();
  assert.equal(service.requests.length, 2, `${JSON.stringify(response)} was kept too long`);
}

const jwt = (claims: object): string =>
  ["{}", JSON.stringify(claims), "signature"].map((part) => Buffer.from(part).toString("base64url")).join(".");

function lifetimeCase(number: number, title: string, responses: Record<string, number>): void {
  theCase(number, title, async (bench) => {
    for (const [expiresIn, seconds] of Object.entries(responses)) {
      await assertKept(bench, `{"access_token":"${TOKEN}","expires_in":${expiresIn}}`, seconds);
    }
  });
}

/** Ten minutes, less the margin. */
const UNKNOWN = 540;

lifetimeCase(12, "`expires_in` a number", { 3600: 3540, 60: 54, 1200: 1140 });
lifetimeCase(13, '`expires_in` a string, `"3600"`', { '"3600"': 3540, '" 60 "': 54 });
theCase(14, "`expires_in` missing", async (bench) => {
  await assertKept(bench, { access_token: TOKEN }, UNKNOWN);
  const exp = createFakeClock().now() / 1000 + 300;
  await assertKept(bench, { access_token: jwt({ exp }) }, 270);
});

lifetimeCase(15, "`expires_in` null", { null: UNKNOWN });
lifetimeCase(16, "`expires_in` zero: usable once, not kept", { 0: 0, '"0"': 0 });
lifetimeCase(17, "`expires_in` negative", { "-1": 0, '"-3600"': 0 });
lifetimeCase(18, '`expires_in` `false`, `{}`, `"zzz"`, NaN', {
  false: UNKNOWN,
  true: UNKNOWN,
  "{}": UNKNOWN,
  "[]": UNKNOWN,
  "[60]": UNKNOWN,
  '"zzz"': UNKNOWN,
  '"NaN"': UNKNOWN,
  '""': UNKNOWN,
  '"0x10"': UNKNOWN,
});
lifetimeCase(19, "`expires_in` huge: capped", {
  1e9: DAY_SECONDS - 60,
  1e300: DAY_SECONDS - 60,
  "1e400": DAY_SECONDS - 60,
  '"99999999999999999999999"': DAY_SECONDS - 60,
});
lifetimeCase(20, "`expires_in` a fraction", { 100.5: 90.45, '"0.25"': 0.225 });
