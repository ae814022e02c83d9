// As many listings as asked for, each a document of its own; what is made of each is an output.
const { Workflows } = require("pulumi-workflows");

for (let number = 0; number < Number(process.env.DOCUMENTS); number += 1) {
  const listing = new Workflows(`document-${number}`, { query: { number } });
  exports[`items-${number}`] = listing.items;
  exports[`json-${number}`] = listing.json;
}
