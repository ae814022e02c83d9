/** The Node processes of the SDK: a program's runner, and the host of dynamic providers. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Sdk } from "./sdk.js";

export interface ChildOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly onLine: (line: string, stream: "stdout" | "stderr") => void;
}

export interface Child {
  /** Resolves when the process is gone and all its output was given to `onLine`. */
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
  const read = (["stdout", "stderr"] as const).map(async (stream) => {
    for await (const line of createInterface({ input: child[stream] })) {
      options.onLine(line, stream);
    }
  });
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
  const exited = Promise.all([ended, ...read]).then(([end]) => end);
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

export interface HostProcessOptions {
  readonly sdk: Sdk;
  /** Where the engine's log is served. */
  readonly engineAddress: string;
  readonly directory: string;
  readonly env: NodeJS.ProcessEnv;
  readonly onLine: (line: string, stream: "stdout" | "stderr") => void;
}

/** Resolves with the port, which is the first line that it prints; what comes after it is output. */
export async function startHostProcess(options: HostProcessOptions): Promise<{ child: Child; port: string }> {
  return new Promise((resolve, reject) => {
    let port: string | undefined;
    const child = startChild([options.sdk.providerHost, options.engineAddress], {
      cwd: options.directory,
      env: options.env,
      onLine: (line, stream) => {
        if (port === undefined && stream === "stdout") {
          port = line.trim();
          resolve({ child, port });
        } else {
          options.onLine(line, stream);
        }
      },
    });
    child.exited.then(
      ({ code }) => reject(new Error(`The SDK's provider host ended with code ${String(code)} before it served.`)),
      reject,
    );
  });
}
