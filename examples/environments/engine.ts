// What the pipeline needs of a deployment engine: the Pulumi CLI through the Automation API, or a stand-in for tests.
export interface Engine {
  readonly name: string;
  /** The stack, made if it does not exist. */
  open(stackName: string): Promise<Stack>;
  /** The stack, if it exists. */
  find(stackName: string): Promise<Stack | undefined>;
}

export interface Stack {
  /** Sets what differs; secrets are encrypted, and never in a command's arguments. */
  configure(values: Readonly<Record<string, ConfigValue>>): Promise<void>;
  preview(options: RunOptions): Promise<Changes>;
  up(options: RunOptions): Promise<Outputs>;
  destroy(options: RunOptions): Promise<void>;
  /** How many resources the state has, without the stack itself and its providers. */
  resources(): Promise<number>;
  /** Operations that an interrupted run began and that have no known end. */
  pending(): Promise<readonly Pending[]>;
  forgetPending(): Promise<void>;
  /** Removes the lock of a run that has ended. */
  cancel(): Promise<void>;
  /** Removes the stack, which must be empty. */
  remove(): Promise<void>;
}

export interface ConfigValue {
  readonly value: string;
  readonly secret?: boolean;
}

export interface RunOptions {
  readonly onEvent: (event: EngineEvent) => void;
  /** Aborted: nothing new is started. */
  readonly signal: AbortSignal;
  /** Aborted: the engine's own process is to stop. At a terminal, Ctrl-C reaches it by itself. */
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

/** The events of both engines. */
export interface EngineEvent {
  readonly resourcePreEvent?: { readonly metadata: Step; readonly planning?: boolean | undefined };
  readonly resOutputsEvent?: { readonly metadata: Step; readonly planning?: boolean | undefined };
  readonly resOpFailedEvent?: { readonly metadata: Step };
  readonly diagnosticEvent?: { readonly severity: string; readonly message: string; readonly ephemeral?: boolean };
  readonly summaryEvent?: { readonly resourceChanges: Changes };
  /** What the engine prints about itself, such as that it received a signal. */
  readonly stdoutEvent?: { readonly message: string };
}

/** Another run has locked the stack. */
export class UnderWay extends Error {}

/** The engine failed. Errors of a deployment were events before. */
export class RunFailed extends Error {}

export interface EngineOptions {
  /** The folder of Pulumi.yaml and of the package: code in the state resolves from there. */
  readonly workDir: string;
  /** Added to the environment of this process. */
  readonly environment: Readonly<Record<string, string>>;
}
