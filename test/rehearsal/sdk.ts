/** The parts of the program's own Pulumi SDK that the rehearsal engine speaks and runs. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type * as Grpc from "@grpc/grpc-js";
import type * as EngineService from "@pulumi/pulumi/proto/engine_grpc_pb";
import type * as EngineMessages from "@pulumi/pulumi/proto/engine_pb";
import type * as ProviderService from "@pulumi/pulumi/proto/provider_grpc_pb";
import type * as ProviderMessages from "@pulumi/pulumi/proto/provider_pb";
import type * as ResourceService from "@pulumi/pulumi/proto/resource_grpc_pb";
import type * as ResourceMessages from "@pulumi/pulumi/proto/resource_pb";
import type * as EmptyMessages from "google-protobuf/google/protobuf/empty_pb";
import type * as StructMessages from "google-protobuf/google/protobuf/struct_pb";
import type { Properties } from "./values.js";

export interface Sdk {
  /** The SDK's program runner, and its host for dynamic providers. */
  readonly runner: string;
  readonly providerHost: string;
  readonly grpc: typeof Grpc;
  readonly engine: { readonly service: typeof EngineService; readonly messages: typeof EngineMessages };
  readonly provider: { readonly service: typeof ProviderService; readonly messages: typeof ProviderMessages };
  readonly resource: { readonly service: typeof ResourceService; readonly messages: typeof ResourceMessages };
  readonly empty: typeof EmptyMessages;
  readonly struct: typeof StructMessages;
}

/** As large as the SDK's own limit. */
export const CHANNEL_OPTIONS = {
  "grpc.max_receive_message_length": 400 * 1024 * 1024,
  "grpc.max_send_message_length": 400 * 1024 * 1024,
};

/** Loads the SDK that a program in `directory` would load: another copy speaks to other message classes. */
export function loadSdk(directory: string): Sdk {
  const manifest = locate(directory);
  const load = createRequire(manifest);
  const root = dirname(manifest);
  return {
    runner: join(root, "cmd", "run", "index.js"),
    providerHost: join(root, "cmd", "dynamic-provider", "index.js"),
    grpc: load("@grpc/grpc-js") as typeof Grpc,
    engine: {
      service: load("./proto/engine_grpc_pb") as typeof EngineService,
      messages: load("./proto/engine_pb") as typeof EngineMessages,
    },
    provider: {
      service: load("./proto/provider_grpc_pb") as typeof ProviderService,
      messages: load("./proto/provider_pb") as typeof ProviderMessages,
    },
    resource: {
      service: load("./proto/resource_grpc_pb") as typeof ResourceService,
      messages: load("./proto/resource_pb") as typeof ResourceMessages,
    },
    empty: load("google-protobuf/google/protobuf/empty_pb") as typeof EmptyMessages,
    struct: load("google-protobuf/google/protobuf/struct_pb") as typeof StructMessages,
  };
}

function locate(directory: string): string {
  try {
    return createRequire(join(directory, "index.js")).resolve("@pulumi/pulumi/package.json");
  } catch {
    throw new Error(`@pulumi/pulumi is not installed where the program is: ${directory}. Run \`npm install\` there.`);
  }
}

export function toStruct(sdk: Sdk, properties: Properties): StructMessages.Struct {
  return sdk.struct.Struct.fromJavaScript(properties);
}

export function fromStruct(struct: StructMessages.Struct | undefined): Properties {
  return struct?.toJavaScript() ?? {};
}
