/** A Node process of the SDK's, its output line by line. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

export interface ChildOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly onLine: (line: string, stream: "stdout" | "stderr") => void;
}

export interface Child {
  /** Resolves when the process is gone and all its output was told. */
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  /** Ends it: politely, then not. */
  stop(): Promise<void>;
}

const DEFERRED_PACKAGES = join(__dirname, "..", "support", "deferred-packages.cjs");

/** Time between the polite end and the other one. */
const GRACE_MILLISECONDS = 2_000;

export function startChild(args: readonly string[], options: ChildOptions): Child {
  const child = spawn(process.execPath, ["--require", DEFERRED_PACKAGES, ...args], {
    cwd: options.cwd,
    env: options.env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  // Nobody else would end it when this process ends before it.
  const orphaned = (): unknown => child.kill("SIGKILL");
  process.once("exit", orphaned);
  child.once("exit", () => process.removeListener("exit", orphaned));
  const told = (["stdout", "stderr"] as const).map(async (stream) => {
    for await (const line of createInterface({ input: child[stream] })) {
      options.onLine(line, stream);
    }
  });
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
  const exited = Promise.all([ended, ...told]).then(([end]) => end);
  // It is awaited later, or never where the phase failed before.
  exited.catch(() => undefined);
  return {
    exited,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGTERM");
        const force = setTimeout(() => child.kill("SIGKILL"), GRACE_MILLISECONDS);
        await exited.catch(() => undefined).finally(() => clearTimeout(force));
      }
    },
  };
}
