/** The machine's own clock, and waiting no longer than a deadline allows. */
import { execFileSync } from "node:child_process";
import { getEventListeners, getMaxListeners } from "node:events";
import { join } from "node:path";
import { createDeadline, systemClock, untilAborted } from "../../provider/base/deadline.js";

const never = new Promise<never>(() => undefined);

it("a deadline ends by itself, and says that nobody cancelled it", async () => {
  const deadline = createDeadline(0.001, systemClock, new AbortController().signal);
  await expect(untilAborted(never, deadline.signal)).rejects.toThrow("aborted");
  expect(deadline.isCancelled()).toBe(false);
  // A timer may fire a fraction of a millisecond early.
  expect(deadline.remaining()).toBeLessThan(1);
});

it.each(["before", "while"])("a caller who cancels %s something waits ends the wait", async (when) => {
  const controller = new AbortController();
  if (when === "before") {
    controller.abort();
  }
  const deadline = createDeadline(1000, systemClock, controller.signal);
  const waiting = untilAborted(never, deadline.signal);
  controller.abort();
  await expect(waiting).rejects.toThrow("aborted");
  expect(deadline.isCancelled()).toBe(true);
});

it("after a wait no listener is left", async () => {
  const { signal } = new AbortController();
  await expect(untilAborted(Promise.resolve("result"), signal)).resolves.toBe("result");
  await expect(untilAborted(Promise.reject(new Error("broken")), signal)).rejects.toThrow("broken");
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});

it("many waits for one deadline are no leak that Node.js warns of", () => {
  expect(getMaxListeners(createDeadline(1000, systemClock).signal)).toBe(Infinity);
});

it("after a garbage collection, a deadline and the time of an attempt still end", () => {
  const program = `
    const { abortAfter, createDeadline, systemClock, untilAborted } = require("./deadline.js");
    const never = new Promise(() => undefined);
    const ends = Array.from({ length: 50 }, () => {
      const { signal } = createDeadline(0.2, systemClock, new AbortController().signal);
      const { controller } = abortAfter(300);
      return [untilAborted(never, signal), untilAborted(never, AbortSignal.any([signal, controller.signal]))];
    }).flat();
    const collecting = setInterval(gc, 10);
    let ended = 0;
    ends.forEach((end) => end.catch(() => (ended += 1)));
    setTimeout(() => { clearInterval(collecting); console.log(ended); }, 1500);
  `;
  const cwd = join(__dirname, "../../dist/base");
  expect(execFileSync(process.execPath, ["--expose-gc", "-e", program], { cwd, encoding: "utf8" }).trim()).toBe("100");
}, 20_000);
