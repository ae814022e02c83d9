// Prints what `read()` rejects with, as JSON: the SDK also leaves each such error unhandled, which jest takes for its own failure.
const pulumi = require("@pulumi/pulumi");
const { Workflows } = require("pulumi-workflows");
const { mockWorkflows } = require("pulumi-workflows/testing");

const coded = (code) => Object.assign(new Error("rejected by the program"), { code });
const rejecting = (code) => new Workflows(`rejecting ${code}`, { where: Promise.reject(coded(code)) });

const cases = {
  cancelled: [mockWorkflows([]), () => rejecting(1)],
  unavailable: [mockWorkflows([]), () => rejecting(14)],
  rejected: [mockWorkflows([]), () => rejecting("ANY")],
  "rejected with what is no error": [
    mockWorkflows([]),
    () => new Workflows("odd", { where: Promise.reject("a text") }),
  ],
  "a dependency is": [mockWorkflows([]), () => new Workflows("later", {}, { dependsOn: Promise.reject(coded(14)) })],
  refused: [mockWorkflows([{ id: "1" }]), () => new Workflows("refused", { minItems: 5 })],
  "the one after it": [mockWorkflows([{ id: "1" }]), () => new Workflows("all")],
};

process.on("unhandledRejection", () => undefined);

async function main() {
  const results = {};
  for (const [name, [mocks, make]] of Object.entries(cases)) {
    await pulumi.runtime.setMocks(mocks);
    results[name] = await make()
      .read()
      .then(
        (items) => items.length,
        (error) => error.message,
      );
  }
  console.log(JSON.stringify(results));
}

main();
