// One alarm for each workflow, or functions: `plan.json` has which, and the arguments.
const { readFileSync } = require("node:fs");
const { dynamic } = require("@pulumi/pulumi");
const { getJson, getWorkflow, getWorkflows, Workflows } = require("pulumi-workflows");

const plan = JSON.parse(readFileSync("plan.json", "utf8"));

class Alarm extends dynamic.Resource {
  constructor(name) {
    super({ create: async () => ({ id: "alarm", outs: {} }) }, name, {}, undefined);
  }
}

/** Makes an alarm for each workflow, which is named by this field. */
function alarmsBy(field, args) {
  const all = new Workflows("all", args);
  const alarms = all.items.apply((items) => items.map((item) => new Alarm(`alarm-${item[field]}`)).length);
  return { count: all.count, alarms };
}

const programs = {
  resource: (args) => alarmsBy("id", args),
  "by name": (args) => alarmsBy("name", args),
  get: (args) => ({ count: Workflows.get("all", args).count }),
  functions: () => {
    const lookups = {
      getWorkflows: getWorkflows().then(({ count }) => count),
      allowEmpty: getWorkflows({ allowEmpty: true }).then(({ count }) => count),
      minItems: getWorkflows({ allowEmpty: true, minItems: 1 }).then(({ count }) => count),
      getWorkflow: getWorkflow({ allowMissing: true }).then((one) => one === undefined),
      getJson: getJson({ path: "/v2/workflows", itemsPath: "/workflows" }).then(({ json }) => json),
    };
    const settled = Object.entries(lookups).map(([name, lookup]) => [name, lookup.catch(({ message }) => message)]);
    return Object.fromEntries(settled);
  },
};

module.exports = programs[plan.use](plan.args);
