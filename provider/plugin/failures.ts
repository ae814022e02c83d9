/** Faults as the engine takes them. */
import provider from "@pulumi/pulumi/proto/provider_pb.js";
import type { Fault } from "../http/errors.js";

export function failuresFrom(faults: readonly Fault[]): provider.CheckFailure[] {
  return faults.map(({ property, reason }) => new provider.CheckFailure().setProperty(property).setReason(reason));
}
