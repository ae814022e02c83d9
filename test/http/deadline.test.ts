/** The machine's own clock. */
import { systemClock } from "../../provider/http/deadline.js";

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
