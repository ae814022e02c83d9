// Deploys inline programs that await `read()`, and prints how each ended. The argument is the case.
const { LocalWorkspace } = require("@pulumi/pulumi/automation");
const pulumi = require("@pulumi/pulumi");
const { Workflows } = require("pulumi-workflows");

/** Longer than any deployment takes on a busy machine. */
const HANGS_AFTER_MILLISECONDS = 120_000;

async function read(args, options) {
  const items = await new Workflows("all", args, options).read();
  return { count: items.length };
}

const rejection = (error) => Promise.reject(Object.assign(new Error("rejected by the program"), error));
const rejected = (error) => ({ where: rejection(error) });

/** The end of the other deployment. */
let other;

const programs = {
  refused: () => read({ minItems: 50 }),
  "goes on after the other one has failed": async () => {
    await read();
    await other;
    return { count: (await new Workflows("again").read()).length };
  },
  "an argument that rejects": () => read(rejected({})),
  "an argument that is cancelled": () => read(rejected({ code: 1 })),
  "a dependency that rejects": () => read({}, { dependsOn: rejection({}) }),
  "a dependency that is cancelled": () => read({}, { dependsOn: rejection({ code: 14 }) }),
  "an alias that rejects": () => read({}, { aliases: [pulumi.output(rejection({}))] }),
  waits: () => read(),
};

/** Resolves to the outputs, or to what ended the deployment. */
async function deploy(stackName, program, options) {
  const stack = await LocalWorkspace.createOrSelectStack(
    { projectName: "read", stackName, program: programs[program] },
    { workDir: process.cwd() },
  );
  let timer;
  const hangs = new Promise((resolve) => (timer = setTimeout(resolve, HANGS_AFTER_MILLISECONDS, "hangs")));
  const ends = stack.up(options).then(
    ({ outputs }) => `count ${outputs.count.value}`,
    (error) => String(error.message),
  );
  return Promise.race([ends, hangs]).finally(() => clearTimeout(timer));
}

const cases = {
  pairs: async () => {
    const ends = [];
    for (let round = 0; round < 3; round++) {
      other = deploy("one", "refused");
      ends.push(await Promise.all([other, deploy("two", "goes on after the other one has failed")]));
    }
    return ends;
  },
  "an argument that rejects": () => deploy("one", "an argument that rejects"),
  "an argument that is cancelled": () => deploy("one", "an argument that is cancelled"),
  "a dependency that rejects": () => deploy("one", "a dependency that rejects"),
  "a dependency that is cancelled": () => deploy("one", "a dependency that is cancelled"),
  "an alias that rejects": () => deploy("one", "an alias that rejects"),
  // The parent says when the service has the request for the listing, and `read()` waits.
  "a cancel": () => {
    const abort = new AbortController();
    process.stdin.once("data", () => abort.abort());
    return deploy("one", "waits", { signal: abort.signal });
  },
};

cases[process.argv[2]]().then((ends) => {
  console.log(JSON.stringify(ends));
  process.exit();
});
