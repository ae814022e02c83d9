// What is listed is said by the config; each case is one of these.
const pulumi = require("@pulumi/pulumi");
const { Workflows } = require("pulumi-workflows");

const name = pulumi.secret("Import of the merger");
const listed = ({ items, count }) => ({ items, count });
/** The value is the same as the program's: only its secrecy is not. */
const publicWhere = () => ({ where: { name: pulumi.unsecret(name) } });

/** A listing whose `where` a first preview does not know: it waits for the id of another resource. */
function laterThan(args) {
  return new Workflows("all", args(new Workflows("first").id.apply(() => ({ name: "Export" }))));
}

const cases = {
  plain: () => ({ all: listed(new Workflows("all", publicWhere())) }),
  secret: () => ({
    all: listed(new Workflows("all", { where: { name } })),
    got: listed(Workflows.get("got", { where: { name } })),
  }),
  "secret, without a get": () => ({ all: listed(new Workflows("all", { where: { name } })) }),
  "ignored changes": () => ({
    all: listed(new Workflows("all", { where: { name: "Export" } }, { ignoreChanges: ["where"] })),
  }),
  "an argument is unknown": () => ({ count: laterThan((where) => ({ where })).count }),
  "a secret argument is unknown": () => ({ count: laterThan((where) => ({ where: pulumi.secret(where) })).count }),
  "a secret argument is unknown, and a transform of the stack sees it": () => {
    pulumi.runtime.registerResourceTransform(({ props, opts }) => ({ props, opts }));
    return { count: laterThan((where) => ({ where: pulumi.secret(where) })).count };
  },
  "a resource is not there yet": () => ({
    count: new Workflows("all", {}, { dependsOn: [new Workflows("first")] }).count,
  }),
  "it depends on the component that it is in": () => {
    const parent = new pulumi.ComponentResource("test:index:Group", "group");
    return { count: new Workflows("all", {}, { parent, dependsOn: [parent] }).count };
  },
  "where contains an Output of undefined": () => ({
    all: new Workflows("all", { where: pulumi.output({ name: pulumi.output(undefined) }) }).count,
  }),
  "an operator is undefined": () => ({
    all: new Workflows("all", { where: { name: { endsWith: "port", startsWith: undefined } } }).count,
  }),
};

module.exports = cases[new pulumi.Config().require("case")]();
