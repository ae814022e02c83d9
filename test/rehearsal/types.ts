/** The rehearsal engine's surface: a small part of the Automation API's `Stack`. */

/** What happened, or would happen, to a resource. */
export type Operation =
  | "create"
  | "create-replacement"
  | "delete"
  | "delete-replaced"
  | "discard"
  | "read"
  | "refresh"
  | "replace"
  | "same"
  | "update";

/** How many resources each operation was for. */
export type ChangeSummary = Partial<Record<Operation, number>>;

/** The value of a config key. */
export interface ConfigValue {
  /** In the clear, even if it is a secret. */
  readonly value: string;
  /** Whether it is encrypted in the stack's file and redacted in what is shown. Default `false`. */
  readonly secret?: boolean | undefined;
}

/** An output of the stack. */
export interface OutputValue {
  /** In the clear, even if it is a secret. */
  readonly value: unknown;
  /** Whether it is a secret, or contains one. */
  readonly secret: boolean;
}

/** What a step does to a resource. */
export interface StepMetadata {
  readonly op: Operation;
  readonly urn: string;
  readonly type: string;
  /** The resource after the step; missing where there is none. Secrets are `"[secret]"`. */
  readonly new?: { readonly inputs: Readonly<Record<string, unknown>> };
}

/** A message of the program, a provider or the engine. */
export interface Diagnostic {
  /** `info#err` is what the program or the provider wrote to standard error. */
  readonly severity: "info" | "info#err" | "warning" | "error";
  /** Its text. */
  readonly message: string;
  /** The resource that it is about, where it is known. */
  readonly urn?: string | undefined;
}

/** A step that begins or has ended. */
export interface StepEvent {
  /** What it does, to which resource. */
  readonly metadata: StepMetadata;
  /** Whether it is a preview's: nothing is done. */
  readonly planning: boolean;
}

/** The end of an operation. */
export interface SummaryEvent {
  /** Seconds that it took. */
  readonly durationSeconds: number;
  /** What happened. */
  readonly resourceChanges: ChangeSummary;
}

/** One event of an operation, of the Automation API's form: exactly one of the fields whose names end in `Event` is there. */
export interface EngineEvent {
  /** Its place among the operation's events; grows. */
  readonly sequence: number;
  /** Seconds since the epoch. */
  readonly timestamp: number;
  /** A message. */
  readonly diagnosticEvent?: Diagnostic;
  /** A step begins. */
  readonly resourcePreEvent?: StepEvent;
  /** A step has ended. */
  readonly resOutputsEvent?: StepEvent;
  /** A step has failed. */
  readonly resOpFailedEvent?: Pick<StepEvent, "metadata">;
  /** The operation has ended. */
  readonly summaryEvent?: SummaryEvent;
}

/** Options of every operation. The Automation API has more: each of those is an error here. */
export interface OperationOptions {
  /** Is called with the text that a terminal would show, as it comes. */
  readonly onOutput?: ((text: string) => void) | undefined;
  /** Is called with each event, as it comes. */
  readonly onEvent?: ((event: EngineEvent) => void) | undefined;
  /** Stops the program and the provider's host. The state keeps what was done by then. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of `refresh`. */
export interface RefreshOptions extends OperationOptions {
  /** Fail if anything changes. */
  readonly expectNoChanges?: boolean | undefined;
}

/** Options of `preview` and `up`. */
export interface UpdateOptions extends RefreshOptions {
  /** Whole URNs. Every other resource stays as it is. */
  readonly target?: readonly string[] | undefined;
}

/** What an operation has printed. An operation that fails throws a `RehearsalError` instead. */
export interface OperationResult {
  readonly stdout: string;
  readonly stderr: string;
}

export interface PreviewResult extends OperationResult {
  /** What would happen. */
  readonly changeSummary: ChangeSummary;
}

export interface UpResult extends OperationResult {
  /** The stack's outputs, by name. */
  readonly outputs: Readonly<Record<string, OutputValue>>;
}

/** A stack's state, as `pulumi stack export` writes it. */
export interface Deployment {
  /** The form's version: 3. */
  readonly version: number;
  /** Its resources, among other things. */
  readonly deployment: Readonly<Record<string, unknown>>;
}

/** Which project, which stack, and where its state is. */
export interface RehearsalStackOptions {
  /** The folder of `Pulumi.yaml`. */
  readonly workDir: string;
  /** Letters, digits, `-`, `_` and `.`. */
  readonly stackName: string;
  /** The folder of the stacks' files. No `Pulumi.<stack>.yaml` is read or written. */
  readonly stateDir: string;
  /** Encrypts secrets in the stack's file. */
  readonly passphrase: string;
  /** On top of this process's own environment; `undefined` removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Redact the values of secret config in everything that is shown. Default true. */
  readonly maskSecrets?: boolean | undefined;
}

/**
 * A stack on the rehearsal engine: a small part of the Automation API's `Stack`. An operation throws a `RehearsalError` if it
 * fails, and an `UnsupportedError` if this engine does not implement it exactly.
 */
export interface RehearsalStack {
  readonly name: string;
  /** Sets these config values; others stay as they are. A key without a namespace is the project's. */
  setAllConfig(config: Readonly<Record<string, ConfigValue>>): Promise<void>;
  /** Removes a config value, if present. */
  removeConfig(key: string): Promise<void>;
  /** Runs the program and reports what an update would do. Changes nothing. */
  preview(options?: UpdateOptions): Promise<PreviewResult>;
  /** Runs the program and updates the stack, without a preview before it, as the Automation API does. */
  up(options?: UpdateOptions): Promise<UpResult>;
  /** Runs no program: the provider gets the settings of the last update. */
  refresh(options?: RefreshOptions): Promise<OperationResult>;
  /** Runs no program: the provider gets the settings of the last update. */
  destroy(options?: OperationOptions): Promise<OperationResult>;
  /** The outputs of the last update, by name. */
  outputs(): Promise<Readonly<Record<string, OutputValue>>>;
  /** Secrets are encrypted. */
  exportStack(): Promise<Deployment>;
  /** Replaces the stack's own deployment. One with secrets is refused: they are encrypted for another stack. */
  importStack(deployment: Deployment): Promise<void>;
}
