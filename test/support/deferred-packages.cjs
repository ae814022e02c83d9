/**
 * Preloaded into the processes of programs and of providers in tests. The Pulumi SDK loads two large packages at its start: one
 * parses the code of dynamic providers, the other is for code archives of functions. Here each is loaded when it is used, and
 * TypeScript comes from V8's code cache. Stacks are not mapped to the SDK's sources. Together that saves nearly half of the
 * processor time of a deployment.
 */
"use strict";
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
const Module = require("node:module");
const { basename, dirname, join, resolve } = require("node:path");
const { Script } = require("node:vm");

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
      // With `__esModule`, TypeScript's helper for `import *` takes the module as it is. Otherwise it would read every export.
      get: (_, name) => (name === "__esModule" ? true : (exported ??= loadPackage())[name]),
    },
  );
}

const CACHE = resolve(__dirname, "../../node_modules/.cache/pulumi-workflows-tests-code");
const loadScript = Module._extensions[".js"];

Module._extensions[".js"] = function (module, filename) {
  if (basename(filename) !== "typescript.js") {
    return loadScript(module, filename);
  }
  const source = readFileSync(filename, "utf8");
  // A cache belongs to one binary: V8 does not refuse that of another Node.js with the same V8.
  const file = join(CACHE, `typescript-${source.length}-${process.version}-${process.arch}`);
  const script = new Script(Module.wrap(source), { filename, cachedData: readIfPresent(file) });
  const args = [module.exports, Module.createRequire(filename), module, filename, dirname(filename)];
  script.runInThisContext().apply(module.exports, args);
  if (script.cachedDataRejected !== false) {
    // At the end it has what was compiled when it was used.
    process.once("exit", () => {
      mkdirSync(CACHE, { recursive: true });
      writeFileSync(`${file}-${process.pid}`, script.createCachedData());
      renameSync(`${file}-${process.pid}`, file);
    });
  }
};

function readIfPresent(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
