/** The token source without a network: waiting, deadlines and aborts. */
import { createCredentials } from "../../provider/settings/credentials.js";
import { createTokenSource } from "../../provider/auth/token-source.js";
import { systemClock, createDeadline } from "../../provider/base/deadline.js";
import { createSecrets } from "../../provider/base/secrets.js";
import { deadlineFailure, errorOf } from "../../provider/http/failures.js";
import type { ServiceRequest, Transport } from "../../provider/http/types.js";
import { createFakeClock } from "../support/clocks.js";

const SERVICE = {
  baseUrl: new URL("https://api.example.com"),
  credentials: createCredentials({ clientId: "id", clientSecret: "secret" }),
};

const LONG = createDeadline(60, systemClock);

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
        // As the transport does.
        const end = (): void => reject(errorOf(deadlineFailure(request.deadline), request));
        request.deadline.signal.addEventListener("abort", end);
        if (request.deadline.signal.aborted) {
          end();
        }
      }),
  };
  const source = createTokenSource({ ...SERVICE, transport, clock });
  const respond = (index: number, value: string, expiresIn = 3600): void =>
    pending[index]?.respond(JSON.stringify({ access_token: value, expires_in: expiresIn }));
  return { clock, source, pending, respond };
}

it("a request has the deadline of the caller that began it, and others join it with their own", async () => {
  const { source, pending, respond } = fixture();
  const first = source.getToken(createDeadline(20, systemClock));
  await tick();
  expect(pending[0]?.request.deadline.seconds).toBe(20);
  const hurried = source.getToken(createDeadline(0.001, systemClock));
  await expect(hurried).rejects.toMatchObject({ code: "timeout" });
  const patient = source.getToken(LONG);
  await tick();
  respond(0, "a");
  expect((await Promise.all([first, patient])).map(({ value }) => value)).toEqual(["a", "a"]);
  expect(pending).toHaveLength(1);
});

it.each([
  ["time has passed", "timeout", () => createDeadline(0.05, systemClock)],
  ["signal is aborted", "cancelled", () => createDeadline(60, systemClock, abortSoon())],
])("when the first caller's %s, one of the others begins again", async (_what, code, makeDeadline) => {
  const { source, pending, respond } = fixture();
  const first = source.getToken(makeDeadline());
  const others = [source.getToken(LONG), source.getToken(LONG)];
  await expect(first).rejects.toMatchObject({ code });
  await tick();
  expect(pending).toHaveLength(2);
  respond(1, "a");
  expect((await Promise.all(others)).map(({ value }) => value)).toEqual(["a", "a"]);
});

function abortSoon(): AbortSignal {
  const controller = new AbortController();
  setImmediate(() => controller.abort());
  return controller.signal;
}

it("a caller who is cancelled leaves the request to the others", async () => {
  const { source, pending, respond } = fixture();
  const first = source.getToken(LONG);
  const joined = source.getToken(createDeadline(60, systemClock, abortSoon()));
  await expect(joined).rejects.toMatchObject({ code: "cancelled" });
  respond(0, "a");
  expect((await first).value).toBe("a");
  expect(pending).toHaveLength(1);
});

it("a token that has expired when it arrives is for the waiters only", async () => {
  const { clock, source, pending, respond } = fixture();
  const waiting = [source.getToken(LONG), source.getToken(LONG)];
  await tick();
  clock.advance(20_000);
  respond(0, "a", 10);
  expect((await Promise.all(waiting)).map(({ value }) => value)).toEqual(["a", "a"]);
  const next = source.getToken(LONG);
  await tick();
  expect(pending).toHaveLength(2);
  respond(1, "b");
  await next;
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
