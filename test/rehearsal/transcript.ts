/** What an operation reports while it runs: events, and the text that a terminal would show. */
import type { ResourceState } from "./state.js";
import type { ChangeSummary, Diagnostic, EngineEvent, Operation, OperationOptions, StepMetadata } from "./types.js";
import { nameOf } from "./urn.js";
import { changedNames, maskSecrets } from "./values.js";

export interface Step {
  readonly op: Operation;
  readonly urn: string;
  readonly old?: ResourceState | undefined;
  readonly new?: ResourceState | undefined;
}

export interface Transcript {
  /** The messages of the errors so far. */
  readonly errors: readonly string[];
  line(text: string): void;
  diagnostic(diagnostic: Diagnostic): void;
  stepBegins(step: Step, planning: boolean): void;
  stepEnds(step: Step, planning: boolean): void;
  stepFails(step: Step): void;
  summary(durationSeconds: number, changes: ChangeSummary): void;
}

/** The sign of each operation, and its words when it is done. */
const OPERATIONS: Readonly<Record<Operation, readonly [sign: string, done: string]>> = {
  create: ["+", "created"],
  delete: ["-", "deleted"],
  discard: ["<", "discarded"],
  read: [">", "read"],
  refresh: ["~", "refreshed"],
  same: [" ", "same"],
  update: ["~", "updated"],
};

/** @param secrets Are replaced by `[secret]` wherever they would show. */
export function createTranscript({ onOutput, onEvent }: OperationOptions, secrets: readonly string[]): Transcript {
  // One secret may contain another. If the shorter one were masked first, the rest of the longer one would stay readable.
  const masked = [...secrets].sort((left, right) => right.length - left.length);
  const mask = (text: string): string => masked.reduce((shown, secret) => shown.replaceAll(secret, "[secret]"), text);
  const line = (text: string): void => onOutput?.(`${mask(text)}\n`);
  const emit = (event: EngineEvent): void => onEvent?.(event);
  const errors: string[] = [];

  return {
    errors,
    line,
    diagnostic: ({ severity, urn, message: given }) => {
      const message = mask(given);
      if (severity === "error") {
        errors.push(message);
      }
      emit({ diagnosticEvent: { severity, urn, message } });
      const about = urn === undefined || urn === "" ? "" : `${shortName(urn)}: `;
      line(`    ${about}${severity.startsWith("info") ? "" : `${severity}: `}${message}`);
    },
    stepBegins: (step, planning) => emit({ resourcePreEvent: { metadata: describe(step), planning } }),
    stepEnds: (step, planning) => {
      emit({ resOutputsEvent: { metadata: describe(step), planning } });
      const { op, urn, old, new: fresh } = step;
      if (op !== "same") {
        const names = old && fresh ? changedNames(old.inputs ?? {}, fresh.inputs ?? {}) : [];
        const diff = names.length === 0 ? "" : ` [diff: ${names.map((name) => `~${name}`).join(",")}]`;
        line(` ${OPERATIONS[op][0]} ${shortName(urn)} ${planning ? op : OPERATIONS[op][1]}${diff}`);
      }
    },
    stepFails: (step) => emit({ resOpFailedEvent: { metadata: describe(step) } }),
    summary: (durationSeconds, resourceChanges) => {
      const counts = Object.entries(resourceChanges) as [Operation, number][];
      const lines = counts.map(([op, count]) => `    ${OPERATIONS[op][0]} ${count} ${op}`);
      line(["\nResources:", ...lines, `\nDuration: ${durationSeconds}s`].join("\n"));
      emit({ summaryEvent: { durationSeconds, resourceChanges } });
    },
  };
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
  return `${urn.split("::")[2]?.split("$").at(-1) ?? ""} ${nameOf(urn)}`;
}
