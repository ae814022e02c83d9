/** The executable's first script. It runs the bundle, with the code cache that was made for it by the same Node.js. */
import { getRawAsset } from "node:sea";
import { compileBundle, runBundle } from "./run-bundle.js";

const asset = (name: string): Buffer => Buffer.from(getRawAsset(name) as ArrayBuffer);

// A V8 flag in NODE_OPTIONS makes V8 refuse the code cache. The plugin then only starts more slowly.
const script = compileBundle(asset("bundle").toString("latin1"), asset("code-cache"));
runBundle(script, [exports, require, module, __filename, __dirname]);
