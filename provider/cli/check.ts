/** `pulumi-workflows check`: tries what a deployment needs, in this order: settings, token, listing. */
import { styleText } from "node:util";
import { summaryOf, withCode, WorkflowsError } from "../base/errors.js";
import { describeCount, inSeconds, printable } from "../base/text.js";
import { GUARDED_NAMES, limitOf } from "../workflows/items/guard.js";
import type { Session } from "../workflows/session.js";
import { EXIT, type ExitCode, exitCodeOf } from "./exit-codes.js";
import { maskingErrors, openSession } from "./open-session.js";
import { type Options, parseListingOptions } from "./options.js";
import { printableJson } from "./printable-json.js";
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

/** The result of `check`. `--json` prints it as it is. */
interface Report {
  ok: boolean;
  exitCode: ExitCode;
  readonly warnings: string[];
  /** Advice that would make a deployment better, though nothing is wrong. */
  readonly hints: string[];
  readonly steps: Step[];
}

/**
 * Runs the steps one after the other. Prints each step when it ends, then warnings, hints and the result; or all of it
 * as JSON.
 */
export async function check(options: Options): Promise<ExitCode> {
  const { json = false, context } = options;
  const report: Report = { ok: true, exitCode: EXIT.ok, warnings: [], hints: [], steps: [] };
  for (const [name, work] of Object.entries(stepsOf(options, report))) {
    const step = await runStep(name, work, report);
    report.steps.push(step);
    if (!json) {
      context.write(describeStep(step));
    }
  }
  context.write(json ? `${printableJson(JSON.stringify(report, undefined, 2))}\n` : describeResult(report));
  return report.exitCode;
}

/**
 * Returns the steps by their names, in order. Each returns its result in words, and may add warnings and hints to the
 * report.
 */
function stepsOf(options: Options, report: Report): Readonly<Record<string, () => Promise<string>>> {
  const { connection, context } = options;
  const { environment } = context;
  const request = parseListingOptions(options);
  const warn = (warning: string): void => void report.warnings.push(warning);
  // The first step sets it. The other steps run only if the first one succeeded.
  let session: Session;
  return {
    settings: async () => {
      const opened = await openSession(options, warn, (hint) => void report.hints.push(hint));
      session = opened.session;
      unusedVariables(opened.config, environment, connection).forEach(warn);
      // Throws if a variable of the guard has a value that a deployment would refuse.
      GUARDED_NAMES.forEach((name) => limitOf(name, { guard: {}, environment }));
      const { baseUrl, credentialsOrigin } = session.settings(connection);
      const source = opened.stack === undefined ? "" : `, from stack ${opened.stack}`;
      return `${baseUrl.href.replace(/\/$/, "")}, with ${credentialsOrigin}${source}`;
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

/**
 * Runs one step, unless an earlier step failed. Throws if the failure is a bug of this program, which is not a result
 * of the check.
 */
async function runStep(name: string, work: () => Promise<string>, report: Report): Promise<Step> {
  if (!report.ok) {
    return { name, status: "skipped", milliseconds: 0, detail: "not tried: an earlier step failed" };
  }
  const began = performance.now();
  const milliseconds = (): number => Math.round(performance.now() - began);
  try {
    return { name, status: "ok", detail: await work(), milliseconds: milliseconds() };
  } catch (error) {
    if (!(error instanceof WorkflowsError)) {
      throw error;
    }
    report.ok = false;
    report.exitCode = exitCodeOf(error);
    const { code, hint: advice } = error;
    return { name, status: "failed", milliseconds: milliseconds(), detail: summaryOf(error), advice, code };
  }
}

const COLOURS = { ok: "green", failed: "red", skipped: "dim" } as const;

/** Where the detail of a step begins: after its status, name and time. */
const DETAIL_COLUMN = 30;

/** Returns the lines of a step: status, name, time and detail. Its other lines are indented. */
function describeStep({ name, status, milliseconds, detail, advice, code }: Step): string {
  const text = advice === undefined ? detail : `${detail}\n→ ${advice}`;
  const lines = (code === undefined ? text : withCode(text, code)).split("\n").map(printable);
  const time = status === "skipped" ? "" : inSeconds(milliseconds);
  const beginning = `  ${styleText(COLOURS[status], status.padEnd(7))}  ${name.padEnd(8)}  ${time.padStart(7)}  `;
  return `${beginning}${lines.join(`\n${" ".repeat(DETAIL_COLUMN)}`)}\n`;
}

/** Writes what follows the steps, for people: a line for each warning and each hint, then the result. */
function describeResult({ ok, exitCode, warnings, hints }: Report): string {
  const lines = [
    ...warnings.map((warning) => `${styleText("yellow", "warning")}  ${printable(warning)}`),
    ...hints.map((hint) => `${styleText("dim", "hint")}     ${printable(hint)}`),
  ];
  if (!ok) {
    const again = exitCode === EXIT.tryAgain ? ", but worth trying again" : "";
    lines.push(`${styleText("red", "Not ready")}${again}: exit code ${exitCode}.`);
  } else if (warnings.length > 0) {
    lines.push(`${styleText("yellow", "No step failed")}, with ${describeCount(warnings.length, "warnings")}.`);
  } else {
    lines.push(`${styleText("green", "All is well")}.`);
  }
  return `${lines.join("\n")}\n`;
}
