// A component for each workflow of several listings: with plain items of a function, or inside a resource's output.
const pulumi = require("@pulumi/pulumi");
const { Workflows, getWorkflows } = require("pulumi-workflows");

class Alarm extends pulumi.ComponentResource {
  constructor(name) {
    super("test:index:Alarm", name, {});
  }
}

const numbers = [...Array(Number(process.env.LISTINGS)).keys()];

module.exports = (async () => {
  if (process.env.READ_WITH === "functions") {
    const listings = await Promise.allSettled(numbers.map((listing) => getWorkflows({ query: { listing } })));
    const failed = listings.filter(({ status }) => status === "rejected");
    if (failed.length > 0) {
      // The engine shows an error that is thrown: one. The others are logged.
      await Promise.all(failed.map(({ reason }) => pulumi.log.error(reason.message)));
      throw failed[0].reason;
    }
    listings.forEach(({ value }, number) => value.items.forEach(({ id }) => new Alarm(`alarm-${number}-${id}`)));
  } else {
    for (const listing of numbers) {
      const all = new Workflows(`all-${listing}`, { query: { listing } });
      all.items.apply((items) => items.forEach(({ id }) => new Alarm(`alarm-${listing}-${id}`)));
    }
  }
})();
