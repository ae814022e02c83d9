// What demanding programs do with a listing; each case is named by the config.
const Module = require("node:module");
const pulumi = require("@pulumi/pulumi");
const { Workflows } = require("pulumi-workflows");

/** Serialises a function as a function for the cloud is, and runs it. */
const runSerialised = (work) =>
  pulumi.output(pulumi.runtime.serializeFunction(work)).apply(({ text, exportName }) => {
    const module = new Module("serialised");
    module.paths = Module._nodeModulePaths(process.cwd());
    module._compile(text, "serialised.js");
    return module.exports[exportName]();
  });

const cases = {
  "all changes ignored": () => ({ count: new Workflows("all", { select: ["id"] }, { ignoreChanges: ["*"] }).count }),
  "a captured resource": () => {
    const all = new Workflows("all");
    return { ran: runSerialised(() => all.items.get().map(({ name }) => name)) };
  },
  "captured items": () => {
    const { items } = new Workflows("all");
    return { ran: runSerialised(() => items.get().map(({ name }) => name)) };
  },
  "a whole resource that is captured": () => {
    const all = new Workflows("all");
    const listed = (key) => all[key].get();
    return { ran: runSerialised(() => listed("items").map(({ name }) => name)) };
  },
  "items that are captured with a schema": () => {
    const validate = (value) => ({ value: { ...value, name: value.name.toUpperCase() } });
    const all = new Workflows("all", { schema: { "~standard": { version: 1, vendor: "test", validate } } });
    return { ran: runSerialised(() => all.items.get().map(({ name }) => name)) };
  },
};

module.exports = cases[new pulumi.Config().require("case")]();
