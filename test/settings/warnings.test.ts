/** What a user hears about odd config keys. */
import { configWarnings } from "../../provider/settings/warnings.js";

const secret = (): boolean => true;

test("an unknown key is told with the nearest right one", () => {
  expect(configWarnings({ keys: ["baseURL", "clientId"], isSecret: secret, project: "mine" })).toEqual([
    "`workflows:baseURL` is not a setting of pulumi-workflows and is ignored. Did you mean `baseUrl`?",
  ]);
});

test("an unknown key that is near nothing is told with the settings there are", () => {
  const [warning] = configWarnings({ keys: ["region"], isSecret: secret, project: "mine" });
  expect(warning).toContain("The settings are: baseUrl, clientId,");
});

test("a project called workflows may have keys of its own, but a near miss is told", () => {
  const warnings = configWarnings({ keys: ["region", "clientid"], isSecret: secret, project: "workflows" });
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain("Did you mean `clientId`?");
});

test("a secret that is not marked so is told with the command that mends it", () => {
  const warnings = configWarnings({ keys: ["clientSecret", "connections"], isSecret: () => false, project: "mine" });
  expect(warnings[0]).toContain("Run `pulumi config set workflows:clientSecret --secret`.");
  expect(warnings[1]).toContain("pulumi config set --path 'workflows:connections.<name>.clientSecret' --secret");
});

test("nothing is told where nothing is odd", () => {
  expect(configWarnings({ keys: ["baseUrl", "clientSecret"], isSecret: secret, project: "mine" })).toEqual([]);
});
