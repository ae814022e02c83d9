/**
 * The public entry `pulumi-workflows/testing`: an emulator of the service, and mocks for unit tests.
 *
 * @packageDocumentation
 */
export type {
  Emulator,
  EmulatorEndpoint,
  EmulatorFault,
  EmulatorOptions,
  EmulatorRequest,
  EmulatorTenant,
} from "./emulator/types.js";
export { type MockedRequest, mockWorkflows, type MockWorkflowsOptions } from "./mocks.js";
export { startEmulator } from "./start-emulator.js";
