/**
 * The public entry `pulumi-workflows/testing`: an emulator of the service, for tests of your own.
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
