// The program that wrote the states in test/fixtures/states.
const { Workflows } = require("pulumi-workflows");

const all = new Workflows("all");
const enabled = new Workflows("enabled", { where: { enabled: true }, select: ["id", "name"] });
const pinned = new Workflows("pinned", { mode: "pinned", triggers: [1], query: { page: 1 } });

module.exports.counts = [all.count, enabled.count, pinned.count];
module.exports.json = all.json;
