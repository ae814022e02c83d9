/** The emulator as users have it: a service on loopback, whose workflows and faults a test decides. */
import * as service from "./emulator.js";
import type { Emulator, EmulatorOptions } from "./emulator/types.js";

/**
 * Starts an emulator of the service on 127.0.0.1, on a free port. It is strict: it refuses what a strict server refuses.
 *
 * ```ts
 * const emulator = await startEmulator({ workflows: [{ id: "wf_1", name: "Nightly import" }] });
 * Object.assign(process.env, emulator.environment());
 * ```
 */
export async function startEmulator({
  workflows,
  tenants,
  pageSize,
  latency,
}: EmulatorOptions = {}): Promise<Emulator> {
  return service.startEmulator({ workflows, tenants, pageSize, latency });
}
