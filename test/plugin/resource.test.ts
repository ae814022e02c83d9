/** The resource over a real socket, against a running service: what only the plugin does. */
import { startFakeService, type FakeService } from "../support/fake-service.js";
import { SIGNATURE_KEY, UNKNOWN } from "../../provider/pulumi/engine-signatures.js";
import { type Plain, type PluginClient, secret, startPlugin } from "./plugin-client.js";

let service: FakeService;
let plugin: PluginClient;

/** As the next deployment: nothing is known of what was read. */
async function configure(): Promise<void> {
  const { url: baseUrl, clientId, clientSecret } = service;
  await plugin.configure({ baseUrl, clientId, clientSecret: secret(clientSecret) });
}

beforeEach(async () => {
  service = await startFakeService();
  plugin = await startPlugin();
  await configure();
});
afterEach(async () => {
  plugin.close();
  await service.close();
});

async function created(args: Plain): Promise<{ inputs: Plain; outputs: Plain }> {
  const { inputs, failures } = await plugin.check({}, args);
  expect(failures).toEqual([]);
  return { inputs, outputs: (await plugin.create(inputs)).outputs };
}

const FOUND = { name: "Nightly import" };

describe("a preview", () => {
  it("shows the values, items as structure", async () => {
    const { inputs } = await plugin.check({}, { select: ["name", "owner.team"] });
    const { id, outputs } = await plugin.create(inputs, true);
    expect(id).toBe("workflows");
    expect((outputs["items"] as Plain[])[0]).toEqual({ ...FOUND, owner: { team: "Data platform" } });
  });

  it("has unknown outputs where an argument is unknown", async () => {
    const { inputs } = await plugin.check({}, { where: UNKNOWN });
    const { outputs } = await plugin.create(inputs, true);
    // The service is announced too: an update with a plan may not add what its preview has not.
    const unknown = ["where", "json", "count", "digest", "items", "__service"].map((name) => [name, UNKNOWN]);
    expect(outputs).toEqual(Object.fromEntries(unknown));
  });

  it("has unknown outputs that are no secrets, although they will be", async () => {
    const { inputs } = await plugin.check({}, { where: UNKNOWN, secret: true });
    const { outputs } = await plugin.create(inputs, true);
    // An update with a plan would accept only a secret in place of an unknown secret.
    expect(outputs).toMatchObject({ json: UNKNOWN, items: UNKNOWN, count: UNKNOWN });
  });

  it.each<[what: string, args: Plain, change: (workflows: unknown[]) => unknown, detailed: Plain]>([
    // 0 added, 2 taken away, 4 changed
    ["an argument", { where: { enabled: true } }, () => 0, { where: 0, select: 2, digest: 4, count: 4, json: 4 }],
    ["the order alone", { select: ["name"] }, (workflows) => workflows.reverse(), {}],
    ["the listing", { select: ["name"] }, (workflows) => workflows.pop(), { digest: 4, count: 4, json: 4 }],
  ])("shows in detail what has changed: %s", async (_, args, change, detailed) => {
    const { inputs, outputs } = await created({ select: ["name"] });
    change(service.workflows);
    await configure();
    const later = await plugin.check(inputs, args);
    const changes = Object.keys(detailed).length > 0;
    expect(await plugin.diff(inputs, outputs, later.inputs)).toEqual({ changes, detailed });
  });
});

describe("secrets", () => {
  it("a secret argument stays one, and so is what was read with it", async () => {
    const args = { where: { name: secret("Nightly import") }, select: ["name"] };
    const { inputs, outputs } = await created(args);
    expect(inputs).toMatchObject({ where: secret(FOUND), select: secret(["name"]), count: secret(1) });
    expect(JSON.stringify(outputs).split("Nightly import")).toHaveLength(4);
    for (const key of ["json", "items", "count", "digest", "__service"]) {
      expect(outputs[key]).toHaveProperty(SIGNATURE_KEY);
    }
    const again = await plugin.check(inputs, args);
    expect(await plugin.diff(inputs, outputs, again.inputs)).toEqual({ changes: false, detailed: {} });
  });

  it.each<[becomes: string, before: Plain, after: Plain]>([
    ["secret", FOUND, { name: secret("Nightly import") }],
    ["public", { name: secret("Nightly import") }, FOUND],
  ])("an argument of the same value that becomes %s is an update", async (becomes, before, after) => {
    const { inputs, outputs } = await created({ where: before });
    const later = await plugin.check(inputs, { where: after });
    expect(await plugin.diff(inputs, outputs, later.inputs)).toEqual({ changes: true, detailed: {} });
    const updated = await plugin.update(outputs, later.inputs);
    expect(Object.hasOwn(updated["where"] as object, SIGNATURE_KEY)).toBe(becomes === "secret");
    expect(await plugin.diff(later.inputs, updated, later.inputs)).toEqual({ changes: false, detailed: {} });
  });

  it("nothing of a secret listing is logged after its arguments have become public", async () => {
    const { inputs } = await plugin.check({}, { where: { name: secret("Nightly import") }, select: ["name"] });
    await plugin.check(inputs, { where: { name: "Send invoices" }, select: ["name"] });
    expect(plugin.lines).toEqual([expect.stringMatching(/^info on \S+: workflows: the listing has changed$/)]);
  });
});

it("the state of a dynamic resource is taken over, as an update", async () => {
  const { inputs } = await plugin.check({}, {});
  const state = { ...inputs, __provider: "text of the stub" };
  expect(await plugin.diff(state, state, inputs)).toMatchObject({ changes: true });
  const outputs = await plugin.update(state, inputs);
  expect(outputs).not.toHaveProperty("__provider");
  expect(outputs["items"]).toHaveLength(5);
  expect(await plugin.diff(inputs, outputs, inputs)).toMatchObject({ changes: false });
});

it("Python's keys are the schema's in the inputs, so that a change of language is no change", async () => {
  const { inputs, outputs } = await created({ where: { name: { starts_with: "N" } } });
  expect(inputs["where"]).toEqual({ name: { startsWith: "N" } });
  const again = await plugin.check(inputs, { where: { name: { startsWith: "N" } } });
  expect(await plugin.diff(inputs, outputs, again.inputs)).toMatchObject({ changes: false });
});

describe("a read", () => {
  const disabled = { where: { enabled: false } };

  const asId = JSON.stringify(disabled);
  const listed = { ...disabled, count: 2 };
  it.each<[what: string, id: string, state: Plain, inputs: Plain | undefined, readId: string, expected: Plain]>([
    ["an import by a word", "all", {}, undefined, "workflows", { count: 5 }],
    ["an import by arguments", asId, {}, undefined, "workflows", listed],
    ["a get by a word", "any", {}, {}, "any", { count: 5 }],
    ["a get by arguments in its id", asId, {}, {}, asId, listed],
    ["a get on newer engines: inputs alone", "any", {}, disabled, "any", listed],
    ["a get on earlier engines: both", "any", disabled, disabled, "any", listed],
    ["a get of an engine that sends properties alone", "any", disabled, undefined, "any", listed],
  ])("%s gives inputs, outputs and items", async (_, id, state, inputs, readId, expected) => {
    const read = await plugin.read(id, state, inputs);
    expect(read).toMatchObject({ id: readId, inputs: expected, outputs: expected });
    expect(read.outputs["items"]).toHaveLength(expected["count"] as number);
  });

  it.each<[what: string, state: Plain, inputs: Plain | undefined]>([
    ["in inputs alone", {}, { secret: true }],
    ["in properties alone", { secret: true }, undefined],
    ["as a secret argument in inputs alone", {}, { where: { enabled: secret(false) } }],
  ])("of a secret listing is secret: %s", async (_, state, inputs) => {
    const read = await plugin.read("any", state, inputs);
    for (const key of ["json", "count", "digest", "__service"]) {
      expect(read.outputs[key]).toHaveProperty(SIGNATURE_KEY);
      expect(read.inputs[key]).toHaveProperty(SIGNATURE_KEY);
    }
    expect(read.outputs["items"]).toHaveProperty(SIGNATURE_KEY);
  });

  it.each<[what: string, id: string, state: Plain, reason: string]>([
    ["broken JSON", '{"where":', {}, "neither a word nor a JSON object"],
    ["what is no argument", '{"wher":{}}', {}, "Did you mean `where`?"],
    ["a listing in the id", '{"json":"[]","digest":"x","count":0}', {}, "`json`"],
    ["an empty secret argument", "an-id", { query: secret({}) }, "`query` cannot be used"],
    ["what is not known yet", "an-id", { where: { name: UNKNOWN } }, "not known yet"],
  ])("of %s is refused before any request", async (_, id, state, reason) => {
    await expect(plugin.read(id, state)).rejects.toThrow(reason);
    expect(service.requests).toHaveLength(0);
  });

  it("of a state with an empty argument works: the npm package may have written it", async () => {
    expect((await plugin.read("an-id", { where: {}, digest: "x" })).outputs).toHaveProperty("count");
  });
});

it("an argument with the name of an output is a failure, unless `ignoreChanges` has put the old listing there", async () => {
  const { inputs } = await created({});
  const { failures } = await plugin.check(inputs, { count: 3, json: "[]" });
  const isUnknown = (name: string): string => expect.stringMatching(`^\`${name}\` is not known here`) as string;
  expect(failures.map(({ reason }) => reason).sort()).toEqual(["count", "json"].map(isUnknown));
  expect((await plugin.check(inputs, inputs)).failures).toEqual([]);
});

it("above 1 MB there are no items, with a warning, in a creation and in a read", async () => {
  service.workflows.push({ id: "long", name: "x".repeat(1_000_001) });
  const { outputs } = await created({});
  expect(outputs).toMatchObject({ count: 6, json: expect.stringContaining("xxx") as string });
  expect(outputs).not.toHaveProperty("items");
  expect(plugin.lines).toEqual([
    expect.stringMatching(/^warning on .*The listing is 1\.0 MB/),
    expect.stringMatching(/^warning on .*`items` is left out/),
  ]);
  expect((await plugin.read("all", {})).outputs).not.toHaveProperty("items");
});

describe("the engine's signatures and colour codes in a listing", () => {
  const [nightly, broken] = ["Nightly <{%x%}> import", "Nightly <{_%x%}> import"];

  it("are broken up in the outputs and in the log, and `json` keeps them", async () => {
    const { inputs } = await created({});
    service.workflows.splice(0, 1, { id: "wf_01HTZ4", name: nightly, [SIGNATURE_KEY]: UNKNOWN });
    await configure();
    const later = await plugin.check(inputs, {});
    const { outputs } = await plugin.create(later.inputs);
    expect(outputs["json"]).toContain(nightly);
    expect(outputs["items"]).toContainEqual({ id: "wf_01HTZ4", name: broken, [`_${SIGNATURE_KEY}`]: `_${UNKNOWN}` });
    const lines = plugin.lines.join("\n");
    expect(lines).toContain(broken);
    expect(lines).toContain("have an underscore more: 3 in all");
    expect(lines).not.toContain("<{%");
  });

  it("are broken up in the outputs of functions, in failures and in errors", async () => {
    service.workflows.splice(0, 5, { id: "<{%fg 1%}>", name: nightly });
    const one = await plugin.invoke("getWorkflow", { where: { name: nightly } });
    expect(one.result["workflow"]).toEqual({ id: "<{_%fg 1%}>", name: broken });
    const listing = await plugin.invoke("getJson", { path: "/v2/workflows" });
    expect(JSON.stringify(listing.result["value"])).toContain(broken);
    const { failures } = await plugin.check({}, { where: { "<{%x%}>": 1 }, minItems: 9 });
    expect(failures).toEqual([{ property: "", reason: expect.stringContaining("<{_%x%}>") as string }]);
    await expect(plugin.invoke("getWorkflow", { where: { name: "none <{%x%}>" } })).rejects.toThrow("none <{_%x%}>");
    expect((await plugin.check({}, { "<{%x%}>": 1 })).failures[0]?.reason).toContain("<{_%x%}>");
  });
});
