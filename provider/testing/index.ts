/**
 * The public entry `pulumi-workflows/testing`: an emulator of the service, and mocks for unit tests.
 *
 * @packageDocumentation
 */
import * as service from "./emulator.js";
import type { Emulator, EmulatorOptions } from "./emulator/types.js";

export type {
  Emulator,
  EmulatorEndpoint,
  EmulatorFault,
  EmulatorOptions,
  EmulatorRequest,
  EmulatorTenant,
} from "./emulator/types.js";
export { type MockedRequest, mockWorkflows, type MockWorkflowsOptions } from "./mocks.js";

/**
 * Starts an emulator of the service on 127.0.0.1, on a free port. It refuses each request that a strict server would refuse.
 *
 * ```ts
 * const emulator = await startEmulator({ workflows: [{ id: "wf_1", name: "Nightly import" }] });
 * Object.assign(process.env, emulator.environment());
 * ```
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  // We pass on only the public options: the emulator has more, for the tests of this repository.
  const { workflows, tenants, pageSize, latency } = options;
  return service.startEmulator({ workflows, tenants, pageSize, latency });
}
