/**
 * The code of the dynamic provider, which the engine keeps in the state of each resource. The program sends it, and the
 * provider's process runs it.
 *
 * The SDK would make such a text from an inline provider. It would copy what the provider captures into the state, and
 * change the state with every change of code. This text captures nothing. Its methods load this package at run time
 * from the project's folder, because code from a state has no file from which a name is resolved.
 *
 * There is no `delete`, and `configure` stores the settings and does not validate them. So `destroy` needs neither the
 * service, nor credentials, nor this package.
 *
 * Never change this text: it would change the state of every stack. States name `pulumi-workflows/handler` for ever.
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

/** The key of the global variable in which the method `configure` of this text stores the settings. */
export const CONFIG_SYMBOL = Symbol.for("pulumi-workflows.config");
