/** The example that the root project runs, as a user runs it: in TypeScript, checked by the compiler. */
import { startEmulator, type Emulator } from "../../provider/testing/emulator.js";
import { describeOnEachEngine } from "../support/engines.js";

describeOnEachEngine("the root project's example", (open) => {
  let service: Emulator;

  beforeAll(async () => {
    service = await startEmulator();
  });
  afterAll(async () => await service.close());

  test("signs in, lists the workflows and shows them", async () => {
    const env = { ...service.environment(), PULUMI_NODEJS_TRANSPILE_ONLY: undefined };
    const stack = await open({ program: "examples/listing", env });
    expect(await stack.up()).toMatchObject({ failure: undefined, changes: { create: 2 } });
    const workflows = service.workflows.map((workflow) => {
      const { id, name, enabled } = workflow as Record<string, unknown>;
      return { id, name, enabled };
    });
    expect(await stack.outputs()).toMatchObject({ count: 5, workflows });
  });
});
