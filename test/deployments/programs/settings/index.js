// The listing as a resource and as data, in all the forms in which it can leave a program.
const { Workflows, getWorkflowsOutput } = require("pulumi-workflows");

const all = new Workflows("all");
const data = getWorkflowsOutput();

module.exports.count = all.count;
module.exports.json = all.json;
module.exports.names = data.items.apply((items) => items.map(({ name }) => name));
