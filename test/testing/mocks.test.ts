/** `mockWorkflows`: the resource and the functions in a user's unit tests, without any network. */
import { Socket } from "node:net";
import * as pulumi from "@pulumi/pulumi";
import {
  getAccessToken,
  getAccessTokenOutput,
  getJson,
  getWorkflow,
  getWorkflowOutput,
  getWorkflows,
  getWorkflowsOutput,
  WorkflowsError,
  SettingsError,
  Workflows,
} from "../../provider/index.js";
import { mockWorkflows, type MockWorkflowsOptions } from "../../provider/testing/mocks.js";
import { isKnown, isSecret, valueOf } from "../support/outputs.js";

const WORKFLOWS = [
  { id: "1", name: "Nightly import", enabled: true, runs: 12 },
  { id: "2", name: "Send invoices", enabled: false, runs: 3 },
  { id: "3", name: "Archive", enabled: true, runs: 7 },
];

/** Every connection fails. */
const connect = jest.spyOn(Socket.prototype, "connect").mockImplementation(() => {
  throw new Error("Nothing is sent.");
});

beforeEach(() => use(WORKFLOWS));

afterAll(() => {
  expect(connect).not.toHaveBeenCalled();
});

async function use(
  workflows: Parameters<typeof mockWorkflows>[0],
  options?: MockWorkflowsOptions,
  preview = false,
): Promise<void> {
  await pulumi.runtime.setMocks(mockWorkflows(workflows, options), "project", "stack", preview);
  pulumi.runtime.setAllConfig({});
}

const NAMES = { where: { enabled: true }, select: ["name"] };

it.each([
  [[{ id: "1" }, null], "workflow 2 is null"],
  [[["x"]], "workflow 1 is a list"],
])("workflows that are not objects, %j, need itemsPath, as in a deployment", async (workflows, problem) => {
  await use(workflows);
  await expect(getWorkflows()).rejects.toThrow(
    new WorkflowsError(
      `mockWorkflows: ${problem}, not an object. Give objects. If the service lists other values, set the argument ` +
        "`itemsPath`: a deployment needs it too.",
      { code: "listing" },
    ),
  );
  expect((await getWorkflows({ itemsPath: "/names" })).items).toEqual(workflows);
});

it("functions and the resource give the same items, count and digest", async () => {
  const expected = { items: [{ name: "Nightly import" }, { name: "Archive" }], count: 2 };
  const read = await getWorkflows(NAMES);
  expect(read).toMatchObject(expected);
  const all = new Workflows("all", NAMES);
  const got = Workflows.get("got", NAMES);
  for (const { items, json, count, digest } of [getWorkflowsOutput(NAMES), all, got] as const) {
    expect(await valueOf(items)).toEqual(expected.items);
    expect(await valueOf(json)).toBe(read.json);
    expect(await valueOf(count)).toBe(2);
    expect(await valueOf(digest)).toBe(read.digest);
  }
  expect(await valueOf(all.id)).toBe("workflows");
});

it("a preview gives the same values as an update", async () => {
  await use(WORKFLOWS, {}, true);
  expect(await valueOf(new Workflows("all").count)).toBe(3);
  expect((await getWorkflows()).count).toBe(3);
});

it.each([
  ["where", () => new Workflows("all", { where: { name: pulumi.output<string>(pulumi.unknown as string) } })],
  ["select", () => new Workflows("all", { select: pulumi.output<string[]>(pulumi.unknown as string[]) })],
])("an argument that a preview does not know makes the outputs unknown: %s", async (_, make) => {
  await use(WORKFLOWS, {}, true);
  expect(await isKnown(make().json)).toBe(false);
});

it("one item, none, several, and allowMissing", async () => {
  expect(await getWorkflow({ where: { name: "Archive" } })).toEqual(WORKFLOWS[2]);
  expect(await valueOf(getWorkflowOutput({ where: { name: "Nobody" }, allowMissing: true }))).toBeUndefined();
  await expect(getWorkflow({ where: { name: "Nobody" } })).rejects.toThrow(WorkflowsError);
  await expect(getWorkflow({ where: { enabled: true } })).rejects.toThrow("2 of 3 workflows");
});

it("nothing at the path of getJson is an error, or undefined with allowMissing, as in a deployment", async () => {
  await use(WORKFLOWS, { json: () => undefined });
  await expect(getJson({ path: "/v2/workflows/wf_9" })).rejects.toMatchObject({ code: "not-found" });
  await expect(getJson({ path: "/v2/workflows/wf_9", allowMissing: true })).resolves.toBeUndefined();
});

it("arguments are checked", async () => {
  await expect(getWorkflows({ where: { enabled: { begins: "x" } as never } })).rejects.toThrow(SettingsError);
  await expect(getWorkflows({ where: { state: "on" } })).rejects.toThrow('no workflow has a field "state"');
  await expect(getWorkflows({ maxItems: 2 })).rejects.toThrow("maxItems");
});

it("secret arguments make secret outputs", async () => {
  const hidden = new Workflows("hidden", { where: { name: pulumi.secret("Archive") } });
  const read = getWorkflowsOutput({ where: { name: pulumi.secret("Archive") } });
  expect(await valueOf(hidden.items)).toEqual([WORKFLOWS[2]]);
  expect(await Promise.all([isSecret(hidden.json), isSecret(hidden.items), isSecret(read)])).toEqual([
    true,
    true,
    true,
  ]);
  expect(await isSecret(new Workflows("plain").json)).toBe(false);
});

it("the token is the one that the test sets, and a secret", async () => {
  expect(await getAccessToken()).toBe("mocked-access-token");
  await use([], { accessToken: "for-this-test" });
  expect(await valueOf(getAccessTokenOutput())).toBe("for-this-test");
  expect(await isSecret(getAccessTokenOutput())).toBe(true);
});

it("a function gives workflows by connection and query", async () => {
  await use(({ connection, query }) =>
    connection === "production" ? WORKFLOWS.filter(({ name }) => name === query["name"]) : [],
  );
  const args = { connection: "production", query: { name: "Archive" } };
  expect((await getWorkflows(args)).items).toEqual([WORKFLOWS[2]]);
  expect(await valueOf(new Workflows("all", args).count)).toBe(1);
  expect((await getWorkflows({ allowEmpty: true })).count).toBe(0);
});

class Thing extends pulumi.CustomResource {
  declare public readonly size: pulumi.Output<string>;

  constructor(name: string) {
    super("test:index:Thing", name, { size: "small" });
  }
}

it("other resources have their inputs as outputs, and other functions are an error that has what to set", async () => {
  const thing = new Thing("thing");
  expect(await valueOf(thing.id)).toBe("thing-id");
  expect(await valueOf(thing.size)).toBe("small");
  await expect(pulumi.runtime.invoke("test:index:get", {})).rejects.toThrow("Give mockWorkflows the option `call`");
});

it("mocks of one's own serve everything else", async () => {
  const newResource = ({ name }: pulumi.runtime.MockResourceArgs) => ({ id: `own-${name}`, state: { size: "large" } });
  await use(WORKFLOWS, { newResource, call: ({ token }) => ({ token }) });
  const thing = new Thing("thing");
  expect(await valueOf(thing.id)).toBe("own-thing");
  expect(await valueOf(thing.size)).toBe("large");
  expect(await pulumi.runtime.invoke("test:index:get", {})).toEqual({ token: "test:index:get" });
  expect((await getWorkflows()).count).toBe(3);
});

it.each([["text"], [{ workflows: [] }], [undefined]])("%j is refused: not a list", (workflows) => {
  expect(() => mockWorkflows(workflows as never)).toThrow("mockWorkflows takes a list of workflows");
});

describe("what a service cannot give is refused, with its location", () => {
  const cases: [string, unknown][] = [
    ["undefined", undefined],
    ["a bigint", { id: 1n }],
  ];

  it.each(cases)("among the workflows: %s", async (_, value) => {
    const workflows = [{ id: 1 }, value];
    const expected = "mockWorkflows: workflow 2 cannot be written as JSON";
    expect(() => mockWorkflows(workflows)).toThrow(expected);
    await use(() => workflows);
    await expect(getWorkflows()).rejects.toThrow(expected);
  });

  it.each(cases.slice(1))("as what `json` gives: %s", async (_, value) => {
    await use([], { json: () => value });
    await expect(getJson({ path: "/v2/x" })).rejects.toThrow(/what `json` gives for \/v2\/x cannot be written as JSON/);
  });

  it("two workflows with one identity, as in a deployment", async () => {
    await use([...WORKFLOWS, { id: "1" }]);
    await expect(getWorkflows()).rejects.toMatchObject({ code: "listing" });
    await expect(getWorkflows()).rejects.toThrow('have the same identity: id "1".');
    await expect(getWorkflows({ keyPath: "none" })).resolves.toMatchObject({ count: 4 });
  });
});

it("answers of getJson that are no function are an error that says so", async () => {
  await pulumi.runtime.setMocks(mockWorkflows([], { json: { "/v2/runs": {} } as never }));
  await expect(getJson({ path: "/v2/runs" })).rejects.toThrow("the option `json`, a function");
});
