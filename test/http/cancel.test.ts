/** Cancelling: whoever waits stops at once, and nothing more is sent. */
import { createDeadline, systemClock } from "../../provider/base/deadline.js";
import { createClient, failureOf, openService, goodToken, TOKEN } from "../support/client.js";
import { json } from "../support/replies.js";

it("a request without a response is cancelled", async () => {
  const controller = new AbortController();
  const service = await openService({ list: [() => controller.abort(new Error(TOKEN))] });
  await failureOf(createClient(service, { signal: controller.signal }).list(), "cancelled");
  expect(service.requestsTo("listing")).toHaveLength(1);
});

it("the wait for a retry is cancelled", async () => {
  const controller = new AbortController();
  const service = await openService({ list: [json("", 429, { "retry-after": "15" })] });
  const clock = {
    ...systemClock,
    sleep: (milliseconds: number, signal?: AbortSignal) => {
      queueMicrotask(() => controller.abort());
      return systemClock.sleep(milliseconds, signal);
    },
  };
  await failureOf(createClient(service, { signal: controller.signal, clock }).list(), "cancelled");
  expect(service.requestsTo("listing")).toHaveLength(1);
});

it("what is cancelled before it begins opens no connection", async () => {
  const service = await openService();
  await failureOf(createClient(service, { signal: AbortSignal.abort() }).list(), "cancelled");
  expect(service.opened()).toBe(0);
});

it("of three who wait for one token, one is cancelled, one is out of time, and the third gets it", async () => {
  let arrive: () => void = () => undefined;
  const arrival = new Promise<void>((resolve) => (arrive = resolve));
  const service = await openService({ token: [() => arrive(), goodToken] });
  const { tokens } = createClient(service);
  const controller = new AbortController();
  const cancelled = failureOf(tokens.getToken(createDeadline(20, systemClock, controller.signal)), "cancelled");
  const patient = tokens.getToken(createDeadline(20, systemClock));
  const late = failureOf(tokens.getToken(createDeadline(0.001, systemClock)), "timeout");
  await arrival;
  controller.abort();
  await cancelled;
  await late;
  expect((await patient).value).toBe(TOKEN);
  // The first caller had begun the request, so another one began it again.
  expect(service.requests).toHaveLength(2);
});
