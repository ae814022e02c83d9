/** Loaded into a process before its own code (`--require`): records where its time goes, and writes that when it ends. */
import { realpathSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Recording } from "./read-profile.js";

// Before anything else: what came until here is Node's own start.
const startMilliseconds = performance.now();
const EVERY_MICROSECONDS = 200;
const [, script] = process.argv;
const folder = process.env["PROFILE_FOLDER"];
// `node --eval` has no script.
if (script !== undefined && folder !== undefined) {
  record(script, folder);
}

function record(script: string, folder: string): void {
  const session = new Session();
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.setSamplingInterval", { interval: EVERY_MICROSECONDS });
  session.post("Profiler.start");

  process.once("exit", () => {
    // The response comes before the call returns: the session is this thread's own.
    session.post("Profiler.stop", (_error, { profile }) => {
      const recording: Recording = {
        script: pathToFileURL(realpathSync(script)).href,
        recorder: pathToFileURL(__filename).href,
        startMilliseconds,
        profile,
      };
      writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(recording));
    });
  });
  // The engine ends its plugins by signals, after which there would be no "exit".
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => process.exit(0));
  }
}
