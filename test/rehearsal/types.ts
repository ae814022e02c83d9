/** The rehearsal engine's surface: a small part of the Automation API's `Stack`. */

/** What happened, or would happen, to a resource. */
export type Operation = "create" | "delete" | "read" | "same" | "update";

/** How many resources each operation was for. */
export type ChangeSummary = Partial<Record<Operation, number>>;

export interface ConfigValue {
  /** In the clear, even if it is a secret. */
  readonly value: string;
  readonly secret?: boolean | undefined;
}

/** What a step does to a resource. */
export interface StepMetadata {
  readonly op: Operation;
  readonly urn: string;
  readonly type: string;
  /** The resource after the step, if there is one. Secrets are left out. */
  readonly new?: { readonly inputs: Readonly<Record<string, unknown>> };
}

/** A message of the program, a provider or the engine. */
export interface Diagnostic {
  /** `info#err` is what the program or the provider wrote to standard error. */
  readonly severity: "info" | "info#err" | "warning" | "error";
  readonly message: string;
  /** The resource that it is about, where it is known. */
  readonly urn?: string | undefined;
}

/** One event of an operation, of the Automation API's form: exactly one of the fields is there. */
export interface EngineEvent {
  readonly diagnosticEvent?: Diagnostic;
  /** A step has ended. */
  readonly resOutputsEvent?: { readonly metadata: StepMetadata };
  /** The operation has ended. */
  readonly summaryEvent?: { readonly resourceChanges: ChangeSummary };
}

/** The Automation API has more options: each of those is an error here. */
export interface OperationOptions {
  readonly onEvent?: ((event: EngineEvent) => void) | undefined;
  /** Fail if anything changes. */
  readonly expectNoChanges?: boolean | undefined;
}

/** A stack's state, as `pulumi stack export` writes it. */
export interface Deployment {
  /** The form's version: 3. */
  readonly version: number;
  readonly deployment: Readonly<Record<string, unknown>>;
}

export interface RehearsalStackOptions {
  /** The folder of `Pulumi.yaml`. */
  readonly workDir: string;
  readonly stackName: string;
  /** On top of this process's own environment; `undefined` removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/**
 * A stack on the rehearsal engine, in memory. An operation throws a `RehearsalError` if it fails, and an
 * `UnsupportedError` if this engine does not implement it exactly.
 */
export interface RehearsalStack {
  /** Sets these config values; others stay as they are. */
  setAllConfig(config: Readonly<Record<string, ConfigValue>>): Promise<void>;
  removeConfig(key: string): Promise<void>;
  /** Runs the program and reports what an update would do. Changes nothing. */
  preview(options?: OperationOptions): Promise<void>;
  /** Runs the program and updates the stack, without a preview before it, as the Automation API does. */
  up(options?: OperationOptions): Promise<void>;
  /** Runs no program: the provider gets the settings of the last update. */
  refresh(options?: OperationOptions): Promise<void>;
  /** Runs no program: the provider gets the settings of the last update. */
  destroy(options?: OperationOptions): Promise<void>;
  /** Returns the outputs of the last update, by name, secrets in the clear. */
  outputs(): Promise<Readonly<Record<string, unknown>>>;
  /** Returns the state, without secrets. */
  exportStack(): Promise<Deployment>;
}
