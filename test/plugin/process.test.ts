/** The process over a real socket: connections, errors and the end. */
import { startFakeService, type FakeService } from "../support/fake-service.js";
import { type Plain, type PluginClient, startPlugin } from "./plugin-client.js";

let service: FakeService;
let plugin: PluginClient;

beforeEach(async () => {
  service = await startFakeService();
  plugin = await startPlugin();
});
afterEach(async () => {
  plugin.close();
  await service.close();
});

const settings = ({ url: baseUrl, clientId, clientSecret } = service): Plain => ({ baseUrl, clientId, clientSecret });

it("it informs the engine that it takes secrets, and remembers where the engine is", async () => {
  expect(await plugin.handshake()).toMatchObject({ acceptSecrets: true, acceptResources: true, acceptOutputs: false });
  await plugin.attach("127.0.0.1:2");
  expect(plugin.engines).toEqual(["127.0.0.1:1", "127.0.0.1:2"]);
});

it("it gives its version and its schema before it is configured", async () => {
  expect(await plugin.pluginVersion()).toBe("1.2.3");
  expect(await plugin.schema()).toBe('{"name":"workflows"}');
});

it("it deletes without the service and without settings", async () => {
  await plugin.configure({ baseUrl: "no address at all" });
  await plugin.delete();
  expect(service.requests).toHaveLength(0);
});

it.each<[what: string, code: number, call: (plugin: PluginClient) => Promise<unknown>]>([
  ["a call that it does not implement", 12, ({ parameterize }) => parameterize()],
  ["a call before it is configured", 9, ({ check }) => check({}, {})],
  [
    "a function of another name",
    9,
    async ({ configure, invoke }) => {
      await configure(settings());
      await invoke("toString", {});
    },
  ],
  [
    "a resource of another type",
    9,
    async ({ configure, check }) => {
      await configure(settings());
      await check({}, {}, "urn:pulumi:dev::project::workflows:index:Workflow::all");
    },
  ],
])("it refuses %s with the code %d, after which the engine trusts the state", async (_, code, call) => {
  await expect(call(plugin)).rejects.toMatchObject({ code });
});

it("an error of the service has the code 9, after which the engine trusts the state, and two resources ask once", async () => {
  service.answerAlways("listing", { status: 403 });
  await plugin.configure(settings());
  await expect(plugin.read("an-id", { where: { id: 1 } })).rejects.toMatchObject({ code: 9 });
  expect((await plugin.check({}, {})).failures).toHaveLength(1);
  expect(service.requestsTo("listing")).toHaveLength(1);
});

it("a state of 6 MB arrives and comes back: gRPC's own limit is 4 MB", async () => {
  await plugin.configure(settings());
  const state = { json: JSON.stringify([{ id: 1, note: "n".repeat(6_000_000) }]), count: 1, digest: "a digest" };
  await expect(plugin.diff(state, state, state)).resolves.toBeDefined();
  // Eighteen megabytes on a busy machine.
}, 30_000);

it("an error of many issues, in letters of three bytes each, arrives: gRPC sends it as a header", async () => {
  await plugin.configure(settings());
  const fields = Array.from({ length: 300 }, (_, index) => `${"没有这个字段".repeat(5)}${index}`);
  const where = Object.fromEntries(fields.map((field) => [field, { wrong: 1 }]));
  const message = await plugin.read("an-id", { where }).then(String, String);
  expect(message).toContain("`where[");
  expect(message).toMatch(/… \[settings\]$/);
});

it("cancelling ends a wait in its middle", async () => {
  const waiting = await startPlugin((line) => {
    if (line.includes("waiting 60 s")) {
      void waiting.cancel();
    }
  });
  await waiting.configure(settings());
  service.answerAlways("listing", { status: 503, headers: { "retry-after": "60" } });
  // The service asks for a minute; a test may take five seconds.
  await expect(waiting.invoke("getWorkflows", {})).rejects.toThrow("[cancelled]");
  waiting.close();
});
