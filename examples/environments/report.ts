// Lines for people and logs: the environment, the time since its run began, what happens.
import type { EngineEvent } from "./engine";

export interface Report {
  readonly line: (text: string) => void;
  /** Takes the engine's events as they come. */
  readonly onEvent: (event: EngineEvent) => void;
  /** Ends the reminders. */
  readonly close: () => void;
}

const QUIET_MILLISECONDS = 10_000;

export function createReport(environment: string, write: (line: string) => void): Report {
  const began = performance.now();
  const underWay = new Map<string, number>();
  let lastLine = began;

  const line = (text: string): void => {
    lastLine = performance.now();
    const seconds = `+${((lastLine - began) / 1000).toFixed(1)}s`;
    write(`${environment.padEnd(8)} ${seconds.padStart(7)}  ${clean(text)}`);
  };

  const reminder = setInterval(() => {
    const now = performance.now();
    if (now - lastLine < QUIET_MILLISECONDS) {
      return;
    }
    const waiting = [...underWay].map(([name, since]) => `${name} (${Math.round((now - since) / 1000)} s)`);
    line(waiting.length === 0 ? "still working" : `still working on ${waiting.join(", ")}`);
  }, 1_000);
  reminder.unref();

  return {
    line,
    onEvent: ({ resourcePreEvent, resOutputsEvent, resOpFailedEvent, diagnosticEvent, summaryEvent, stdoutEvent }) => {
      if (resourcePreEvent !== undefined && isShown(resourcePreEvent.metadata)) {
        underWay.set(nameOf(resourcePreEvent.metadata.urn), performance.now());
      }
      if (resOutputsEvent !== undefined && isShown(resOutputsEvent.metadata)) {
        const { op, urn } = resOutputsEvent.metadata;
        // A component ends twice: when it is there, and when its outputs are.
        if (underWay.delete(nameOf(urn))) {
          line(`${resOutputsEvent.planning ? "would " : ""}${op} ${nameOf(urn)}`);
        }
      }
      if (resOpFailedEvent !== undefined) {
        line(`FAILED ${resOpFailedEvent.metadata.op} ${nameOf(resOpFailedEvent.metadata.urn)}`);
      }
      if (diagnosticEvent !== undefined) {
        showDiagnostic(diagnosticEvent);
      }
      if (stdoutEvent !== undefined) {
        show("", stdoutEvent.message);
      }
      if (summaryEvent !== undefined) {
        line(`done: ${describeChanges(summaryEvent.resourceChanges)}`);
      }
    },
    close: () => clearInterval(reminder),
  };

  function showDiagnostic({ severity, message, ephemeral }: NonNullable<EngineEvent["diagnosticEvent"]>): void {
    if (severity === "debug" || ephemeral === true) {
      return;
    }
    show(severity.startsWith("info") ? "" : `${severity}: `, message);
  }

  function show(label: string, message: string): void {
    const lines = withoutColours(message).split("\n");
    for (const text of lines) {
      if (text.trim() !== "") {
        line(label + text.trim());
      }
    }
  }
}

function isShown({ op, type }: { op: string; type: string }): boolean {
  return op !== "same" && type !== "pulumi:pulumi:Stack" && !type.startsWith("pulumi:providers:");
}

/** `urn:pulumi:dev::environments::environments:index:Watch::Nightly import` → `Watch Nightly import`. */
function nameOf(urn: string): string {
  const [, , type = "", ...name] = urn.split("::");
  return `${type.split(/[:$/]/).at(-1) ?? ""} ${name.join("::")}`;
}

export function describeChanges(changes: Readonly<Record<string, number | undefined>>): string {
  const shown = Object.entries(changes).filter(([op, count]) => op !== "same" && count !== undefined && count > 0);
  return shown.length === 0 ? "no changes" : shown.map(([op, count]) => `${count ?? 0} to ${op}`).join(", ");
}

/** The engine marks colours as `<{%reset%}>`. */
function withoutColours(text: string): string {
  return text.replace(/<\{%[^%]*%\}>/g, "");
}

/** Names of workflows are remote data: none may move the cursor or forge a line of the log. */
export function clean(text: string): string {
  return text.replace(/[\p{C}\p{Z}]+/gu, " ").trimEnd();
}
