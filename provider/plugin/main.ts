/** Starts the plugin `pulumi-resource-workflows`, which serves the provider to the engine; this is the plugin's process. */
import { fstatSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { packageVersion } from "../base/package-version.js";
import { createEngineLog } from "../pulumi/engine/provider-host.js";
import { createProvider } from "./provider.js";
import { type Calls, serve } from "./serve.js";

// Set when the plugin is bundled.
declare const PLUGIN_SCHEMA: string;

/** The engine's address is the last argument: flags come before it, and `--tracing` has a value. */
const engine = process.argv.slice(2).findLast((argument) => !argument.startsWith("-"));

/** Returns a provider that logs through its engine. */
function createCalls(): Calls {
  let address = engine;
  const log = createEngineLog(
    () => address,
    async () => ({
      grpc: await import("@grpc/grpc-js"),
      service: await import("@pulumi/pulumi/proto/engine_grpc_pb.js"),
      proto: await import("@pulumi/pulumi/proto/engine_pb.js"),
    }),
  );
  return createProvider({
    version: packageVersion(),
    schema: () => PLUGIN_SCHEMA,
    log,
    onEngine: (attached) => {
      address = attached;
    },
  });
}

/**
 * The engine starts a process for each provider, and may connect to it again. With `PULUMI_DEBUG_PROVIDERS`, the process is started by
 * hand before the engine, and every provider of every deployment connects to it. Settings differ, so each connection gets its own
 * provider.
 */
const only = engine === undefined ? undefined : createCalls();

void serve(() => only ?? createCalls()).then((server) => {
  const { port } = server.address() as AddressInfo;
  // The engine reads this line, and nothing else, from standard output.
  process.stdout.write(`${port}\n`);
  endWithEngine();
});

/**
 * Ends this process with the engine. Standard input is a pipe from the engine, and closes when the engine exits or crashes. A language
 * host starts the plugin without such a pipe.
 */
function endWithEngine(): void {
  const input = fstatSync(0);
  if (engine !== undefined && (input.isFIFO() || input.isSocket())) {
    process.stdin.on("end", () => process.exit(0)).resume();
  }
}
