/** What an operation reports while it runs: events, and the text that a terminal would show. */
import type { ResourceState } from "./state.js";
import type { ChangeSummary, Diagnostic, EngineEvent, Operation, StepMetadata } from "./types.js";
import { nameOf, STACK_TYPE } from "./urn.js";
import { changedNames, maskSecrets } from "./values.js";

export interface Step {
  readonly op: Operation;
  readonly urn: string;
  readonly old?: ResourceState | undefined;
  readonly new?: ResourceState | undefined;
}

export interface Transcript {
  readonly stdout: string;
  readonly stderr: string;
  readonly diagnostics: readonly Diagnostic[];
  line(text: string): void;
  diagnostic(diagnostic: Diagnostic): void;
  stepBegins(step: Step, planning: boolean): void;
  stepEnds(step: Step, planning: boolean): void;
  stepFails(step: Step): void;
  summary(durationSeconds: number, changes: ChangeSummary): void;
}

const SYMBOLS: Readonly<Record<Operation, string>> = {
  create: "+ ",
  "create-replacement": "++",
  delete: "- ",
  "delete-replaced": "--",
  discard: "< ",
  read: "> ",
  refresh: "~ ",
  replace: "+-",
  same: "  ",
  update: "~ ",
};

export function symbolOf(operation: Operation): string {
  return SYMBOLS[operation];
}

export interface TranscriptOptions {
  readonly onOutput: ((text: string) => void) | undefined;
  readonly onEvent: ((event: EngineEvent) => void) | undefined;
  /** Replaced by `[secret]` wherever they would show. */
  readonly masked: readonly string[];
}

export function createTranscript(options: TranscriptOptions): Transcript {
  const text = { stdout: "", stderr: "" };
  // One secret may contain another. If the shorter one were masked first, the rest of the longer one would stay readable.
  const masked = [...options.masked].sort((left, right) => right.length - left.length);
  const diagnostics: Diagnostic[] = [];
  let sequence = 0;

  return {
    get stdout() {
      return text.stdout;
    },
    get stderr() {
      return text.stderr;
    },
    diagnostics,
    line: (line) => write("stdout", line),
    diagnostic: (given) => {
      const diagnostic = { ...given, message: mask(given.message) };
      diagnostics.push(diagnostic);
      emit({ diagnosticEvent: diagnostic });
      const about = diagnostic.urn === undefined || diagnostic.urn === "" ? "" : `${shortName(diagnostic.urn)}: `;
      const kind = diagnostic.severity.startsWith("info") ? "" : `${diagnostic.severity}: `;
      write(diagnostic.severity === "error" ? "stderr" : "stdout", `    ${about}${kind}${diagnostic.message}`);
    },
    stepBegins: (step, planning) => emit({ resourcePreEvent: { metadata: describe(step), planning } }),
    stepEnds: (step, planning) => {
      emit({ resOutputsEvent: { metadata: describe(step), planning } });
      if (step.op !== "same") {
        const { old, new: fresh } = step;
        const names =
          old === undefined || fresh === undefined ? [] : changedNames(old.inputs ?? {}, fresh.inputs ?? {});
        const diff = names.length === 0 ? "" : ` [diff: ${names.map((name) => `~${name}`).join(",")}]`;
        write("stdout", ` ${SYMBOLS[step.op]} ${shortName(step.urn)} ${planning ? step.op : done(step.op)}${diff}`);
      }
    },
    stepFails: (step) => emit({ resOpFailedEvent: { metadata: describe(step) } }),
    summary: (durationSeconds, resourceChanges) => emit({ summaryEvent: { durationSeconds, resourceChanges } }),
  };

  function emit(event: Omit<EngineEvent, "sequence" | "timestamp">): void {
    options.onEvent?.({ sequence: sequence++, timestamp: Math.floor(Date.now() / 1000), ...event });
  }

  function write(stream: "stdout" | "stderr", line: string): void {
    const masked = `${mask(line)}\n`;
    text[stream] += masked;
    options.onOutput?.(masked);
  }

  function mask(line: string): string {
    return masked.reduce((shown, secret) => shown.replaceAll(secret, "[secret]"), line);
  }
}

function describe({ op, urn, old, new: fresh }: Step): StepMetadata {
  return {
    op,
    urn,
    type: (fresh ?? old)?.type ?? "",
    ...(fresh === undefined ? {} : { new: { inputs: maskSecrets(fresh.inputs ?? {}) } }),
  };
}

function shortName(urn: string): string {
  const type = urn.split("::")[2] ?? "";
  return `${type.includes("$") && type !== STACK_TYPE ? (type.split("$").at(-1) ?? type) : type} ${nameOf(urn)}`;
}

function done(operation: Operation): string {
  switch (operation) {
    case "read":
    case "same":
      return operation;
    case "refresh":
      return "refreshed";
    case "discard":
      return "discarded";
    case "delete-replaced":
      return "deleted original";
    case "create-replacement":
      return "created replacement";
    case "create":
    case "delete":
    case "replace":
    case "update":
      return `${operation}d`;
  }
}
