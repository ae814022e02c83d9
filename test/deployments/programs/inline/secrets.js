// Deploys the inline program that the argument names. The secret is in the environment: it is in no file here.
const pulumi = require("@pulumi/pulumi");
const { LocalWorkspace } = require("@pulumi/pulumi/automation");
const { getWorkflows, Workflows } = require("pulumi-workflows");

const [, , name] = process.argv;
const where = () => ({ name: pulumi.secret(process.env.SECRET_NAME) });
const all = (opts, args = { where: where() }) => new Workflows("all", args, opts);
const hook = () => new pulumi.ResourceHook("done", () => undefined);
const isOurs = (type) => type.endsWith(":Workflows");
const copy = ({ props, opts }) => ({ props: { ...props }, opts });

class Group extends pulumi.ComponentResource {
  constructor() {
    super("test:index:Group", "group");
  }
}

const programs = {
  "a hook": () => all({ hooks: { afterCreate: [hook()] } }),
  "a transform of other resources": () => {
    pulumi.runtime.registerResourceTransform((args) => (isOurs(args.type) ? undefined : copy(args)));
    return [new Group(), all()];
  },
  "a transform that changes another argument": () => {
    pulumi.runtime.registerResourceTransform(({ type, props, opts }) =>
      isOurs(type) ? { props: { ...props, maxItems: 50 }, opts } : undefined,
    );
    all();
  },
  "a transform that adds the argument, and secret: true": () => {
    pulumi.runtime.registerResourceTransform(({ type, props, opts }) =>
      isOurs(type) ? { props: { ...props, where: where() }, opts } : undefined,
    );
    all({}, { secret: true });
  },
  "a hook and a transform": () => {
    pulumi.runtime.registerResourceTransform(copy);
    all({ hooks: { afterCreate: [hook()] } });
  },
  "a listing that is refused": () => [all({}, { minItems: 50 }), getWorkflows()],
  "nothing secret, and a hook": () => all({ hooks: { afterCreate: [hook()] } }, { where: { id: "w1" } }),
};

async function main() {
  const stack = await LocalWorkspace.createOrSelectStack(
    { projectName: "inline", stackName: "test", program: async () => void programs[name]() },
    { workDir: process.cwd() },
  );
  await stack.up();
  await stack.refresh();
  return "deployed";
}

main()
  .catch((error) => error.message)
  .then((end) => console.log(JSON.stringify(end)));
