/** `pulumi-workflows check`: tries what a deployment needs, in this order: settings, token, listing. Runs in the command line. */
import { describeCount, printable } from "../base/text.js";
import { withCode, WorkflowsError } from "../base/errors.js";
import type { Session } from "../workflows/session.js";
import { EXIT, EXIT_MEANINGS, type ExitCode, reportOf } from "./exit-codes.js";
import { openSession, maskingErrors } from "./open-session.js";
import { type Options, parseListingOptions } from "./options.js";
import { duration, type Paint, printableJson } from "./text.js";
import { unusedVariables } from "./unused-variables.js";

/** The result of a successful step. */
interface StepResult {
  /** The result in words. */
  readonly detail: string;
  /** The numbers and texts of the result, for programs. */
  readonly facts?: Readonly<Record<string, string | number>>;
}

/** A step of the report. */
interface Step extends StepResult {
  readonly name: string;
  readonly status: keyof typeof COLOURS;
  readonly milliseconds: number;
  /** Advice for the user, if the step failed. */
  readonly advice?: string;
  /** The kind of failure, if the step failed. */
  readonly code?: string;
  /** The status and the id of the response, if the step failed because of a response. */
  readonly httpStatus?: number | undefined;
  readonly requestId?: string | undefined;
}

type Report = ReturnType<typeof newReport>;

/** Creates an empty report, in the form of schemas/check.schema.json. */
function newReport(stack: string | undefined, connection: string | undefined) {
  return {
    command: "check",
    format: 1,
    ok: true,
    exitCode: EXIT.ok as ExitCode,
    checked: describeSource(stack, connection),
    baseUrl: undefined as string | undefined,
    milliseconds: 0,
    warnings: [] as string[],
    steps: [] as Step[],
  };
}

/** Returns where the settings come from, in parts and in words: "connection eu of stack dev". */
function describeSource(stack: string | undefined, connection: string | undefined) {
  const source = stack === undefined ? "the environment" : `stack ${stack}`;
  const description = connection === undefined ? source : `connection ${connection} of ${source}`;
  return { stack, connection, description };
}

/** `pulumi-workflows check`: runs the steps one after the other, and prints a report of all of them. */
export async function checkCommand(options: Options): Promise<ExitCode> {
  const { signal, write, paint } = options.context;
  const report = newReport(options.stack, options.connection);
  for (const [name, work] of Object.entries(stepsOf(options, report))) {
    const step = await runStep(name, work, report, signal);
    report.steps.push(step);
    report.milliseconds += step.milliseconds;
  }
  const json = JSON.stringify(report, undefined, 2);
  await write(options.json === true ? `${printableJson(json)}\n` : asText(report, paint));
  return report.exitCode;
}

/** Returns the steps by their names, in order. Each may add facts and warnings to the report. */
function stepsOf(options: Options, report: Report): Readonly<Record<string, () => Promise<StepResult>>> {
  const { connection } = options;
  const request = parseListingOptions(options);
  const warn = (warning: string): void => void report.warnings.push(warning);
  // The first step sets it. The other steps run only if the first one succeeded.
  let session: Session;
  return {
    settings: async () => {
      const opened = await openSession(options, warn);
      session = opened.session;
      report.checked = describeSource(opened.stack, connection);
      opened.warnings.forEach(warn);
      unusedVariables(opened.config, options.context.environment, connection).forEach(warn);
      const { baseUrl, credentialsOrigin } = session.settings(connection);
      report.baseUrl = baseUrl.href.replace(/\/$/, "");
      return { detail: `${report.baseUrl}, with ${credentialsOrigin}` };
    },
    token: async () => {
      const { expiresAt } = await session.token(connection);
      if (expiresAt === undefined) {
        return { detail: "an access token; the response gives no lifetime" };
      }
      const lifetimeSeconds = Math.round((expiresAt - Date.now()) / 1000);
      return { detail: `an access token, good for ${lifetimeSeconds} s`, facts: { lifetimeSeconds } };
    },
    listing: async () => {
      const { count, digest } = await maskingErrors(session, session.list({ ...request, isSecret: false }));
      if (count === 0) {
        warn(NO_WORKFLOWS);
      }
      return { detail: describeCount(count, "workflows"), facts: { count, digest } };
    },
  };
}

/** The warning about an empty listing, which is a success for `check`, but not for a function. */
const NO_WORKFLOWS = "The service lists nothing: a function of a program fails without the argument allowEmpty.";

/** Runs one step, unless an earlier step failed. Throws if the failure is a bug of this program, which is not a result of the check. */
async function runStep(
  name: string,
  work: () => Promise<StepResult>,
  report: Report,
  signal: AbortSignal,
): Promise<Step> {
  if (!report.ok) {
    return { name, status: "skipped", milliseconds: 0, detail: "not tried: an earlier step failed" };
  }
  const began = performance.now();
  const milliseconds = (): number => Math.round(performance.now() - began);
  try {
    return { name, status: "ok", ...(await work()), milliseconds: milliseconds() };
  } catch (error) {
    const { code, exitCode, message: detail, advice } = reportOf(error, signal);
    if (code === "internal") {
      throw error;
    }
    Object.assign(report, { ok: false, exitCode });
    const { status: httpStatus, requestId } = error instanceof WorkflowsError ? error : {};
    return { name, status: "failed", milliseconds: milliseconds(), detail, advice, code, httpStatus, requestId };
  }
}

/** Writes the report for people: a line for each step and each warning, then the result. */
function asText({ ok, exitCode, checked, milliseconds, warnings, steps }: Report, paint: Paint): string {
  const meaning = EXIT_MEANINGS.find(([code]) => code === exitCode)?.[1] ?? "";
  const lines = [
    `Checking ${printable(checked.description)}`,
    ...steps.flatMap((step) => describeStep(step, paint)),
    ...warnings.map((warning) => `${paint("yellow", "warning")}  ${printable(warning)}`),
    ok
      ? `${describeSuccess(warnings.length, paint)} (${duration(milliseconds)}).`
      : `${paint("red", "Not ready")}: ${meaning} (exit code ${exitCode}, ${duration(milliseconds)}).`,
  ];
  return `${lines.join("\n")}\n`;
}

/** Says that all steps succeeded, and how many warnings there are. */
function describeSuccess(warningCount: number, paint: Paint): string {
  return warningCount === 0
    ? paint("green", "All is well")
    : paint("yellow", `Ready, with ${describeCount(warningCount, "warnings")}`);
}

/** The width of the columns before a step's detail, with the gaps. */
const INDENT = 30;
const COLOURS = { ok: "green", failed: "red", skipped: "dim" } as const;

/** Returns the lines of a step. The first has its status, name and time. Further lines of its detail, and the advice, are indented. */
function describeStep({ name, status, milliseconds, detail, advice, code }: Step, paint: Paint): string[] {
  const time = status === "skipped" ? "" : duration(milliseconds);
  const adviceLines = advice === undefined || code === undefined ? [] : withCode(advice, code).split("\n");
  const lines = [...detail.split("\n"), ...adviceLines.map((line) => `→ ${line}`)];
  const [first = "", ...furtherLines] = lines.map(printable);
  return [
    `  ${paint(COLOURS[status], status.padEnd(7))}  ${name.padEnd(8)}  ${time.padStart(7)}  ${first}`,
    ...furtherLines.map((line) => `${" ".repeat(INDENT)}${line}`),
  ];
}
