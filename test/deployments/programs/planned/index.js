// `plan.json` names a case, or has the arguments of one listing with an alarm for each workflow.
const { readFileSync } = require("node:fs");
const { ComponentResource, dynamic, runtime, secret } = require("@pulumi/pulumi");
const { Workflows } = require("pulumi-workflows");

const plan = JSON.parse(readFileSync("plan.json", "utf8"));

class Alarm extends dynamic.Resource {
  constructor(name) {
    super({ create: async () => ({ id: "alarm", outs: {} }) }, name, {}, undefined);
  }
}

/** A resource whose output an argument needs. With another `value` it is deleted before it is made anew. */
class Tag extends dynamic.Resource {
  constructor(name, value) {
    const provider = {
      diff: async (_, before, after) => ({
        changes: before.value !== after.value,
        replaces: ["value"],
        deleteBeforeReplace: true,
      }),
      create: async ({ value }) => ({ id: value, outs: { value, state: "active" } }),
    };
    super(provider, name, { value, state: undefined }, undefined);
  }
}

/** A listing whose `where` a first preview does not know: it waits for the id of another resource. */
function laterThan(args) {
  return new Workflows("all", args(new Workflows("first").id.apply(() => ({ name: "Export" }))));
}

const cases = {
  "an argument is unknown": () => laterThan((where) => ({ where })),
  "a secret argument is unknown": () => laterThan((where) => ({ where: secret(where) })),
  "a secret argument is unknown, and a transform of the stack sees it": () => {
    runtime.registerResourceTransform(({ props, opts }) => ({ props, opts }));
    return laterThan((where) => ({ where: secret(where) }));
  },
  "a resource is not there yet": () => new Workflows("all", {}, { dependsOn: [new Workflows("first")] }),
  "it depends on the component that it is in": () => {
    const parent = new ComponentResource("test:index:Group", "group");
    return new Workflows("all", {}, { parent, dependsOn: [parent] });
  },
  "a filter": () => new Workflows("all", { where: { name: { endsWith: "port" } } }),
};

function listing() {
  const where = plan.tag && { where: { state: new Tag("tag", plan.tag).state } };
  const hidden = plan.hidden && { where: secret({ state: "active" }) };
  const all = new Workflows("all", { ...plan.args, ...where, ...hidden }, plan.options);
  if (!plan.hasNoAlarms) {
    all.items.apply((items) => items.map(({ id }) => new Alarm(`alarm-${id}`)));
  }
  return all;
}

module.exports = { count: (plan.use === undefined ? listing() : cases[plan.use]()).count };
