/** Preloaded into processes of tests that run TypeScript: esbuild is far quicker at it than ts-node. */
"use strict";
const { readFileSync } = require("node:fs");
const Module = require("node:module");
const { transformSync } = require("esbuild");

// `import()` of an ESM package stays one.
const OPTIONS = { loader: "ts", format: "cjs", target: "node20", sourcemap: "inline" };

Module._extensions[".ts"] = (module, filename) => {
  module._compile(transformSync(readFileSync(filename, "utf8"), { ...OPTIONS, sourcefile: filename }).code, filename);
};

const resolveFilename = Module._resolveFilename;

// `.js` in an import of ours names the `.ts` beside it, as nodenext writes it.
Module._resolveFilename = function (request, ...others) {
  try {
    return resolveFilename.call(this, request, ...others);
  } catch (error) {
    if (!/^\.{1,2}\/.*\.js$/.test(request)) {
      throw error;
    }
    return resolveFilename.call(this, request.replace(/\.js$/, ".ts"), ...others);
  }
};
