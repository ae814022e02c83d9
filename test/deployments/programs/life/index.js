// A listing, a resource for each workflow in it, one that has nothing to do with it, and further readers.
const pulumi = require("@pulumi/pulumi");
const { Workflows } = require("pulumi-workflows");

// As the SDK would serialise a provider that keeps what it is given.
const KEEPER = `exports.handler = () => ({
  create: async (inputs) => ({ id: inputs.name, outs: inputs }),
  update: async (id, olds, news) => ({ outs: news }),
});`;

class Made extends pulumi.CustomResource {
  constructor(name, args) {
    super("pulumi-nodejs:dynamic:Made", name, { ...args, __provider: KEEPER });
  }
}

const all = new Workflows("all");
new Made("other", { name: "other" });
all.items.apply((items) => items?.forEach(({ id, name }) => new Made(`made-${id}`, { name })));

for (let reader = 0; reader < Number(process.env.READERS ?? 0); reader += 1) {
  new Workflows(`reader-${reader}`, { maxItems: 1000 + reader });
}

module.exports.count = all.count;
module.exports.items = all.items;
