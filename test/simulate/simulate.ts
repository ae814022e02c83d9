/** Runs one scenario over real sockets, and checks what must be true of every one. */
import { inspect } from "node:util";
import { WorkflowsError } from "../../provider/base/errors.js";
import { createSession } from "../../provider/workflows/session.js";
import { createFakeClock } from "../support/clocks.js";
import { spellingsIn } from "../support/secret-spellings.js";
import { type Change, type Reading, type Scenario, scenarioOf, SimulatedService } from "./service.js";

const MAX_RETRIES = 4;

export interface Outcome {
  /** What was not as it must be; empty where all is well. */
  readonly faults: readonly string[];
  /** How many readers got the listing, and how many read while it changed. */
  readonly whole: number;
  readonly changed: number;
}

export async function simulate(seed: number): Promise<Outcome> {
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
  const readers = scenario.groups.map(async (group) => {
    const reading = session.list({ request: { pagination, query: { group } }, view: {} });
    return reading.then(
      ({ json }) => ({ group, numbers: (JSON.parse(json) as { number: number }[]).map(({ number }) => number) }),
      (error: unknown) => ({ group, error }),
    );
  });
  const results = await Promise.all(readers);
  const { listing, mayFail, violations, tokens } = simulated;
  const readingOf = (group: number): Reading =>
    listing.readings.get(String(group)) ?? { since: 0, until: 0, alwaysThere: [] };
  const changesOf = (group: number): readonly Change[] => {
    const { since, until } = readingOf(group);
    return listing.changes.slice(since, until);
  };
  const faults = results.flatMap((result) => {
    const changes = changesOf(result.group);
    return "numbers" in result
      ? listingFaults(result.numbers, readingOf(result.group).alwaysThere, changes, scenario)
      : errorFaults(result.error, mayFail || changes.length > 0);
  });
  const texts = [...lines, ...results.map((result) => inspect(result, { depth: 10, showHidden: true }))].join("\n");
  const shown = [service.clientSecret, ...tokens].filter((secret) => spellingsIn(texts, [secret]).length > 0);
  return {
    faults: [...violations, ...faults, ...shown.map((secret) => `a message shows ${secret}`)],
    whole: results.filter((result) => "numbers" in result).length,
    changed: results.filter(({ group }) => changesOf(group).length > 0).length,
  };
}

function errorFaults(error: unknown, mayFail: boolean): string[] {
  if (!(error instanceof WorkflowsError)) {
    return [`a reader got an error of no known kind: ${inspect(error)}`];
  }
  return mayFail ? [] : [`a reader failed for no reason: ${error.message}`];
}

/** Nothing that was there all the time may be missing. If nothing changed, that is all there is. */
function listingFaults(
  numbers: readonly number[],
  expected: readonly number[],
  changes: readonly Change[],
  scenario: Scenario,
): string[] {
  if (changes.length === 0) {
    const isWhole = JSON.stringify(numbers) === JSON.stringify(expected);
    return isWhole ? [] : [`a reader got ${numbers.length} workflows, not the ${expected.length} that there are`];
  }
  const missing = expected.filter((number) => !numbers.includes(number));
  return missing.length === 0 || !isVisible(changes, scenario)
    ? []
    : [`a reader got no error, and not the workflows ${missing.join(", ")}, which were there all the time`];
}

/**
 * Returns whether a reader can see that the changes made it miss an item. Nobody can in these cases:
 *
 * 1. Pages by a place, and no total: a removed item lets the next page begin one item later.
 * 2. A cursor, and an item that moves from an unread page to a read one, beside another change.
 * 3. Several changes that cancel each other out in the total: one item is removed, and another one inserted.
 */
function isVisible(changes: readonly Change[], { convention: { parameter, hasTotal } }: Scenario): boolean {
  const isOne = changes.length === 1;
  const kinds = new Set(changes.map(({ kind }) => kind));
  return parameter === "cursor" ? isOne || !kinds.has("move") : hasTotal && (isOne || kinds.size === 1);
}
