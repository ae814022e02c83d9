// One alarm for each workflow, or one of the functions: `plan.json` has which, and the arguments.
const { readFileSync } = require("node:fs");
const { dynamic } = require("@pulumi/pulumi");
const { getJson, getWorkflow, getWorkflows, Workflows } = require("pulumi-workflows");

const plan = JSON.parse(readFileSync("plan.json", "utf8"));

class Alarm extends dynamic.Resource {
  constructor(name) {
    super({ create: async () => ({ id: "alarm", outs: {} }) }, name, {}, undefined);
  }
}

const programs = {
  resource: (args) => {
    const all = new Workflows("all", args);
    const alarms = all.items.apply((items) => items.map(({ id }) => new Alarm(`alarm-${id}`)).length);
    return { count: all.count, alarms };
  },
  get: (args) => ({ count: Workflows.get("all", args).count }),
  getWorkflows: (args) => ({ count: getWorkflows(args).then(({ count }) => count) }),
  getWorkflow: (args) => ({ missing: getWorkflow(args).then((one) => one === undefined) }),
  getJson: (args) => ({ json: getJson({ path: "/v2/workflows", ...args }).then(({ json }) => json) }),
};

module.exports = programs[plan.use](plan.args);
