/** Runs one scenario over real sockets, and checks what must be true of every one. */
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import { inspect } from "node:util";
import { WorkflowsError } from "../../provider/base/errors.js";
import { createSession } from "../../provider/workflows/session.js";
import type { Listing } from "../../provider/workflows/types.js";
import { createFakeClock } from "../support/clocks.js";
import { spellingsIn } from "../support/secret-spellings.js";
import type { Item, Reading } from "./listing.js";
import { type Change, type Reader, type Scenario, scenarioOf } from "./scenario.js";
import { startService, TENANTS, type SimulatedService } from "./service.js";

const MAX_RETRIES = 4;
/** Real time: a request without a response is given up after it. Longer than a busy machine delays any other request. */
const REQUEST_TIMEOUT_SECONDS = 1;
/** Real time that a request takes to arrive. */
const LATE_MILLISECONDS = 8;
/** The connection of the second client. */
const CONNECTION = "other";

export interface Outcome {
  /** What was not as it must be; empty where all is well. */
  readonly faults: readonly string[];
  /** How many readers got the listing, and how many of them while it changed so that they had to see it. */
  readonly whole: number;
  readonly changed: number;
}

export async function simulate(seed: number): Promise<Outcome> {
  const scenario = scenarioOf(seed);
  // The service has one of its own: Node's HTTP server checks its connections.
  const timersAllowed = countTimers() + 1;
  const clock = createFakeClock();
  const cancel = new AbortController();
  const lines: string[] = [];
  let requestsAtCancel: number | undefined;
  const service = await startService({
    scenario,
    clock,
    maxRetries: MAX_RETRIES,
    onRequest: (number) => {
      if (number === scenario.cancelledAt) {
        requestsAtCancel = number;
        cancel.abort();
      }
    },
  });
  const config: Readonly<Record<string, string>> = {
    // Of its own, also on a port that another seed had: how a listing is read on is kept for the process, by its address.
    baseUrl: `${service.url}/${seed}`,
    clientId: TENANTS[0].clientId,
    clientSecret: TENANTS[0].clientSecret,
    headers: JSON.stringify({ "X-Gateway-Key": TENANTS[0].gatewayKey }),
    connections: JSON.stringify({
      [CONNECTION]: { clientId: TENANTS[1].clientId, clientSecret: TENANTS[1].clientSecret },
    }),
    maxRetries: String(MAX_RETRIES),
    requestTimeoutSeconds: String(REQUEST_TIMEOUT_SECONDS),
    deadlineSeconds: String(scenario.deadlineSeconds),
  };
  try {
    const session = createSession({
      config: (key) => config[key],
      environment: {},
      clock,
      signal: cancel.signal,
      onProgress: (line) => lines.push(line),
    });
    const results = await Promise.allSettled(
      scenario.readers.map((reader) =>
        session.list({
          connection: reader.tenant === 0 ? undefined : CONNECTION,
          request: { pagination: scenario.convention.pagination, query: { group: reader.group } },
          view: reader.below === undefined ? {} : { where: { "number?": { lt: reader.below } } },
        }),
      ),
    );
    // What was on its way when the last reader ended still arrives.
    await letArrive();
    const requests = service.requests();
    await letArrive();
    const faults = [
      ...service.violations,
      ...results.flatMap((result, index) => readerFaults(result, scenario.readers[index] as Reader, scenario, service)),
      ...leaks(
        [...lines, ...results.flatMap((result) => (result.status === "rejected" ? textsOf(result.reason) : []))],
        service,
      ),
      // Cancelled requests may be on their way already: one for each reader.
      ...(requestsAtCancel === undefined && service.requests() > requests
        ? ["a request was sent after all readers had ended"]
        : []),
      ...(requestsAtCancel !== undefined && service.requests() > requestsAtCancel + scenario.readers.length
        ? ["requests were sent after the cancel"]
        : []),
    ];
    faults.push(...(await leftOpen(service, timersAllowed)));
    return {
      faults: [...new Set(faults)],
      whole: results.filter(({ status }) => status === "fulfilled").length,
      changed: results.filter(({ status }, index) => {
        const { changes } = readingOf(scenario.readers[index] as Reader, service);
        return status === "fulfilled" && changes.length > 0 && isVisible(changes, scenario);
      }).length,
    };
  } finally {
    await service.close();
  }
}

/**
 * Client and service are in one process: what was sent arrives within a few turns of its event loop. Time alone is not enough,
 * as a busy machine lets it pass without a turn.
 */
async function letArrive(): Promise<void> {
  await wait(LATE_MILLISECONDS);
  for (let turn = 0; turn < 10; turn += 1) {
    await nextTurn();
  }
}

/** Where a reader was cancelled, or a request has no response, its connection must go as well. */
async function leftOpen(service: SimulatedService, timersAllowed: number): Promise<string[]> {
  for (let turn = 0; turn < 20 && (service.busySockets() > 0 || countTimers() > timersAllowed); turn += 1) {
    await wait(5);
  }
  const busy = service.busySockets();
  const timers = countTimers();
  return [
    ...(busy > 0 ? [`${busy} connections with an unfinished request are left open`] : []),
    ...(timers > timersAllowed ? [`${timers - timersAllowed} timers are left`] : []),
  ];
}

function countTimers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
}

function readerFaults(
  result: PromiseSettledResult<Listing>,
  reader: Reader,
  scenario: Scenario,
  service: SimulatedService,
): string[] {
  const reading = readingOf(reader, service);
  if (result.status === "fulfilled") {
    return listingFaults(result.value, reader, reading, scenario);
  }
  const error: unknown = result.reason;
  if (!(error instanceof WorkflowsError)) {
    return [`a reader got an error of no known kind: ${inspect(error)}`];
  }
  const mayFail =
    service.mayFail() ||
    reading.changes.length > 0 ||
    scenario.cancelledAt !== undefined ||
    scenario.deadlineSeconds < 3600;
  return mayFail ? [] : [`a reader failed for no reason: ${error.code}: ${error.message}`];
}

function readingOf({ tenant, group }: Reader, { listings }: SimulatedService): Reading {
  return listings[tenant]?.reading(String(group)) ?? { changes: [], alwaysThere: new Set() };
}

/** Nothing that was there all the time may be missing. If nothing changed, that is all there is. */
function listingFaults(
  { json, count }: Listing,
  { below = Infinity }: Reader,
  { changes, alwaysThere }: Reading,
  scenario: Scenario,
): string[] {
  const numbers = (JSON.parse(json) as readonly Item[]).map(({ number }) => number);
  const expected = [...alwaysThere].filter((number) => number < below);
  if (changes.length === 0) {
    return JSON.stringify(numbers) === JSON.stringify(expected)
      ? []
      : [`a reader got ${count} workflows, not the ${expected.length} that there are`];
  }
  const missing = expected.filter((number) => !numbers.includes(number));
  return missing.length === 0 || !isVisible(changes, scenario)
    ? []
    : [`a reader got no error, and not the workflows ${missing.join(", ")}, which were there all the time`];
}

/**
 * Whether a reader can see that the changes made it miss an item. Nobody can in these cases:
 *
 * - Pages by place and no total: a removed item lets the next page begin one item later.
 * - Pages by place and no ids: an item that moves behind the page is there twice, and another one is missing. And where a parameter
 *   is tried that the service ignores, the page that comes again has new items if one was renamed.
 * - Pages by key and no total: an item that moves from an unread page to a read one.
 * - Several changes that cancel each other out in the total: one item is removed and another one inserted.
 */
function isVisible(changes: readonly Change[], { convention: { pagesBy, hasTotal }, hasIds }: Scenario): boolean {
  const moves = changes.some(({ kind }) => kind === "move" || kind === "rename and move");
  const renames = changes.some(({ kind }) => kind === "rename");
  const isOne = changes.length === 1;
  switch (pagesBy) {
    case "one response":
      return true;
    case "key":
      return !moves || (hasTotal && isOne);
    case "place":
      return (
        hasTotal && (hasIds || !(moves || renames)) && (isOne || new Set(changes.map(({ kind }) => kind)).size === 1)
      );
  }
}

function textsOf(error: unknown): string[] {
  const own = error instanceof Error ? [error.message, error.stack ?? "", String(error)] : [];
  return [...own, inspect(error, { depth: 10, showHidden: true }), JSON.stringify(error)];
}

function leaks(texts: readonly string[], service: SimulatedService): string[] {
  const ofClients = TENANTS.flatMap(({ clientSecret, gatewayKey }) => [clientSecret, gatewayKey ?? []].flat());
  return [...ofClients, ...service.tokens].flatMap((secret) =>
    spellingsIn(texts.join("\n"), [secret]).map((spelling) => `a message shows ${secret} ${spelling}`),
  );
}
