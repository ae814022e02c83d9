/** TypeScript, and packages that are ESM only (got, p-retry), as the CommonJS that jest can require; `import()` too. */
"use strict";
const { transformSync } = require("esbuild");

const OPTIONS = {
  loader: "ts",
  format: "cjs",
  target: "node20",
  sourcemap: "inline",
  supported: { "dynamic-import": false },
};

module.exports = {
  process: (source, file) => ({ code: transformSync(source, { ...OPTIONS, sourcefile: file }).code }),
};
