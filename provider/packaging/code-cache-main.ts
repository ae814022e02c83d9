/**
 * The script of the executable that makes the code cache: runs the bundle, and writes its code cache when its parent process sends
 * a message. Then V8 has compiled all that was used. Arguments: the file to write, the folder that the bundle takes for its own.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { getRawAsset } from "node:sea";
import { compileBundle, runBundle } from "./run-bundle.js";

const [outfile = "", folder = ""] = process.argv.splice(2, 2);
const text = Buffer.from(getRawAsset("bundle") as ArrayBuffer).toString("latin1");
const script = compileBundle(text);

process.once("message", () => {
  const cachedData = script.createCachedData();
  if (compileBundle(text, cachedData).cachedDataRejected !== false) {
    throw new Error("V8 rejects the code cache that it has just made.");
  }
  writeFileSync(outfile, cachedData);
  process.exit(0);
});
runBundle(script, [exports, require, module, join(folder, "pulumi-resource-workflows"), folder]);
