/** Where settings come from: config, the environment, connections; and how issues name them. */
import { inspect } from "node:util";
import { readSettings, type Settings } from "../../provider/settings/read-settings.js";
import { issuesOf } from "../support/thrown.js";

const GOOD = { baseUrl: "https://api.example.com", clientId: "an id", clientSecret: "s3cret-value" };

type Values = Readonly<Record<string, string | undefined>>;

const read = (config: Values, environment: Values = {}, connection?: string): Settings =>
  readSettings((key) => config[key], environment, connection);

it("config wins over the environment, and the environment over the default", () => {
  const environment = {
    WORKFLOWS_BASE_URL: "https://x.example",
    WORKFLOWS_MAX_RETRIES: "7",
    WORKFLOWS_DEADLINE_SECONDS: "9",
  };
  const settings = read({ ...GOOD, deadlineSeconds: "60" }, environment);
  expect(settings.baseUrl.href).toBe("https://api.example.com/");
  expect(settings).toMatchObject({ deadlineSeconds: 60, maxRetries: 7, requestTimeoutSeconds: 30 });
});

it("a required variable that is empty is named as that, as a pipeline sets it without the secret", () => {
  const environment = { WORKFLOWS_CLIENT_SECRET: "" };
  expect(issuesOf(() => read({ ...GOOD, clientSecret: undefined }, environment))).toEqual([
    "`WORKFLOWS_CLIENT_SECRET` is empty. Run `pulumi config set workflows:clientSecret --secret`, or set the environment variable WORKFLOWS_CLIENT_SECRET.",
  ]);
});

it("every missing setting is named at once, with the command and the variable that set it", () => {
  expect(issuesOf(() => read({}))).toEqual([
    "`workflows:baseUrl` is not set. Run `pulumi config set workflows:baseUrl https://api.example.com`, or set the environment variable WORKFLOWS_BASE_URL.",
    "`workflows:clientId` is not set. Run `pulumi config set workflows:clientId YOUR_CLIENT_ID`, or set the environment variable WORKFLOWS_CLIENT_ID.",
    "`workflows:clientSecret` is not set. Run `pulumi config set workflows:clientSecret --secret`, or set the environment variable WORKFLOWS_CLIENT_SECRET.",
  ]);
});

it.each(["baseUrl", "bearerPath", "pagination", "maxRetries", "caCertificates", "allowInsecureHttp"])(
  "a secret that stands in %s by mistake is not shown, whatever else is wrong",
  (key) => {
    for (const secret of ["s3cret/value", "k3y/of-the-gateway"]) {
      const headers = '{"X-Api-Key":"k3y/of-the-gateway","Host":"x"}';
      const config = { ...GOOD, clientSecret: "s3cret/value", headers, [key]: secret };
      const shown = issuesOf(() => read(config)).join("\n");
      expect(shown).toContain(`\`workflows:${key}\` `);
      expect(shown).not.toContain(secret);
    }
  },
);

it("neither JSON nor inspect of the settings shows a secret", () => {
  const settings = read({ ...GOOD, headers: '{"X-Api-Key":"k3y-value","X-Other":"0ther-value"}' });
  const shown = JSON.stringify(settings) + inspect(settings, { depth: 9, showHidden: true });
  expect(shown).not.toMatch(/s3cret|k3y|0ther/);
  expect(() => Object.assign(settings.credentials, { clientSecret: "another" })).toThrow(TypeError);
});

describe("connections", () => {
  const connections = JSON.stringify({
    dev: { baseUrl: "https://dev.example.com", clientId: "dev-id", clientSecret: "dev-secret", maxRetries: 1 },
    prod: { clientId: "prod-id", clientSecret: "prod-secret", maxRetries: null, headers: { "X-Own": "own" } },
    half: { clientId: "half-id" },
  });
  const outside: Values = {
    ...GOOD,
    ...{ connections, maxRetries: "2", itemsPath: "/rows", headers: '{"X-Outside":"k3y"}', clientKey: "x" },
  };
  const environment = {
    WORKFLOWS_CLIENT_SECRET: "x",
    WORKFLOWS_HEADERS: '{"X-Env":"y"}',
    WORKFLOWS_DEADLINE_SECONDS: "9",
  };

  it("a connection has its own settings, and inherits the others, but no secret", () => {
    const dev = read(outside, environment, "dev");
    expect(dev).toMatchObject({ maxRetries: 1, itemsPath: "/rows", deadlineSeconds: 9, headers: {}, tls: undefined });
    expect(dev.baseUrl.href).toBe("https://dev.example.com/");
    expect(dev.credentials.clientSecret).toBe("dev-secret");
    expect(dev.credentialsOrigin).toBe(
      "`workflows:connections.dev.clientId` and `workflows:connections.dev.clientSecret`",
    );
  });

  it("null in a connection means that the setting is not set there", () => {
    const prod = read(outside, environment, "prod");
    expect(prod).toMatchObject({ maxRetries: 2, headers: { "x-own": "own" } });
    expect(prod.baseUrl.href).toBe("https://api.example.com/");
  });

  it("credentials are never inherited", () => {
    expect(issuesOf(() => read(outside, environment, "half"))).toEqual([
      "`workflows:connections.half.clientSecret` is not set. Run `pulumi config set --path 'workflows:connections.half.clientSecret' --secret`.",
    ]);
  });

  it("an unknown key is an error: without its baseUrl, a connection's secret would be sent elsewhere", () => {
    const eu = { ...GOOD, baseurl: "https://eu.example.com", baseUrl: undefined, region: "eu" };
    expect(issuesOf(() => read({ ...GOOD, connections: JSON.stringify({ eu }) }, {}, "eu"))).toEqual([
      "`workflows:connections.eu.baseurl` is not a setting of pulumi-workflows. Did you mean `baseUrl`?",
      expect.stringMatching(/^`workflows:connections.eu.region` is not a setting .*\. The settings are: baseUrl, /),
    ]);
  });

  it("a variable is suggested for a setting that connections inherit", () => {
    const config = { connections: JSON.stringify({ dev: { clientId: "id", clientSecret: "secret" } }) };
    expect(issuesOf(() => read(config, {}, "dev"))).toEqual([
      "`workflows:connections.dev.baseUrl` is not set. Run `pulumi config set --path 'workflows:connections.dev.baseUrl' https://api.example.com`, or set the environment variable WORKFLOWS_BASE_URL.",
    ]);
    expect(read(config, { WORKFLOWS_BASE_URL: "https://x.example" }, "dev").baseUrl.href).toBe("https://x.example/");
  });

  it.each<[connections: string | undefined, name: string, issue: string]>([
    // connections, the name asked for, a part of the issue
    [
      connections,
      "pord",
      'The connection "pord" does not exist. Did you mean "prod"? The connections are: dev, prod, half.',
    ],
    [connections, "__proto__", 'The connection "__proto__" does not exist.'],
    [undefined, "dev", "No connections are set: `pulumi config set --path 'workflows:connections.dev.clientId'"],
    ["not json", "dev", "`workflows:connections` is not a map of names to settings."],
    ['{"eu.us":"s3cret"}', "eu.us", "`workflows:connections` is not a map of names to settings."],
    ['{"eu.us":[]}', "dev", `pulumi config set --path 'workflows:connections["eu.us"].clientId'`],
  ])("%s, asked for %s", (text, name, issue) => {
    const [found = "", ...others] = issuesOf(() => read({ ...GOOD, connections: text }, {}, name));
    expect(others).toEqual([]);
    expect(found).toContain(issue);
    expect(found).not.toContain("s3cret");
  });

  it.each([
    // digits as structured config stores them, and the Client ID
    ["12", "12"],
    ["9007199254740993", undefined],
    ['"a \\"9007199254740993\\" b"', 'a "9007199254740993" b'],
  ])("the Client ID %s: one that has lost digits is refused", (digits, clientId) => {
    const text = `{"dev":{"clientId":${digits},"clientSecret":"b"}}`;
    const readDev = (): Settings => read({ ...GOOD, connections: text }, {}, "dev");
    if (clientId === undefined) {
      expect(readDev).toThrow("`workflows:connections.dev.clientId` is stored as a number, which can lose digits.");
    } else {
      expect(readDev().credentials.clientId).toBe(clientId);
    }
  });

  it.each([
    // name, path in the command
    ["eu.dev", `'workflows:connections["eu.dev"].clientSecret'`],
    ['a"b\\c', `'workflows:connections["a\\"b\\\\c"].clientSecret'`],
    ["\u001b[31mred", `'workflows:connections["[31mred"].clientSecret'`],
  ])("the command for a connection called %j can be copied", (name, path) => {
    const half = `{${JSON.stringify(name)}:{"clientId":"id"}}`;
    expect(() => read({ ...GOOD, connections: half }, {}, name)).toThrow(`pulumi config set --path ${path} --secret`);
  });
});
