/** Options that are refused, with what works in their place; and the types and the check of a resource's items. */
import * as pulumi from "@pulumi/pulumi";
import {
  getAccessTokenOutput,
  getJson,
  getJsonOutput,
  getWorkflow,
  getWorkflowOutput,
  getWorkflows,
  getWorkflowsOutput,
  type WorkflowsError,
  Workflows,
} from "../../provider/index.js";
import type { GetWorkflowArgs } from "../../provider/index.js";
import { mockWorkflows } from "../../provider/testing/index.js";
import { errorOf, valueOf } from "../support/outputs.js";

beforeAll(async () => {
  await pulumi.runtime.setMocks(mockWorkflows([{ id: "w1", name: "Import" }], { json: () => ({ name: "Import" }) }));
});

class Provider extends pulumi.ProviderResource {}

const provider = (): Provider => new Provider("workflows", "eu", {});
const component = (options: pulumi.ComponentResourceOptions): pulumi.ComponentResource =>
  new pulumi.ComponentResource("test:index:Group", "group", {}, options);

const REFUSED = /`provider`.* has no effect in the npm package.*`connection`.*plugin's SDK/;

type Options = Pick<pulumi.CustomResourceOptions, "provider" | "parent">;
const calls: readonly [string, (options: Options) => unknown][] = [
  ["getWorkflows", async (options) => getWorkflows({}, options)],
  ["getWorkflow", async (options) => getWorkflow({ where: { id: "w1" } }, options)],
  ["getJson", async (options) => getJson({ path: "/v2/x" }, options)],
  ["getWorkflowsOutput", (options) => getWorkflowsOutput({}, options)],
  ["getWorkflowOutput, of what never is known", (options) => getWorkflowOutput({ where: { id: never } }, options)],
  ["getAccessTokenOutput", (options) => getAccessTokenOutput({}, options)],
  ["Workflows", (options) => new Workflows("all", {}, options)],
  ["Workflows.get", (options) => Workflows.get("all", {}, options)],
];
const never = new Promise<string>(() => undefined);

it.each(calls)("%s refuses a provider: given, of its parent, or of its parent by name", async (_, call) => {
  const parents = [{ provider: provider() }, { providers: { workflows: provider() } }].map(component);
  for (const options of [{ provider: provider() }, ...parents.map((parent) => ({ parent }))]) {
    await expect(Promise.resolve().then(() => call(options))).rejects.toThrow(REFUSED);
  }
});

it("a parent with another package's provider is taken", async () => {
  const parent = component({ providers: [new Provider("aws", "eu", {})] });
  expect((await getWorkflows({}, { parent })).count).toBe(1);
  expect(await valueOf(new Workflows("child", {}, { parent }).count)).toBe(1);
});

it("a resource may depend on the component that it is in", async () => {
  const parent = component({});
  expect(await valueOf(new Workflows("part", {}, { parent, dependsOn: [parent] }).count)).toBe(1);
});

it("`import` is refused, with what works instead", () => {
  expect(() => new Workflows("all", {}, { import: "x" })).toThrow(/`import` does not work here.*`Workflows\.get`/);
});

it("getWorkflow takes an object, and the error says so", async () => {
  await expect(getWorkflow("text alone" as unknown as GetWorkflowArgs)).rejects.toThrow("takes an object of arguments");
});

describe("the schema of a resource", () => {
  const schema = (validate: (item: unknown) => { value: number } | { issues: { message: string }[] }) => ({
    "~standard": { version: 1 as const, vendor: "test", validate },
  });

  it("types and checks its items", async () => {
    const all = new Workflows("all", { schema: schema((item) => ({ value: Object.keys(item as object).length })) });
    const items: pulumi.Output<number[]> = all.items;
    expect(await valueOf(items)).toEqual([2]);
    const typed: pulumi.Output<{ id: string }[]> = Workflows.get<{ id: string }>("got").items;
    expect(await valueOf(typed)).toEqual([{ id: "w1", name: "Import" }]);
  });

  it("fails in the program for an item that does not match", async () => {
    const all = new Workflows("all", { schema: schema(() => ({ issues: [{ message: "no" }] })) });
    expect(await errorOf(all.items)).toMatchObject({ code: "schema" });
    expect(await valueOf(all.count)).toBe(1);
  });

  const validate = (item: unknown): { issues: { message: string }[] } => ({
    issues: [{ message: JSON.stringify(item) }],
  });
  const where = { name: pulumi.secret("Import") };
  it.each<[string, () => pulumi.Output<unknown>]>([
    ["Workflows, a secret argument", () => new Workflows("b", { where, schema: schema(validate) }).items],
    ["getWorkflowsOutput, a secret argument", () => getWorkflowsOutput({ where, schema: schema(validate) })],
    ["getWorkflowOutput", () => getWorkflowOutput({ where, schema: schema(validate) })],
    ["getJsonOutput", () => getJsonOutput({ path: pulumi.secret("/v2/x"), schema: schema(validate) })],
  ])("fails without the validator's message if what was read is secret: %s", async (_, read) => {
    const { code, problem } = (await errorOf(read())) as WorkflowsError;
    expect(code).toBe("schema");
    expect(problem).toMatch(/: (item 0|the workflow|the value)\. What was read is secret, so no more is shown\.$/);
  });
});
