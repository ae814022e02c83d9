// One alarm for each workflow that `read()` returns. `plan.json` has which program, and the arguments.
const { readFileSync } = require("node:fs");
const pulumi = require("@pulumi/pulumi");
const { Workflows } = require("pulumi-workflows");

const { use, args = {} } = JSON.parse(readFileSync("plan.json", "utf8"));

/** Its id is not known before it exists. It fails if its name says so. */
class Thing extends pulumi.dynamic.Resource {
  constructor(name, opts) {
    const create = async () => {
      if (name.startsWith("broken")) {
        throw new Error("This thing is broken.");
      }
      return { id: "wf-1", outs: {} };
    };
    super({ create }, name, {}, opts);
  }
}

async function alarms(all, options) {
  const items = await all.read(options);
  for (const { id } of items) {
    new Thing(`alarm-${id}`);
  }
  return { names: items.map(({ name }) => name) };
}

/** Rejects with a code by which the SDK knows the end of a deployment. */
const cancelled = () => Promise.reject(Object.assign(new Error("cancelled by us"), { code: 1 }));

const programs = {
  read: () => alarms(new Workflows("all", args)),
  get: () => alarms(Workflows.get("got", args)),
  unwrapped: () => alarms(new Workflows("all", args), { unwrapSecrets: true }),
  "an unknown argument": () => alarms(new Workflows("all", { where: { id: new Thing("thing").id } })),
  "a dependency": () => alarms(new Workflows("all", {}, { dependsOn: new Thing("thing") })),
  "a broken dependency": () => alarms(new Workflows("all", args, { dependsOn: new Thing("broken thing") })),
  "an argument that rejects": () =>
    alarms(new Workflows("all", { where: Promise.reject(new Error("This argument is rejected.")) })),
  "a dependency that rejects": () =>
    alarms(new Workflows("all", args, { dependsOn: Promise.reject(new Error("This dependency is rejected.")) })),
  "a dependency that is cancelled": () => alarms(new Workflows("all", args, { dependsOn: pulumi.output(cancelled()) })),
  "returned as an Output": () => ({ names: pulumi.output(new Workflows("all", args).read()) }),
  "an argument that is cancelled": () => alarms(new Workflows("all", { where: cancelled() })),
};

module.exports = programs[use];
