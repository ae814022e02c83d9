/** The reason of a refusal, from `WWW-Authenticate` where the body says nothing. */
import { failureOf, serve } from "../support/client.js";
import { html, json } from "../support/replies.js";
import { type Answer } from "../support/fake-service.js";
import { requestListing } from "../support/requests.js";

const KEY = "a key that is a secret";
const EXPIRED = 'Bearer realm="api", error="invalid_token", error_description="The token, \\"x\\", expired", scope="a"';

it.each<[what: string, challenge: string | string[], refusal: Answer, reason: string]>([
  ["an empty body", EXPIRED, json("", 401), 'invalid_token: The token, "x", expired. '],
  ["a body that repeats the status", 'Bearer error="scope"', json({ error: "Unauthorized" }, 401), "scope. "],
  ["a web page", EXPIRED, html("<h1>401</h1> No", 401), "invalid_token: "],
  ["a body with its own reason", EXPIRED, json({ message: "why" }, 401), "why. "],
  [
    "a realm that looks like a parameter",
    'Bearer realm="set error=invalid_token, or \\"error=x\\"", error=denied',
    json("", 401),
    "denied. ",
  ],
  [
    "the second of two challenges, in other spellings",
    ["Negotiate", 'bearer REALM="error=a", Error = insufficient_scope,scope=x'],
    json("", 401),
    "insufficient_scope. ",
  ],
  ["a text that is no page", 'Bearer error_description="<role> is missing"', json("", 401), "<role> is missing. "],
  ["a long word", `Bearer error="${"x".repeat(5000)}"`, json("", 401), `${"x".repeat(400)}…. `],
  ["a secret in it", `Bearer error="x", error_description="${KEY}"`, json("", 401), "x: [secret]. "],
])("the reason is shown: %s", async (_what, challenge, refusal, reason) => {
  const service = await serve({ ...refusal, headers: { ...refusal.headers, "www-authenticate": challenge } });
  const { message } = await failureOf(requestListing(service, { headers: { "x-api-key": KEY } }), "refused");
  expect(message).toContain(`401 Unauthorized: ${reason}`);
});
