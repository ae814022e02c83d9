/**
 * The public entry `pulumi-workflows/testing`: what tests of stacks may use, the service's stand-in first.
 *
 * @packageDocumentation
 */
export {
  emulatorEnvironment,
  startEmulator,
  type Emulator,
  type EmulatorFault,
  type EmulatorOptions,
  type EmulatorTenant,
  type Endpoint as EmulatorEndpoint,
  type RecordedRequest,
} from "./emulator.js";
export { RehearsalError, UnsupportedError } from "./rehearsal/errors.js";
export { createRehearsalStack } from "./rehearsal/stack.js";
export type {
  ChangeSummary,
  ConfigValue,
  Deployment,
  Diagnostic,
  EngineEvent,
  Operation,
  OperationOptions,
  OperationResult,
  OutputValue,
  PreviewResult,
  RehearsalStack,
  RehearsalStackOptions,
  ResourceSnapshot,
  StepEvent,
  StepMetadata,
  SummaryEvent,
  UpdateOptions,
  UpOptions,
  UpResult,
} from "./rehearsal/types.js";
