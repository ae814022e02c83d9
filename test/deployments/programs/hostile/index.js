// What the service's text goes through: outputs, the log, an error. The environment names one of these programs.
const { inspect } = require("node:util");
const { log } = require("@pulumi/pulumi");
const { getWorkflow, Workflows } = require("pulumi-workflows");

const findNowhere = () => getWorkflow({ where: { "name?": "Nowhere" } });
const refusing = {
  "~standard": {
    version: 1,
    vendor: "test",
    validate: ({ id }) => ({ issues: [{ message: `wrong ${id}`, path: [id] }] }),
  },
};

const programs = {
  // Listings, each of another document, as outputs. `itemsPath` says that items may be anything.
  documents: () => {
    const outputs = {};
    for (let number = 0; number < Number(process.env.DOCUMENTS); number += 1) {
      const listing = new Workflows(`document-${number}`, { itemsPath: "", query: { number } });
      outputs[`items-${number}`] = listing.items;
      outputs[`json-${number}`] = listing.json;
    }
    return outputs;
  },
  resource: () => {
    const { items } = new Workflows("all");
    return { items, made: items.apply((list) => Object.fromEntries(list.map(({ id, name }) => [id, name]))) };
  },
  noItems: () => ({ count: new Workflows("all").count }),
  noMatch: async () => ({ one: await findNowhere() }),
  // The engine prints the value of the property that a failure names.
  refusedArgument: () => ({ count: new Workflows("all", { connection: "<{%x%}>" }).count }),
  notRead: async () => ({ items: await new Workflows("all", { schema: refusing }).read() }),
  // An error that is logged as an object, with all its properties.
  logged: async () => {
    const error = await findNowhere().catch((reason) => reason);
    console.error(error);
    console.log(error);
    await log.warn(inspect(error));
    return { problem: error.problem.includes("<{%x%}>") };
  },
  rejected: async () => {
    void findNowhere();
    return {};
  },
};

module.exports = programs[process.env.PROGRAM];
