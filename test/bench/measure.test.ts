/** Medians, spreads, ratios and turns: what the benchmarks' figures rest on. */
import { compare, measureInTurns, type Sample, summarise } from "./measure.js";
import { processorTime } from "./time-command.js";

const sample = (milliseconds: number): Sample => ({ milliseconds, cpuMilliseconds: milliseconds * 2 });

test.each([
  [[3], 3, [3, 3]],
  [[1, 2], 1.5, [1.25, 1.75]],
  [[5, 1, 3], 3, [2, 4]],
  [[4, 1, 3, 2, 100], 3, [2, 4]],
])("the median and the middle half of %j are %d and %j", (values, median, spread) => {
  expect(summarise(values)).toEqual({ runs: values.length, median, spread });
});

test("each subject warms up once, and then all take turns, in reverse every other time", async () => {
  const order: string[] = [];
  const subject = (name: string) => ({
    name,
    run: () => Promise.resolve(sample(order.push(name))),
  });
  const timings = await measureInTurns([subject("a"), subject("b")], 2);
  expect(order.join("")).toBe("ab" + "ab" + "ba");
  expect([...timings.keys()]).toEqual(["a", "b"]);
  // The warm-ups, runs 1 and 2, do not count.
  expect(timings.get("a")?.map(({ milliseconds }) => milliseconds)).toEqual([3, 6]);
});

test("two subjects are compared round by round, so that a slow minute affects neither figure", () => {
  const timings = new Map([
    ["ours", [sample(11), sample(110), sample(22)]],
    ["base", [sample(10), sample(100), sample(20)]],
  ]);
  expect(compare(timings, "ours", "base", "ratio").median).toBeCloseTo(1.1);
  expect(compare(timings, "ours", "base", "difference").median).toBe(2);
  expect(compare(timings, "ours", "base", "difference", "cpuMilliseconds").median).toBe(4);
});

test("processor time is that of the shell and of all its descendants", () => {
  expect(processorTime("0m0.010000s 0m0.020000s\n1m2.500000s 0m0.470000s\n")).toBeCloseTo(63_000);
});
