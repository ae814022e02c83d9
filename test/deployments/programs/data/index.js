// What a program looks up is said by its environment; each case is one of these.
const Module = require("node:module");
const { output, runtime, secret } = require("@pulumi/pulumi");
const {
  getAccessTokenOutput,
  getJson,
  getJsonOutput,
  getWorkflowOutput,
  getWorkflows,
  getWorkflowsOutput,
  Workflows,
} = require("pulumi-workflows");

/** Serialises a function as a function for the cloud is, and runs it. */
const runSerialised = (work) =>
  output(runtime.serializeFunction(work)).apply(({ text, exportName }) => {
    const module = new Module("serialised");
    module.paths = Module._nodeModulePaths(process.cwd());
    module._compile(text, "serialised.js");
    return module.exports[exportName]();
  });

const cases = {
  everything: () => ({
    enabled: getWorkflowsOutput({ where: { enabled: true }, select: ["id"] }).items,
    one: getWorkflowOutput({ where: { name: "Import" } }).apply((one) => one.id),
    missing: getWorkflowOutput({ where: { name: "Nowhere" }, allowMissing: true }).apply((one) => one === undefined),
    token: getAccessTokenOutput(),
  }),
  json: () => {
    const id = getWorkflowsOutput().items.apply(([first]) => first.id);
    const details = getJsonOutput({ path: "/v2/workflows/{id}", parameters: { id } });
    return {
      value: details.value,
      json: details.json,
      same: details.apply(({ json }) => getJson({ path: "/v2/workflows/w1" }).then((again) => again.json === json)),
      missing: getJsonOutput({ path: "/v2/workflows/none", allowMissing: true }).apply((one) => one === undefined),
      hidden: getJsonOutput({ path: "/v2/workflows/w2", secret: true }).json,
      byName: getJsonOutput({ path: "/v2/workflows/{id}", parameters: { id: secret("w3") } }).json,
    };
  },
  faulty: () => getWorkflows({ where: "name", maxItems: -1, selct: ["id"] }),
  undefined: () => ({ all: new Workflows("all", { where: output({ name: output(undefined) }) }).count }),
  tenants: () => ({
    here: getWorkflowsOutput({ connection: "here" }).count,
    there: getWorkflowsOutput({ connection: "there" }).items.apply((items) => items.map(({ id }) => id)),
    owned: new Workflows("owned", { connection: "there" }).count,
  }),
  "a captured resource": () => {
    const all = new Workflows("all");
    return { ran: runSerialised(() => all.items.get().map(({ name }) => name)) };
  },
  "captured items": () => {
    const { items } = new Workflows("all");
    return { ran: runSerialised(() => items.get().map(({ name }) => name)) };
  },
  "items that are captured with a schema": () => {
    const validate = (value) => ({ value: { ...value, name: value.name.toUpperCase() } });
    const all = new Workflows("all", { schema: { "~standard": { version: 1, vendor: "test", validate } } });
    return { ran: runSerialised(() => all.items.get().map(({ name }) => name)) };
  },
  unknown: () => {
    const first = new Workflows("first");
    return {
      // The id of what does not exist yet is not known at preview.
      got: Workflows.get("got", { where: { name: first.id.apply(() => "Import") } }).count,
      looked: getWorkflowsOutput({ where: { name: first.id.apply(() => "Import") } }).count,
      after: getWorkflowsOutput({}, { dependsOn: first }).count,
    };
  },
};

module.exports = async () => {
  const outputs = await cases[process.env.CASE]();
  return outputs;
};
