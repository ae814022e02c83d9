/** The plugin `pulumi-resource-workflows`: serves the provider to the engine that started it. */
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

/** A provider that logs through its engine. */
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
 * The engine starts a process for each provider, and may connect to it again. To a process that was started before it, under a
 * debugger, every provider of every deployment connects: they have different settings, and each connection is a provider.
 */
const only = engine === undefined ? undefined : createCalls();

void serve(() => only ?? createCalls()).then((server) => {
  const { port } = server.address() as AddressInfo;
  // The engine reads this line, and nothing else, from standard output.
  process.stdout.write(`${port}\n`);
  endWithEngine();
});

/**
 * The engine has the other end of standard input: it closes when the engine ends, even if the engine crashes. A language host gives
 * none.
 */
function endWithEngine(): void {
  const input = fstatSync(0);
  if (engine !== undefined && (input.isFIFO() || input.isSocket())) {
    process.stdin.on("end", () => process.exit(0)).resume();
  }
}
