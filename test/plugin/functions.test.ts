/** The data functions over a real socket, against a running service. */
import { startFakeService, type FakeService } from "../support/fake-service.js";
import { SIGNATURE_KEY, UNKNOWN } from "../../provider/pulumi/engine-signatures.js";
import { type Plain, type PluginClient, secret, startPlugin } from "./plugin-client.js";

let service: FakeService;
let plugin: PluginClient;

beforeEach(async () => {
  service = await startFakeService();
  plugin = await startPlugin();
  const { url: baseUrl, clientId, clientSecret } = service;
  await plugin.configure({ baseUrl, clientId, clientSecret: secret(clientSecret) });
});
afterEach(async () => {
  plugin.close();
  await service.close();
});

it("getWorkflows gives items, JSON, count and digest, with one request for two readers", async () => {
  const [, { result: last }] = await Promise.all([
    plugin.invoke("getWorkflows", {}),
    plugin.invoke("getWorkflows", {}),
  ]);
  expect(last).toMatchObject({ count: 5, digest: expect.any(String) as string });
  expect(last["items"]).toEqual(JSON.parse(String(last["json"])));
  expect(service.requests.map(({ path }) => path)).toEqual(["/v2/auth/token", "/v2/workflows"]);
});

it("a listing above 1 MB crosses once, as text, and a warning names the way out", async () => {
  service.workflows.push({ id: "long", name: "x".repeat(1_000_001) });
  const { result } = await plugin.invoke("getWorkflows", {});
  expect(result).toMatchObject({ count: 6, json: expect.stringContaining("xxx") as string });
  expect(result).not.toHaveProperty("items");
  expect(plugin.lines).toEqual([expect.stringMatching(/^warning: The output `items` is left out.*`select`/)]);
});

it("getWorkflow gives one, or an error with how many there are", async () => {
  const found = await plugin.invoke("getWorkflow", { where: { name: "Nightly import" } });
  expect(found.result).toMatchObject({
    workflow: { name: "Nightly import" },
    json: expect.stringMatching(/^\[\{/) as string,
  });
  await expect(plugin.invoke("getWorkflow", { where: { enabled: true } })).rejects.toThrow("3 of 5 workflows");
  await expect(plugin.invoke("getWorkflow", { where: { name: "Nobody" } })).rejects.toMatchObject({ code: 9 });
  const none = { where: { name: "Nobody" }, allowMissing: true };
  expect((await plugin.invoke("getWorkflow", none)).result).toEqual({});
});

it("the access token is a secret, and everything is where an argument is one", async () => {
  expect((await plugin.invoke("getAccessToken", {})).result).toEqual({ token: secret(service.tokens[0]) });
  for (const args of [
    { where: { name: secret("Nightly import") } },
    { where: { name: "Nightly import" }, secret: true },
  ]) {
    const { result } = await plugin.invoke("getWorkflows", args);
    expect(result["count"]).toEqual(secret(1));
    expect(Object.values(result).filter((value) => !Object.hasOwn(value as object, SIGNATURE_KEY))).toEqual([]);
  }
});

it("arguments have Python's spelling or the schema's", async () => {
  const python = await plugin.invoke("getWorkflows", { where: { name: { starts_with: "N" } } });
  expect(python.result).toMatchObject({ count: 1 });
  expect(await plugin.invoke("getWorkflows", { where: { name: { startsWith: "N" } } })).toEqual(python);
});

it.each<[what: string, token: string, args: Plain, properties: string[]]>([
  ["wrong values", "getWorkflows", { maxItems: -1, select: [1] }, ["maxItems", "select[0]"]],
  ["an empty where", "getWorkflows", { where: {} }, ["where"]],
  ["an empty secret query", "getWorkflow", { query: secret({}) }, ["query"]],
  ["the name of an output", "getWorkflows", { count: 5 }, ["count"]],
  ["what is not known yet", "getJson", { path: "/v2/workflows", query: secret({ a: UNKNOWN }) }, ["query"]],
  ["an asset", "getWorkflows", { query: { [SIGNATURE_KEY]: "c44067f5952c0a294b673a41bacd8c17" } }, ["query"]],
])("%s: %s reads nothing, and the reason names the argument", async (_, token, args, properties) => {
  const { failures } = await plugin.invoke(token, args);
  expect(failures.map(({ property }) => property)).toEqual(properties.map(() => ""));
  expect(failures.map(({ reason }) => /`(.*?)`/.exec(reason)?.[1]).sort()).toEqual(properties);
  failures.forEach(({ reason }) => expect(reason.split(" [settings]")).toEqual([expect.stringMatching(/[.?]$/), ""]));
  expect(service.requests).toHaveLength(0);
});
