/** Which failures are repeated, how long a retry waits, and what ends the retries. Each provoked over a socket. */
import { systemClock } from "../../provider/base/deadline.js";
import { WorkflowsError } from "../../provider/base/errors.js";
import { createClient, failureOf, openService, goodListing, goodToken } from "../support/client.js";
import { createFakeClock } from "../support/clocks.js";
import { hang, json, reset } from "../support/replies.js";
import type { Answer, Reply } from "../support/fake-service.js";
import { rejectionOf } from "../support/thrown.js";
import { until } from "../support/timers.js";

const busy = (status: number, headers: Record<string, string> = {}): Answer => json({ title: "busy" }, status, headers);

afterEach(() => {
  jest.restoreAllMocks();
});

// The table of failures has its own test: failures.test.ts.
it.each<[what: string, fault: Reply]>([
  ["status 503", busy(503)],
  ["status 429", busy(429)],
  ["a reset connection", reset],
])("%s is repeated, of the token request and of the listing", async (_what, fault) => {
  const service = await openService({ token: [fault, fault, goodToken], list: [fault, fault, goodListing] });
  const client = createClient(service);
  expect((await client.list()).attempts).toBe(3);
  expect(service.requests).toHaveLength(6);
  expect(client.slept).toEqual([]);
  expect(client.progress).toHaveLength(4);
});

it.each([402, 404, 501])("status %d is not repeated, with Retry-After neither", async (status) => {
  const service = await openService({ list: [busy(status, { "retry-after": "1" })] });
  await rejectionOf(WorkflowsError, createClient(service).list());
  expect(service.requestsTo("listing")).toHaveLength(1);
});

it.each<[what: string, status: number, headers: Record<string, string>]>([
  ["Retry-After", 503, { "retry-after": "9" }],
  ["RateLimit-Reset", 429, { "ratelimit-reset": "9" }],
  ["Retry-After, and not the reset,", 429, { "retry-after": "9", "ratelimit-reset": "12" }],
])("a retry waits as long as %s says", async (_what, status, headers) => {
  const limited = busy(status, headers);
  const service = await openService({ token: [limited, goodToken], list: [limited, goodListing] });
  const client = createClient(service);
  await client.list();
  expect(client.slept).toEqual([9000, 9000]);
  expect(client.progress[0]).toMatch(/^\d+ .*, waiting 9 s, attempt 2 of 6$/);
});

it.each<[what: string, status: number, headers: Record<string, string>]>([
  ["a reset with a status that limits no rate", 503, { "ratelimit-reset": "9" }],
  ["a Retry-After that is no time", 503, { "retry-after": "soon" }],
])("%s is ignored: the usual wait applies", async (_what, status, headers) => {
  const service = await openService({ list: [busy(status, headers), goodListing] });
  const client = createClient(service);
  expect((await client.list()).attempts).toBe(2);
  expect(client.slept).toEqual([]);
});

it.each([{ error: "rate_limit_exceeded" }, "no JSON"])(
  "403 with Retry-After is a rate limit, whatever the body calls it: %j",
  async (body) => {
    const headers = { "retry-after": "9", "www-authenticate": 'Bearer error="insufficient_scope"' };
    const limited = json(body, 403, headers);
    const service = await openService({ token: [limited, goodToken], list: [limited, goodListing] });
    const client = createClient(service);
    await client.list();
    expect(client.slept).toEqual([9000, 9000]);
    const always = await openService({ list: [limited] });
    await failureOf(createClient(always, { maxRetries: 1 }).list(), "rate-limited", /403 Forbidden: .*\(after 2 att/);
  },
);

it("403 without Retry-After is not repeated", async () => {
  const service = await openService({ list: [busy(403, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "9" })] });
  await failureOf(createClient(service).list(), "forbidden");
  expect(service.requestsTo("listing")).toHaveLength(1);
});

it("headers larger than Node.js accepts are not requested again, and the message says how to raise the limit", async () => {
  const service = await openService({ list: [json("{}", 200, { link: `<${"x".repeat(17_000)}>; rel="next"` })] });
  const message = /Header overflow \(HPE_HEADER_OVERFLOW\).*--max-http-header-size/;
  await failureOf(createClient(service).list(), "too-large", message);
  expect(service.requestsTo("listing")).toHaveLength(1);
});

it("a failure that does not pass ends after six attempts, and waits no longer after the last one", async () => {
  const service = await openService({ list: [busy(500)] });
  const client = createClient(service);
  const error = await failureOf(client.list(), "unavailable", /after 6 attempts/);
  expect(error.attempts).toBe(6);
  expect(client.progress).toHaveLength(5);
});

it("the progress line of an attempt without a response says that it timed out", async () => {
  const service = await openService({ list: [hang, goodListing] });
  const client = createClient(service, { requestTimeoutSeconds: 0.3 });
  await client.list();
  expect(client.progress).toEqual([expect.stringMatching(/^timeout, waiting .*, attempt 2 of 6$/)]);
});

it("waits and attempts share one deadline, and no wait begins that would pass it", async () => {
  const clock = createFakeClock();
  const service = await openService({ list: [busy(503, { "retry-after": "9" })] });
  const message =
    /asks to wait 9 s, but only 2 s of the deadline of 20 s are left\. If .* longer, raise deadlineSeconds/;
  const error = await failureOf(createClient(service, { clock }).list(), "unavailable", message);
  expect(error).toMatchObject({ status: 503, attempts: 3 });
  expect(clock.slept).toEqual([9000, 9000]);
});

it.each([
  ["A Retry-After", busy(429, { "retry-after": "3600" }), 0, "rate-limited", /The response asks to wait 3600 s, but/],
  ["A wait of its own", busy(503), 30_000, "unavailable", /The next attempt would wait 30 s, but only 20 s of the/],
] as const)("%s beyond the deadline fails at once", async (_what, reply, leastRetryMs, code, message) => {
  const clock = { ...createFakeClock(), leastRetryMs };
  const service = await openService({ list: [reply] });
  const error = await failureOf(createClient(service, { clock }).list(), code, message);
  expect(error.attempts).toBe(1);
  expect(clock.slept).toEqual([]);
});

it("a deadline that ends a wait keeps what the service said", async () => {
  // The shortest wait would fit. Chance makes it twice as long.
  jest.spyOn(Math, "random").mockReturnValue(0.99);
  const clock = { ...createFakeClock(), leastRetryMs: 900 };
  const service = await openService({ list: [busy(503, { "x-request-id": "r-1" })] });
  const sending = createClient(service, { clock, deadlineSeconds: 1 }).list();
  const message = /503 Service Unavailable .*: busy\. The deadline of 1 s passed .* raise deadlineSeconds /;
  expect(await failureOf(sending, "unavailable", message)).toMatchObject({
    status: 503,
    requestId: "r-1",
    attempts: 1,
  });
});

it.each([
  ["the last attempt", json("", 429, { "retry-after": "5" }), 0],
  ["a refusal of the token", json("", 401, { "retry-after": "5" }), 5],
])("there is no wait after %s", async (_what, reply, maxRetries) => {
  const service = await openService({ token: [reply] });
  const client = createClient(service, { maxRetries });
  await rejectionOf(WorkflowsError, client.tokens.getToken());
  expect(service.requests).toHaveLength(1);
  expect(client.slept).toEqual([]);
});

it("a hundred retries wait no longer than half a minute each", async () => {
  const clock = { ...createFakeClock(), leastRetryMs: 30_000 };
  const lines: string[] = [];
  const service = await openService({ list: [busy(503)] });
  const options = { clock, maxRetries: 100, deadlineSeconds: 40, onProgress: (line: string) => lines.push(line) };
  const controller = new AbortController();
  const sending = createClient(service, { ...options, signal: controller.signal }).list();
  sending.catch(() => undefined);
  await until(() => lines.length > 0);
  controller.abort();
  await failureOf(sending, "cancelled");
  expect(lines).toEqual(["503 Service Unavailable, waiting 30 s, attempt 2 of 101"]);
});

it("a service that restarts for seven seconds is ridden out with nothing set", async () => {
  // A hundredth of the time: 2.5 ms in place of 250.
  const clock = { ...systemClock, leastRetryMs: systemClock.leastRetryMs / 100 };
  let began: number | undefined;
  const service = await openService({
    list: [() => (performance.now() - (began ??= performance.now()) < 70 ? busy(503) : goodListing)],
  });
  const { status, attempts } = await createClient(service, { clock }).list();
  expect(status).toBe(200);
  expect(attempts).toBeLessThanOrEqual(6);
});
