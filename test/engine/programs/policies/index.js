// A listing that a policy pack changes.
const { Workflows } = require("pulumi-workflows");

module.exports.count = new Workflows("all", { select: ["id", "name"] }).count;
