/** A policy pack whose remediation changes the arguments of a listing that is read already. */
import { startEmulator, type Emulator } from "../../provider/testing/emulator.js";
import { describeOnCli } from "../support/engines.js";

describeOnCli("a policy that changes the arguments of a listing", (open) => {
  let service: Emulator;

  beforeAll(async () => {
    service = await startEmulator();
  });
  afterAll(async () => await service.close());

  test("fails the update, and the state keeps the listing with the arguments that it was read for", async () => {
    const stack = await open({ program: "test/engine/programs/policies", env: service.environment() });
    const refused = {
      failure: expect.stringContaining("after it was read, something changed the arguments `select`") as string,
    };
    expect(await stack.up({ policyPack: "pack" })).toMatchObject(refused);
    expect((await stack.resources()).filter(({ urn }) => urn.endsWith("::all"))).toEqual([]);
    expect(await stack.up()).toMatchObject({ failure: undefined, changes: { create: 1 } });
    const before = await stack.resources();
    expect(await stack.up({ policyPack: "pack" })).toMatchObject(refused);
    const all = (resources: typeof before): unknown => resources.find(({ urn }) => urn.endsWith("::all"))?.outputs;
    expect(all(await stack.resources())).toEqual(all(before));
    expect(await stack.refresh({ expectNoChanges: true })).toMatchObject({ failure: undefined });
  });
});
