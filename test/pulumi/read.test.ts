/** `read()` in a user's own unit tests, under the SDK's mocks. When it rejects is in test/deployments/read.test.ts. */
import * as pulumi from "@pulumi/pulumi";
import { Workflows } from "../../provider/index.js";
import { mockWorkflows } from "../../provider/testing/mocks.js";

const WORKFLOWS = [
  { id: "1", name: "Nightly import", enabled: true },
  { id: "2", name: "Send invoices", enabled: false },
];

async function use(mocks: pulumi.runtime.Mocks, preview = false): Promise<void> {
  await pulumi.runtime.setMocks(mocks, "project", "stack", preview);
  pulumi.runtime.setAllConfig({});
}

/** Mocks that return only what they get. */
const PLAIN: pulumi.runtime.Mocks = {
  newResource: ({ name, inputs }) => ({ id: name, state: inputs as object }),
  call: () => ({}),
};

describe("with mockWorkflows", () => {
  it.each([[true], [false]])("returns the items, a new array each time (preview: %s)", async (preview) => {
    await use(mockWorkflows(WORKFLOWS), preview);
    const all = new Workflows("all");
    const items = await all.read();
    expect(items).toEqual(WORKFLOWS);
    items.pop();
    (items[0] ?? {})["name"] = "changed";
    expect(await all.read()).toEqual(WORKFLOWS);
    expect(await Workflows.get("got", { where: { enabled: true } }).read()).toEqual([WORKFLOWS[0]]);
  });

  it("types and checks them with `schema`", async () => {
    await use(mockWorkflows(WORKFLOWS));
    const validate = (item: unknown) => ({ value: Object.keys(item as object).length });
    const schema = { "~standard": { version: 1 as const, vendor: "test", validate } };
    const lengths: number[] = await new Workflows("all", { schema }).read();
    expect(lengths).toEqual([3, 3]);
    const refuse = { "~standard": { ...schema["~standard"], validate: () => ({ issues: [{ message: "no" }] }) } };
    await expect(new Workflows("refused", { schema: refuse }).read()).rejects.toMatchObject({ code: "schema" });
  });
});

it("mocks that give no listing are an error that names mockWorkflows", async () => {
  await use(PLAIN);
  await expect(new Workflows("all").read()).rejects.toThrow(/The mocks of this test return no `json`.*`mockWorkflows`/);
});
