/** Warnings about config: keys that are unknown, and secrets in the clear. */
import { configWarnings } from "../../provider/settings/warnings.js";

type Values = Readonly<Record<string, string>>;

function warningsOf(config: Values, { isSecret = true, project = "mine" } = {}): readonly string[] {
  return configWarnings({ config: (key) => config[key], keys: Object.keys(config), isSecret: () => isSecret, project });
}

const ALL = "The settings are: baseUrl, clientId, clientSecret,";
const PATH = (path: string): string => `add \`--path\`: \`pulumi config set --path '${path}' …\`.`;

it.each<[project: string, config: Values, warnings: [name: string, advice: string][]]>([
  // project, config, warnings: the key, and the advice
  ["mine", { baseUrl: "x", clientSecret: "x" }, []],
  ["mine", { region: "x" }, [["`workflows:region`", ALL]]],
  ["workflows", { region: "x" }, []],
  ["workflows", { clientid: "x" }, [["`workflows:clientid`", "Did you mean `clientId`?"]]],
  ["workflows", { "pagination.type": "x" }, [["`workflows:pagination.type`", PATH("workflows:pagination.type")]]],
  [
    "mine",
    { "connections.eu.clientId": "x" },
    [["`workflows:connections.eu", PATH("workflows:connections.eu.clientId")]],
  ],
])("unknown keys, in the project %s: %j", (project, config, warnings) => {
  const found = warningsOf(config, { project });
  expect(found).toHaveLength(warnings.length);
  for (const [index, [name, advice]] of warnings.entries()) {
    expect(found[index]).toContain(name.replace(/`$/, ""));
    expect(found[index]).toContain("is not a setting of pulumi-workflows and is ignored.");
    expect(found[index]).toContain(advice);
  }
});

it.each<[config: Values, command: string | undefined]>([
  // config in the clear, the command that encrypts it
  [{ clientSecret: "s3cret" }, "pulumi config set workflows:clientSecret --secret"],
  [{ headers: '{"X-Api-Key":"s3cret"}' }, "pulumi config set --path 'workflows:headers.NAME' --secret"],
  [{ headers: '{"User-Agent":"our-pipeline","accept-language":"de"}' }, undefined],
  [
    { headers: '{"User-Agent":"our-pipeline","X-Api-Key":"s3cret"}' },
    "pulumi config set --path 'workflows:headers.NAME' --secret",
  ],
  [{ connections: '{"dev":{"headers":{"User-Agent":"our-pipeline"}}}' }, undefined],
  [{ clientKey: "-----BEGIN PRIVATE KEY-----\ns3cret" }, "pulumi config set workflows:clientKey --secret"],
  [{ clientKey: "/etc/workflows/client.key" }, undefined],
  [{ connections: "s3cret" }, "pulumi config set --path 'workflows:connections.NAME.clientSecret' --secret"],
  [
    { connections: '{"dev":{"clientKey":["s3cret"]}}' },
    "pulumi config set --path 'workflows:connections.NAME.clientKey' --secret",
  ],
  [
    { connections: '{"dev":{"clientId":"id","clientSecret":"s3cret"}}' },
    "pulumi config set --path 'workflows:connections.NAME.clientSecret' --secret",
  ],
  [
    { connections: '{"dev":{"headers":{"X-Api-Key":"s3cret"}}}' },
    "pulumi config set --path 'workflows:connections.NAME.headers.NAME' --secret",
  ],
])("secrets in the clear: %j", (config, command) => {
  const found = warningsOf(config, { isSecret: false });
  expect(found).toEqual(command === undefined ? [] : [expect.stringContaining(`Run \`${command}\`.`)]);
  expect(found.join()).not.toContain("s3cret");
});
