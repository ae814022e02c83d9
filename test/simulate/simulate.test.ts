/** A short run of the simulation; `test/simulate/main.ts` runs as many seeds as one likes. */
import { startProxy } from "../support/proxy.js";
import { simulate } from "./simulate.js";

const SEEDS = 150;

it("every reader of a simulated service gets the whole listing or a typed error, and nothing is left open", async () => {
  const proxy = await startProxy();
  try {
    let whole = 0;
    let changed = 0;
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const outcome = await simulate(seed, proxy);
      expect({ seed, faults: outcome.faults }).toEqual({ seed, faults: [] });
      whole += outcome.whole;
      changed += outcome.changed;
    }
    // Services that only fail would prove little.
    expect(whole).toBeGreaterThan(SEEDS);
    expect(changed).toBeGreaterThan(SEEDS / 10);
  } finally {
    await proxy.close();
  }
}, 120_000);
