/** Each of the engine's calls, over a real socket, against a running service: what only the plugin does. */
import { startEmulator, type Emulator } from "../../provider/testing/emulator.js";
import { SIGNATURE_KEY, UNKNOWN } from "../../provider/workflows/engine-marks.js";
import { FUNCTIONS } from "../../provider/plugin/names.js";
import { type PluginClient, secret, startPlugin } from "./plugin-client.js";

type Plain = Record<string, unknown>;

let service: Emulator;
let plugin: PluginClient;

beforeEach(async () => {
  service = await startEmulator();
  plugin = await startPlugin();
});
afterEach(async () => {
  plugin.close();
  await service.close();
});

const settings = (more: Plain = {}): Plain => ({
  baseUrl: service.url,
  clientId: service.clientId,
  clientSecret: secret(service.clientSecret),
  ...more,
});

describe("the process", () => {
  test("informs the engine that it takes secrets, and remembers where the engine is", async () => {
    expect(await plugin.handshake()).toMatchObject({
      acceptSecrets: true,
      acceptResources: true,
      acceptOutputs: false,
    });
    await plugin.attach("127.0.0.1:2");
    expect(plugin.engines).toEqual(["127.0.0.1:1", "127.0.0.1:2"]);
  });

  test("gives its version and its schema before it is configured", async () => {
    expect(await plugin.pluginVersion()).toBe("1.2.3");
    expect(await plugin.schema()).toBe('{"name":"workflows"}');
  });

  test("refuses a call that it does not implement as such", async () => {
    await expect(plugin.parameterize()).rejects.toMatchObject({ code: 12 });
  });

  test("fails with a clear message if it is called before it is configured", async () => {
    await expect(plugin.check({}, {})).rejects.toThrow("before it was configured");
  });

  test("deletes without the service and without settings", async () => {
    await plugin.configure({ baseUrl: "no address at all" });
    await plugin.delete();
    expect(service.requests).toHaveLength(0);
  });
});

describe("the provider's configuration", () => {
  test.each(["default", "tenant"])("comes back to %s as it was given, what is secret as a secret", async (name) => {
    const { clientId, clientSecret, url } = service;
    const given = { baseUrl: url, clientId, clientSecret, maxRetries: 2, version: "0.1.0" };
    const inputs = { ...given, clientSecret: secret(clientSecret) };
    expect(await plugin.checkConfig(given, name)).toEqual({ inputs, failures: [] });
    expect(await plugin.checkConfig(inputs, name)).toEqual({ inputs, failures: [] });
    const connections = { a: { baseUrl: url, clientId, clientSecret } };
    expect(await plugin.checkConfig({ connections }, name)).toEqual({
      inputs: { connections: secret(connections) },
      failures: [],
    });
  });

  test("has every fault reported at once, with its property unless the value, which the engine prints, is a string", async () => {
    const given = { baseUrl: "http://example.com/v2", clientId: "a:b", clientSecret: "hunter2\n", maxRetries: "many" };
    const { failures } = await plugin.checkConfig(given);
    expect(failures.map(({ property }) => property)).toEqual(["", "", "", "maxRetries"]);
    expect(JSON.stringify(failures)).not.toContain("hunter2");
    expect((await plugin.checkConfig({})).failures.map(({ property }) => property)).toEqual([
      "baseUrl",
      "clientId",
      "",
    ]);
  });

  test.each([
    ["baseUrl", "https://user:hunter2@example.com"],
    ["clientId", "id:hunter2"],
    ["caCertificates", "-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----"],
    ["clientCertificate", "-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----"],
  ])("names no property with a secret in its wrong value: %s", async (key, value) => {
    for (const name of ["default", "tenant"]) {
      const { failures } = await plugin.checkConfig({ ...settings(), [key]: value }, name);
      expect(failures).toEqual([{ property: "", reason: expect.stringContaining(key) as string }]);
      expect(JSON.stringify(failures)).not.toContain("hunter2");
    }
  });

  test.each([
    ["a setting", (): Plain => ({ ...settings(), clientSecret: UNKNOWN, baseUrl: UNKNOWN })],
    ["a connection", (): Plain => ({ connections: JSON.stringify({ a: { baseUrl: UNKNOWN } }) })],
    [
      "a setting that a connection takes",
      (): Plain => {
        const connections = { a: { clientId: "x", clientSecret: "y" } };
        return {
          baseUrl: UNKNOWN,
          maxRetries: UNKNOWN,
          requestTimeoutSeconds: UNKNOWN,
          itemsPath: UNKNOWN,
          connections,
        };
      },
    ],
    [
      "a setting on which another hangs",
      (): Plain => ({ ...settings(), baseUrl: "http://example.com", allowInsecureHttp: UNKNOWN }),
    ],
  ])("passes %s that is not known yet", async (_, given) => {
    expect((await plugin.checkConfig(given())).failures).toEqual([]);
  });

  test("has faults reported that are known beside connections that are not", async () => {
    const { failures } = await plugin.checkConfig({ connections: UNKNOWN, maxRetries: "many" });
    expect(failures.map(({ property }) => property)).toEqual(["maxRetries"]);
  });

  test("needs no settings beside connections, and has faults in these reported", async () => {
    const { url, clientId, clientSecret } = service;
    const good = { a: { baseUrl: url, clientId, clientSecret } };
    expect((await plugin.checkConfig({ connections: good })).failures).toEqual([]);
    const { failures } = await plugin.checkConfig({ connections: JSON.stringify({ a: { ...good.a, baseUrl: "x" } }) });
    expect(failures).toEqual([{ property: "", reason: expect.stringContaining("connections.a.baseUrl") as string }]);
  });

  test("has what its connections share reported once, however many they are", async () => {
    const { url, clientId, clientSecret } = service;
    const connections = { a: { clientId, clientSecret }, b: { clientId, clientSecret, baseUrl: url } };
    const { failures } = await plugin.checkConfig({ connections, baseUrl: "ftp://x", maxRetries: "many" });
    expect(failures.map(({ property }) => property)).toEqual(["", "maxRetries"]);
  });

  test.each([
    ["a list", "[1]"],
    ["no JSON", "{"],
    ["a map of texts", '{"eu":"x"}'],
  ])("has connections that are %s reported as such, not as missing settings", async (_, connections) => {
    const { failures } = await plugin.checkConfig({ connections });
    expect(failures).toEqual([
      { property: "", reason: expect.stringContaining("`workflows:connections` is not a map") as string },
    ]);
  });

  test("is in no message if it is secret, an address too", async () => {
    const address = `${service.url}/secret-tenant`;
    await plugin.configure(settings({ baseUrl: secret(`${address}/`), bearerPath: secret("/hidden/place") }), "tenant");
    const { failures } = await plugin.check({}, {});
    expect(failures).toHaveLength(1);
    expect(failures[0]?.reason).toMatch(/POST \[secret\]\S*\/v2\/auth\/token/);
    await plugin.configure(settings({ bearerPath: secret("/hidden/place") }), "tenant");
    expect((await plugin.check({}, {})).failures[0]?.reason).toContain("nothing at [secret]");
  });

  test("never makes a replacement of a change", async () => {
    const response = await plugin.diffConfig(
      { baseUrl: "https://a", clientId: "x" },
      { baseUrl: "https://b", clientId: "x" },
    );
    expect(response).toMatchObject({ changes: 2, diffsList: ["baseUrl"], replacesList: [] });
    expect(await plugin.diffConfig({ maxRetries: 2 }, { maxRetries: 2 })).toMatchObject({ changes: 1 });
  });

  test("is warned of where the stack's config has an unknown key", async () => {
    const { inputs } = await plugin.checkConfig({ ...settings(), clientIdd: "x" });
    await plugin.configure(inputs);
    expect(plugin.lines).toEqual([expect.stringContaining("clientIdd")]);
  });

  test("is not warned of for a secret, which the engine hands over in the clear however it is stored", async () => {
    const { inputs } = await plugin.checkConfig({ ...settings(), clientSecret: "plain" });
    await plugin.configure(inputs);
    expect(plugin.lines).toEqual([]);
  });

  test("is warned of where an explicit provider has an unknown key, in a connection too", async () => {
    const { clientId, clientSecret, url } = service;
    const connections = JSON.stringify({ eu: { base_urll: url, client_id: clientId, clientSecret } });
    const given = { ...settings(), clientIdd: "x", version: "0.1.0", __internal: {}, connections };
    expect((await plugin.checkConfig(given, "tenant")).failures).toEqual([]);
    expect(plugin.lines).toEqual([
      "warning: `clientIdd` of the provider `tenant` is not a setting of pulumi-workflows and is ignored. Did you mean `clientId`?",
      "warning: `connections.eu.baseUrll` of the provider `tenant` is not a setting of pulumi-workflows and is ignored. Did you mean `baseUrl`?",
    ]);
  });

  test("takes a string for an explicit provider's setting that is not one, as stack config does", async () => {
    const { clientId, clientSecret, url } = service;
    const connections = { eu: { baseUrl: url, clientId, clientSecret } };
    const content = {
      maxRetries: "2",
      requestTimeoutSeconds: "2.5",
      allowInsecureHttp: "true",
      headers: '{"X-Key":"k3y"}',
      pagination: '{"type":"none"}',
      connections: JSON.stringify(connections),
    };
    // The generated SDKs send such an argument as JSON.
    const sent = Object.fromEntries(Object.entries(content).map(([key, text]) => [key, JSON.stringify(text)]));
    const { inputs, failures } = await plugin.checkConfig({ ...settings(), ...sent }, "tenant");
    expect(failures).toEqual([]);
    await plugin.configure(inputs, "tenant");
    expect((await plugin.invoke(FUNCTIONS.getWorkflows, { connection: "eu" })).result).toMatchObject({ count: 5 });
    expect(await plugin.checkConfig({ ...settings(), maxRetries: '"two"' }, "tenant")).toMatchObject({
      failures: [{ property: "maxRetries", reason: expect.stringContaining('is "two", but takes') as string }],
    });
  });

  test("takes connections as structure, secrets inside", async () => {
    const { url, clientId, clientSecret } = service;
    await plugin.configure({ connections: { a: { baseUrl: url, clientId, clientSecret: secret(clientSecret) } } });
    expect((await plugin.invoke(FUNCTIONS.getWorkflows, { connection: "a" })).result).toMatchObject({ count: 5 });
  });
});

describe("the resource", () => {
  beforeEach(async () => plugin.configure(settings()));

  test("shows its values in a preview, items as structure", async () => {
    const { inputs } = await plugin.check({}, { select: ["name", "owner.team"] });
    const { id, outputs } = await plugin.create(inputs, true);
    expect(id).toBe("workflows");
    expect((outputs["items"] as Plain[])[0]).toEqual({ name: "Nightly import", owner: { team: "Data platform" } });
  });

  test("has unknown outputs in a preview whose arguments are unknown", async () => {
    const { inputs } = await plugin.check({}, { where: UNKNOWN });
    const { id, outputs } = await plugin.create(inputs, true);
    expect(id).toBe("workflows");
    // The service is announced too: an update with a plan may not add what its preview has not.
    const unknown = ["where", "json", "count", "digest", "items", "__service"].map((name) => [name, UNKNOWN]);
    expect(outputs).toEqual(Object.fromEntries(unknown));
  });

  test("keeps a secret argument secret, and what was read with it", async () => {
    const { inputs } = await plugin.check({}, { where: { name: secret("Nightly import") } });
    expect(inputs["where"]).toEqual({ name: secret("Nightly import") });
    expect(inputs["count"]).toEqual(secret(1));
    const { outputs } = await plugin.create(inputs);
    expect(JSON.stringify(outputs).split("Nightly import")).toHaveLength(4);
    for (const key of ["json", "items", "count", "digest"]) {
      expect(outputs[key]).toHaveProperty("4dabf18193072939515e22adb298388d");
    }
    const again = await plugin.check(inputs, { where: { name: secret("Nightly import") } });
    expect(await plugin.diff(inputs, outputs, again.inputs)).toEqual({ changes: false, detailed: {} });
  });

  test("shows in a detailed diff what was added, changed and taken away", async () => {
    const { inputs } = await plugin.check({}, { sortBy: "name" });
    const { outputs } = await plugin.create(inputs);
    const later = await plugin.check(inputs, { where: { enabled: true } });
    const { changes, detailed } = await plugin.diff(inputs, outputs, later.inputs);
    expect(changes).toBe(true);
    expect(detailed).toEqual({ where: 0, sortBy: 2, digest: 4, count: 4, json: 4 });
  });

  test("shows in a detailed diff nothing of a listing that came in another order", async () => {
    const { inputs } = await plugin.check({}, {});
    const { outputs } = await plugin.create(inputs);
    service.workflows.reverse();
    await plugin.configure(settings());
    const later = await plugin.check({}, {});
    expect(later.inputs["json"]).not.toBe(inputs["json"]);
    expect(await plugin.diff(inputs, outputs, later.inputs)).toEqual({ changes: false, detailed: {} });
  });

  test("shows in a detailed diff of a large listing, which is no input, its digest and count", async () => {
    const { inputs } = await plugin.check({}, {});
    const { outputs } = await plugin.create(inputs);
    service.workflows.push({ id: "long", name: "x".repeat(1_000_001) });
    await plugin.configure(settings());
    const later = await plugin.check(inputs, {});
    expect(await plugin.diff(inputs, outputs, later.inputs)).toMatchObject({ detailed: { digest: 4, count: 4 } });
    expect((await plugin.diff(inputs, outputs, later.inputs)).detailed).not.toHaveProperty("json");
  });

  test("takes over the state of a dynamic resource, as an update", async () => {
    const { inputs } = await plugin.check({}, {});
    const state = { ...inputs, __provider: "text of the stub" };
    expect(await plugin.diff(state, state, inputs)).toMatchObject({ changes: true });
    const outputs = await plugin.update(state, inputs);
    expect(outputs).not.toHaveProperty("__provider");
    expect(outputs["items"]).toHaveLength(5);
    expect(await plugin.diff(inputs, outputs, inputs)).toMatchObject({ changes: false });
  });

  test.each([
    ["a word", "all", {}, 5],
    ["arguments as JSON", '{"where":{"enabled":false}}', { where: { enabled: false } }, 2],
  ])("is imported with %s for its id", async (_, id, args, count) => {
    const read = await plugin.read(id, {});
    expect(read.id).toBe("workflows");
    expect(read.inputs).toMatchObject({ ...args, count });
    expect(read.outputs).toMatchObject({ ...args, count });
    expect(read.outputs["items"]).toHaveLength(count);
  });

  test.each([
    ["where", {}],
    ["query", secret({})],
  ])(
    "is not made with an empty `%s`, of which an SDK may have dropped a field without a value",
    async (name, empty) => {
      const reason = expect.stringMatching(`^\`${name}\` is an empty object, .* Leave \`${name}\` out`) as string;
      expect((await plugin.check({}, { [name]: empty })).failures).toEqual([{ property: "", reason }]);
      for (const token of [FUNCTIONS.getWorkflows, FUNCTIONS.getWorkflow]) {
        expect((await plugin.invoke(token, { [name]: empty })).failures).toEqual([{ property: "", reason }]);
      }
      await expect(plugin.read("an-id", { [name]: empty })).rejects.toThrow(`\`${name}\` is an empty object`);
      expect(service.requests).toHaveLength(0);
      // A state of the npm package may have it.
      expect((await plugin.read("an-id", { [name]: empty, digest: "x" })).outputs).toHaveProperty("count");
    },
  );

  test.each([
    ["arguments", "any", { where: { enabled: false } }, 2],
    ["arguments as JSON for its id", '{"where":{"enabled":false}}', {}, 2],
    ["a word alone", "any", {}, 5],
  ])("is got with %s, and keeps the given id", async (_, id, args, count) => {
    // The engine sends a read of a program twice.
    const read = await plugin.read(id, args, args);
    expect(read.id).toBe(id);
    expect(read.outputs).toMatchObject({ ...args, count });
  });

  test.each([
    ["secret", { name: "Nightly import" }, { name: secret("Nightly import") }],
    ["public", { name: secret("Nightly import") }, { name: "Nightly import" }],
    [
      "secret in another place",
      { name: secret("Nightly import"), id: { in: ["wf_01HTZ4"] } },
      { name: "Nightly import", id: { in: [secret("wf_01HTZ4")] } },
    ],
  ])("has its outputs updated if an argument with the same value becomes %s", async (_, before, after) => {
    const { inputs } = await plugin.check({}, { where: before });
    const { outputs } = await plugin.create(inputs);
    const later = await plugin.check(inputs, { where: after });
    expect(await plugin.diff(inputs, outputs, later.inputs)).toEqual({ changes: true, detailed: { where: 4 } });
    const updated = await plugin.update(outputs, later.inputs);
    expect(updated["where"]).toEqual(after);
    expect(await plugin.diff(later.inputs, updated, later.inputs)).toEqual({ changes: false, detailed: {} });
  });

  test("logs nothing of a secret listing after its arguments have become public", async () => {
    const { inputs } = await plugin.check({}, { where: { name: secret("Nightly import") }, select: ["name"] });
    await plugin.check(inputs, { where: { name: "Send invoices" }, select: ["name"] });
    expect(plugin.lines).toEqual([expect.stringMatching(/^info on \S+: workflows: the listing has changed$/)]);
  });

  test("is not read with arguments that are not known yet", async () => {
    const where = { name: UNKNOWN };
    await expect(plugin.read("an-id", { where })).rejects.toThrow("`where` has a value that is not known yet");
    await expect(plugin.create({ where }, true)).rejects.toThrow("`where` has a value that is not known yet");
    expect(service.requests).toHaveLength(0);
  });

  test.each([
    ["broken JSON", '{"where":', "neither a word nor a JSON object"],
    ["what is no argument", '{"wher":{}}', "Did you mean `where`?"],
    ["a reading", '{"json":"[]","digest":"x","count":0}', "`json` is not known here."],
  ])("is not imported with %s for its id", async (_, id, reason) => {
    await expect(plugin.read(id, {})).rejects.toThrow(reason);
  });

  test("has no items above 1 MB, with a warning, in a creation and in a read", async () => {
    service.workflows.push({ id: "long", name: "x".repeat(1_000_001) });
    const { inputs } = await plugin.check({}, {});
    const { outputs } = await plugin.create(inputs);
    expect(outputs).toMatchObject({ count: 6, json: expect.stringContaining("xxx") as string });
    expect(outputs).not.toHaveProperty("items");
    expect(plugin.lines).toEqual([
      expect.stringMatching(/^warning on .*The listing is 1\.0 MB/),
      expect.stringMatching(/^warning on .*`items` is left out: `json` is 1\.0 MB.*Parse `json`.*`select`/),
    ]);
    expect((await plugin.read("all", {})).outputs).not.toHaveProperty("items");
    expect(plugin.lines[2]).toContain("`items` is left out");
  });

  test("gives a hostile listing no power over the engine", async () => {
    service.workflows.splice(0, 5, {
      id: 9007199254740993n.toString(),
      "4dabf18193072939515e22adb298388d": "c44067f5952c0a294b673a41bacd8c17",
      path: "/etc/passwd",
      name: "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
    });
    const { inputs } = await plugin.check({}, {});
    const { outputs } = await plugin.create(inputs);
    expect(outputs["items"]).toEqual([
      {
        id: "9007199254740993",
        _4dabf18193072939515e22adb298388d: "c44067f5952c0a294b673a41bacd8c17",
        path: "/etc/passwd",
        name: "_04da6b54-80e4-46f7-96ec-b56ff0331ba9",
      },
    ]);
    expect(plugin.lines.join()).toContain("leading underscore");
  });
});

describe("the functions", () => {
  beforeEach(async () => plugin.configure(settings()));

  test("send a listing above 1 MB once, as text, and log what to do", async () => {
    service.workflows.push({ id: "long", name: "x".repeat(1_000_001) });
    const [first, second] = await Promise.all([
      plugin.invoke(FUNCTIONS.getWorkflows, {}),
      plugin.invoke(FUNCTIONS.getWorkflows, {}),
    ]);
    expect(first.result).toMatchObject({ count: 6, json: expect.stringContaining("xxx") as string });
    expect(first.result).not.toHaveProperty("items");
    expect(second.result).toEqual(first.result);
    expect(plugin.lines).toEqual([
      "warning: The output `items` is left out: `json` is 1.0 MB, and above 1 MB it crosses the engine as text only. " +
        "Parse `json`, or get a smaller listing with `select` or `where`.",
    ]);
    const small = await plugin.invoke(FUNCTIONS.getWorkflows, { select: ["id"] });
    expect(small.result["items"]).toHaveLength(6);
  });

  test("list as items, JSON, count and digest, once for a hundred readers", async () => {
    const all = await Promise.all(Array.from({ length: 100 }, () => plugin.invoke(FUNCTIONS.getWorkflows, {})));
    expect(all[99]?.result).toMatchObject({ count: 5, digest: expect.any(String) as string });
    expect(all[99]?.result["items"]).toEqual(JSON.parse(String(all[99]?.result["json"])));
    expect(service.requests).toHaveLength(2);
  });

  test("look one up, or report how many there are", async () => {
    const { result } = await plugin.invoke(FUNCTIONS.getWorkflow, { where: { name: "Nightly import" } });
    expect(result).toMatchObject({
      workflow: { name: "Nightly import" },
      json: expect.stringMatching(/^\[\{/) as string,
    });
    await expect(plugin.invoke(FUNCTIONS.getWorkflow, { where: { enabled: true } })).rejects.toThrow(
      "3 of 5 workflows",
    );
    const none = { where: { name: "Nobody" }, allowMissing: true };
    expect((await plugin.invoke(FUNCTIONS.getWorkflow, none)).result).toEqual({});
  });

  test.each<[string, Plain, RegExp]>([
    [FUNCTIONS.getWorkflows, {}, /The listing .*; in `items` .*: \/5\/_@isPulumiResource$/],
    [FUNCTIONS.getWorkflow, { where: { id: "hostile" } }, /The workflow .*; in the result .*: \/_@isPulumiResource$/],
    [FUNCTIONS.getJson, { path: "/v2/workflows" }, /The response .*; in `value` .*\/5\/_@isPulumiResource$/],
  ])("a warning of %s names the output that was changed, and the place in it", async (token, args, expected) => {
    service.workflows.push({ id: "hostile", "@isPulumiResource": true });
    await plugin.invoke(token, args);
    expect(plugin.lines).toEqual([expect.stringMatching(expected)]);
  });

  test("give the access token as a secret", async () => {
    const { result } = await plugin.invoke(FUNCTIONS.getAccessToken, {});
    expect(result).toEqual({ token: secret(service.tokens[0]) });
  });

  test("make all of a response secret if an argument is", async () => {
    const { result } = await plugin.invoke(FUNCTIONS.getWorkflows, { where: { name: secret("Nightly import") } });
    expect(result["count"]).toEqual(secret(1));
    expect(result["items"]).toHaveProperty("4dabf18193072939515e22adb298388d");
  });

  test("report faults in their arguments as failures of properties", async () => {
    const { failures } = await plugin.invoke(FUNCTIONS.getWorkflows, { maxItems: -1, sortBy: [1] });
    expect(failures.map(({ property }) => property).sort()).toEqual(["maxItems", "sortBy[0]"]);
    expect(service.requests).toHaveLength(0);
  });

  test.each<[string, Plain]>([
    [FUNCTIONS.getWorkflows, { select: UNKNOWN }],
    [FUNCTIONS.getWorkflow, { where: { name: { in: [UNKNOWN] } } }],
    [FUNCTIONS.getJson, { path: "/v2/workflows", query: secret({ a: UNKNOWN }) }],
    [FUNCTIONS.getAccessToken, { connection: UNKNOWN }],
  ])("%s reads nothing with %j, which is not known yet", async (token, args) => {
    const { failures } = await plugin.invoke(token, args);
    expect(failures).toEqual([
      {
        property: Object.keys(args).at(-1),
        reason: expect.stringContaining("has a value that is not known yet") as string,
      },
    ]);
    expect(service.requests).toHaveLength(0);
  });

  test.each([
    ["an asset", "c44067f5952c0a294b673a41bacd8c17"],
    ["an archive", "0def7320c3a5731c473e5ecbe6d01bc7"],
    ["a resource", "5cf8f73096256a8f31e491e813e4eb8e"],
    ["an object with a key that Pulumi reserves", "no signature"],
  ])("send no part of %s to the service", async (kind, signature) => {
    const query = { [SIGNATURE_KEY]: signature, id: "an-id" };
    for (const { failures } of [
      await plugin.invoke(FUNCTIONS.getWorkflows, { query }),
      await plugin.check({}, { query }),
    ]) {
      expect(failures.map(({ reason }) => reason)).toEqual([expect.stringContaining(`\`query\` is ${kind}`)]);
    }
    expect(service.requests).toHaveLength(0);
  });

  test("send an error of any length, of which gRPC has only room for the start", async () => {
    const select = Array.from({ length: 20 }, (_, index) => `${"没有这个字段".repeat(20)}${index}`);
    service.workflows.push(
      Object.fromEntries(select.map((_, index) => ["工作流程名称".repeat(10) + String(index), index])),
    );
    await expect(plugin.invoke(FUNCTIONS.getWorkflows, { select })).rejects.toThrow(/`select`: no workflow .*…$/s);
    await expect(plugin.read("an-id", { select })).rejects.toThrow(/`select`: no workflow .*…$/s);
  });

  test("of another name are refused", async () => {
    await expect(plugin.invoke("workflows:index:toString", {})).rejects.toThrow("There is no function");
  });
});

test("a cancelled provider closes its connection to the engine", async () => {
  await plugin.configure(settings());
  await plugin.cancel();
  expect(plugin.lines).toContain("closed");
});

test("a process that was started under a debugger keeps the providers of its connections apart", async () => {
  await using other = await startEmulator({ workflows: [{ id: "other" }] });
  const tenant = plugin.connectAgain();
  await plugin.configure(settings());
  await tenant.configure({ baseUrl: other.url, clientId: other.clientId, clientSecret: secret(other.clientSecret) });
  expect((await plugin.check({}, {})).inputs).toMatchObject({ count: 5 });
  expect((await tenant.check({}, {})).inputs).toMatchObject({ count: 1, json: '[{"id":"other"}]' });
  expect((await plugin.invoke(FUNCTIONS.getWorkflows, {})).result).toMatchObject({ count: 5 });
  expect((await tenant.invoke(FUNCTIONS.getWorkflows, {})).result).toMatchObject({ count: 1 });
  await tenant.cancel();
  expect((await plugin.invoke(FUNCTIONS.getJson, { path: "/v2/workflows" })).result).toHaveProperty("json");
  await expect(tenant.invoke(FUNCTIONS.getJson, { path: "/v2/workflows" })).rejects.toThrow("cancelled");
});

test("cancelling ends a wait in its middle", async () => {
  const waiting = await startPlugin((line) => {
    if (line.includes("waiting 60 s")) {
      void waiting.cancel();
    }
  });
  await waiting.configure(settings());
  service.failAlways("listing", { status: 503, headers: { "retry-after": "60" } });
  const began = Date.now();
  await expect(waiting.invoke(FUNCTIONS.getWorkflows, {})).rejects.toMatchObject({
    code: 1,
    details: expect.stringContaining("cancelled") as string,
  });
  expect(Date.now() - began).toBeLessThan(10_000);
  waiting.close();
});
