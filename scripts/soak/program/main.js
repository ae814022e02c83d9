// One process that deploys inline programs again and again, with faults in between. Prints a line of JSON for each round.
const { setTimeout: wait } = require("node:timers/promises");
const { output } = require("@pulumi/pulumi");
const { LocalWorkspace } = require("@pulumi/pulumi/automation");
const { getWorkflowsOutput, Workflows } = require("pulumi-workflows");
const { startEmulator } = require("pulumi-workflows/testing");
const { FAULTS, wrongIn } = require("./faults.js");

const [deployments = 300, workflows = 2000] = process.argv.slice(2, 4).map(Number);
/** The control deploys programs without this package: what its heap grows by, the SDK itself keeps. */
const isControl = process.argv[4] === "control";
/** Every so many rounds all stacks deploy at once. */
const PARALLEL_EVERY = 10;
const STACKS = ["one", "two", "three", "four"];

async function main() {
  const items = Array.from({ length: workflows }, (_, index) => ({ id: `wf-${index}`, name: `Workflow ${index}` }));
  const service = await startEmulator({ workflows: items });
  Object.assign(process.env, service.environment());
  const read = () => ({
    read: getWorkflowsOutput().count,
    first: getWorkflowsOutput({ where: { id: "wf-0" } }).items.apply((found) => found.length),
  });
  const kept = () => new Workflows("few", { where: { id: { in: ["wf-1", "wf-2"] } } }).count;
  // Only the stacks beside the first have a resource: each of its deployments starts the SDK's provider host.
  const programs = { one: async () => ({ ...read(), kept: 2 }) };
  const stacks = [];
  for (const stackName of isControl ? STACKS.slice(0, 1) : STACKS) {
    const program = isControl
      ? async () => ({ read: output(workflows).apply((count) => count), first: 1, kept: 2 })
      : (programs[stackName] ?? (async () => ({ ...read(), kept: kept() })));
    // The provider's host loads packages from the folder of the project.
    const options = { workDir: process.cwd() };
    stacks.push(await LocalWorkspace.createOrSelectStack({ projectName: "soak", stackName, program }, options));
  }
  const expected = JSON.stringify([workflows, 1, 2]);
  for (let round = 1, done = 0; done < deployments; round += 1) {
    const fault = FAULTS[isControl ? 0 : round % FAULTS.length];
    const deployed = round % PARALLEL_EVERY === 0 ? stacks : stacks.slice(0, 1);
    fault.arrange(service);
    const results = await Promise.allSettled(deployed.map((stack) => stack.up()));
    service.clearFaults();
    service.requests.length = 0;
    const wrong = results.flatMap((result) => wrongIn(fault, endOf(result), expected));
    done += deployed.length;
    results.length = 0;
    await wait(20);
    globalThis.gc();
    const { heapUsed } = process.memoryUsage();
    console.log(JSON.stringify({ round, deployments: done, fault: fault.name, heapUsed, wrong }));
  }
  // The service closes idle connections after 5 s, as many do. None may be left then.
  await wait(7000);
  const sockets = openResources(/^(TCPSocket|TLS)/);
  await service.close();
  // What closes, closes in the next turns of the event loop.
  await wait(100);
  console.log(JSON.stringify({ left: [...sockets, ...openResources(/^(TCP|TLS|Timeout|HTTP)/)] }));
}

function openResources(kind) {
  return process.getActiveResourcesInfo().filter((name) => kind.test(name));
}

function endOf(result) {
  if (result.status === "rejected") {
    return { failure: String(result.reason) };
  }
  const { read, first, kept } = result.value.outputs;
  return { outputs: JSON.stringify([read.value, first.value, kept.value]) };
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
