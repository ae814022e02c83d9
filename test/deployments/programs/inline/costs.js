// Deploys one inline program twice, then two at once. Prints how many requests each cost.
const { LocalWorkspace } = require("@pulumi/pulumi/automation");
const { getWorkflowsOutput } = require("pulumi-workflows");
const { startEmulator } = require("pulumi-workflows/testing");

async function main() {
  const service = await startEmulator();
  Object.assign(process.env, service.environment());
  const program = async () => ({
    all: getWorkflowsOutput().count,
    enabled: getWorkflowsOutput({ where: { enabled: true } }).count,
  });
  const [one, two] = await Promise.all(
    ["one", "two"].map((stackName) =>
      LocalWorkspace.createOrSelectStack({ projectName: "automation", stackName, program }),
    ),
  );
  const costs = [];
  for (const deploy of [() => one.up(), () => one.up(), () => Promise.all([one.up(), two.up()])]) {
    const before = service.requests.length;
    await deploy();
    costs.push(service.requests.length - before);
  }
  await service.close();
  console.log(JSON.stringify(costs));
}

main();
