/**
 * The public entry `pulumi-workflows/testing`: an emulator of the service, and mocks for unit tests.
 *
 * @packageDocumentation
 */
export {
  emulatorEnvironment,
  startEmulator,
  type Emulator,
  type EmulatorFault,
  type EmulatorOptions,
  type EmulatorPagination,
  type EmulatorTenant,
  type Endpoint as EmulatorEndpoint,
  type RecordedRequest,
} from "./emulator.js";
export {
  mockWorkflows,
  type MockedJsonRequest,
  type MockedRequest,
  type MockedWorkflows,
  type MockWorkflowsOptions,
} from "./mocks.js";
