/** Thirty services with faults, by seeds, over sockets: each reader gets the whole listing or a typed error. */
import { inspect } from "node:util";
import { WorkflowsError } from "../../provider/base/errors.js";
import { createSession } from "../../provider/workflows/session.js";
import { createFakeClock } from "../support/clocks.js";
import { spellingsIn } from "../support/secret-spellings.js";
import { itemsOf, scenarioOf, SimulatedService } from "./service.js";

const SEEDS = 30;
const MAX_RETRIES = 4;

/** Plays the scenario of a seed. Returns what was not as it must be, and how many readers got the whole listing. */
async function simulate(seed: number): Promise<{ readonly faults: readonly string[]; readonly whole: number }> {
  const scenario = scenarioOf(seed);
  const clock = createFakeClock();
  const simulated = new SimulatedService(scenario, clock, MAX_RETRIES);
  await using service = await simulated.start();
  const config: Readonly<Record<string, string>> = {
    ...{ baseUrl: service.url, clientId: service.clientId, clientSecret: service.clientSecret },
    ...{ maxRetries: String(MAX_RETRIES), deadlineSeconds: "21600" },
  };
  const lines: string[] = [];
  const onProgress = (line: string): void => void lines.push(line);
  const session = createSession({ config: (key) => config[key], environment: {}, clock, onProgress });
  const { pagination } = scenario.convention;
  const readings = scenario.groups.map((group) =>
    session.list({ request: { pagination, query: { group } }, view: {} }),
  );
  const results = await Promise.allSettled(readings);
  const { mayFail, violations, tokens } = simulated;
  const expected = JSON.stringify(itemsOf(scenario.items));
  const wrong = results.flatMap((result) =>
    result.status === "fulfilled"
      ? listingFaults(result.value.json, expected)
      : errorFaults(result.reason as unknown, mayFail),
  );
  const texts = [...lines, ...results.map((result) => inspect(result, { depth: 10, showHidden: true }))].join("\n");
  const shown = [service.clientSecret, ...tokens].filter((secret) => spellingsIn(texts, [secret]).length > 0);
  return {
    faults: [...violations, ...wrong, ...shown.map((secret) => `a message shows ${secret}`)],
    whole: results.filter(({ status }) => status === "fulfilled").length,
  };
}

function listingFaults(json: string, expected: string): string[] {
  return json === expected ? [] : [`a reader got ${json}, not ${expected}`];
}

function errorFaults(error: unknown, mayFail: boolean): string[] {
  if (!(error instanceof WorkflowsError)) {
    return [`a reader got an error of no known kind: ${inspect(error)}`];
  }
  return mayFail ? [] : [`a reader failed for no reason: ${error.message}`];
}

it("every reader of a simulated service gets the whole listing or a typed error", async () => {
  let whole = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const outcome = await simulate(seed);
    expect({ seed, faults: outcome.faults }).toEqual({ seed, faults: [] });
    whole += outcome.whole;
  }
  // Services that only fail would prove little.
  expect(whole).toBeGreaterThan(SEEDS);
}, 30_000);
