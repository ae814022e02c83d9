// A listing as a resource, which fails when the service does.
const { Workflows } = require("pulumi-workflows");

module.exports.count = new Workflows("all").count;
