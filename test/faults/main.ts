/** `npm run faults`: provokes every case over real sockets and prints the results; fails if a line is not as it must be. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { compileOnce } from "../support/compile.js";

// Plain Node runs what is compiled: as a program of a user's would, and quicker than through ts-node.
void compileOnce().then((folder) => {
  const { status } = spawnSync(process.execPath, [join(folder, "test/faults/print-table.js")], { stdio: "inherit" });
  process.exitCode = status ?? 1;
});
