// What the pipeline asks of the service itself, through the command line of pulumi-workflows.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Credentials } from "./environments";
import { EXIT, Failure } from "./failure";
import type { Report } from "./report";

interface CheckReport {
  readonly ok: boolean;
  readonly exitCode: number;
  readonly steps: readonly {
    readonly name: string;
    readonly status: string;
    readonly milliseconds: number;
    readonly detail: string;
    readonly advice?: string;
  }[];
}

interface CompareReport {
  readonly onlyInA: readonly { readonly key: unknown }[];
  readonly different: readonly { readonly key: unknown; readonly fields: readonly { readonly field: string }[] }[];
}

/** May this run begin? Fails with the exit code of `pulumi-workflows check`. */
export async function preflight(credentials: Partial<Credentials>, report: Report, signal: AbortSignal): Promise<void> {
  const { steps, ok, exitCode } = JSON.parse(await command(["check", "--json"], credentials, signal)) as CheckReport;
  for (const { name, status, milliseconds, detail } of steps) {
    if (status !== "skipped") report.line(`preflight: ${name} ${status} (${milliseconds} ms): ${detail}`);
  }
  const failed = steps.find(({ status }) => status === "failed");
  if (!ok) throw new Failure(exitCode, `preflight: ${failed?.detail ?? "failed"}`, failed?.advice ?? "");
}

/** Does this environment have all that the one before it has? What it holds differently is only told. */
export async function promotionGate(
  before: { readonly name: string; readonly listing: string },
  credentials: Partial<Credentials>,
  report: Report,
  signal: AbortSignal,
): Promise<void> {
  const args = ["compare", `file:${before.listing}`, "environment", "--select", "name,enabled", "--json"];
  const { onlyInA, different } = JSON.parse(await command(args, credentials, signal)) as CompareReport;
  for (const { key, fields } of different) {
    report.line(
      `promotion: ${String(key)} differs from ${before.name} in ${fields.map(({ field }) => field).join(", ")}`,
    );
  }
  if (onlyInA.length > 0) {
    const names = onlyInA.map(({ key }) => String(key)).join(", ");
    throw new Failure(
      EXIT.promotion,
      `promotion: ${before.name} has workflows that are missing here: ${names}.`,
      `Create them in this environment's dashboard, or take them out of ${before.name} and deploy that again.`,
    );
  }
  report.line(`promotion: has all that ${before.name} has`);
}

/** The output of `pulumi-workflows`, which takes the credentials from the environment alone. */
function command(args: readonly string[], credentials: Partial<Credentials>, signal: AbortSignal): Promise<string> {
  const manifest = require.resolve("pulumi-workflows/package.json");
  const { bin } = JSON.parse(readFileSync(manifest, "utf8")) as { bin: Record<string, string> };
  const env = {
    ...process.env,
    WORKFLOWS_BASE_URL: credentials.baseUrl ?? "",
    WORKFLOWS_CLIENT_ID: credentials.clientId ?? "",
    WORKFLOWS_CLIENT_SECRET: credentials.clientSecret ?? "",
  };
  return new Promise((resolve, reject) => {
    const path = join(dirname(manifest), bin["pulumi-workflows"] ?? "");
    const child = execFile(
      process.execPath,
      [path, ...args],
      { env, signal, maxBuffer: 2 ** 30 },
      (error, stdout, stderr) => {
        if (signal.aborted) reject(signal.reason as Error);
        else if (stdout !== "") resolve(stdout);
        else reject(error === null ? new Error("pulumi-workflows said nothing.") : failureOf(error, stderr));
      },
    );
    child.stderr?.pipe(process.stderr);
  });
}

/** With --json a failure is told as JSON too, on standard error. */
function failureOf(error: Error & { code?: unknown }, stderr: string): Error {
  const line = stderr.trim().split("\n").at(-1) ?? "";
  try {
    const {
      message,
      advice = "",
      exitCode,
    } = (JSON.parse(line) as { error: { message: string; advice?: string; exitCode: number } }).error;
    return new Failure(exitCode, message, advice);
  } catch {
    return error;
  }
}
