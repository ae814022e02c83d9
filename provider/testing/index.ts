/** The public entry `pulumi-workflows/testing`: what tests of stacks may use, the service's stand-in first. */
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
