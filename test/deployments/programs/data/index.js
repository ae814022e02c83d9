// What a program looks up is said by its environment; each case is one of these.
const { RunError, secret } = require("@pulumi/pulumi");
const {
  getAccessTokenOutput,
  getJson,
  getJsonOutput,
  getWorkflow,
  getWorkflowOutput,
  getWorkflows,
  getWorkflowsOutput,
  Workflows,
} = require("pulumi-workflows");

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
  failures: async () => {
    const lookups = [
      getJson({ path: "/v2/workflows/none" }),
      getJson({ path: "/v2/../admin" }),
      getWorkflow({ where: { name: "Nowhere" } }),
      getWorkflow({ where: { enabled: true } }),
      getWorkflows({ connection: "thre" }),
    ];
    // The engine shows one error that is thrown.
    const failed = (await Promise.allSettled(lookups)).map(({ reason }) => reason.message);
    // The SDK inspects what is thrown, and for frames of its own Node.js takes 20 s.
    Error.stackTraceLimit = 0;
    throw new RunError(failed.join("\n"));
  },
  faulty: () => getWorkflows({ where: "name", maxItems: -1, selct: ["id"] }),
  tenants: () => ({
    here: getWorkflowsOutput({ connection: "here" }).count,
    there: getWorkflowsOutput({ connection: "there" }).items.apply((items) => items.map(({ id }) => id)),
    owned: new Workflows("owned", { connection: "there" }).count,
  }),
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
