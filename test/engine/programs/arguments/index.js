// What is listed is said by the config; each case is one of these.
const pulumi = require("@pulumi/pulumi");
const { Workflows } = require("pulumi-workflows");

const name = pulumi.secret("Import of the merger");
const listed = ({ items, count }) => ({ items, count });

/** As a transform, and as a transformation. The value is the same as the program's: only its secrecy is not. */
const withSecretWhere = ({ type, props, opts }) =>
  type.endsWith(":Workflows") ? { props: { ...props, where: pulumi.secret({ name }) }, opts } : undefined;

/** A listing whose `where` a first preview does not know: it waits for the id of another resource. */
function laterThan(args) {
  return new Workflows("all", args(new Workflows("first").id.apply(() => ({ name: "Export" }))));
}

const cases = {
  plain: () => ({ all: listed(new Workflows("all", { where: { name: pulumi.unsecret(name) } })) }),
  secret: () => ({
    all: listed(new Workflows("all", { where: { name } })),
    got: listed(Workflows.get("got", { where: { name } })),
  }),
  "a transformation of the stack": () => {
    pulumi.runtime.registerStackTransformation(withSecretWhere);
    return { all: listed(new Workflows("all", { where: { name: pulumi.unsecret(name) } })) };
  },
  "a transformation of a get": () => ({
    all: listed(Workflows.get("all", {}, { transformations: [withSecretWhere] })),
  }),
  "an output made secret": () => ({
    all: listed(new Workflows("all", {}, { additionalSecretOutputs: ["json"] })),
  }),
  "secret: true": () => ({ all: listed(new Workflows("all", { secret: true })) }),
  "a transform of the stack": () => {
    pulumi.runtime.registerResourceTransform(withSecretWhere);
    return { all: listed(new Workflows("all", { where: { name: pulumi.unsecret(name) } })) };
  },
  "a transform of the resource": () => ({
    all: listed(new Workflows("all", {}, { transforms: [withSecretWhere] })),
  }),
  "ignored changes": () => ({
    all: listed(new Workflows("all", { where: { name: "Export" } }, { ignoreChanges: ["where"] })),
  }),
  "an argument is unknown": () => ({ count: laterThan((where) => ({ where })).count }),
  "a secret argument is unknown": () => ({
    count: laterThan((where) => ({ where: pulumi.secret(where) })).count,
  }),
  "a secret argument is unknown, and a transform of the stack sees it": () => {
    pulumi.runtime.registerResourceTransform(({ props, opts }) => ({ props, opts }));
    return { count: laterThan((where) => ({ where: pulumi.secret(where) })).count };
  },
  "a resource is not there yet": () => ({
    count: new Workflows("all", {}, { dependsOn: [new Workflows("first")] }).count,
  }),
  "where is undefined": () => ({ all: new Workflows("all", { where: { name: undefined } }).count }),
  "where contains an Output of undefined": () => ({
    all: new Workflows("all", { where: pulumi.output({ name: pulumi.output(undefined) }) }).count,
  }),
  "query is undefined": () => ({ all: new Workflows("all", { query: { status: undefined } }).count }),
  "an element of a list is undefined": () => ({
    all: new Workflows("all", { where: { name: { not: { in: ["Export", pulumi.output(undefined)] } } } }).count,
  }),
  "an operator is undefined": () => ({
    all: new Workflows("all", { where: { name: { endsWith: "port", startsWith: undefined } } }).count,
  }),
  "where of a get is undefined": () => ({
    got: Workflows.get("got", { where: { name: pulumi.output(undefined) } }).count,
  }),
};

module.exports = cases[new pulumi.Config().require("case")]();
