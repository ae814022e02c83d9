// A hundred readers of one listing.
const { Workflows } = require("pulumi-workflows");

const readers = Array.from({ length: 100 }, (_, index) => new Workflows(`reader-${index}`, { maxItems: 1000 + index }));

module.exports.count = readers[99].count;
