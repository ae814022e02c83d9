/**
 * The public entry `pulumi-workflows/testing`: an emulator of the service, and mocks for unit tests.
 *
 * @packageDocumentation
 */
export type { EmulatorEndpoint, EmulatorFault, EmulatorTenant } from "./emulator/types.js";
export { type MockedRequest, mockWorkflows, type MockWorkflowsOptions } from "./mocks.js";
export { type Emulator, type EmulatorOptions, type EmulatorRequest, startEmulator } from "./start-emulator.js";
