/**
 * Preloaded into the processes of programs and of providers in tests. The Pulumi SDK loads two large packages at its
 * start: one parses the code of dynamic providers, the other is for code archives of functions. Here each is loaded
 * when it is used, and stacks are not mapped to the SDK's sources. That saves a third of the processor time of a
 * deployment.
 */
"use strict";
const Module = require("node:module");

const PACKAGES = ["typescript", "@npmcli/arborist"];
const load = Module._load;

Module._load = function (request, parent, isMain) {
  if (!/[\\/]@pulumi[\\/]pulumi[\\/]/.test(parent?.filename ?? "")) {
    return load(request, parent, isMain);
  }
  if (request === "source-map-support/register") {
    return {};
  }
  if (!PACKAGES.includes(request)) {
    return load(request, parent, isMain);
  }
  // A package that is missing must fail here: the SDK then takes another one.
  Module._resolveFilename(request, parent, isMain);
  return defer(() => load(request, parent, isMain));
};

function defer(loadPackage) {
  let exported;
  return new Proxy(
    {},
    {
      // With `__esModule`, TypeScript's helper for `import *` takes the module as it is, and reads no export.
      get: (_, name) => (name === "__esModule" ? true : (exported ??= loadPackage())[name]),
    },
  );
}
