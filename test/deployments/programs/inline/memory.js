// Deploys inline programs one after the other, as the Automation API does. Prints the heap after each, in MB.
const { setImmediate } = require("node:timers/promises");
const pulumi = require("@pulumi/pulumi");
const { withLocalStorage } = require("@pulumi/pulumi/runtime/state");
const { getWorkflowsOutput } = require("pulumi-workflows");

const monitors = [];

async function deploy() {
  await pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: name, state: inputs }),
    call: ({ inputs }) => inputs,
  });
  // The SDK neither closes the monitor of an inline program nor lets go of it.
  monitors.push(pulumi.runtime.getMonitor());
  const all = () => getWorkflowsOutput().count;
  await pulumi.runtime.runInPulumiStack(async () => ({ first: all(), second: all() }));
  await pulumi.runtime.disconnect();
}

async function main() {
  const heap = [];
  for (let count = 0; count < Number(process.argv[2]); count += 1) {
    await withLocalStorage(deploy);
    await setImmediate();
    globalThis.gc();
    heap.push(process.memoryUsage().heapUsed / 1e6);
  }
  console.log(JSON.stringify(heap));
}

main();
