/** What a user hears about odd config keys. */
import { configWarnings } from "../../provider/settings/warnings.js";

const secret = (): boolean => true;
const nothing = (): undefined => undefined;

test("an unknown key is told with the nearest right one", () => {
  expect(configWarnings({ config: nothing, keys: ["baseURL", "clientId"], isSecret: secret, project: "mine" })).toEqual(
    ["`workflows:baseURL` is not a setting of pulumi-workflows and is ignored. Did you mean `baseUrl`?"],
  );
});

test("an unknown key that is near nothing is told with the settings there are", () => {
  const [warning] = configWarnings({ config: nothing, keys: ["region"], isSecret: secret, project: "mine" });
  expect(warning).toContain("The settings are: baseUrl, clientId,");
});

test("a project called workflows may have keys of its own, but a near miss is told", () => {
  const warnings = configWarnings({
    config: nothing,
    keys: ["region", "clientid"],
    isSecret: secret,
    project: "workflows",
  });
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain("Did you mean `clientId`?");
});

test("a secret that is not marked so is told with the command that mends it", () => {
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
])("connections that hold no secret yet, or no longer, are not said to hold one in the clear: %s", (text, told) => {
  expect(
    configWarnings({ config: () => text, keys: ["connections"], isSecret: () => false, project: "mine" }),
  ).toHaveLength(told);
});

test("nothing is told where nothing is odd", () => {
  expect(
    configWarnings({ config: nothing, keys: ["baseUrl", "clientSecret"], isSecret: secret, project: "mine" }),
  ).toEqual([]);
});

test("an unknown key in a connection is told with its path, and the nearest right one", () => {
  const config = (): string => JSON.stringify({ dev: { clientID: "a", clientSecret: "b" }, "a.b": { region: "x" } });
  const warnings = configWarnings({ config, keys: ["connections"], isSecret: secret, project: "mine" });
  expect(warnings).toHaveLength(2);
  expect(warnings[0]).toContain("`workflows:connections.dev.clientID` is not a setting");
  expect(warnings[0]).toContain("Did you mean `clientId`?");
  expect(warnings[1]).toContain("region");
});
