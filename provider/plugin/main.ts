/** The executable `pulumi-resource-workflows`: serves the provider to the engine that started it. */
import { fstatSync } from "node:fs";
import { createEngineLog } from "../pulumi/engine-log.js";
import { createProvider } from "./provider.js";
import { serve } from "./serve.js";

// Put in when the executable is bundled.
declare const PLUGIN_VERSION: string;
declare const PLUGIN_SCHEMA: string;

/** The launcher's; it is missing where this runs without. */
declare const keepCode: (() => void) | undefined;

/** How long after the first listing the compiled code is kept: not while others wait for their answers. */
const KEEP_CODE_AFTER_MILLISECONDS = 30;

/** The engine's address is the first argument that is no flag; who attaches to a running plugin tells it later. */
let engine = process.argv.slice(2).find((argument) => !argument.startsWith("-"));
const input = fstatSync(0);
if (engine !== undefined && (input.isFIFO() || input.isSocket())) {
  // The engine holds the other end: it ends when the engine does, however that came. A language host gives none.
  process.stdin.on("end", () => process.exit(0)).resume();
}

const log = createEngineLog(
  () => engine,
  async () => ({
    grpc: await import("@grpc/grpc-js"),
    service: await import("@pulumi/pulumi/proto/engine_grpc_pb.js"),
    proto: await import("@pulumi/pulumi/proto/engine_pb.js"),
  }),
);

let hasRead = false;
/** Of a process that has read no listing, too little would be kept. */
const keepWhatRan = (): void => {
  if (hasRead && typeof keepCode !== "undefined") keepCode();
};
const calls = createProvider({
  version: PLUGIN_VERSION,
  schema: () => PLUGIN_SCHEMA,
  log,
  onEngine: (address) => {
    engine = address;
  },
  onRead: () => {
    if (!hasRead) setTimeout(keepWhatRan, KEEP_CODE_AFTER_MILLISECONDS).unref();
    hasRead = true;
  },
  // A short deployment is over before that.
  onEnd: keepWhatRan,
});

void serve(calls).then(({ port }) => {
  // The engine reads this line, and nothing else, from standard output.
  process.stdout.write(`${port}\n`);
});
