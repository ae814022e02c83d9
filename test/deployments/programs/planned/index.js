// One listing with an alarm for each workflow; `plan.json` has the arguments and options, and whether something is replaced first.
const { readFileSync } = require("node:fs");
const { dynamic, secret } = require("@pulumi/pulumi");
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

const where = plan.tag && { where: { state: new Tag("tag", plan.tag).state } };
const hidden = plan.hidden && { where: secret({ state: "active" }) };
const all = new Workflows("all", { ...plan.args, ...where, ...hidden }, plan.options);
if (!plan.hasNoAlarms) {
  all.items.apply((items) => items.map(({ id }) => new Alarm(`alarm-${id}`)));
}
module.exports = { count: all.count };
