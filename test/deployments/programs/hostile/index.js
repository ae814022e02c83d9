// As many listings as asked for, each a document of its own. `itemsPath` says that items may be anything. Each is an output.
const { Workflows } = require("pulumi-workflows");

for (let number = 0; number < Number(process.env.DOCUMENTS); number += 1) {
  const listing = new Workflows(`document-${number}`, { itemsPath: "", query: { number } });
  module.exports[`items-${number}`] = listing.items;
  module.exports[`json-${number}`] = listing.json;
}
