/** Reads a recording: each sample's time goes to what owns the function that ran, separately for the time while modules were loading. */
import type { Profiler, Runtime } from "node:inspector";

/** What the recorder writes of a process. */
export interface Recording {
  /** The process's main script and the recorder's own, as the profile has their addresses. */
  readonly script: string;
  readonly recorder: string;
  /** From the start of the process to the start of the recorder. */
  readonly startMilliseconds: number;
  readonly profile: Profiler.Profile;
}

export type Frame = Runtime.CallFrame;

export interface Owners {
  /** `undefined`: it works for its caller. */
  ownerOf(frame: Frame): string | undefined;
  /** Whether all that it calls is the loading of modules. */
  isLoading(frame: Frame): boolean;
}

/** Milliseconds. */
export interface Row {
  readonly owner: string;
  /** Of the time in which modules were loaded, and of the rest. */
  readonly loading: number;
  readonly working: number;
}

/** Until the first line of JavaScript that is not Node's. */
export const START = "Node's own start";
export const WAITING = "waiting for others";
const THE_REST = "the rest";
/** What is the recorder's own is no part of the process's time. */
export const NOT_COUNTED = "the recorder";

const NOBODY = "Node: promises, timers, native code";

/** V8's names for what is no function. */
const BY_NAME: ReadonlyMap<string, string> = new Map([
  ["(root)", NOBODY],
  ["(program)", NOBODY],
  ["(idle)", WAITING],
  ["(garbage collector)", "garbage collection"],
]);

/** A row for each owner, the largest first. */
export function readProfile({ startMilliseconds, profile }: Recording, owners: Owners): readonly Row[] {
  const took = selfTimes(profile);
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const rows = new Map<string, { loading: number; working: number }>([
    [START, { loading: startMilliseconds, working: 0 }],
  ]);
  const [root] = profile.nodes;
  const open = root === undefined ? [] : [{ node: root, owner: NOBODY, isLoading: false }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node } = next;
    const { callFrame } = node;
    const own = callFrame.url === "" ? BY_NAME.get(callFrame.functionName) : owners.ownerOf(callFrame);
    // The recorder calls only itself.
    const owner = next.owner === NOT_COUNTED ? NOT_COUNTED : (own ?? next.owner);
    const isLoading = next.isLoading || owners.isLoading(callFrame);
    const row = rows.get(owner) ?? { loading: 0, working: 0 };
    row[isLoading ? "loading" : "working"] += took.get(node.id) ?? 0;
    rows.set(owner, row);
    for (const id of node.children ?? []) {
      const child = nodes.get(id);
      if (child !== undefined) {
        open.push({ node: child, owner, isLoading });
      }
    }
  }
  rows.delete(NOT_COUNTED);
  return [...rows].map(([owner, times]) => ({ owner, ...times })).sort((a, b) => sumOf(b) - sumOf(a));
}

/** A sample lasts until the next one. */
function selfTimes({ samples = [], timeDeltas = [], startTime, endTime }: Profiler.Profile): Map<number, number> {
  const took = new Map<number, number>();
  let at = startTime + (timeDeltas[0] ?? 0);
  samples.forEach((id, index) => {
    const until = index + 1 < samples.length ? at + (timeDeltas[index + 1] ?? 0) : endTime;
    took.set(id, (took.get(id) ?? 0) + (until - at) / 1000);
    at = until;
  });
  return took;
}

/** The largest rows; the small ones as one, and after it the time in which the process did nothing. */
export function foldRows(rows: readonly Row[], count: number): readonly Row[] {
  const busy = rows.filter(({ owner }) => owner !== WAITING);
  const small = busy.slice(count);
  const rest = small.length === 0 ? [] : [{ owner: THE_REST, ...add(small) }];
  return [...busy.slice(0, count), ...rest, ...rows.filter(({ owner }) => owner === WAITING)];
}

export function sumOf(...rows: readonly Row[]): number {
  const { loading, working } = add(rows);
  return loading + working;
}

function add(rows: readonly Row[]): { loading: number; working: number } {
  return {
    loading: rows.reduce((sum, { loading }) => sum + loading, 0),
    working: rows.reduce((sum, { working }) => sum + working, 0),
  };
}
