// Listings that are kept: one is pinned, one is kept while the service is down. Each reads the connection that is named.
const { Workflows } = require("pulumi-workflows");

const connection = process.env.CONNECTION;
module.exports.pinned = new Workflows("pinned", { connection, mode: "pinned", select: ["id"] }).json;
module.exports.kept = new Workflows("kept", { connection, whenUnavailable: "keep", select: ["id"] }).json;
