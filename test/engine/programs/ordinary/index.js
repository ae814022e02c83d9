// Ordinary dynamic resources, as plan.json wants them: what a stack has beside a listing.
const pulumi = require("@pulumi/pulumi");
const plan = require("./plan.json");

// As the SDK would serialise a provider.
const PROVIDER = `exports.handler = () => ({
  check: async (olds, news) =>
    news.bad === undefined
      ? { inputs: { ...news, computed: "computed " + news.value } }
      : { inputs: news, failures: [{ property: "bad", reason: "is bad" }, { property: "", reason: "is bad as a whole" }] },
  diff: async (id, olds, news) => ({
    changes: olds.value !== news.value || olds.kind !== news.kind || olds.fault !== news.fault,
    replaces: olds.kind !== news.kind ? ["kind"] : [],
  }),
  create: async (inputs) => ({ id: inputs.kind + " " + inputs.value, outs: { ...inputs, made: 1 } }),
  update: async (id, olds, news) => {
    if (news.fault === "fails") throw new Error("it broke");
    if (news.fault === "half") throw Object.assign(new Error("half"), { id, properties: olds, reasons: ["not ready"] });
    return { outs: { ...news, made: olds.made + 1 } };
  },
  read: async (id, props) => ({ id, props: { ...props, found: "found " + id } }),
});`;

class Thing extends pulumi.CustomResource {
  constructor(name, args, opts) {
    const outputs = { computed: undefined, made: undefined, found: undefined };
    super("pulumi-nodejs:dynamic:Thing", name, { ...outputs, ...args, __provider: PROVIDER }, opts);
  }
}

const first = new Thing(
  plan.name,
  { value: plan.value, kind: plan.kind, fault: plan.fault, bad: plan.bad, hidden: pulumi.secret("hush hush") },
  {
    additionalSecretOutputs: ["made"],
    aliases: plan.aliases,
    protect: plan.protect,
    ignoreChanges: plan.ignoreChanges,
  },
);
const group = new pulumi.ComponentResource("test:Group", "group");
if (plan.child) {
  new Thing("child", { kind: "child", value: first.computed }, { parent: group });
}
const found = plan.found ? new Thing("found", { kind: "any", value: "any" }, { id: plan.found }) : undefined;

module.exports = { computed: first.computed, made: first.made, hidden: first.hidden, found: found?.found ?? "none" };
