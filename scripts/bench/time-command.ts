/** Runs a command to its end, and measures it with all the processes that it starts. */
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import type { Sample } from "./measure.js";
import { watchMemory } from "./process-tree.js";

const TIMEOUT_MILLISECONDS = 600_000;

/** The shell's own `times` counts every process that ended and was waited for, down to the last descendant (POSIX). */
const WITH_TIMES = '"$@"; code=$?; times >&3; exit $code';

/** Throws if the command fails. */
export async function timeCommand(
  [command, ...args]: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<Sample> {
  const began = performance.now();
  const child = spawn("sh", ["-c", WITH_TIMES, "sh", command ?? "", ...args], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    timeout: TIMEOUT_MILLISECONDS,
  });
  const ended = new Promise<{ code: number | null; milliseconds: number }>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, milliseconds: performance.now() - began }));
  });
  const watch = watchMemory(child.pid ?? 0);
  const [, stdout, stderr, clock] = child.stdio;
  const [{ code, milliseconds }, printed, failure, times] = await Promise.all([
    ended,
    ...[stdout, stderr, clock].map((stream) => text(stream as unknown as AsyncIterable<Buffer>)),
  ] as const);
  const peakBytes = await watch.stop();
  if (code !== 0) {
    throw new Error(`${command ?? ""} ${args[0] ?? ""} failed:\n${printed ?? ""}${failure ?? ""}`);
  }
  return { milliseconds, cpuMilliseconds: processorTime(times ?? ""), peakBytes };
}

/** User and system time of the shell (first line) and of its descendants (second line): `0m1.230000s 0m0.450000s`. */
function processorTime(times: string): number {
  return [...times.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + (Number(minutes) * 60 + Number(seconds)) * 1000,
    0,
  );
}
