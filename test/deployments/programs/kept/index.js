// Listings that are kept: one is pinned, one is kept while the service is down.
const { Workflows } = require("pulumi-workflows");

module.exports.pinned = new Workflows("pinned", { mode: "pinned", select: ["id"] }).json;
module.exports.kept = new Workflows("kept", { whenUnavailable: "keep", select: ["id"] }).json;
