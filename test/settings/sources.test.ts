/** How messages name a setting and advise to set it, where it is an argument of an explicit provider, or no stack is read. */
import { readSettings } from "../../provider/settings/read-settings.js";
import type { ConfigReader } from "../../provider/settings/sources.js";
import { spellingsIn } from "../support/secret-spellings.js";
import { issuesOf } from "../support/thrown.js";

const SECRET = "s3cret+/%:@ü\nvalue";
const GOOD = { baseUrl: "https://api.example.com", clientId: "an id", clientSecret: "a secret" };
const EU = { provider: "eu" };

type Values = Readonly<Record<string, string | undefined>>;

const given = (values: Values, place: object = EU): ConfigReader => Object.assign((key: string) => values[key], place);
const reasons = (config: ConfigReader, environment: Values = {}, connection?: string): string[] =>
  issuesOf(() => readSettings(config, environment, connection));

const missing = (key: string, env: string): string =>
  `\`${key}\` of the provider \`eu\` is not set. Give the argument in the program, or set the environment variable ${env}.`;
const both = (name: string): string =>
  `give ${["clientId", "clientSecret"].map((key) => `\`connections.${name}.${key}\``).join(", ")} in the program.`;

it.each<[values: Values, connection: string | undefined, expected: string]>([
  // values of the explicit provider, connection, a part of the last issue
  [{}, undefined, missing("clientSecret", "WORKFLOWS_CLIENT_SECRET")],
  [{ ...GOOD, clientSecret: SECRET }, undefined, "`clientSecret` of the provider `eu` contains a line break."],
  [{ connections: "[]" }, "dev", `is not a map of names to settings. Set each value with a path: ${both("dev")}`],
  [GOOD, "us", `The connection "us" does not exist. No connections are set: ${both("us")}`],
])("an explicit provider with %j, and the connection %s, is shown its arguments", (values, connection, expected) => {
  const messages = reasons(given(values), {}, connection);
  expect(messages).toHaveLength(Object.keys(values).length === 0 ? 3 : 1);
  expect(messages.at(-1)).toContain(expected);
  expect(messages.join()).not.toMatch(/workflows:|pulumi config/);
  expect(spellingsIn(messages.join(), [SECRET])).toEqual([]);
});

it("a provider's name moves no cursor and does not fill the screen", () => {
  const place = { provider: `\u001b[2J\u202e${"x".repeat(1000)}\nforged` };
  const [message = ""] = reasons(given({ ...GOOD, maxRetries: "many" }, place));
  expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(message.length).toBeLessThan(400);
});

it("if no stack's config is read, a missing setting shows how to read one", () => {
  const place = { howToUseConfig: "name the stack" };
  expect(reasons(given({ ...GOOD, clientSecret: undefined }, place))).toEqual([
    "`workflows:clientSecret` is not set. Run `pulumi config set workflows:clientSecret --secret` and name the stack, or set the environment variable WORKFLOWS_CLIENT_SECRET.",
  ]);
});

const OF_EU = "of the provider `eu`";
const noId = given({ ...GOOD, clientId: undefined });
const inConnection = given({ ...GOOD, connections: '{"a.b":{"clientId":"id","clientSecret":"secret"}}' });

it.each<[config: ConfigReader, connection: string | undefined, id: string, secret: string]>([
  // config, connection, origin of the Client ID, and of the Client Secret
  [given(GOOD), undefined, `\`clientId\` ${OF_EU}`, `\`clientSecret\` ${OF_EU}`],
  [noId, undefined, "`WORKFLOWS_CLIENT_ID`", `\`clientSecret\` ${OF_EU}`],
  [inConnection, "a.b", `\`connections["a.b"].clientId\` ${OF_EU}`, `\`connections["a.b"].clientSecret\` ${OF_EU}`],
])("the origin of credentials %#", (config, connection, id, secret) => {
  const settings = readSettings(config, { WORKFLOWS_CLIENT_ID: "from the environment" }, connection);
  expect(settings.credentialsOrigin).toBe(`${id} and ${secret}`);
});
