/**
 * The public entry `pulumi-workflows/testing`: an emulator of the service, and mocks for unit tests.
 *
 * @packageDocumentation
 */
export {
  type Emulator,
  type EmulatorEndpoint,
  type EmulatorOptions,
  type EmulatorRequest,
  startEmulator,
} from "./emulator.js";
export { type MockedRequest, mockWorkflows, type MockWorkflowsOptions } from "./mocks.js";
