/** The resource's constructor and the stack traces of the program that calls it. */
import * as pulumi from "@pulumi/pulumi";
import { Workflows } from "../../provider/index.js";

beforeAll(async () => {
  const mocks: pulumi.runtime.Mocks = {
    newResource: ({ name, inputs }) => ({ id: name, state: inputs as object }),
    call: () => ({}),
  };
  await pulumi.runtime.setMocks(mocks, "project", "stack");
});

test("a program's limit of stack traces is its own again after the constructor, and errors in it name their line", async () => {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 33;
  try {
    const made = new Workflows("a");
    expect(Error.stackTraceLimit).toBe(33);
    const failsInTransformation = (): never => {
      throw new Error("a fault of the program");
    };
    const thrown = errorOf(() => new Workflows("b", {}, { transformations: [failsInTransformation] }));
    expect(thrown.stack).toContain("failsInTransformation");
    expect(Error.stackTraceLimit).toBe(33);
    expect(errorOf(() => new Workflows("")).stack).toContain(__filename);
    expect(Error.stackTraceLimit).toBe(33);
    await new Promise((resolve) => made.digest.apply(resolve));
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
});

function errorOf(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error("Nothing was thrown.");
}
