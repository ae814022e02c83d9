/** The rehearsal engine's surface: the shape of the Automation API's `Stack`, as far as it goes. */

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

export interface ConfigValue {
  readonly value: string;
  readonly secret?: boolean | undefined;
}

export interface OutputValue {
  /** In the clear, also where it is a secret. */
  readonly value: unknown;
  readonly secret: boolean;
}

export interface ResourceSnapshot {
  readonly type: string;
  readonly urn: string;
  readonly id: string;
  readonly parent: string;
  readonly provider: string;
  /** Secrets are `"[secret]"`. What a preview cannot know is the SDK's unknown sentinel. */
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
}

export interface StepMetadata {
  readonly op: Operation;
  readonly urn: string;
  readonly type: string;
  readonly old?: ResourceSnapshot;
  readonly new?: ResourceSnapshot;
  /** The inputs that differ. */
  readonly diffs?: readonly string[];
}

export interface Diagnostic {
  readonly severity: "info" | "info#err" | "warning" | "error";
  readonly message: string;
  readonly urn?: string | undefined;
}

/** Exactly one of the events is there. */
export interface EngineEvent {
  readonly sequence: number;
  /** Seconds since the epoch. */
  readonly timestamp: number;
  readonly diagnosticEvent?: Diagnostic;
  readonly resourcePreEvent?: { readonly metadata: StepMetadata; readonly planning: boolean };
  readonly resOutputsEvent?: { readonly metadata: StepMetadata; readonly planning: boolean };
  readonly resOpFailedEvent?: { readonly metadata: StepMetadata };
  readonly summaryEvent?: { readonly durationSeconds: number; readonly resourceChanges: ChangeSummary };
}

export interface OperationOptions {
  /** Takes the text that a terminal would show, as it comes. */
  readonly onOutput?: ((text: string) => void) | undefined;
  readonly onEvent?: ((event: EngineEvent) => void) | undefined;
  /** Fail when anything changes. */
  readonly expectNoChanges?: boolean | undefined;
  /** Stops the program and the provider's host; what was done by then stays in the state. */
  readonly signal?: AbortSignal | undefined;
}

export interface UpdateOptions extends OperationOptions {
  /** URNs; everything else stays as it is. */
  readonly target?: readonly string[] | undefined;
}

export interface UpOptions extends UpdateOptions {
  /** Deploy at once. Default: preview first, in processes of its own, as the CLI does. */
  readonly skipPreview?: boolean | undefined;
}

export interface PreviewResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly changeSummary: ChangeSummary;
}

export interface OperationResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly summary: { readonly result: "succeeded"; readonly resourceChanges: ChangeSummary };
}

export interface UpResult extends OperationResult {
  readonly outputs: Readonly<Record<string, OutputValue>>;
}

export interface Deployment {
  readonly version: number;
  readonly deployment: Readonly<Record<string, unknown>>;
}

export interface RehearsalStackOptions {
  /** Where `Pulumi.yaml` is. */
  readonly workDir: string;
  readonly stackName: string;
  /** Where stacks are kept, one file each. No `Pulumi.<stack>.yaml` is read or written. */
  readonly stateDir: string;
  /** Seals secrets in the stack's file. */
  readonly passphrase: string;
  /** Default: the `name` in `Pulumi.yaml`. */
  readonly projectName?: string | undefined;
  /** The program, relative to `workDir`. Default: the `main` in `Pulumi.yaml`. */
  readonly main?: string | undefined;
  /** On top of this process's own environment; `undefined` takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Mask the values of secret config in everything that is shown. Default true. */
  readonly maskSecrets?: boolean | undefined;
}

export interface RehearsalStack {
  readonly name: string;
  setConfig(key: string, value: ConfigValue): Promise<void>;
  setAllConfig(config: Readonly<Record<string, ConfigValue>>): Promise<void>;
  getConfig(key: string): Promise<ConfigValue>;
  removeConfig(key: string): Promise<void>;
  preview(options?: UpdateOptions): Promise<PreviewResult>;
  up(options?: UpOptions): Promise<UpResult>;
  /** Runs no program: the provider gets the settings of the last update. */
  refresh(options?: OperationOptions): Promise<OperationResult>;
  /** Runs no program: the provider gets the settings of the last update. */
  destroy(options?: OperationOptions): Promise<OperationResult>;
  outputs(): Promise<Readonly<Record<string, OutputValue>>>;
  /** Secrets are sealed. */
  exportStack(): Promise<Deployment>;
  /** Puts a deployment in the place of the stack's own. One with secrets is refused: they are sealed for its own stack. */
  importStack(deployment: Deployment): Promise<void>;
}
