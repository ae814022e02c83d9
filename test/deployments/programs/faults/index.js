// A listing as a resource, which fails when the service does. With a second process that reads: a function, and a path with nothing.
const { getJsonOutput, getWorkflowsOutput, Workflows } = require("pulumi-workflows");

module.exports.count = new Workflows("all").count;
if (process.env.WITH_FUNCTIONS !== undefined) {
  module.exports.names = getWorkflowsOutput({ select: ["id"] }).count;
  module.exports.setting = getJsonOutput({ path: "/v2/setting", allowMissing: true }).apply(
    (found) => found?.value ?? "none",
  );
}
