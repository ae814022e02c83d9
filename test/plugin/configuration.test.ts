/** The provider's settings over a real socket: their issues, their origin in messages, and what stays secret. */
import { startFakeService, type FakeService } from "../support/fake-service.js";
import { UNKNOWN } from "../../provider/pulumi/engine-signatures.js";
import { spellingsIn } from "../support/secret-spellings.js";
import { type Plain, type PluginClient, secret, startPlugin } from "./plugin-client.js";

let service: FakeService;
let plugin: PluginClient;
let good: { baseUrl: string; clientId: string; clientSecret: string };

beforeEach(async () => {
  service = await startFakeService();
  plugin = await startPlugin();
  good = { baseUrl: service.url, clientId: service.clientId, clientSecret: service.clientSecret };
});
afterEach(async () => {
  plugin.close();
  await service.close();
});

/** The settings that the reasons name. A failure names no property, because the engine would print its value. */
const named = (failures: readonly { property: string; reason: string }[]): (string | undefined)[] =>
  failures.map(({ property, reason }) =>
    property === "" ? /`(?:workflows:)?([\w.]+)`/.exec(reason)?.[1] : "a property",
  );

/** A value that is not text crosses as JSON from a generated SDK. */
const asJson = (values: Plain): Plain =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)]));

describe("the check", () => {
  it.each(["default", "tenant"])("gives %s its settings back, what is secret as a secret", async (name) => {
    const given = { ...good, maxRetries: 2, version: "0.1.0" };
    const inputs = { ...given, clientSecret: secret(good.clientSecret) };
    expect(await plugin.checkConfig(given, name)).toEqual({ inputs, failures: [] });
    expect(await plugin.checkConfig(inputs, name)).toEqual({ inputs, failures: [] });
    const connections = { a: good };
    expect((await plugin.checkConfig({ connections }, name)).inputs).toEqual({ connections: secret(connections) });
  });

  it("reports all issues at once, and none shows a secret", async () => {
    const given = { baseUrl: "http://example.com/v2", clientId: "a:b", clientSecret: "hunter2\n", maxRetries: "many" };
    const { failures } = await plugin.checkConfig(given);
    expect(named(failures)).toEqual(["baseUrl", "clientId", "clientSecret", "maxRetries"]);
    failures.forEach(({ reason }) => expect(reason.split(" [settings]")).toEqual([expect.stringMatching(/[.?]$/), ""]));
    expect(JSON.stringify(failures)).not.toContain("hunter2");
    expect(named((await plugin.checkConfig({})).failures)).toEqual(["baseUrl", "clientId", "clientSecret"]);
  });

  it.each([
    // setting, wrong value: with a secret in it, or with a colour code of the engine
    ["baseUrl", "https://user:hunter2@example.com"],
    ["clientId", "id:hunter2"],
    ["caCertificates", "-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----"],
    ["maxRetries", "<{%x%}>"],
  ])("names no property, because the engine would print its value: %s", async (key, value) => {
    for (const name of ["default", "tenant"]) {
      const { failures } = await plugin.checkConfig({ ...good, [key]: value }, name);
      expect(failures).toEqual([{ property: "", reason: expect.stringContaining(key) as string }]);
      expect(JSON.stringify(failures)).not.toMatch(/hunter2|<\{%/);
    }
  });

  it.each<[what: string, given: () => Plain, issues: string[]]>([
    ["settings", () => ({ ...good, clientSecret: UNKNOWN, baseUrl: UNKNOWN }), []],
    [
      "a setting that another needs",
      () => ({ ...good, baseUrl: "http://example.com", allowInsecureHttp: UNKNOWN }),
      [],
    ],
    ["a part of a connection", () => asJson({ connections: { a: { baseUrl: UNKNOWN } } }), []],
    [
      "what a connection inherits",
      () => ({ baseUrl: UNKNOWN, connections: { a: { ...good, baseUrl: undefined } } }),
      [],
    ],
    ["connections, beside an issue", () => ({ connections: UNKNOWN, maxRetries: "many" }), ["maxRetries"]],
  ])("passes what is not known yet: %s", async (_, given, issues) => {
    const known = JSON.parse(JSON.stringify(given())) as Plain;
    expect(named((await plugin.checkConfig(known)).failures)).toEqual(issues);
  });

  it.each<[what: string, given: () => Plain, issues: string[]]>([
    ["good, with no settings beside them", () => ({ connections: { a: good } }), []],
    ["wrong", () => asJson({ connections: { a: { ...good, baseUrl: "x" } } }), ["connections.a.baseUrl"]],
    [
      "with wrong settings that both inherit, which are reported once",
      () => ({ baseUrl: "ftp://x", maxRetries: "many", connections: { a: good, b: { ...good, clientId: "b" } } }),
      ["baseUrl", "maxRetries"],
    ],
    ["texts", () => ({ connections: '{"eu":"x"}' }), ["`workflows:connections` is not a map"]],
  ])("judges connections that are %s", async (_, given, issues) => {
    const { failures } = await plugin.checkConfig(given());
    expect(failures).toEqual(
      issues.map((reason) => ({ property: "", reason: expect.stringContaining(reason) as string })),
    );
  });

  it.each([
    // provider, what the message calls the setting, and the way to set it
    ["default", "`workflows:clientId` is not set", "pulumi config set workflows:clientId"],
    ["default_0_1_0", "`workflows:clientId` is not set", "pulumi config set workflows:clientId"],
    ["default_eu", "`clientId` of the provider `default_eu` is not set", "argument in the program"],
    ["eu::west\u001b[2J", "`clientId` of the provider `eu::west [2J` is not set", "argument in the program"],
  ])("of the provider %j names the place of a setting", async (name, problem, advice) => {
    const { failures } = await plugin.checkConfig({ baseUrl: good.baseUrl, clientSecret: "a secret" }, name);
    expect(failures).toHaveLength(1);
    expect(failures[0]?.reason).toContain(problem);
    expect(failures[0]?.reason).toContain(advice);
  });

  it.each<[name: string, given: Plain, warnings: string[]]>([
    ["default", { clientIdd: "x" }, ["`workflows:clientIdd`"]],
    ["default", { clientSecret: "in the clear, as the engine sends each secret" }, []],
    ["tenant", { clientIdd: "x", version: "0.1.0", __internal: {} }, ["`clientIdd` of the provider `tenant`"]],
  ])("warns of unknown keys: %s with %j", async (name, given, warnings) => {
    await plugin.checkConfig({ ...good, ...given }, name);
    expect(plugin.lines).toEqual(warnings.map((warning) => expect.stringContaining(warning) as string));
  });
});

it("a change is never a replacement", async () => {
  const changed = await plugin.diffConfig(
    { baseUrl: "https://a", clientId: "x" },
    { baseUrl: "https://b", clientId: "x" },
  );
  expect(changed).toMatchObject({ changes: 2, diffsList: ["baseUrl"], replacesList: [] });
  expect(await plugin.diffConfig({ maxRetries: 2 }, { maxRetries: 2 })).toMatchObject({ changes: 1 });
});

it.each<[what: string, name: string, settings: () => Plain]>([
  ["JSON to a provider whose name begins like it", "default_eu", () => asJson({ connections: { eu: good } })],
  ["structure", "default", () => ({ connections: { eu: { ...good, clientSecret: secret(good.clientSecret) } } })],
  ["JSON", "tenant", () => asJson({ connections: { eu: good } })],
  ["JSON in a string of a program", "tenant", () => asJson(asJson({ connections: { eu: good }, maxRetries: 2 }))],
  [
    "Python's dictionaries",
    "tenant",
    () =>
      asJson({
        connections: {
          eu: { base_url: good.baseUrl, client_id: good.clientId, client_secret: good.clientSecret, max_retries: 0 },
        },
      }),
  ],
])("connections arrive as %s", async (_, name, settings) => {
  const { inputs, failures } = await plugin.checkConfig(settings(), name);
  expect(failures).toEqual([]);
  await plugin.configure(inputs, name);
  expect((await plugin.invoke("getWorkflows", { connection: "eu" })).result).toMatchObject({ count: 5 });
});

it("a setting that a program marks as secret is in no message, an address too", async () => {
  service.answerNext("token", { status: 404 });
  await plugin.configure({ ...good, baseUrl: secret(`${good.baseUrl}/secret-tenant/`) }, "tenant");
  const [failure] = (await plugin.check({}, {})).failures;
  expect(failure?.reason).toContain("/v2/auth/token");
  expect(failure?.reason).not.toContain("secret-tenant");
});

it.each([
  // provider, where the message says that the credentials came from
  ["default", "`workflows:clientId` and `workflows:clientSecret`"],
  ["eu", "`clientId` of the provider `eu` and `clientSecret` of the provider `eu`"],
])("refused credentials of %s are named by their source, and on a refresh they may be old", async (name, origin) => {
  const wrong = "wr0ng s3cret+/%:@ü";
  await plugin.configure({ baseUrl: service.url, clientId: "an id", clientSecret: secret(wrong) }, name);
  const detailsOf = async (work: Promise<unknown>): Promise<string> =>
    await work.then(String, (error: unknown) => (error as { details: string }).details);
  const [failure] = (await plugin.check({}, {})).failures;
  const invoked = await detailsOf(plugin.invoke("getWorkflows", {}));
  // An import, and a `get`: neither has anything to do with a last update.
  const imported = await detailsOf(plugin.read("an-id", {}));
  const got = await detailsOf(plugin.read("an-id", { select: ["id"] }, { select: ["id"] }));
  const refreshed = await detailsOf(plugin.read("an-id", { digest: "x" }, { digest: "x" }));
  const messages = [failure?.reason, invoked, imported, got, refreshed];
  expect(messages).toEqual(messages.map(() => expect.stringContaining(origin) as string));
  expect(messages.map((text) => text?.includes("of the last update"))).toEqual([false, false, false, false, true]);
  expect(spellingsIn([...messages, ...plugin.lines].join(), [wrong])).toEqual([]);
});
