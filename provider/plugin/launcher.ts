/**
 * The head of the executable: runs the bundle that stands below it, in comments, out of V8's code cache.
 *
 * Compiling the bundle is a third of the plugin's start. So what V8 made of it is kept in a file beside the executable,
 * once a process of the plugin has read a listing; who may write there may change the executable too. Where nothing can be
 * written, nothing is kept. V8 itself refuses a cache of another version of it.
 */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { Script } from "node:vm";

// Put in when the executable is bundled.
declare const BUNDLE_ID: string;
declare const LEAST_NODE: string;

if (Number.parseInt(process.versions.node) < Number.parseInt(LEAST_NODE)) {
  // Else it would end in the middle of a deployment, with the name of some function that is not there.
  process.stderr.write(
    `The Pulumi plugin "workflows" needs Node.js ${LEAST_NODE} or later; the \`node\` on PATH is ${process.versions.node} (${process.execPath}). ` +
      "Install a newer one, or put it first on PATH.\n",
  );
  process.exit(1);
}

const text = readFileSync(__filename, "latin1");
const bundle = text.slice(text.search(/^\/\/# bundle$/m)).replace(/^\/\//gm, "");
const cacheFile = `${__filename}.${BUNDLE_ID}.cache`;

let cachedData: Buffer | undefined;
try {
  cachedData = readFileSync(cacheFile);
} catch {
  // None yet.
}

const script = new Script(`(function(exports,require,module,__filename,__dirname,keepCode){\n//${bundle}\n})`, {
  filename: __filename,
  ...(cachedData === undefined ? {} : { cachedData }),
});

let isKept = cachedData !== undefined && script.cachedDataRejected !== true;

function keepCode(): void {
  if (isKept) return;
  isKept = true;
  try {
    const whole = `${cacheFile}.${process.pid}`;
    writeFileSync(whole, script.createCachedData());
    renameSync(whole, cacheFile);
  } catch {
    // It is slower without, and no more.
  }
}

type Bundle = (...scope: [unknown, NodeJS.Require, NodeJS.Module, string, string, () => void]) => void;
(script.runInThisContext() as Bundle)(exports, require, module, __filename, __dirname, keepCode);
