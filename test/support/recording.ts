/** Records what an engine does with the operations of a test, so that two engines can be compared. */
import type { EngineStack, Run, StateResource } from "./engines.js";

/** One operation. `result` has nothing that differs between two runs on one engine, such as times, ports and tokens. */
interface Entry {
  readonly operation: string;
  readonly result: unknown;
}

export interface Recording {
  readonly entries: readonly Entry[];
  /** The same stack, whose operations are recorded. */
  record(stack: EngineStack): EngineStack;
}

export function createRecording(): Recording {
  const entries: Entry[] = [];

  async function add<T>(operation: string, result: Promise<T>, describe: (result: T) => unknown): Promise<T> {
    const done = await result;
    entries.push({ operation, result: describe(done) });
    return done;
  }

  return {
    entries,
    record: (stack) => ({
      ...stack,
      preview: (options) => add("preview", stack.preview(options), describeRun),
      up: (options) => add("up", stack.up(options), describeRun),
      refresh: (options) => add("refresh", stack.refresh(options), describeRun),
      destroy: () => add("destroy", stack.destroy(), describeRun),
      outputs: () => add("outputs", stack.outputs(), withoutChance),
      resources: () => add("resources", stack.resources(), describeResources),
    }),
  };
}

/** Whether it failed, what it changed, and which kinds of events there were of which resources. */
function describeRun({ failure, changes, events }: Run): unknown {
  const kinds = events.flatMap((event) => {
    const began = event.resourcePreEvent?.metadata;
    const failed = event.resOpFailedEvent?.metadata;
    // The CLI reports the end of a component twice, or never where the program failed.
    const ended = event.resOutputsEvent?.metadata.type.includes("dynamic") ? event.resOutputsEvent.metadata : undefined;
    const severity = event.diagnosticEvent?.severity;
    return [
      ...[began].flatMap((step) => (step === undefined ? [] : [`begins: ${step.op} ${step.urn}`])),
      ...[ended].flatMap((step) => (step === undefined ? [] : [`ends: ${step.op} ${step.urn}`])),
      ...[failed].flatMap((step) => (step === undefined ? [] : [`fails: ${step.op} ${step.urn}`])),
      ...[severity].flatMap((kind) => (kind === "error" || kind === "warning" ? [kind] : [])),
    ];
  });
  const failed = failure !== undefined;
  // How many unchanged resources a failed run has reached before it stopped is a matter of time.
  const ours = kinds.filter((kind) => !kind.includes("::pulumi:providers:") && !(failed && kind.includes(": same ")));
  return { failed, changes: failed ? { ...changes, same: "any" } : changes, events: [...new Set(ours)].sort() };
}

function describeResources(resources: readonly StateResource[]): unknown {
  return [...resources].sort((left, right) => (left.urn < right.urn ? -1 : 1)).map(describeResource);
}

/**
 * Which fields there are, inputs and outputs included. The CLI also keeps where in the program a resource was made. A refresh
 * drops `propertyDependencies` until the resource is registered again, which a failed run may not reach.
 */
function describeResource({ urn, ...fields }: StateResource): unknown {
  const names = Object.keys(fields).filter(
    (name) => !["sourcePosition", "stackTrace", "propertyDependencies"].includes(name),
  );
  const namesIn = (part: StateResource["inputs"]): string[] => Object.keys(part ?? {}).sort();
  return { urn, fields: names.sort(), inputs: namesIn(fields.inputs), outputs: namesIn(fields.outputs) };
}

/** Outputs whose ports and tokens are replaced. */
function withoutChance(outputs: unknown): unknown {
  const text = JSON.stringify(outputs)
    .replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT")
    .replace(/emulated-(id|secret|token)[^"\\]*/g, "EMULATED");
  return JSON.parse(text) as unknown;
}
