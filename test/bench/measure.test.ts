/** Medians, spreads, and turns: what the benchmarks' figures rest on. */
import { measureInTurns, summarise } from "./measure.js";

test.each([
  [[3], 3, [3, 3]],
  [[1, 2], 1.5, [1.25, 1.75]],
  [[5, 1, 3], 3, [2, 4]],
  [[4, 1, 3, 2, 100], 3, [2, 4]],
])("the median and the middle half of %j are %d and %j", (milliseconds, median, spread) => {
  expect(summarise("", milliseconds)).toEqual({ name: "", runs: milliseconds.length, median, spread });
});

test("each subject warms up once, and then all take turns, the other way round every other time", async () => {
  const order: string[] = [];
  const subject = (name: string) => ({
    name,
    run: () => Promise.resolve(order.push(name)),
  });
  const timings = await measureInTurns([subject("a"), subject("b")], 2);
  expect(order.join("")).toBe("ab" + "ab" + "ba");
  expect([...timings.keys()]).toEqual(["a", "b"]);
  // The warm-ups, runs 1 and 2, do not count.
  expect(timings.get("a")).toMatchObject({ runs: 2, median: 4.5 });
});
