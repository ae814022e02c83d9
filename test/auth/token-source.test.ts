/** The token source without a network: waiting, deadlines and aborts. */
import { createCredentials } from "../../provider/settings/credentials.js";
import { createTokenSource } from "../../provider/auth/token-source.js";
import { systemClock, createDeadline } from "../../provider/base/deadline.js";
import { createSecrets } from "../../provider/base/secrets.js";
import type { ServiceRequest, Transport } from "../../provider/http/types.js";
import { createFakeClock } from "../support/clocks.js";

const SERVICE = {
  baseUrl: new URL("https://api.example.com"),
  credentials: createCredentials({ clientId: "id", clientSecret: "secret" }),
};

const tick = () => new Promise((resolve) => setImmediate(resolve));

/** A source whose responses the test gives. */
function fixture() {
  const clock = createFakeClock();
  const pending: { request: ServiceRequest; respond: (text: string) => void }[] = [];
  const transport: Transport = {
    secrets: createSecrets(),
    send: (request) =>
      new Promise((resolve, reject) => {
        const sentAt = clock.now();
        const respond = (text: string): void =>
          resolve({ status: 200, headers: {}, text, bytes: 0, url: request.url, sentAt, attempts: 1 });
        pending.push({ request, respond });
        request.deadline.signal?.addEventListener("abort", () => reject(new Error("aborted")));
      }),
  };
  const source = createTokenSource({ ...SERVICE, transport, clock });
  const respond = (index: number, value: string, expiresIn = 3600): void =>
    pending[index]?.respond(JSON.stringify({ access_token: value, expires_in: expiresIn }));
  return { clock, source, pending, respond };
}

it("the request has the source's own deadline, and each caller waits as long as its own allows", async () => {
  const { clock, source, pending, respond } = fixture();
  const first = source.getToken(createDeadline(5, clock));
  await tick();
  expect(pending[0]?.request.deadline.remaining()).toBe(120_000);
  const hurried = source.getToken(createDeadline(0, systemClock));
  await expect(hurried).rejects.toMatchObject({ code: "timeout" });
  expect(pending[0]?.request.deadline.signal?.aborted).toBe(false);
  respond(0, "a");
  expect((await first).value).toBe("a");
  expect(pending).toHaveLength(1);
});

it("a caller who joins a pending request has a deadline of its own, not the rest of the first caller's", async () => {
  const { clock, source, pending, respond } = fixture();
  const first = source.getToken(createDeadline(120, clock));
  await tick();
  clock.advance(100_000);
  const second = source.getToken(createDeadline(120, clock));
  await tick();
  expect(pending).toHaveLength(1);
  expect(pending[0]?.request.deadline.remaining()).toBe(120_000);
  clock.advance(60_000);
  respond(0, "a");
  expect((await Promise.all([first, second])).map(({ value }) => value)).toEqual(["a", "a"]);
});

it("the request is aborted when the last caller has left, and the next caller sends a new one", async () => {
  const { source, pending, respond } = fixture();
  const [one, two] = [new AbortController(), new AbortController()];
  const waiting = [one, two].map(({ signal }) => source.getToken(createDeadline(60, systemClock, signal)));
  await tick();
  one.abort();
  await expect(waiting[0]).rejects.toMatchObject({ code: "cancelled" });
  expect(pending[0]?.request.deadline.signal?.aborted).toBe(false);
  two.abort();
  await expect(waiting[1]).rejects.toMatchObject({ code: "cancelled" });
  expect(pending[0]?.request.deadline.signal?.aborted).toBe(true);
  const next = source.getToken();
  await tick();
  respond(1, "b");
  expect((await next).value).toBe("b");
  expect(pending).toHaveLength(2);
});

it("no caller waits for an aborted request, even if it ends late", async () => {
  const sent: ServiceRequest[] = [];
  const secrets = createSecrets();
  const transport: Transport = { secrets, send: (request) => new Promise(() => sent.push(request)) };
  const source = createTokenSource({ ...SERVICE, transport });
  for (const count of [1, 2]) {
    const stop = new AbortController();
    const waiting = source.getToken(createDeadline(60, systemClock, stop.signal));
    await tick();
    expect(sent).toHaveLength(count);
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: "cancelled" });
  }
});

it("dropping a token while a new one is under way leaves the new one alone", async () => {
  const { clock, source, respond } = fixture();
  const first = source.getToken();
  await tick();
  respond(0, "a", 10);
  const old = await first;
  clock.advance(9000);
  const second = source.getToken();
  await tick();
  source.invalidate(old);
  respond(1, "b");
  expect((await second).value).toBe("b");
  source.invalidate(old);
  expect((await source.getToken()).value).toBe("b");
});

it("a token that has expired when it arrives is for the waiters only", async () => {
  const { clock, source, pending, respond } = fixture();
  const waiting = [source.getToken(), source.getToken()];
  await tick();
  clock.advance(20_000);
  respond(0, "a", 10);
  expect((await Promise.all(waiting)).map(({ value }) => value)).toEqual(["a", "a"]);
  const next = source.getToken();
  await tick();
  expect(pending).toHaveLength(2);
  respond(1, "b");
  await next;
});

it("a wall clock that is set back does not prolong a token that was long under way", async () => {
  const { clock, source, pending, respond } = fixture();
  const first = source.getToken();
  await tick();
  clock.advance(5000);
  respond(0, "a", 100);
  await first;
  clock.jump(-3_600_000);
  // 90 of its 100 seconds may be used, and 5 had passed when it came.
  clock.advance(84_000);
  expect((await source.getToken()).value).toBe("a");
  clock.advance(2000);
  const next = source.getToken();
  await tick();
  expect(pending).toHaveLength(2);
  respond(1, "b");
  expect((await next).value).toBe("b");
});

it("a timeout and a cancelled wait have what was being done, and the timeout what to do", async () => {
  const { source } = fixture();
  await expect(source.getToken(createDeadline(0.05, systemClock))).rejects.toMatchObject({
    code: "timeout",
    message:
      "Could not create an access token: The deadline of 0.05 s has passed. If the service needs longer, raise deadlineSeconds (`workflows:deadlineSeconds` or WORKFLOWS_DEADLINE_SECONDS). [timeout]",
  });
  await expect(source.getToken(createDeadline(60, systemClock, AbortSignal.abort()))).rejects.toMatchObject({
    code: "cancelled",
    message: "Could not create an access token: The operation was cancelled. Run it again. [cancelled]",
  });
});
