// One listing, which fails when the service does, or keeps what it had.
const { Workflows } = require("pulumi-workflows");

module.exports.count = new Workflows("all", { whenUnavailable: process.env.WHEN_UNAVAILABLE }).count;
