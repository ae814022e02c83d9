/** `pulumi-workflows check`: can a deployment succeed now? */
import { printable } from "../http/excerpt.js";
import { type CheckResult, runSteps, type Step, type StepName } from "./check-steps.js";
import { EXIT, EXIT_MEANINGS, type ExitCode } from "./exit-codes.js";
import { type ListingOptions, parseListingOptions } from "./listing-options.js";
import { describeSource, type OpenSession } from "./open-session.js";
import { createPaint, duration, type Paint, printableJson } from "./text.js";

type CheckCommand = OpenSession & ListingOptions & { readonly json?: boolean | undefined };

/** Columns before a step's text. */
const INDENT = 31;

export async function check(command: CheckCommand): Promise<ExitCode> {
  const { context, progress } = command;
  const began = performance.now();
  const result = await runSteps({
    open: command,
    request: parseListingOptions(command),
    onStep: (name) => progress.doing(labelOf(name)),
  });
  progress.stop();
  const milliseconds = Math.round(performance.now() - began);
  await context.write(
    command.json === true
      ? asJson(command, result, milliseconds)
      : asText(command, result, milliseconds, createPaint(context.colour)),
  );
  return result.exitCode;
}

/** As schemas/check.schema.json describes it. */
function asJson({ stack, connection }: CheckCommand, result: CheckResult, milliseconds: number): string {
  const report = {
    command: "check",
    format: 1,
    ok: result.exitCode === EXIT.ok,
    exitCode: result.exitCode,
    checked: { stack, connection, description: describeSource({ stack, connection }) },
    baseUrl: result.baseUrl,
    milliseconds,
    warnings: result.warnings,
    steps: result.steps,
  };
  return `${printableJson(JSON.stringify(report, undefined, 2))}\n`;
}

function asText(command: CheckCommand, result: CheckResult, milliseconds: number, paint: Paint): string {
  const { exitCode, steps, warnings } = result;
  const lines = [`Checking ${printable(describeSource(command))}`];
  lines.push(...steps.flatMap((step) => describeStep(step, paint)));
  lines.push(...warnings.map((warning) => `${paint("yellow", "warning")}  ${printable(warning)}`));
  const meaning = EXIT_MEANINGS.find(([code]) => code === exitCode)?.[1] ?? "";
  lines.push(
    exitCode === EXIT.ok
      ? `${paint("green", "All is well")} (${duration(milliseconds)}).`
      : `${paint("red", "Not ready")}: ${meaning} (exit code ${exitCode}, ${duration(milliseconds)}).`,
  );
  return `${lines.join("\n")}\n`;
}

function labelOf(name: StepName): string {
  return name === "tls" ? "TLS" : name;
}

function describeStep({ name, status, milliseconds, detail, advice }: Step, paint: Paint): string[] {
  const word = {
    ok: paint("green", "ok    "),
    failed: paint("red", "FAILED"),
    skipped: paint("dim", "-     "),
  }[status];
  const time = status === "skipped" ? "" : duration(milliseconds);
  const [first = "", ...more] = detail.split("\n").map(printable);
  const steps = advice === undefined ? [] : advice.split("\n").map((line) => `→ ${printable(line)}`);
  return [
    `  ${word}  ${labelOf(name).padEnd(10)}  ${time.padStart(7)}  ${first}`,
    ...[...more, ...steps].map((line) => `${" ".repeat(INDENT)}${line}`),
  ];
}
