/** The executable's first script. It runs the bundle with its code cache, or makes the code cache where there is none yet. */
import { writeFileSync } from "node:fs";
import { getRawAsset } from "node:sea";
import { Script } from "node:vm";

type Bundle = (...scope: [unknown, NodeJS.Require, NodeJS.Module, string, string]) => void;

function asset(name: string): Buffer | undefined {
  try {
    return Buffer.from(getRawAsset(name) as ArrayBuffer);
  } catch {
    return undefined;
  }
}

const text = asset("bundle")?.toString("latin1") ?? "";
const cache = asset("code-cache");

/** V8 accepts a code cache only for the same text and name. A V8 flag makes it refuse: the plugin then only starts more slowly. */
function compile(cachedData: Buffer | undefined): Script {
  return new Script(text, {
    filename: "pulumi-resource-workflows.js",
    ...(cachedData === undefined ? {} : { cachedData }),
  });
}

const script = compile(cache);
if (cache === undefined) {
  // The plugin has then served a small deployment: V8 has compiled all that was used.
  process.once("message", (outfile: string) => {
    const cachedData = script.createCachedData();
    if (compile(cachedData).cachedDataRejected !== false) {
      throw new Error("V8 rejects the code cache that it has just made.");
    }
    writeFileSync(outfile, cachedData);
    process.exit(0);
  });
}
(script.runInThisContext() as Bundle)(exports, require, module, __filename, __dirname);
