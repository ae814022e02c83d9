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

/** The value of a config key. */
export interface ConfigValue {
  /** In the clear, also where it is a secret. */
  readonly value: string;
  /** Whether it is sealed in the stack's file and masked in what is shown. Default `false`. */
  readonly secret?: boolean | undefined;
}

/** An output of the stack. */
export interface OutputValue {
  /** In the clear, also where it is a secret. */
  readonly value: unknown;
  /** Whether it is, or holds, a secret. */
  readonly secret: boolean;
}

/** A resource before or after a step. */
export interface ResourceSnapshot {
  /** Its type, such as `pulumi-nodejs:dynamic/workflows:Workflows`. */
  readonly type: string;
  /** Its name within everything: stack, project, type and name. */
  readonly urn: string;
  /** The provider's name for it; empty while there is none. */
  readonly id: string;
  /** URN of the parent; empty where there is none. */
  readonly parent: string;
  /** URN and id of its provider, joined by `::`; empty where it has none. */
  readonly provider: string;
  /** Secrets are `"[secret]"`. What a preview cannot know is the SDK's unknown sentinel. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** As `inputs`. */
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** What a step does to a resource. */
export interface StepMetadata {
  /** What happens, or would. */
  readonly op: Operation;
  /** The resource's URN. */
  readonly urn: string;
  /** The resource's type. */
  readonly type: string;
  /** As it was; missing where there was none. */
  readonly old?: ResourceSnapshot;
  /** As it will be; missing where there will be none. */
  readonly new?: ResourceSnapshot;
  /** The inputs that differ. */
  readonly diffs?: readonly string[];
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

/** Options of `refresh` and `destroy`, and of the others. */
export interface OperationOptions {
  /** Takes the text that a terminal would show, as it comes. */
  readonly onOutput?: ((text: string) => void) | undefined;
  /** Takes each event, as it comes. */
  readonly onEvent?: ((event: EngineEvent) => void) | undefined;
  /** Fail when anything changes. */
  readonly expectNoChanges?: boolean | undefined;
  /** Stops the program and the provider's host; what was done by then stays in the state. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of `preview`, and of `up`. */
export interface UpdateOptions extends OperationOptions {
  /** URNs; everything else stays as it is. */
  readonly target?: readonly string[] | undefined;
}

/** Options of `up`. */
export interface UpOptions extends UpdateOptions {
  /** Deploy at once. Default: preview first, in processes of its own, as the CLI does. */
  readonly skipPreview?: boolean | undefined;
}

/** What a preview has found. */
export interface PreviewResult {
  /** All that a terminal would have shown on standard output. */
  readonly stdout: string;
  /** The same of standard error. */
  readonly stderr: string;
  /** What would happen. */
  readonly changeSummary: ChangeSummary;
}

/** What an operation has done. One that fails throws a `RehearsalError` instead. */
export interface OperationResult {
  /** All that a terminal would have shown on standard output. */
  readonly stdout: string;
  /** The same of standard error. */
  readonly stderr: string;
  /** How it ended. */
  readonly summary: {
    /** What does not succeed throws. */
    readonly result: "succeeded";
    /** What happened. */
    readonly resourceChanges: ChangeSummary;
  };
}

/** What an update has done. */
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

/** Which project, which stack, and where it is kept. */
export interface RehearsalStackOptions {
  /** Where `Pulumi.yaml` is. */
  readonly workDir: string;
  /** Letters, digits, `-`, `_` and `.`. */
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

/**
 * A stack on the rehearsal engine, with the methods of the Automation API's `Stack`. Operations throw a `RehearsalError` where
 * they fail, and an `UnsupportedError` where they are beyond this engine. A key without a namespace is the project's.
 */
export interface RehearsalStack {
  /** The stack's name. */
  readonly name: string;
  /** Sets a config value. */
  setConfig(key: string, value: ConfigValue): Promise<void>;
  /** Sets these config values; others stay as they are. */
  setAllConfig(config: Readonly<Record<string, ConfigValue>>): Promise<void>;
  /** The config value; rejects where it is not set. */
  getConfig(key: string): Promise<ConfigValue>;
  /** Takes a config value away, if it is there. */
  removeConfig(key: string): Promise<void>;
  /** Runs the program and tells what an update would do. Changes nothing. */
  preview(options?: UpdateOptions): Promise<PreviewResult>;
  /** Runs the program and brings the stack to what it says. */
  up(options?: UpOptions): Promise<UpResult>;
  /** Runs no program: the provider gets the settings of the last update. */
  refresh(options?: OperationOptions): Promise<OperationResult>;
  /** Runs no program: the provider gets the settings of the last update. */
  destroy(options?: OperationOptions): Promise<OperationResult>;
  /** The outputs of the last update, by name. */
  outputs(): Promise<Readonly<Record<string, OutputValue>>>;
  /** Secrets are sealed. */
  exportStack(): Promise<Deployment>;
  /** Puts a deployment in the place of the stack's own. One with secrets is refused: they are sealed for its own stack. */
  importStack(deployment: Deployment): Promise<void>;
}
