/** The machine's own clock, and waiting no longer than a deadline allows. */
import { getEventListeners, getMaxListeners } from "node:events";
import { createDeadline, systemClock, withTimeout } from "../../provider/base/deadline.js";
import { activeTimers } from "../support/timers.js";

it("a sleep longer than the longest timer does not end at once", async () => {
  const stop = new AbortController();
  const long = systemClock.sleep(2 ** 40, stop.signal).then(
    () => "over",
    () => "stopped",
  );
  const short = systemClock.sleep(5).then(() => "short");
  expect(await Promise.race([long, short])).toBe("short");
  stop.abort();
  expect(await long).toBe("stopped");
});

const never = new Promise<never>(() => undefined);

it("what waits longer than its time gets an error", async () => {
  await expect(withTimeout(never, 1)).rejects.toThrow("the time has passed");
});

it.each(["before", "while"])("a signal that aborts %s something waits ends the wait", async (when) => {
  const controller = new AbortController();
  if (when === "before") {
    controller.abort();
  }
  const waiting = withTimeout(never, 1_000_000, controller.signal);
  controller.abort();
  await expect(waiting).rejects.toThrow("cancelled");
});

it("after a wait neither a timer nor a listener is left", async () => {
  const { signal } = new AbortController();
  const timers = activeTimers();
  await expect(withTimeout(Promise.resolve("result"), 1_000_000, signal)).resolves.toBe("result");
  await expect(withTimeout(Promise.reject(new Error("broken")), 1_000_000, signal)).rejects.toThrow("broken");
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
  expect(activeTimers()).toBe(timers);
});

it("many waits for one signal are no leak that Node.js warns of", () => {
  const { signal } = new AbortController();
  createDeadline(1000, systemClock, signal);
  expect(getMaxListeners(signal)).toBe(Infinity);
});
