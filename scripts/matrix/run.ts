/** Runs a command to its end; if it fails, its output is in the error. */
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

export interface RunOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
}

export async function run(command: string, args: readonly string[], options: RunOptions): Promise<string> {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 900_000,
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const [code, out, error] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (code === 0) {
    return out;
  }
  const output = `${out}${error}`.trim().split("\n").slice(-60).join("\n");
  throw new Error(`${command} ${args.join(" ")} ended with ${code ?? "a signal"}:\n${output}`);
}
