/** One and a hundred `Workflows` against as many dynamic resources that do nothing; a compiled program against ts-node. */
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { type Emulator, startEmulator } from "../../provider/testing/emulator.js";
import { measureInTurns, type Sample, summaryOf, type Timings } from "./measure.js";
import * as programs from "./programs.js";
import { projectOf } from "./programs.js";
import { type BenchStack, openStack, type Project } from "./stacks.js";

/** A request and its response take it once: the emulator waits before each response. */
export const FAR_MILLISECONDS = 50;

/** A hundred dynamic resources with the values of a `Workflows`. */
export const SAME_VALUES = "100 with the same values";

const ROUND_TRIPS = 21;

export interface Requests {
  readonly token: number;
  readonly listing: number;
}

export interface SmallResult {
  readonly timings: Timings;
  /** Of one `up`. */
  readonly requests: ReadonlyMap<string, Requests>;
  /** Of one request to the emulator near by, on a connection of its own. */
  readonly roundTripMilliseconds: number;
}

export async function measureSmall(path: string, runs: number, report: (line: string) => void): Promise<SmallResult> {
  const emulator = await startEmulator();
  const subjects: readonly { name: string; project: Project; far?: boolean }[] = [
    { name: "empty", project: projectOf(programs.empty) },
    { name: "1 nothing", project: projectOf(programs.nothings(1)) },
    { name: "1 Workflows", project: projectOf(programs.workflows(1)) },
    { name: "100 nothing", project: projectOf(programs.nothings(100)) },
    { name: SAME_VALUES, project: projectOf(programs.sameValues(100, itemsOf(emulator))) },
    { name: "100 Workflows", project: projectOf(programs.workflows(100)) },
    { name: "1 Workflows, far", project: projectOf(programs.workflows(1)), far: true },
    { name: "100 Workflows, far", project: projectOf(programs.workflows(100)), far: true },
    { name: "empty, compiled", project: projectOf(programs.empty, true) },
    { name: "1 Workflows, compiled", project: projectOf(programs.workflows(1), true) },
    { name: "template", project: programs.templateProject() },
    { name: "default project", project: programs.defaultProject() },
  ];
  const stacks: BenchStack[] = [];
  const requests = new Map<string, Requests>();
  try {
    const measured = [];
    for (const { name, project, far = false } of subjects) {
      report(`making ${name}`);
      const stack = await openStack(path, project, emulator);
      stacks.push(stack);
      await stack.up();
      measured.push({
        name,
        run: async () => {
          emulator.latencyMilliseconds = far ? FAR_MILLISECONDS : 0;
          emulator.requests.length = 0;
          const taken = await stack.up();
          requests.set(name, countsOf(emulator));
          return taken;
        },
      });
    }
    const timings = await measureInTurns(measured, runs, (round) => report(`round ${round} of ${runs}`));
    emulator.latencyMilliseconds = 0;
    const run = (): Promise<Sample> => roundTrip(emulator.url);
    const trips = await measureInTurns([{ name: "round trip", run }], ROUND_TRIPS);
    return { timings, requests, roundTripMilliseconds: summaryOf(trips, "round trip").median };
  } finally {
    await Promise.all(stacks.map((stack) => stack.remove()));
    await emulator.close();
  }
}

async function roundTrip(url: string): Promise<Sample> {
  const began = performance.now();
  const [response] = (await once(get(url, { agent: false }), "response")) as [IncomingMessage];
  await once(response.resume(), "end");
  return { milliseconds: performance.now() - began, cpuMilliseconds: NaN };
}

function itemsOf({ workflows }: Emulator): { json: string; count: number } {
  return { json: JSON.stringify(workflows), count: workflows.length };
}

function countsOf(emulator: Emulator): Requests {
  return { token: emulator.requestsTo("token").length, listing: emulator.requestsTo("listing").length };
}
