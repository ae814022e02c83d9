/**
 * The code that the engine keeps in state as a resource's provider, byte for byte. The program sends it, and the provider process runs
 * it.
 *
 * The SDK would make such text by serialising an inline provider, which copies what the provider captures into the state, and changes
 * the state with every change of code. This text captures nothing. Its methods load this package at run time from the project's
 * folder, because code from a state has no file name to resolve from.
 *
 * There is no `delete`, and `configure` only stores the settings without validating them. Therefore `destroy` needs neither the
 * service, nor credentials, nor this package.
 *
 * States name `pulumi-workflows/handler` for ever. A change of this text changes the state of every stack: don't.
 */
export const PROVIDER_TEXT = `exports.handler = function () {
  function call(method, args) {
    var handler;
    try {
      handler = require("node:module").createRequire(process.cwd() + "/")("pulumi-workflows/handler");
    } catch (error) {
      if (!error || error.code !== "MODULE_NOT_FOUND") throw error;
      throw new Error("pulumi-workflows cannot be loaded from " + process.cwd() + ". Install the project's packages there (such as \`npm ci\`).");
    }
    return handler[method].apply(handler, args);
  }
  return {
    configure: function (request) {
      globalThis[Symbol.for("pulumi-workflows.config")] = request.config;
    },
    check: async function () { return call("check", arguments); },
    diff: async function () { return call("diff", arguments); },
    create: async function () { return call("create", arguments); },
    read: async function () { return call("read", arguments); },
    update: async function () { return call("update", arguments); },
  };
};
`;

/** Where the stub's `configure` leaves the host's configuration. */
export const CONFIG_SYMBOL = Symbol.for("pulumi-workflows.config");
