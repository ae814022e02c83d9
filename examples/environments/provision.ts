// One environment, from preflight to artefact. Safe to run again: what is as it should be stays as it is.
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Changes, type Engine, type Outputs, RunFailed, type RunOptions, type Stack, UnderWay } from "./engine";
import { type Credentials, type Environment, missingVariables } from "./environments";
import { EXIT, Failure } from "./failure";
import { describeChanges, type Report } from "./report";
import { preflight, promotionGate } from "./service";

export interface Run {
  readonly engine: Engine;
  readonly environment: Environment;
  readonly stackName: string;
  readonly credentials: Partial<Credentials>;
  /** Where results are handed on. */
  readonly artifacts: string;
  readonly report: Report;
  readonly signal: AbortSignal;
  readonly interrupt: AbortSignal;
  /** Somebody has looked at the preview: the gate lets deletions pass. */
  readonly acceptDeletions: boolean;
}

/** Reading resources: when one was interrupted, nothing can have been left behind. */
const HARMLESS = "pulumi-nodejs:dynamic/workflows:Workflows";

export async function provision(run: Run): Promise<void> {
  const { environment, credentials, report, signal, artifacts } = run;
  demandCredentials(run);
  await preflight(credentials, report, signal);
  const { after } = environment;
  if (after !== undefined) {
    const listing = join(artifacts, `${after}.workflows.json`);
    await readFile(listing).catch(() => {
      throw new Failure(
        EXIT.promotion,
        `promotion: there is no ${listing}.`,
        `Deploy ${after} first, or hand its artefacts on to this job.`,
      );
    });
    await promotionGate({ name: after, listing }, credentials, report, signal);
  }
  const stack = await openStack(run);
  await settlePending(stack, run);

  report.line("preview");
  gate(await guarded(run, () => stack.preview(optionsOf(run))), run);

  report.line("up");
  const outputs = await guarded(run, () => stack.up(optionsOf(run)));
  await handOn(outputs, run);
}

export async function preview(run: Run): Promise<void> {
  demandCredentials(run);
  await preflight(run.credentials, run.report, run.signal);
  const stack = await openStack(run);
  gate(await guarded(run, () => stack.preview(optionsOf(run))), run);
}

/** Runs no program and asks no service: credentials may be gone by now. */
export async function destroy(run: Run): Promise<void> {
  const stack = await run.engine.open(run.stackName);
  await settlePending(stack, run);
  run.report.line("destroy");
  await guarded(run, () => stack.destroy(optionsOf(run)));
  await stack.remove();
}

/** After a run that was killed: takes its lock, and says what it may have left behind. */
export async function recover(run: Run): Promise<void> {
  const stack = await run.engine.open(run.stackName);
  await stack.cancel();
  run.report.line("the lock is taken; nobody else may be at work on this stack now");
  await settlePending(stack, run);
  run.report.line("nothing is pending");
}

function demandCredentials({ environment, credentials }: Run): void {
  const missing = missingVariables(environment, credentials);
  if (missing.length > 0) {
    const advice =
      "An administrator makes the credentials in the service's dashboard; in a pipeline they are its secrets.";
    throw new Failure(EXIT.settings, `not set: ${missing.join(", ")}.`, advice);
  }
}

function optionsOf({ report, signal, interrupt }: Run): RunOptions {
  return { onEvent: report.onEvent, signal, interrupt };
}

async function openStack(run: Run): Promise<Stack> {
  const { engine, stackName, credentials, environment } = run;
  const { baseUrl = "", clientId = "", clientSecret = "" } = credentials;
  return guarded(run, async () => {
    const stack = await engine.open(stackName);
    await stack.configure({
      "workflows:baseUrl": { value: baseUrl },
      "workflows:clientId": { value: clientId },
      "workflows:clientSecret": { value: clientSecret, secret: true },
      "environments:required": { value: JSON.stringify(environment.required) },
    });
    return stack;
  });
}

/** Nobody looks at a pipeline's preview: what it would take away beyond the limit stops it. */
function gate(changes: Changes, { environment, acceptDeletions, report }: Run): void {
  const lost = (changes["delete"] ?? 0) + (changes["replace"] ?? 0);
  if (lost > environment.mayDelete && !acceptDeletions) {
    throw new Failure(
      EXIT.gate,
      `gate: it would delete or replace ${lost} resources; ${environment.name} allows ${environment.mayDelete} unattended.`,
      "Look at the preview above. If it is meant, run again with --accept-deletions.",
    );
  }
  report.line(`gate: passed (${describeChanges(changes)})`);
}

/** What an interrupted run left: forgotten where it can only have been a reading, else a matter for a person. */
async function settlePending(stack: Stack, { report, stackName }: Run): Promise<void> {
  const pending = await stack.pending();
  if (pending.length === 0) return;
  const told = pending.map(({ operation, urn }) => `${operation} ${urn.split("::").slice(3).join("::")}`).join(", ");
  if (pending.some(({ type }) => type !== HARMLESS)) {
    throw new Failure(
      EXIT.pending,
      `an earlier run was interrupted in the middle of: ${told}. Nobody knows whether that happened.`,
      `Look whether it did, then run \`pulumi refresh --stack ${stackName}\`, which asks about each.`,
    );
  }
  await stack.forgetPending();
  report.line(`an earlier run was interrupted while reading (${told}): forgotten, it is read again`);
}

/** The engine's failures as what to do about them. */
async function guarded<T>({ environment, signal }: Run, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof UnderWay) {
      throw new Failure(
        EXIT.underWay,
        `another run is at work on this stack${error.message === "" ? "" : ` (${error.message})`}; nothing was changed.`,
        `Wait for it and run again. If it was killed: npm start -- recover ${environment.name}`,
      );
    }
    if (error instanceof RunFailed) {
      throw new Failure(
        EXIT.deployment,
        `the deployment failed: ${lastError(error.message)}`,
        `What was done before stays in the state; mend the cause and run again: npm start -- up ${environment.name}`,
      );
    }
    throw error;
  }
}

function lastError(message: string): string {
  const lines = message.split("\n").map((line) => line.trim());
  return lines.filter((line) => /error/i.test(line)).at(-1) ?? lines.filter((line) => line !== "").at(-1) ?? "";
}

/** Written whole or not at all; the same outputs give the same bytes. Secrets stay in the state. */
async function handOn(outputs: Outputs, { environment, stackName, artifacts, report }: Run): Promise<void> {
  const values = Object.entries(outputs).map(
    ([name, { value, secret }]) => [name, secret ? "[secret]" : value] as const,
  );
  const artefact = { environment: environment.name, stack: stackName, outputs: Object.fromEntries(values) };
  await mkdir(artifacts, { recursive: true });
  await writeWhole(join(artifacts, `${environment.name}.workflows.json`), `${String(outputs["workflows"]?.value)}\n`);
  await writeWhole(join(artifacts, `${environment.name}.json`), `${JSON.stringify(artefact, undefined, 2)}\n`);
  report.line(`outputs: ${join(artifacts, `${environment.name}.json`)}`);
}

async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}.tmp`;
  await writeFile(draft, text);
  await rename(draft, path);
}
