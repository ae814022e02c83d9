/** The simulation: thirty services with faults, by seeds. Each reader gets the whole listing or a typed error. */
import { simulate } from "./simulate.js";

const SEEDS = 30;

it("every reader of a simulated service gets the whole listing or a typed error", async () => {
  let whole = 0;
  let changed = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const outcome = await simulate(seed);
    expect({ seed, faults: outcome.faults }).toEqual({ seed, faults: [] });
    whole += outcome.whole;
    changed += outcome.changed;
  }
  // Services that only fail would prove little.
  expect(whole).toBeGreaterThan(SEEDS);
  expect(changed).toBeGreaterThan(0);
}, 30_000);
