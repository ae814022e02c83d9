/** Compiles and runs the bundle: in the executable, and in the process that makes its code cache. */
import { Script } from "node:vm";

/** V8 accepts a code cache only for the same text and name. */
export function compileBundle(text: string, cachedData?: Buffer): Script {
  return new Script(`(function(exports,require,module,__filename,__dirname){${text}\n})`, {
    filename: "pulumi-resource-workflows.js",
    ...(cachedData === undefined ? {} : { cachedData }),
  });
}

type Bundle = (...scope: [unknown, NodeJS.Require, NodeJS.Module, string, string]) => void;

export function runBundle(script: Script, scope: Parameters<Bundle>): void {
  (script.runInThisContext() as Bundle)(...scope);
}
