/** Runs the plugin `pulumi-resource-workflows`: the process that serves the provider to the engine. */
import { fstatSync } from "node:fs";
import { packageVersion } from "../base/package-version.js";
import { createEngineLog } from "../pulumi/lifecycle/host.js";
import { createProvider } from "./provider.js";
import { serve } from "./serve.js";

// The text of the schema. `scripts/plugin/bundle.ts` replaces this name by it.
declare const PLUGIN_SCHEMA: string;

/**
 * The engine's address: the last argument that is not a flag. An earlier one may be the value of a flag, as in
 * `--tracing file:trace 127.0.0.1:40123`. There is none if somebody starts the process by hand
 * (`PULUMI_DEBUG_PROVIDERS`).
 */
const engineAddress = process.argv.slice(2).findLast((argument) => !argument.startsWith("-"));

let address = engineAddress;
const log = createEngineLog(
  () => address,
  async () => ({
    grpc: await import("@grpc/grpc-js"),
    service: await import("@pulumi/pulumi/proto/engine_grpc_pb.js"),
    proto: await import("@pulumi/pulumi/proto/engine_pb.js"),
  }),
);
const provider = createProvider({
  version: packageVersion(),
  schema: () => PLUGIN_SCHEMA,
  log,
  onEngine: (attachedAddress) => {
    address = attachedAddress;
  },
});

void serve(provider).then(({ port }) => {
  // The engine reads this line, and nothing else, from standard output.
  process.stdout.write(`${port}\n`);
  exitWhenEngineEnds();
});

/**
 * Ends this process when the engine ends. Standard input is a pipe from the engine, which closes when the engine exits
 * or crashes. A plugin that a language host has started has no such pipe.
 */
function exitWhenEngineEnds(): void {
  const input = fstatSync(0);
  if (engineAddress !== undefined && (input.isFIFO() || input.isSocket())) {
    process.stdin.on("end", () => process.exit(0)).resume();
  }
}
