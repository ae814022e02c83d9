/** The cases of `test/faults` in a mutation run, without those that wait in real time. */
import { runCase } from "../faults/bench.js";
import { cases } from "../faults/cases.js";

/** Timeouts, large bodies, processes of their own. */
const SLOW: ReadonlySet<number> = new Set([46, 50, 51, 52]);

for (const one of cases.filter(({ number }) => !SLOW.has(number))) {
  it(`case ${one.number}: ${one.title}`, async () => {
    await expect(runCase(one)).resolves.toEqual(expect.any(String));
  }, 30_000);
}
