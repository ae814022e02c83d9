/** Where the plugin reports that its settings came from, over a real socket: stack config, or an explicit provider's arguments. */
import { FUNCTIONS } from "../../provider/plugin/names.js";
import { startEmulator, type Emulator } from "../../provider/testing/emulator.js";
import { secretForms } from "../support/secret-forms.js";
import { type PluginClient, secret, startPlugin } from "./plugin-client.js";

type Plain = Record<string, unknown>;

const WRONG = "wr0ng s3cret+/%:@ü";
const ID = "an id";

let service: Emulator;
let plugin: PluginClient;
/** All that the plugin reported. */
let messages: string[];

beforeEach(async () => {
  service = await startEmulator();
  plugin = await startPlugin();
  messages = [];
});
afterEach(async () => {
  plugin.close();
  await service.close();
  for (const form of secretForms(WRONG, ID)) {
    expect([...messages, ...plugin.lines].join()).not.toContain(form);
  }
});

const credentials = { clientId: ID, clientSecret: secret(WRONG) };

async function configFaults(news: Plain, name?: string): Promise<string[]> {
  const { failures } = await plugin.checkConfig(news, name);
  messages.push(...failures.map(({ reason }) => reason));
  return messages;
}

/** What is reported of refused credentials. */
async function refusal(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    const { details } = error as { details: string };
    messages.push(details);
    return details;
  }
  throw new Error("Nothing was refused.");
}

describe("faults in the configuration", () => {
  test.each([
    [
      "default",
      "`workflows:clientId` is not set. Run `pulumi config set workflows:clientId <value>`, or set the environment variable WORKFLOWS_CLIENT_ID.",
    ],
    [
      "default_0_1_0",
      "`workflows:clientId` is not set. Run `pulumi config set workflows:clientId <value>`, or set the environment variable WORKFLOWS_CLIENT_ID.",
    ],
    [
      "eu",
      "`clientId` of the provider `eu` is not set. Give the argument in the program, or set the environment variable WORKFLOWS_CLIENT_ID.",
    ],
    [
      "default-eu",
      "`clientId` of the provider `default-eu` is not set. Give the argument in the program, or set the environment variable WORKFLOWS_CLIENT_ID.",
    ],
    [
      "eu::west\u001b[2J",
      "`clientId` of the provider `eu::west [2J` is not set. Give the argument in the program, or set the environment variable WORKFLOWS_CLIENT_ID.",
    ],
  ])("of the provider %j are reported with what to do there", async (name, expected) => {
    expect(await configFaults({ baseUrl: service.url, clientSecret: secret(WRONG) }, name)).toEqual([expected]);
  });

  test.each([
    ["default", "`workflows:connections.dev.clientSecret` contains a line break"],
    ["eu", "`connections.dev.clientSecret` of the provider `eu` contains a line break"],
  ])("in a connection of the provider %s are reported with its path", async (name, expected) => {
    const dev = { baseUrl: service.url, clientId: ID, clientSecret: secret(`${WRONG}\n`) };
    expect(await configFaults({ connections: { dev } }, name)).toEqual([expect.stringContaining(expected)]);
  });
});

describe("refused credentials", () => {
  const stackConfig = "`workflows:clientId` (stack config) and `workflows:clientSecret` (stack config)";
  const eu = "`clientId` (arguments of the provider `eu`) and `clientSecret` (arguments of the provider `eu`)";

  test.each([
    ["default", stackConfig, "stack config"],
    ["default_0_1_0", stackConfig, "stack config"],
    ["eu", eu, "arguments of the provider `eu`"],
    [null, stackConfig, "stack config"],
  ])(
    "of the provider %s are reported with their source, and on a refresh that they may be old",
    async (name, ...origins) => {
      const [origin, stored] = origins;
      await plugin.configure({ baseUrl: service.url, ...credentials }, name);
      const { failures } = await plugin.check({}, {});
      messages.push(...failures.map(({ reason }) => reason));
      expect(messages).toEqual([expect.stringContaining(`they came from ${origin}.`)]);
      expect(await refusal(plugin.invoke(FUNCTIONS.getWorkflows, {}))).toContain(`they came from ${origin}.`);
      // An import, and a `get`: neither has anything to do with a last update.
      expect(await refusal(plugin.read("an-id", {}))).not.toContain("last update");
      expect(await refusal(plugin.read("an-id", {}, {}))).not.toContain("last update");
      expect(await refusal(plugin.read("an-id", { select: ["id"] }, { select: ["id"] }))).not.toContain("last update");
      const refreshed = await refusal(plugin.read("an-id", { digest: "x" }, { digest: "x" }));
      expect(refreshed).toContain(`they came from ${origin}.`);
      expect(refreshed).toContain(`A refresh uses the ${stored} of the last update`);
    },
  );

  test("of a connection of an explicit provider are reported with its path", async () => {
    await plugin.configure({ connections: { dev: { baseUrl: service.url, ...credentials } } }, "eu");
    const refused = await refusal(plugin.invoke(FUNCTIONS.getWorkflows, { connection: "dev" }));
    expect(refused).toContain("`connections.dev.clientSecret` (arguments of the provider `eu`)");
  });

  test("from the environment are reported with their variables, and never as old", async () => {
    process.env["WORKFLOWS_CLIENT_ID"] = ID;
    process.env["WORKFLOWS_CLIENT_SECRET"] = WRONG;
    try {
      await plugin.configure({ baseUrl: service.url }, "eu");
      const refreshed = await refusal(plugin.read("an-id", { digest: "x" }, { digest: "x" }));
      expect(refreshed).toContain("`WORKFLOWS_CLIENT_SECRET` (environment)");
      expect(refreshed).not.toContain("last update");
    } finally {
      delete process.env["WORKFLOWS_CLIENT_ID"];
      delete process.env["WORKFLOWS_CLIENT_SECRET"];
    }
  });
});
