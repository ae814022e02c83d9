/** `await workflows.read()` under the SDK's mocks: it settles, whatever they do. Whole deployments are in test/deployments. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import * as pulumi from "@pulumi/pulumi";
import { SettingsError, Workflows } from "../../provider/index.js";
import { SECRET_SIGNATURE, SIGNATURE_KEY } from "../../provider/pulumi/engine-signatures.js";
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

  it("returns secret items only if they are to be unwrapped", async () => {
    await use(mockWorkflows(WORKFLOWS));
    const all = new Workflows("all", { where: { name: pulumi.secret("Nightly import") } });
    const refused = await all.read().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(SettingsError);
    expect(String(refused)).toMatch(/"all" are secret.*`items`.*`read\(\{ unwrapSecrets: true \}\)`/);
    expect(pulumi.RunError.isInstance(refused)).toBe(true);
    expect(await all.read({ unwrapSecrets: true })).toEqual([WORKFLOWS[0]]);
  });

  it("is an error that names `items.apply` if an argument is not known", async () => {
    await use(mockWorkflows(WORKFLOWS), true);
    const unknown = pulumi.output(pulumi.unknown) as unknown as pulumi.Output<string>;
    await expect(new Workflows("all", { where: { id: unknown } }).read()).rejects.toMatchObject({
      code: "not-known",
      message: expect.stringMatching(/an argument is not known at preview.*`dependsOn`.*`items\.apply\(…\)`/) as string,
    });
  });

  it("renames what the engine would take for its own", async () => {
    await use(mockWorkflows([{ id: "1", [SIGNATURE_KEY]: SECRET_SIGNATURE }]));
    const all = new Workflows("all");
    expect((await all.read()).map(Object.keys)).toEqual([["id", `_${SIGNATURE_KEY}`]]);
  });
});

it("rejects if the resource is refused, or an argument or a dependency is rejected", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(__dirname, "rejections.cjs")]);
  const why = (text: string): unknown => expect.stringContaining(text);
  // The oldest SDKs do not name the property.
  const notRegistered: unknown = expect.stringMatching(
    /was not registered\. (error serializing property "where": )?rejected by the program/,
  );
  expect(JSON.parse(stdout.trim().split("\n").at(-1) ?? "")).toEqual({
    cancelled: notRegistered,
    unavailable: notRegistered,
    "rejected with what is no error": why("a text"),
    "a dependency is": notRegistered,
    rejected: why("rejected by the program"),
    refused: why("fewer than `minItems`"),
    "the one after it": 1,
  });
}, 60_000);

it("mocks that give no listing are an error that names mockWorkflows", async () => {
  await use(PLAIN);
  await expect(new Workflows("all").read()).rejects.toThrow(/The mocks of this test return no `json`.*`mockWorkflows`/);
});
