/** `pulumi-workflows check`: tries what a deployment needs, in this order: settings, token, listing. */
import { withCode } from "../base/errors.js";
import { describeCount, printable } from "../base/text.js";
import type { Session } from "../workflows/session.js";
import { EXIT, type ExitCode, reportOf } from "./exit-codes.js";
import { maskingErrors, openSession } from "./open-session.js";
import { type Options, parseListingOptions } from "./options.js";
import { duration, type Paint, printableJson } from "./text.js";
import { unusedVariables } from "./unused-variables.js";

/** A step of the report. */
interface Step {
  readonly name: string;
  readonly status: keyof typeof COLOURS;
  readonly milliseconds: number;
  /** The result in words. */
  readonly detail: string;
  /** Advice for the user, if the step failed. */
  readonly advice?: string | undefined;
  /** The kind of failure, if the step failed. */
  readonly code?: string;
}

/** What `check` found; \`--json\` prints it as it is. */
interface Report {
  ok: boolean;
  exitCode: ExitCode;
  /** Where the settings come from: "connection eu of stack dev". */
  checked: string;
  readonly warnings: string[];
  /** What would make a deployment better, though nothing is wrong. */
  readonly hints: string[];
  readonly steps: Step[];
}

/** Runs the steps one after the other, and prints a report of all of them. */
export async function check(options: Options): Promise<ExitCode> {
  const { signal, write, paint } = options.context;
  const checked = describeSource(options.stack, options.connection);
  const report: Report = { ok: true, exitCode: EXIT.ok, checked, warnings: [], hints: [], steps: [] };
  for (const [name, work] of Object.entries(stepsOf(options, report))) {
    report.steps.push(await runStep(name, work, report, signal));
  }
  const json = (): string => `${printableJson(JSON.stringify(report, undefined, 2))}\n`;
  await write(options.json === true ? json() : asText(report, paint));
  return report.exitCode;
}

/** Returns where the settings come from, in words. */
function describeSource(stack: string | undefined, connection: string | undefined): string {
  const source = stack === undefined ? "the environment" : `stack ${stack}`;
  return connection === undefined ? source : `connection ${connection} of ${source}`;
}

/** Returns the steps by their names, in order. Each returns its result in words, and may add warnings and hints to the report. */
function stepsOf(options: Options, report: Report): Readonly<Record<string, () => Promise<string>>> {
  const { connection } = options;
  const request = parseListingOptions(options);
  const warn = (warning: string): void => void report.warnings.push(warning);
  // The first step sets it. The other steps run only if the first one succeeded.
  let session: Session;
  return {
    settings: async () => {
      const opened = await openSession(options, warn, (hint) => void report.hints.push(hint));
      session = opened.session;
      report.checked = describeSource(opened.stack, connection);
      opened.warnings.forEach(warn);
      unusedVariables(opened.config, options.context.environment, connection).forEach(warn);
      const { baseUrl, credentialsOrigin } = session.settings(connection);
      return `${baseUrl.href.replace(/\/$/, "")}, with ${credentialsOrigin}`;
    },
    token: async () => {
      const { expiresAt } = await session.token(connection);
      return expiresAt === undefined
        ? "an access token; the response gives no lifetime"
        : `an access token, good for ${Math.round((expiresAt - Date.now()) / 1000)} s`;
    },
    listing: async () => {
      const { count } = await maskingErrors(session, session.list({ ...request, isSecret: false }));
      if (count === 0) {
        warn(NO_WORKFLOWS);
      }
      return describeCount(count, "workflows");
    },
  };
}

/** The warning about an empty listing: `check` has no resource and no arguments that say whether it is right. */
const NO_WORKFLOWS =
  "The service lists no workflows. A deployment is refused if a resource had workflows before, or if a function reads them, unless " +
  "`allowEmpty` is set. A new resource gets an empty list.";

/** Runs one step, unless an earlier step failed. Throws if the failure is a bug of this program, which is not a result of the check. */
async function runStep(name: string, work: () => Promise<string>, report: Report, signal: AbortSignal): Promise<Step> {
  if (!report.ok) {
    return { name, status: "skipped", milliseconds: 0, detail: "not tried: an earlier step failed" };
  }
  const began = performance.now();
  const milliseconds = (): number => Math.round(performance.now() - began);
  try {
    return { name, status: "ok", detail: await work(), milliseconds: milliseconds() };
  } catch (error) {
    const { code, exitCode, message: detail, advice } = reportOf(error, signal);
    if (code === "internal") {
      throw error;
    }
    Object.assign(report, { ok: false, exitCode });
    return { name, status: "failed", milliseconds: milliseconds(), detail, advice, code };
  }
}

/** Writes the report for people: a line for each step, each warning and each hint, then the result. */
function asText({ exitCode, checked, warnings, hints, steps }: Report, paint: Paint): string {
  const milliseconds = steps.reduce((sum, step) => sum + step.milliseconds, 0);
  const lines = [
    `Checking ${printable(checked)}`,
    ...steps.flatMap((step) => describeStep(step, paint)),
    ...warnings.map((warning) => `${paint("yellow", "warning")}  ${printable(warning)}`),
    ...hints.map((hint) => `${paint("dim", "hint")}     ${printable(hint)}`),
    `${describeResult(exitCode, warnings.length, paint)} (${duration(milliseconds)}).`,
  ];
  return `${lines.join("\n")}\n`;
}

function describeResult(exitCode: ExitCode, warningCount: number, paint: Paint): string {
  if (exitCode !== EXIT.ok) {
    const advice = exitCode === EXIT.tryAgain ? ", but worth trying again" : "";
    return `${paint("red", "Not ready")}${advice}: exit code ${exitCode}`;
  }
  return warningCount === 0
    ? paint("green", "All is well")
    : paint("yellow", `No step failed, with ${describeCount(warningCount, "warnings")}`);
}

/** The width of the columns before a step's detail, with the gaps. */
const INDENT = 30;
const COLOURS = { ok: "green", failed: "red", skipped: "dim" } as const;

/** Returns the lines of a step. The first has its status, name and time. Further lines of its detail, and the advice, are indented. */
function describeStep({ name, status, milliseconds, detail, advice, code }: Step, paint: Paint): string[] {
  const time = status === "skipped" ? "" : duration(milliseconds);
  const text = advice === undefined ? detail : `${detail}\n${advice.replace(/^/gm, "→ ")}`;
  const [first = "", ...furtherLines] = (code === undefined ? text : withCode(text, code)).split("\n").map(printable);
  return [
    `  ${paint(COLOURS[status], status.padEnd(7))}  ${name.padEnd(8)}  ${time.padStart(7)}  ${first}`,
    ...furtherLines.map((line) => `${" ".repeat(INDENT)}${line}`),
  ];
}
