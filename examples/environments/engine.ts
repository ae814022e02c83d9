// What the pipeline needs of a deployment engine: the Pulumi CLI through the Automation API, or a stand-in for tests.
import { execFile } from "node:child_process";
import { delimiter, sep } from "node:path";
import { promisify } from "node:util";

export interface Engine {
  readonly name: string;
  open(stackName: string): Promise<Stack>;
}

export interface Stack {
  /** Sets what differs; secrets are encrypted, and never in a command's arguments. */
  configure(values: Readonly<Record<string, ConfigValue>>): Promise<void>;
  preview(options: RunOptions): Promise<Changes>;
  up(options: RunOptions): Promise<Outputs>;
  destroy(options: RunOptions): Promise<void>;
  /** Operations that an interrupted run began and nobody knows the end of. */
  pending(): Promise<readonly Pending[]>;
  forgetPending(): Promise<void>;
  /** Takes the lock of a run that is gone. */
  cancel(): Promise<void>;
  /** Takes the stack away, once it is empty. */
  remove(): Promise<void>;
}

export interface ConfigValue {
  readonly value: string;
  readonly secret?: boolean;
}

export interface RunOptions {
  readonly onEvent: (event: EngineEvent) => void;
  /** The wish to stop: nothing new is begun. */
  readonly signal: AbortSignal;
  /** Tells the engine's own process to stop, where it has not heard of it itself. */
  readonly interrupt: AbortSignal;
}

export type Changes = Readonly<Record<string, number | undefined>>;
export type Outputs = Readonly<Record<string, { readonly value: unknown; readonly secret: boolean }>>;

export interface Pending {
  readonly type: string;
  readonly urn: string;
  readonly operation: string;
}

interface Step {
  readonly op: string;
  readonly urn: string;
  readonly type: string;
}

/** What both engines tell. */
export interface EngineEvent {
  readonly resourcePreEvent?: { readonly metadata: Step; readonly planning?: boolean | undefined };
  readonly resOutputsEvent?: { readonly metadata: Step; readonly planning?: boolean | undefined };
  readonly resOpFailedEvent?: { readonly metadata: Step };
  readonly diagnosticEvent?: { readonly severity: string; readonly message: string; readonly ephemeral?: boolean };
  readonly summaryEvent?: { readonly resourceChanges: Changes };
  /** What the engine says of itself, as that it heard a signal. */
  readonly stdoutEvent?: { readonly message: string };
}

/** Another run holds the stack. */
export class UnderWay extends Error {}

/** The run failed; its errors were told as events. */
export class RunFailed extends Error {}

export interface EngineOptions {
  /** Where Pulumi.yaml and the package are: code that the engine keeps resolves from there. */
  readonly workDir: string;
  /** On top of this process's own. */
  readonly environment: Readonly<Record<string, string>>;
}

export interface FoundPulumi {
  readonly version: string;
  /** The PATH under which `pulumi` is it. */
  readonly path: string;
}

/** The CLI on PATH. `npm start` puts `node_modules/.bin` there, where `pulumi` is a wrapper that downloads one: look past it. */
export async function findPulumi(): Promise<FoundPulumi | undefined> {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const path = folders.filter((folder) => !folder.endsWith(`${sep}node_modules${sep}.bin`)).join(delimiter);
  try {
    const { stdout } = await promisify(execFile)("pulumi", ["version"], { env: { ...process.env, PATH: path } });
    return { version: stdout.trim(), path };
  } catch {
    return undefined;
  }
}
