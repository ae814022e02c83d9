// What the pipeline reads of the service itself, through the command line of pulumi-workflows.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Credentials, type CredentialVariables, type Environment, WORKFLOWS } from "./environments";
import { EXIT, Failure } from "./failure";
import type { Report } from "./report";

/** One environment's service, and how a run reads it. */
export interface Service {
  readonly environment: Environment;
  readonly credentials: Partial<Credentials>;
  /** Where the credentials come from, for messages. */
  readonly variables: CredentialVariables;
  readonly report: Report;
  readonly signal: AbortSignal;
}

interface CheckReport {
  readonly ok: boolean;
  readonly exitCode: number;
  readonly warnings: readonly string[];
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

type Item = Readonly<Record<string, unknown>>;

/** Can this run succeed? Fails with the exit code of `pulumi-workflows check`, or if the workflows do not fit the program. */
export async function preflight(service: Service): Promise<void> {
  const { report } = service;
  const output = withVariables(await command(["check", "--json"], service), service);
  const { steps, warnings, ok, exitCode } = JSON.parse(output) as CheckReport;
  for (const { name, status, milliseconds, detail } of steps) {
    if (status !== "skipped") {
      report.line(`preflight: ${name} ${status} (${milliseconds} ms): ${detail}`);
    }
  }
  for (const warning of warnings) {
    report.line(`preflight: warning: ${warning}`);
  }
  const failed = steps.find(({ status }) => status === "failed");
  if (!ok) {
    throw new Failure(exitCode, `preflight: ${failed?.detail ?? "failed"}`, failed?.advice ?? "");
  }
  await checkWorkflows(service);
}

/** What the program needs of the workflows: a preview would find it too, after minutes and in the engine's words. */
async function checkWorkflows(service: Service): Promise<void> {
  const { name, id, watched } = WORKFLOWS;
  const fields = [...new Set([id, name, ...Object.keys(watched)])];
  const items = await listItems(fields, service);
  const isWatched = (item: Item): boolean => Object.entries(watched).every(([field, value]) => item[field] === value);
  const used = items.filter(isWatched);

  for (const field of [id, name]) {
    const without = used.filter((item) => !isName(item[field])).length;
    if (without > 0) {
      throw unfit(`${without} of the ${used.length} watched workflows have no "${field}".`);
    }
  }
  const { required } = service.environment;
  const missing = required.filter((wanted) => !items.some((item) => item[name] === wanted));
  if (missing.length > 0) {
    throw unfit(`${service.environment.name} requires workflows that the service does not have: ${listed(missing)}.`);
  }
  const names = [
    ...used.map((item) => String(item[name])),
    ...items
      .filter((item) => !isWatched(item) && required.includes(String(item[name])))
      .map((item) => String(item[name])),
  ];
  const repeated = [...new Set(names.filter((each, index) => names.indexOf(each) !== index))];
  if (repeated.length > 0) {
    throw new Failure(
      EXIT.sameName,
      `preflight: several workflows have the same ${name}: ${listed(repeated)}. Each is one resource, named by it.`,
      `Rename them in the service's dashboard, or set \`name\` in environments.ts to a field with unique values.`,
    );
  }
}

async function listItems(fields: readonly string[], service: Service): Promise<readonly Item[]> {
  try {
    return JSON.parse(await command(["list", "--json", "--select", fields.join(",")], service)) as Item[];
  } catch (error) {
    // `check` has just read the same listing: only a field can be missing.
    if (error instanceof Failure && error.exitCode === LISTING) {
      throw unfit(error.message);
    }
    throw error;
  }
}

/** The exit code of `pulumi-workflows list` if no workflow has a selected field. */
const LISTING = 9;

function unfit(message: string): Failure {
  return new Failure(
    EXIT.description,
    `preflight: ${message}`,
    "Set `id`, `name`, `watched` and `required` in environments.ts to what your service has.",
  );
}

/** Does this environment have all workflows of the one before it? Differences in fields are only reported. */
export async function promotionGate(
  before: { readonly name: string; readonly listing: string },
  service: Service,
): Promise<void> {
  const { report } = service;
  const { name: key, watched } = WORKFLOWS;
  const select = [key, ...Object.keys(watched)].join(",");
  const folder = mkdtempSync(join(tmpdir(), "promotion-"));
  const listing = join(folder, `${service.environment.name}.json`);
  writeFileSync(listing, await command(["list", "--json"], service));
  const args = ["compare", before.listing, listing, "--key", key, "--select", select, "--json"];
  const output = await command(args, service).finally(() => rmSync(folder, { recursive: true }));
  const { onlyInA, different } = JSON.parse(output) as CompareReport;
  for (const { key: name, fields } of different) {
    report.line(
      `promotion: ${String(name)} differs from ${before.name} in ${fields.map(({ field }) => field).join(", ")}`,
    );
  }
  if (onlyInA.length > 0) {
    const names = onlyInA.map(({ key: name }) => String(name)).join(", ");
    throw new Failure(
      EXIT.promotion,
      `promotion: ${before.name} has workflows that are missing here: ${names}.`,
      `Create them in this environment's dashboard, or remove them from ${before.name} and deploy that again.`,
    );
  }
  report.line(`promotion: has all that ${before.name} has`);
}

function isName(value: unknown): boolean {
  return typeof value === "number" || (typeof value === "string" && value.trim() !== "");
}

function listed(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}

/** The variables that `pulumi-workflows` gets, as the names of those that the values come from. */
function withVariables(messages: string, { variables }: Service): string {
  return messages
    .replaceAll(/\bWORKFLOWS_BASE_URL\b/g, variables.baseUrl)
    .replaceAll(/\bWORKFLOWS_CLIENT_ID\b/g, variables.clientId)
    .replaceAll(/\bWORKFLOWS_CLIENT_SECRET\b/g, variables.clientSecret);
}

/** The output of `pulumi-workflows`. It gets the credentials by its environment. */
function command(args: readonly string[], service: Service): Promise<string> {
  const { credentials, signal, report } = service;
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
    const options = { env, signal, maxBuffer: 2 ** 30 };
    execFile(process.execPath, [path, ...args], options, (error, stdout, stderr) => {
      const { failure, warnings = [] } = readMessages(withVariables(stderr, service));
      for (const warning of warnings) {
        report.line(`warning: ${warning}`);
      }
      if (signal.aborted) {
        reject(signal.reason as Error);
      } else if (stdout !== "") {
        resolve(stdout);
      } else {
        reject(failure ?? error ?? new Error("pulumi-workflows printed nothing."));
      }
    });
  });
}

/** With --json, standard error is one JSON document or nothing. */
function readMessages(stderr: string): { failure?: Failure; warnings?: readonly string[] } {
  try {
    const { error, warnings = [] } = JSON.parse(stderr) as {
      error?: { message: string; advice: string; exitCode: number };
      warnings?: readonly string[];
    };
    return error === undefined
      ? { warnings }
      : { failure: new Failure(error.exitCode, error.message, error.advice), warnings };
  } catch {
    return {};
  }
}
