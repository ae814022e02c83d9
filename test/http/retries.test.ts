/** Which failures are repeated, how long a retry waits, and what ends the retries. Each provoked over a socket. */
import { WorkflowsError } from "../../provider/base/errors.js";
import { createClient, failureOf, openService } from "../support/client.js";
import { goodListing, goodToken } from "../support/service.js";
import { cutOff, json, type Reply, reset } from "../support/servers.js";
import { rejectionOf } from "../support/thrown.js";

const busy = (status: number, headers: Record<string, string> = {}): Reply => json({ title: "busy" }, status, headers);

it.each<[what: string, fault: Reply]>([
  ...[408, 425, 429, 500, 502, 503, 504, 509, 520, 521, 522, 523, 524, 529, 530].map((status): [string, Reply] => [
    `status ${status}`,
    busy(status),
  ]),
  ["a reset connection", reset],
  ["a response that is cut off", cutOff],
])("%s is repeated, of the token request and of the listing, after at most a second", async (_what, fault) => {
  const service = await openService({ token: [fault, fault, goodToken], list: [fault, fault, goodListing] });
  const client = createClient(service);
  expect((await client.list()).attempts).toBe(3);
  expect(service.requests).toHaveLength(6);
  expect(client.slept.filter((wait) => wait < 0 || wait > 1000)).toEqual([]);
  expect(client.progress).toHaveLength(4);
});

it.each([400, 402, 404, 405, 409, 410, 418, 422, 451, 501, 505, 525, 526])(
  "status %d is not repeated, with Retry-After neither",
  async (status) => {
    const service = await openService({ list: [busy(status, { "retry-after": "1" })] });
    await rejectionOf(WorkflowsError, createClient(service).list());
    expect(service.listRequests()).toHaveLength(1);
  },
);

it("a retry waits as long as Retry-After says", async () => {
  const service = await openService({ list: [busy(429, { "retry-after": "12" }), goodListing] });
  const client = createClient(service);
  await client.list();
  expect(client.slept).toEqual([12_000]);
  expect(client.progress).toEqual(["429 Too Many Requests, waiting 12 s, attempt 2 of 5"]);
});

it("a retry waits until the date in Retry-After, counted from the date of the response", async () => {
  const headers = { date: "Thu, 01 Jan 2026 12:00:00 GMT", "retry-after": "Thu, 01 Jan 2026 12:00:12 GMT" };
  const service = await openService({ list: [busy(429, headers), goodListing] });
  const client = createClient(service);
  await client.list();
  expect(client.slept).toEqual([12_000]);
});

it.each<[what: string, headers: Record<string, string>]>([
  ["RateLimit-Reset", { "ratelimit-reset": "9" }],
  ["X-RateLimit-Reset in seconds", { "x-ratelimit-reset": "9" }],
  ["X-RateLimit-Reset as a time in seconds", { "x-ratelimit-reset": "1767268809" }],
  ["X-RateLimit-Reset as a time in milliseconds", { "x-ratelimit-reset": "1767268809000" }],
  ["RateLimit of draft 7", { ratelimit: "limit=10, remaining=0, reset=9" }],
  ["RateLimit of draft 8", { ratelimit: '"default";r=0;t=9' }],
])("a retry of 429 waits as long as %s says", async (_what, headers) => {
  const limited = busy(429, { date: "Thu, 01 Jan 2026 12:00:00 GMT", ...headers });
  const service = await openService({ token: [limited, goodToken], list: [limited, goodListing] });
  const client = createClient(service);
  await client.list();
  expect(client.slept).toEqual([9000, 9000]);
});

it.each<[what: string, headers: Record<string, string>]>([
  ["Retry-After", { "retry-after": "9" }],
  ["a limit that is used up", { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "9" }],
])("403 with %s is a rate limit: it is repeated after that time", async (_what, headers) => {
  const limited = busy(403, headers);
  const service = await openService({ token: [limited, goodToken], list: [limited, goodListing] });
  const client = createClient(service);
  await client.list();
  expect(client.slept).toEqual([9000, 9000]);
  const always = await openService({ list: [limited] });
  await failureOf(createClient(always, { maxRetries: 1 }).list(), "rate-limited", /403 Forbidden: busy \(after 2 att/);
});

it.each<[what: string, headers: Record<string, string>]>([
  ["no word of a limit", {}],
  ["a limit that is not used up", { "x-ratelimit-remaining": "10", "x-ratelimit-reset": "9" }],
  ["an OAuth error", { "retry-after": "9", "www-authenticate": 'Bearer error="insufficient_scope"' }],
])("403 with %s is not repeated", async (_what, headers) => {
  const service = await openService({ list: [busy(403, headers)] });
  await failureOf(createClient(service).list(), "forbidden");
  expect(service.listRequests()).toHaveLength(1);
});

it("headers larger than Node.js accepts are not requested again, and the message says how to raise the limit", async () => {
  const service = await openService({ list: [json("{}", 200, { link: `<${"x".repeat(17_000)}>; rel="next"` })] });
  const message = /larger than the 16384 bytes that Node\.js accepts \(HPE_HEADER_OVERFLOW\).*--max-http-header-size/;
  await failureOf(createClient(service).list(), "too-large", message);
  expect(service.listRequests()).toHaveLength(1);
});

it.each(["-5", "soon", "", "1-2"])("a Retry-After of `%s` is ignored: the usual wait applies", async (after) => {
  const service = await openService({ list: [busy(503, { "retry-after": after }), goodListing] });
  const client = createClient(service);
  await client.list();
  expect(service.listRequests()).toHaveLength(2);
  expect(client.slept.filter((wait) => wait > 1000)).toEqual([]);
});

it("a failure that does not pass ends after five attempts", async () => {
  const service = await openService({ list: [busy(500)] });
  const error = await failureOf(createClient(service).list(), "unavailable", /after 5 attempts/);
  expect(error.attempts).toBe(5);
});

it("a Retry-After beyond the deadline fails at once", async () => {
  const service = await openService({ list: [busy(429, { "retry-after": "3600" })] });
  const client = createClient(service);
  const message = /asks to wait 3600 s, but only .* of the deadline of 20 s are left/;
  const error = await failureOf(client.list(), "rate-limited", message);
  expect(error).toMatchObject({ status: 429, attempts: 1 });
  expect(client.slept).toEqual([]);
});
