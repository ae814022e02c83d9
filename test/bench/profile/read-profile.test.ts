/** Time in a recording goes to its owners, once and to the right ones. */
import type { Profiler } from "node:inspector";
import { foldRows, NOT_COUNTED, type Owners, readProfile, type Row, START, sumOf, WAITING } from "./read-profile.js";

type Call = readonly [id: number, functionName: string, url: string, children?: readonly number[]];

function profileOf(
  calls: readonly Call[],
  samples: readonly number[],
  timeDeltas: readonly number[],
): Profiler.Profile {
  const nodes = calls.map(([id, functionName, url, children = []]) => ({
    id,
    callFrame: { functionName, scriptId: "0", url, lineNumber: 0, columnNumber: 0 },
    children: [...children],
  }));
  return { nodes, samples: [...samples], timeDeltas: [...timeDeltas], startTime: 1_000, endTime: 20_000 };
}

const owners: Owners = {
  ownerOf: ({ url }) => (url === "recorder" ? NOT_COUNTED : url.startsWith("node:") ? undefined : url),
  isLoading: ({ url }) => url === "node:loader",
};

function read(calls: readonly Call[], samples: readonly number[], timeDeltas: readonly number[]): readonly Row[] {
  return readProfile(
    { script: "", recorder: "", startMilliseconds: 0, profile: profileOf(calls, samples, timeDeltas) },
    owners,
  );
}

test("a sample lasts until the next one, the last until the end; the profiler's own start is nobody's", () => {
  const calls = [
    [1, "(root)", "", [2, 3]],
    [2, "a", "a"],
    [3, "b", "b"],
  ] as const;
  // From 6 to 8 ms a, from 8 to 9 b, from 9 to 20 a.
  const rows = read(calls, [2, 3, 2], [5_000, 2_000, 1_000]);
  expect(rows.filter((row) => sumOf(row) > 0)).toEqual([
    { owner: "a", loading: 0, working: 13 },
    { owner: "b", loading: 0, working: 1 },
  ]);
});

test.each([
  [
    "V8's own functions work for their caller",
    [
      [1, "(root)", "", [2]],
      [2, "a", "a", [3]],
      [3, "stat", ""],
    ],
    "a",
    "working",
  ],
  [
    "so do Node's that have no owner",
    [
      [1, "(root)", "", [2]],
      [2, "a", "a", [3]],
      [3, "emit", "node:events"],
    ],
    "a",
    "working",
  ],
  [
    "what is called by nobody is Node's",
    [
      [1, "(root)", "", [3]],
      [3, "emit", "node:events"],
    ],
    "Node: promises, timers, native code",
    "working",
  ],
  [
    "a function below the loader is loaded",
    [
      [1, "(root)", "", [2]],
      [2, "load", "node:loader", [3]],
      [3, "a", "a"],
    ],
    "a",
    "loading",
  ],
  [
    "and all that it calls",
    [
      [1, "(root)", "", [2]],
      [2, "load", "node:loader", [4]],
      [4, "a", "a", [3]],
      [3, "b", "b"],
    ],
    "b",
    "loading",
  ],
  [
    "nothing that runs is waiting",
    [
      [1, "(root)", "", [3]],
      [3, "(idle)", ""],
    ],
    WAITING,
    "working",
  ],
  [
    "garbage collection is counted apart",
    [
      [1, "(root)", "", [3]],
      [3, "(garbage collector)", ""],
    ],
    "garbage collection",
    "working",
  ],
] as const)("%s", (_rule, calls, owner, kind) => {
  const [row] = read(calls, [3], [0]);
  expect(row).toEqual({ owner, loading: 0, working: 0, [kind]: 19 });
});

test("what the recorder does, and what it calls, is not counted", () => {
  const calls = [
    [1, "(root)", "", [2]],
    [2, "record", "recorder", [3]],
    [3, "post", "a"],
  ] as const;
  expect(read(calls, [2, 3], [0, 1_000])).toEqual([
    { owner: START, loading: 0, working: 0 },
    { owner: "Node: promises, timers, native code", loading: 0, working: 0 },
  ]);
});

test("Node's own start is what came before the recorder", () => {
  const profile = profileOf([[1, "(root)", ""]], [], []);
  const rows = readProfile({ script: "", recorder: "", startMilliseconds: 35, profile }, owners);
  expect(rows[0]).toEqual({ owner: START, loading: 35, working: 0 });
});

test("small rows are folded into one, and waiting stays apart", () => {
  const row = (owner: string, loading: number, working: number): Row => ({ owner, loading, working });
  const rows = [row(WAITING, 0, 90), row("a", 5, 5), row("b", 3, 1), row("c", 1, 0)];
  expect(foldRows(rows, 1)).toEqual([row("a", 5, 5), row("the rest", 4, 1), row(WAITING, 0, 90)]);
  expect(foldRows(rows, 3)).toEqual([row("a", 5, 5), row("b", 3, 1), row("c", 1, 0), row(WAITING, 0, 90)]);
});
