/** The most memory that any one process of a tree took. */
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";

const EVERY_MILLISECONDS = 50;

export interface Watch {
  /** Bytes; read when the tree has ended. */
  stop(): Promise<number>;
}

export function watchMemory(root: number): Watch {
  const end = new AbortController();
  let peak = 0;
  const watching = (async () => {
    while (!end.signal.aborted) {
      peak = Math.max(peak, await largestIn(root));
      await wait(EVERY_MILLISECONDS);
    }
  })();
  return {
    stop: async () => {
      end.abort();
      await watching;
      return peak;
    },
  };
}

async function largestIn(root: number): Promise<number> {
  if (process.platform !== "linux") {
    return largestByPs(root);
  }
  const sizes = descendants(root).map(peakOf);
  return Math.max(0, ...sizes);
}

function descendants(pid: number): number[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const children = threads.flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
    );
    return [pid, ...children.flatMap(descendants)];
  } catch {
    // It has ended meanwhile.
    return [];
  }
}

/** The kernel keeps each process's peak itself: no sample can miss it but the last. */
function peakOf(pid: number): number {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}

async function largestByPs(root: number): Promise<number> {
  const { stdout } = await promisify(execFile)("ps", ["-axo", "pid=,ppid=,rss="]);
  const rows = stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const tree = new Set([root]);
  for (let before = 0; before !== tree.size;) {
    before = tree.size;
    for (const [pid = 0, parent = 0] of rows) {
      if (tree.has(parent)) {
        tree.add(pid);
      }
    }
  }
  return Math.max(0, ...rows.filter(([pid = 0]) => tree.has(pid)).map(([, , kilobytes = 0]) => kilobytes * 1024));
}
