/**
 * `npx ts-node -P test/simulate/tsconfig.json test/simulate/main.ts --seeds 10000 [--first 1]`: simulated services with
 * faults, and readers that must get the whole listing or a typed error. A seed that fails is printed with its scenario;
 * `--first SEED --seeds 1` runs it alone.
 */
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startProxy } from "../support/proxy.js";
import { simulate } from "./simulate.js";

const SHOWN_FAILURES = 5;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { seeds: { type: "string", default: "1000" }, first: { type: "string", default: "1" } },
  });
  const [first, seeds] = [Number(values.first), Number(values.seeds)];
  const began = performance.now();
  const proxy = await startProxy();
  const failed: number[] = [];
  let requests = 0;
  let whole = 0;
  let changed = 0;
  let readers = 0;
  try {
    for (let seed = first; seed < first + seeds; seed += 1) {
      const outcome = await simulate(seed, proxy);
      requests += outcome.requests;
      whole += outcome.whole;
      changed += outcome.changed;
      readers += outcome.scenario.readers.length;
      if (outcome.faults.length > 0) {
        failed.push(seed);
        if (failed.length <= SHOWN_FAILURES) {
          console.log(`Seed ${seed} failed:\n${outcome.faults.map((fault) => `  - ${fault}`).join("\n")}`);
          console.log(JSON.stringify(outcome.scenario, undefined, 2));
        }
      }
      if (seed % 1000 === 0) {
        console.error(`  ${seed - first + 1} of ${seeds} …`);
      }
    }
  } finally {
    await proxy.close();
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  // What closes, closes in the next turns of the event loop.
  await wait(50);
  const left = process.getActiveResourcesInfo().filter((name) => /^(TCP|Timeout|Immediate|TLS)/.test(name));
  console.log(
    `${seeds} seeds, ${requests} requests, ${readers} readers: ${whole} got the whole listing (${changed} while it changed), ${readers - whole} an error; ` +
      `${failed.length} seeds failed${failed.length === 0 ? "" : ` (${failed.slice(0, 20).join(", ")})`}; ${seconds} s.`,
  );
  if (left.length > 0) {
    console.log(`Left open: ${left.join(", ")}.`);
  }
  process.exitCode = failed.length > 0 || left.length > 0 ? 1 : 0;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
