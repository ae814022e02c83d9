// Listings that are secret, each for its own reason. The secret is in environment and config: it is in no file here.
const pulumi = require("@pulumi/pulumi");
const { Workflows } = require("pulumi-workflows");

const isSecond = process.env.PROGRAM === "second";
const name = () => pulumi.secret(process.env.SECRET);
const where = () => ({ name: name() });
/** The same filter as the program's, and public. */
const publicWhere = { id: "w1" };

class Group extends pulumi.ComponentResource {
  constructor(title) {
    super("test:index:Group", title);
    new Workflows("in a component", { where: where() }, { parent: this });
    this.registerOutputs({});
  }
}

const listings = {
  "a secret where": [{ where: pulumi.secret({ name: process.env.SECRET }) }],
  "a secret in it": [{ where: where(), select: ["id", "name"] }],
  "a secret promise in a list in it": [{ where: { name: { in: [Promise.resolve(name())] } } }],
  "a secret query": [{ query: { key: name() } }],
  "from the config": [{ where: { name: new pulumi.Config().requireSecret("name") } }],
  "secret: true": [{ secret: true }],
  "secret: true, as an Output": [{ secret: pulumi.output(true) }],
  "json is a secret output": [{}, { additionalSecretOutputs: ["json"] }],
  "items are secret outputs": [{}, { additionalSecretOutputs: ["items"] }],
  "another argument is ignored": [{ where: where() }, { ignoreChanges: ["select"] }],
  "its own argument is ignored": [{ where: where() }, { ignoreChanges: ["where"] }],
  "everything is ignored": [{ where: where() }, { ignoreChanges: ["*"] }],
  "ignored, later public": [{ where: isSecond ? publicWhere : where() }, { ignoreChanges: ["where"] }],
  "ignored, later gone": [isSecond ? {} : { where: where() }, { ignoreChanges: ["where"] }],
  "everything ignored, later public": [
    isSecond ? { where: publicWhere } : { where: where() },
    { ignoreChanges: ["*"] },
  ],
  "ignored, and true": [{ secret: true }, { ignoreChanges: ["secret"] }],
};

for (const [title, [args, options]] of Object.entries(listings)) {
  new Workflows(title, args, options);
}
const got = Workflows.get("got", { where: where() });
new Group("group");
// Public at first; what is read later is secret.
const later = new Workflows(
  "later secret",
  isSecond ? { where: where() } : { where: { id: "none?" }, allowEmpty: true },
);
new Workflows("later secret, ignored", isSecond ? { where: where() } : { where: { id: "none?" }, allowEmpty: true }, {
  ignoreChanges: ["where"],
});

module.exports = { items: got.items, later: later.json };
