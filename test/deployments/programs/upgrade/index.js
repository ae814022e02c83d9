// The program of test/fixtures/states: resources of the npm package or of the plugin, with the test's arguments.
const { CustomResource } = require("@pulumi/pulumi");
const npm = require("pulumi-workflows");

/** What the plugin's generated SDK does. */
class FromPlugin extends CustomResource {
  constructor(name, args) {
    super("workflows:index:Workflows", name, { ...args, json: undefined, count: undefined, digest: undefined });
  }
}

const Workflows = process.env.FORM === "plugin" ? FromPlugin : npm.Workflows;
for (const [name, args] of Object.entries(JSON.parse(process.env.RESOURCES))) {
  module.exports[name] = new Workflows(name, args).count;
}
