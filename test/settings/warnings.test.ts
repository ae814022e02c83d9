/** Warnings about config keys. */
import { configWarnings } from "../../provider/settings/warnings.js";

const secret = (): boolean => true;
const nothing = (): undefined => undefined;

test("an unknown key is a warning with the nearest right one", () => {
  expect(configWarnings({ config: nothing, keys: ["baseURL", "clientId"], isSecret: secret, project: "mine" })).toEqual(
    ["`workflows:baseURL` is not a setting of pulumi-workflows and is ignored. Did you mean `baseUrl`?"],
  );
});

test("a path that was set without --path is a warning with the command", () => {
  const keys = ["connections.eu.clientId", "region.eu"];
  const warnings = configWarnings({ config: nothing, keys, isSecret: secret, project: "mine" });
  expect(warnings).toEqual([
    "`workflows:connections.eu.clientId` is not a setting of pulumi-workflows and is ignored. To set a part of `connections`, add `--path`: `pulumi config set --path 'workflows:connections.eu.clientId' …`.",
    expect.stringContaining("The settings are: baseUrl"),
  ]);
});

test("an unknown key that is near nothing is a warning with the names of all settings", () => {
  const [warning] = configWarnings({ config: nothing, keys: ["region"], isSecret: secret, project: "mine" });
  expect(warning).toContain("The settings are: baseUrl, clientId,");
});

test("a project called workflows may have keys of its own, but a near miss and a path without --path are warnings", () => {
  const warnings = configWarnings({
    config: nothing,
    keys: ["region", "clientid", "pagination.type"],
    isSecret: secret,
    project: "workflows",
  });
  expect(warnings).toEqual([
    expect.stringContaining("Did you mean `clientId`?"),
    expect.stringContaining("add `--path`: `pulumi config set --path 'workflows:pagination.type' …`."),
  ]);
});

test("a secret that is not marked so is a warning with the command that fixes it", () => {
  const warnings = configWarnings({
    config: nothing,
    keys: ["clientSecret", "connections"],
    isSecret: () => false,
    project: "mine",
  });
  expect(warnings[0]).toContain("Run `pulumi config set workflows:clientSecret --secret`.");
  expect(warnings[1]).toContain("pulumi config set --path 'workflows:connections.<name>.clientSecret' --secret");
});

test.each([
  ["{}", 0],
  ['{"dev":{"clientId":"id"}}', 0],
  ['{"dev":{"clientId":"id","clientSecret":"s"}}', 1],
  ['{"dev":{"clientId":"id","client_Secret":"s"}}', 2],
])("connections that contain no secret yet, or no longer, are no warning: %s", (text, count) => {
  expect(
    configWarnings({ config: () => text, keys: ["connections"], isSecret: () => false, project: "mine" }),
  ).toHaveLength(count);
});

describe("secrets in the clear beside the client secret", () => {
  const warningsOf = (config: Readonly<Record<string, string>>): readonly string[] =>
    configWarnings({
      config: (key) => config[key],
      keys: Object.keys(config),
      isSecret: () => false,
      project: "mine",
    });

  test.each([
    ["headers", '{"X-Api-Key":"k3y"}', "pulumi config set --path 'workflows:headers.<name>' --secret"],
    ["headers", "no JSON, yet somebody's key", "pulumi config set --path 'workflows:headers.<name>' --secret"],
    ["clientKey", "-----BEGIN PRIVATE KEY-----\nMII", "pulumi config set workflows:clientKey --secret"],
    ["clientKeyPassphrase", "p4ss", "pulumi config set workflows:clientKeyPassphrase --secret"],
    [
      "connections",
      '{"dev":{"headers":{"X-Api-Key":"k3y"}}}',
      "pulumi config set --path 'workflows:connections.<name>.headers.<name>' --secret",
    ],
    [
      "connections",
      '{"dev":{"clientKey":"-----BEGIN"}}',
      "pulumi config set --path 'workflows:connections.<name>.clientKey' --secret",
    ],
  ])("%s: %s", (key, text, command) => {
    const warnings = warningsOf({ [key]: text });
    expect(warnings).toEqual([expect.stringContaining(`\`workflows:${key}\``)]);
    expect(warnings[0]).toContain(`Run \`${command}\`.`);
    expect(warnings[0]).not.toMatch(/k3y|p4ss|BEGIN/);
  });

  test.each([
    ["headers", "{}"],
    ["clientKey", "/etc/workflows/client.key"],
    ["caCertificates", "-----BEGIN CERTIFICATE-----"],
    ["clientCertificate", "-----BEGIN CERTIFICATE-----"],
    ["pagination", '{"type":"page"}'],
    ["connections", '{"dev":{"clientCertificate":"client.pem","pagination":{"type":"page"}}}'],
    ["connections", '{"dev":{"clientKey":"/etc/client.key","headers":{}}}'],
  ])("nothing in %s: %s is one", (key, text) => {
    expect(warningsOf({ [key]: text })).toEqual([]);
  });
});

test("nothing is a warning if nothing is odd", () => {
  expect(
    configWarnings({ config: nothing, keys: ["baseUrl", "clientSecret"], isSecret: secret, project: "mine" }),
  ).toEqual([]);
});

test("an unknown key in a connection is a warning with its path, and the nearest right one", () => {
  const config = (): string => JSON.stringify({ dev: { clientID: "a", clientSecret: "b" }, "a.b": { region: "x" } });
  const warnings = configWarnings({ config, keys: ["connections"], isSecret: secret, project: "mine" });
  expect(warnings).toHaveLength(2);
  expect(warnings[0]).toContain("`workflows:connections.dev.clientID` is not a setting");
  expect(warnings[0]).toContain("Did you mean `clientId`?");
  expect(warnings[1]).toContain("region");
});
