// A listing as a resource, which fails when the service does. With a function, which is a second process that reads.
const { getWorkflowsOutput, Workflows } = require("pulumi-workflows");

module.exports.count = new Workflows("all").count;
if (process.env.WITH_FUNCTIONS !== undefined) {
  module.exports.names = getWorkflowsOutput({ select: ["id"] }).count;
}
