/** The cases of `test/faults` in a mutation run, without those that wait in real time. */
import { runCase } from "../faults/bench.js";
import { cases } from "../faults/cases.js";

/** Waits of the network and of timeouts, and large bodies. */
const SLOW: ReadonlySet<number> = new Set([46, 50, 52]);

for (const one of cases.filter(({ number }) => !SLOW.has(number))) {
  it(`case ${one.number}: ${one.title}`, async () => {
    await expect(runCase(one)).resolves.toEqual(expect.any(String));
  }, 30_000);
}
