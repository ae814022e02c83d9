// What the service's text goes through on its way to the terminal: the log, outputs, an error of the provider and one of the program.
const { getWorkflow, Workflows } = require("pulumi-workflows");

const programs = {
  resource: () => {
    const { items } = new Workflows("all");
    return { items, made: items.apply((list) => Object.fromEntries(list.map(({ id, name }) => [id, name]))) };
  },
  noItems: () => ({ count: new Workflows("all").count }),
  noMatch: async () => ({ one: await getWorkflow({ where: { "name?": "Nowhere" } }) }),
};

module.exports = programs[process.env.PROGRAM];
