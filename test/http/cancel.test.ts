/** Cancelling: whoever waits stops at once, and nothing more is sent. */
import { systemClock } from "../../provider/base/deadline.js";
import { createClient, failureOf, openService, TOKEN } from "../support/client.js";
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
