// A listing as a resource and as a function, and a path where there may be nothing.
const { getJsonOutput, getWorkflowsOutput, Workflows } = require("pulumi-workflows");

module.exports.count = new Workflows("all", { whenUnavailable: "keep" }).count;
module.exports.names = getWorkflowsOutput({ select: ["name"] }).apply(({ items }) => items.map(({ name }) => name));
module.exports.setting = getJsonOutput({ path: "/v2/setting", allowMissing: true }).apply(
  (found) => found?.value ?? "none",
);
