/** The one error of a provider that carries a state: created or updated, but not initialised. */
import type * as Grpc from "@grpc/grpc-js";
import { fromStruct, type Sdk } from "./sdk.js";
import { checkValues, type Properties } from "./values.js";

export class InitFailure extends Error {
  readonly id: string;
  readonly outputs: Properties;
  readonly reasons: readonly string[];

  constructor(id: string, outputs: Properties, reasons: readonly string[]) {
    const count = reasons.length === 1 ? "1 error" : `${reasons.length} errors`;
    super(
      `resource created but failed to initialize: ${count} occurred:\n${reasons.map((r) => `\t* ${r}`).join("\n")}`,
    );
    this.name = "InitFailure";
    this.id = id;
    this.outputs = outputs;
    this.reasons = reasons;
  }
}

/** The SDK's host packs it into the trailers, as gRPC's richer errors are packed. */
export function initFailure(sdk: Sdk, error: Grpc.ServiceError): InitFailure | undefined {
  const [packed] = error.metadata.get("grpc-status-details-bin");
  if (!(packed instanceof Buffer)) {
    return undefined;
  }
  for (const detail of sdk.status.Status.deserializeBinary(packed).getDetailsList()) {
    const failed = detail.unpack(
      (bytes) => sdk.provider.messages.ErrorResourceInitFailed.deserializeBinary(bytes),
      "pulumirpc.ErrorResourceInitFailed",
    );
    if (failed !== null) {
      const outputs = checkValues(fromStruct(failed.getProperties()), false);
      return new InitFailure(failed.getId(), outputs, failed.getReasonsList());
    }
  }
  return undefined;
}
