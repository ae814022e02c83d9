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
  const invoke = () => plugin.invoke("getWorkflows", {});
  const [first, second] = await Promise.all([invoke(), invoke()]);
  expect(first.result).toMatchObject({ count: 6, json: expect.stringContaining("xxx") as string });
  expect(first.result).not.toHaveProperty("items");
  expect(second.result).toEqual(first.result);
  expect(plugin.lines).toEqual([expect.stringMatching(/^warning: The output `items` is left out.*`select`/)]);
  const small = await plugin.invoke("getWorkflows", { select: ["id"] });
  expect(small.result["items"]).toHaveLength(6);
});

it("getWorkflow gives one, or an error with how many there are", async () => {
  const found = await plugin.invoke("getWorkflow", { where: { name: "Nightly import" } });
  expect(found.result).toMatchObject({
    workflow: { name: "Nightly import" },
    json: expect.stringMatching(/^\[\{/) as string,
  });
  await expect(plugin.invoke("getWorkflow", { where: { enabled: true } })).rejects.toThrow("3 of 5 workflows");
  await expect(plugin.invoke("getWorkflow", { where: { name: "Nobody" } })).rejects.toMatchObject({ code: 5 });
  const none = { where: { name: "Nobody" }, allowMissing: true };
  expect((await plugin.invoke("getWorkflow", none)).result).toEqual({});
});

it.each<[token: string, args: Plain, warning: RegExp]>([
  ["getWorkflows", {}, /In `items`, keys and texts .* underscore more: 1 in all/],
  ["getWorkflow", { where: { id: "hostile" } }, /In `workflow`, keys and texts .* underscore more: 1 in all/],
  ["getJson", { path: "/v2/workflows" }, /In `value`, keys and texts .* underscore more: 1 in all/],
])("%s: a hostile key gets an underscore, with one warning for all calls", async (token, args, warning) => {
  service.workflows.push({ id: "hostile", "@isPulumiResource": true });
  await plugin.invoke(token, args);
  await plugin.invoke(token, args);
  expect(plugin.lines).toEqual([expect.stringMatching(warning)]);
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

it("arguments have Python's spelling or the schema's, and all pages are read with either", async () => {
  await using paged: FakeService = await startFakeService({
    reply: ({ endpoint, url }) => {
      const start = Number(url.searchParams.get("cursor") ?? 0);
      const { workflows } = paged;
      const next_cursor = start + 2 < workflows.length ? start + 2 : null;
      return endpoint === "token" ? undefined : { body: { workflows: workflows.slice(start, start + 2), next_cursor } };
    },
  });
  const { url: baseUrl, clientId, clientSecret } = paged;
  await plugin.configure({ baseUrl, clientId, clientSecret });
  const python = { pagination: { type: "cursor", cursor_path: "/next_cursor" }, where: { name: { starts_with: "N" } } };
  const schema = { pagination: { type: "cursor", cursorPath: "/next_cursor" }, where: { name: { startsWith: "N" } } };
  const [one, other] = [await plugin.invoke("getWorkflows", python), await plugin.invoke("getWorkflows", schema)];
  expect(one.result).toMatchObject({ count: 1 });
  expect(one).toEqual(other);
});

it.each<[what: string, token: string, args: Plain, properties: string[]]>([
  ["wrong values", "getWorkflows", { maxItems: -1, select: [1] }, ["maxItems", "select[0]"]],
  ["an empty where", "getWorkflows", { where: {} }, ["where"]],
  ["an empty secret query", "getWorkflow", { query: secret({}) }, ["query"]],
  ["the name of an output", "getWorkflows", { count: 5 }, ["count"]],
  ["what is not known yet", "getWorkflow", { where: { name: { in: [UNKNOWN] } } }, ["where"]],
  ["what is not known yet", "getJson", { path: "/v2/workflows", query: secret({ a: UNKNOWN }) }, ["query"]],
  ["what is not known yet", "getAccessToken", { connection: UNKNOWN }, ["connection"]],
  ["an asset", "getWorkflows", { query: { [SIGNATURE_KEY]: "c44067f5952c0a294b673a41bacd8c17" } }, ["query"]],
])("%s: %s reads nothing, and the reason names the argument", async (_, token, args, properties) => {
  const { failures } = await plugin.invoke(token, args);
  expect(failures.map(({ property }) => property)).toEqual(properties.map(() => ""));
  expect(failures.map(({ reason }) => /`(.*?)`/.exec(reason)?.[1]).sort()).toEqual(properties);
  failures.forEach(({ reason }) => expect(reason.split(" [settings]")).toEqual([expect.stringMatching(/[.?]$/), ""]));
  expect(service.requests).toHaveLength(0);
});
