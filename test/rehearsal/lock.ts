/** One operation at a time on a stack, whichever process runs it. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Holds the file `path` while `work` runs. A lock of a process that is gone does not count. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  take(path, true);
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

function take(path: string, mayBreak: boolean): void {
  try {
    writeFileSync(path, String(process.pid), { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
      throw error;
    }
    const holder = Number(readFileSync(path, "utf8"));
    if (mayBreak && holder !== process.pid && !isRunning(holder)) {
      rmSync(path, { force: true });
      take(path, false);
      return;
    }
    throw new Error(`Another operation is under way on this stack (process ${holder}; ${path}).`, { cause: error });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another user's may not be signalled, but it is there.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
