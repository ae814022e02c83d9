/** How long a token is used: what its response says of its lifetime, less the margin for renewing it early. */
import { createClient, openService, TOKEN } from "../support/client.js";
import { createFakeClock } from "../support/clocks.js";
import { json } from "../support/replies.js";

/** Ten minutes, less the margin. */
const UNKNOWN = 540;

it.each<[response: string, seconds: number]>([
  ['"access_token":"T","expires_in":3600', 3540],
  ['"access_token":"T","expires_in":60', 54],
  ['"access_token":"T","expires_in":"3600"', 3540],
  ['"accessToken":"T","expiresIn":3600', 3540],
  ['"data":{"token":"T","expires_in":60},"expires_in":90', 54],
  ['"data":{"token":"T","expires_in":null},"expires_in":90', 81],
  ['"access_token":"T"', UNKNOWN],
  ...["null", '"0x10"', "0", "-1", "1e10"].map((value): [string, number] => [
    `"access_token":"T","expires_in":${value}`,
    UNKNOWN,
  ]),
])("a token with the response {%s} is used for %d s", async (response, seconds) => {
  const clock = createFakeClock();
  const service = await openService({ token: [json(`{${response.replace('"T"', `"${TOKEN}"`)}}`)] });
  const { tokens } = createClient(service, { clock });
  await tokens.getToken();
  clock.advance(seconds * 1000 - 1);
  await tokens.getToken();
  expect(service.requests).toHaveLength(1);
  clock.advance(1);
  await tokens.getToken();
  expect(service.requests).toHaveLength(2);
});
