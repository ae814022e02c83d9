/** The resource and the functions in a user's own unit tests, under the SDK's mocks. */
import * as pulumi from "@pulumi/pulumi";
import { setTimeout as wait } from "node:timers/promises";
import { inspect } from "node:util";
import {
  getAccessTokenOutput,
  getJson,
  getJsonOutput,
  getWorkflow,
  getWorkflowOutput,
  getWorkflows,
  getWorkflowsOutput,
  Workflows,
} from "../../provider/index.js";
import { startFakeService, type FakeService } from "../support/fake-service.js";
import { errorOf, isSecret, valueOf } from "../support/outputs.js";

let emulator: FakeService;
/** What was registered, in the order in which it was done. */
let made: string[];

beforeAll(async () => {
  emulator = await startFakeService();
});
afterAll(() => emulator.close());
beforeEach(async () => begin());
afterEach(() => jest.restoreAllMocks());

/** A deployment of its own, with a listing of its own. Resources named "slow…" take their time. */
async function begin({ preview = false, json }: { preview?: boolean; json?: string } = {}): Promise<void> {
  made = [];
  emulator.requests.length = 0;
  const mocks: pulumi.runtime.Mocks = {
    newResource: async ({ name, inputs }) => {
      await wait(name.startsWith("slow") ? 500 : 0);
      made.push(name);
      return { id: `${name}-id`, state: { ...(inputs as object), ...(json === undefined ? {} : { json }) } };
    },
    call: () => {
      throw new Error("Nothing calls the engine.");
    },
  };
  await pulumi.runtime.setMocks(mocks, "project", "stack", preview);
  const { url, clientId, clientSecret } = emulator;
  const config = { "workflows:baseUrl": url, "workflows:clientId": clientId, "workflows:clientSecret": clientSecret };
  pulumi.runtime.setAllConfig(config, ["workflows:clientSecret"]);
}

class Thing extends pulumi.CustomResource {
  declare readonly depth: pulumi.Output<unknown>;
  constructor(name: string, args: object = {}, opts?: pulumi.CustomResourceOptions) {
    super("test:index:Thing", name, args, opts);
  }
}

class Group extends pulumi.ComponentResource {
  constructor(name: string, child: string, opts?: pulumi.ComponentResourceOptions) {
    super("test:index:Group", name, {}, opts);
    new Thing(child, {}, { parent: this });
    this.registerOutputs({});
  }
}

describe("Workflows", () => {
  it.each([[true], [false]])("has no items, and sends nothing (preview: %s)", async (preview) => {
    await begin({ preview });
    const all = new Workflows("all", { where: { enabled: true } });
    const got = Workflows.get("got", { select: ["id"] });
    const values = [valueOf(all.items), valueOf(all.json), valueOf(got.items)];
    expect(await Promise.all(values)).toEqual(Array(3).fill(undefined));
    expect(emulator.requests).toEqual([]);
  });

  it("what `get` reads has its id in an update: at preview, SDKs from 3.27x leave the ids of mocks unknown", async () => {
    await begin({ preview: false });
    expect(await valueOf(Workflows.get("got", { select: ["id"] }).id)).toBe("workflows");
  });

  it("has nothing of its own beside its outputs if a program exports it, also after its items were read", async () => {
    await begin({ json: "[]" });
    const all = new Workflows("all");
    await valueOf(all.items);
    // The SDK exports all fields but those that begin with two underscores.
    const exported = Object.keys(all).filter((name) => !name.startsWith("__"));
    expect(exported.sort()).toEqual(["count", "digest", "id", "json", "urn"]);
  });

  it("may be a component's child", async () => {
    const inside = new Workflows("inside", {}, { parent: new Group("group", "thing") });
    expect(await valueOf(inside.urn)).toMatch(/Group\$.*::inside$/);
  });
});

function nested(): Group {
  const outer = new Group("outer", "first");
  new Group("inner", "slow", { parent: outer });
  return outer;
}

it.each<[string, () => NonNullable<pulumi.InvokeOutputOptions["dependsOn"]>, string[]]>([
  ["a resource", () => [new Thing("slow")], ["slow"]],
  ["an Output of resources", () => pulumi.output([new Thing("slow")]), ["slow"]],
  ["the children of a component inside a component", () => [nested()], ["first", "inner", "outer", "slow"]],
])("what a lookup depends on is there before it reads: %s", async (_, make, expected) => {
  const { count } = await valueOf(getWorkflowsOutput({}, { dependsOn: make() }));
  expect(count).toBe(5);
  expect([...made].sort()).toEqual(expected);
});

it("a function waits for nothing but `dependsOn`", async () => {
  const guard = new Workflows("slow guard", { where: { enabled: true } });
  await getWorkflows();
  expect(made).toEqual([]);
  await valueOf(getWorkflowsOutput({}, { dependsOn: guard }));
  expect(made).toEqual(["slow guard"]);
});

it("a lookup is unknown, and reads nothing, where an id of what it depends on is not known yet", async () => {
  await begin({ preview: true });
  const created = Object.assign(new Thing("created"), { id: pulumi.output(pulumi.unknown) });
  const result = getWorkflowsOutput({}, { dependsOn: created });
  expect(await (result as typeof result & { isKnown: Promise<boolean> }).isKnown).toBe(false);
  expect(emulator.requests).toEqual([]);
});

it("a function that lists has the guard: nothing at the service is an error, unless `allowEmpty` is set", async () => {
  const workflows = emulator.workflows.splice(0);
  try {
    await expect(getWorkflows()).rejects.toMatchObject({ code: "vanished" });
    await expect(getWorkflows({ allowEmpty: true })).resolves.toMatchObject({ items: [], count: 0 });
  } finally {
    emulator.workflows.push(...workflows);
  }
});

it("a result is secret where an argument, or a part of one, is, and no error shows that", async () => {
  const plain = getWorkflowsOutput({ where: { enabled: true } });
  const nestedSecret = getWorkflowsOutput({ where: { name: { in: [pulumi.secret("Nightly import")] } } });
  const areSecret = await Promise.all([plain, nestedSecret, getAccessTokenOutput()].map(isSecret));
  expect(areSecret).toEqual([false, true, true]);
  expect((await valueOf(nestedSecret)).count).toBe(1);
  const error = await errorOf(getWorkflowOutput({ where: { name: pulumi.secret('hidden "value"') } }));
  expect(error).toMatchObject({ code: "no-match" });
  expect(inspect(error)).not.toContain("hidden");
});

it.each<[string, () => pulumi.Output<unknown>]>([
  ["getWorkflowsOutput", () => getWorkflowsOutput({ secret: true })],
  ["getWorkflowOutput", () => getWorkflowOutput({ where: { name: "Nightly import" }, secret: true })],
  ["getJsonOutput", () => getJsonOutput({ path: "/v2/workflows", pagination: { type: "none" }, secret: true })],
])("with `secret: true`, the result of %s is secret", async (_, look) => {
  const output = look();
  expect(await isSecret(output)).toBe(true);
  expect(await valueOf(output)).toBeDefined();
});

it("each function warns once of what the engine would take for its own, however often it is called", async () => {
  const warn = jest.spyOn(console, "warn").mockImplementation();
  emulator.workflows.push({ id: "hostile", "@isPulumiResource": true });
  const calls: (() => Promise<unknown>)[] = [
    () => getWorkflows(),
    () => getWorkflow({ where: { id: "hostile" } }),
    () => getJson({ path: "/v2/workflows", pagination: { type: "none" } }),
  ];
  try {
    await Promise.all([...calls, ...calls].map((call) => call()));
  } finally {
    emulator.workflows.pop();
  }
  const lines = warn.mock.calls.map(([line]) => /In `(\w+)`, keys and texts .*: 1 in all/.exec(String(line))?.[1]);
  expect(lines.sort()).toEqual(["items", "value", "workflow"]);
});
