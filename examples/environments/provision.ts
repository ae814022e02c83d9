// One environment, from preflight to artefact. Safe to run again: what is as it should be stays as it is.
import { access, constants, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Changes, type Engine, type Outputs, RunFailed, type RunOptions, type Stack, UnderWay } from "./engine";
import { missingVariables } from "./environments";
import { EXIT, Failure } from "./failure";
import { describeChanges, type Report } from "./report";
import { preflight, promotionGate, type Service } from "./service";

export interface Run extends Service {
  readonly engine: Engine;
  readonly stackName: string;
  /** The folder for the results. */
  readonly artifacts: string;
  readonly interrupt: AbortSignal;
  /** Somebody has looked at the deletions: the gate lets them pass. */
  readonly acceptDeletions: boolean;
}

/** Resources that only read: an interrupted operation on one has left nothing behind. */
const HARMLESS = "pulumi-nodejs:dynamic/workflows:Workflows";

/** Can this environment be deployed? Asked for all environments of a run before the first is deployed. */
export async function prepare(run: Run): Promise<void> {
  demandCredentials(run);
  await preflight(run);
}

export async function provision(run: Run): Promise<void> {
  const { environment, artifacts } = run;
  await writing(artifacts, async () => {
    await mkdir(artifacts, { recursive: true });
    await access(artifacts, constants.W_OK);
  });
  const { after } = environment;
  if (after !== undefined) {
    const listing = join(artifacts, `${after}.workflows.json`);
    await readFile(listing).catch(() => {
      throw new Failure(
        EXIT.promotion,
        `promotion: there is no ${listing}.`,
        `Deploy ${after} first, or give its artefacts to this job.`,
      );
    });
    await promotionGate({ name: after, listing }, run);
  }
  const stack = await openStack(run);

  run.report.line("preview");
  gate(await guarded(run, () => stack.preview(optionsOf(run))), run);

  run.report.line("up");
  const outputs = await guarded(run, () => stack.up(optionsOf(run)));
  await storeResults(outputs, run);
}

export async function preview(run: Run): Promise<void> {
  const stack = await openStack(run);
  run.report.line("preview");
  gate(await guarded(run, () => stack.preview(optionsOf(run))), run);
}

/** May everything in this environment be deleted? Asked for all environments of a run before the first is destroyed. */
export async function destroyGate(run: Run): Promise<void> {
  const stack = await findStack(run);
  const resources = await opening(run, async () => (await stack?.resources()) ?? 0);
  gate({ delete: resources }, run, `\`pulumi stack --stack ${run.stackName}\` shows them.`);
}

/** Runs no program and needs no service or credentials. */
export async function destroy(run: Run): Promise<void> {
  const stack = await findStack(run);
  if (stack === undefined) {
    run.report.line(`there is no stack ${run.stackName}: nothing to destroy`);
    return;
  }
  await settlePending(stack, run);
  run.report.line("destroy");
  await guarded(run, () => stack.destroy(optionsOf(run)));
  await guarded(run, () => stack.remove());
}

/** After a run that was killed: removes its lock, and reports what it may have left behind. */
export async function recover(run: Run): Promise<void> {
  const stack = await findStack(run);
  if (stack === undefined) {
    run.report.line(`there is no stack ${run.stackName}: nothing to recover`);
    return;
  }
  await guarded(run, () => stack.cancel());
  run.report.line("the lock is removed; make sure that no other run uses this stack now");
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

/** The stack with its settings, ready for a preview. */
async function openStack(run: Run): Promise<Stack> {
  const { engine, stackName, credentials, environment } = run;
  const { baseUrl = "", clientId = "", clientSecret = "" } = credentials;
  const stack = await opening(run, () => engine.open(stackName));
  // Reads the state, secrets included. With the wrong passphrase it fails here, before that encrypts any setting.
  await settlePending(stack, run);
  await opening(run, () =>
    stack.configure({
      "workflows:baseUrl": { value: baseUrl },
      "workflows:clientId": { value: clientId },
      "workflows:clientSecret": { value: clientSecret, secret: true },
      "environments:required": { value: JSON.stringify(environment.required) },
    }),
  );
  return stack;
}

function findStack(run: Run): Promise<Stack | undefined> {
  return opening(run, () => run.engine.find(run.stackName));
}

/** Nobody looks at a pipeline's preview: more deletions than the limit allows stop the run. */
function gate(
  changes: Changes,
  { environment, acceptDeletions, report }: Run,
  look = "Look at the preview above.",
): void {
  const lost = (changes["delete"] ?? 0) + (changes["replace"] ?? 0);
  if (lost > environment.mayDelete && !acceptDeletions) {
    throw new Failure(
      EXIT.gate,
      `gate: it would delete or replace ${lost} resources; ${environment.name} allows ${environment.mayDelete} unattended.`,
      `${look} If it is meant, run again with --accept-deletions.`,
    );
  }
  report.line(`gate: passed (${describeChanges(changes)})`);
}

/** What an interrupted run left. A reading is forgotten; anything else is a matter for a person. */
async function settlePending(stack: Stack, run: Run): Promise<void> {
  const { report, stackName } = run;
  const pending = await opening(run, () => stack.pending());
  if (pending.length === 0) {
    return;
  }
  const names = pending.map(({ operation, urn }) => `${operation} ${urn.split("::").slice(3).join("::")}`).join(", ");
  if (pending.some(({ type }) => type !== HARMLESS)) {
    throw new Failure(
      EXIT.pending,
      `an earlier run was interrupted during: ${names}. It is not known whether that was done.`,
      `Look whether it was, then run \`pulumi refresh --stack ${stackName}\`, which asks about each.`,
    );
  }
  await opening(run, () => stack.forgetPending());
  report.line(`an earlier run was interrupted while reading (${names}): it is read again`);
}

/** As `guarded`, for what comes before a deployment: the stack itself cannot be used. */
function opening<T>(run: Run, work: () => Promise<T>): Promise<T> {
  return guarded(run, async () => {
    try {
      return await work();
    } catch (error) {
      throw error instanceof RunFailed ? unusable(run, error.message) : error;
    }
  });
}

function unusable({ stackName }: Run, output: string): Failure {
  const message = `preflight: the stack ${stackName} cannot be used: ${lastError(output)}`;
  if (/passphrase/i.test(output)) {
    const advice = "Set PULUMI_CONFIG_PASSPHRASE (or PULUMI_CONFIG_PASSPHRASE_FILE) to the stack's own passphrase.";
    return new Failure(EXIT.stack, message, advice);
  }
  if (/PULUMI_ACCESS_TOKEN|pulumi login|not logged in/i.test(output)) {
    return new Failure(EXIT.stack, message, "Run `pulumi login`, or set PULUMI_BACKEND_URL and what it needs.");
  }
  return new Failure(EXIT.stack, message, `Check the backend (PULUMI_BACKEND_URL): \`pulumi stack ls\` must work.`);
}

/** The engine's failures as what to do about them. */
async function guarded<T>(run: Run, work: () => Promise<T>): Promise<T> {
  const { environment, signal } = run;
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
      if (/incorrect passphrase|passphrase must be set/.test(error.message)) {
        throw unusable(run, error.message);
      }
      throw new Failure(
        EXIT.deployment,
        `the deployment failed: ${lastError(error.message)}`,
        `What was done before stays in the state. Fix the cause, then run again: npm start -- up ${environment.name}`,
      );
    }
    throw error;
  }
}

/** The last error in the CLI's output. The Automation API adds its own lines and the stack of the process. */
function lastError(output: string): string {
  const lines = output
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("at "));
  const isError = (line: string): boolean => /(^|\s)error:/.test(line) && !/error: Command failed with/.test(line);
  const last = lines.filter(isError).at(-1) ?? lines.filter((line) => /error/i.test(line)).at(-1) ?? lines.at(-1) ?? "";
  return last.replace(/^(stderr:|err\?:)\s*/, "").replace(/^error:\s*/, "");
}

/** Each file is written whole or not at all. The same outputs give the same bytes. Secrets stay in the state. */
async function storeResults(outputs: Outputs, { environment, stackName, artifacts, report }: Run): Promise<void> {
  const values = Object.entries(outputs).map(
    ([name, { value, secret }]) => [name, secret ? "[secret]" : value] as const,
  );
  const artefact = { environment: environment.name, stack: stackName, outputs: Object.fromEntries(values) };
  await storeListing(join(artifacts, `${environment.name}.workflows.json`), outputs["workflows"], report);
  await writeWhole(join(artifacts, `${environment.name}.json`), `${JSON.stringify(artefact, undefined, 2)}\n`);
  report.line(`outputs: ${join(artifacts, `${environment.name}.json`)}`);
}

/** What the next environment's gate reads. A secret listing is not written, and an older one does not stay. */
async function storeListing(path: string, listing: Outputs[string] | undefined, report: Report): Promise<void> {
  if (listing?.secret === true) {
    await writing(path, () => rm(path, { force: true }));
    report.line(`the listing is secret and is not written: the gate of the next environment needs ${path}`);
    return;
  }
  await writeWhole(path, `${String(listing?.value)}\n`);
}

async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}.tmp`;
  await writing(path, async () => {
    try {
      await writeFile(draft, text);
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      throw error;
    }
  });
}

async function writing(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new Failure(
      EXIT.internal,
      `${path} could not be written (${(error as NodeJS.ErrnoException).code ?? (error as Error).name}).`,
      "Check the disk space and the permissions, then run again: it goes on from what is there.",
    );
  }
}
