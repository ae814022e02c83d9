/** The most memory that any one process of a tree took, where the system is Linux. */
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

const EVERY_MILLISECONDS = 50;

export interface Watch {
  /** Bytes; call it when the tree has ended. */
  stop(): Promise<number>;
}

export function watchMemory(root: number): Watch {
  const end = new AbortController();
  let peak = 0;
  const watching = (async () => {
    while (!end.signal.aborted) {
      peak = Math.max(peak, ...descendants(root).map(peakOf));
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

function descendants(pid: number): number[] {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
    );
    return [pid, ...children.flatMap(descendants)];
  } catch {
    // It has ended meanwhile.
    return [];
  }
}

/** The kernel keeps each process's peak itself: no sample can miss it, except the last one. */
function peakOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
