/** How messages name a setting, and what they advise, for each place where it can be given. */
import { readSettings } from "../../provider/settings/read-settings.js";
import type { ConfigPlace, ConfigReader } from "../../provider/settings/sources.js";
import { secretForms } from "../support/secret-forms.js";
import { faultsOf } from "../support/thrown.js";

const SECRET = "s3cret+/%:@ü\nvalue";
const GOOD = { baseUrl: "https://api.example.com", clientId: "an id", clientSecret: "a secret" };
const EU: ConfigPlace = { kind: "arguments", provider: "eu" };

type Values = Readonly<Record<string, string | undefined>>;

function given(values: Values, place: ConfigPlace = EU): ConfigReader {
  return Object.assign((key: string) => values[key], { placeOf: () => place });
}

function reasons(config: ConfigReader, environment: Values = {}, connection?: string): string[] {
  return faultsOf(() => readSettings(config, environment, connection));
}

const half = JSON.stringify({ dev: { clientId: "id" } });
const missing = (key: string, variable: string): string =>
  `\`${key}\` of the provider \`eu\` is not set. Give the argument in the program, or set the environment variable ${variable}.`;

describe("an explicit provider", () => {
  test.each<[what: string, values: Values, connection: string | undefined, expected: string[]]>([
    [
      "missing settings",
      {},
      undefined,
      [
        missing("baseUrl", "WORKFLOWS_BASE_URL"),
        missing("clientId", "WORKFLOWS_CLIENT_ID"),
        missing("clientSecret", "WORKFLOWS_CLIENT_SECRET"),
      ],
    ],
    [
      "a bad number",
      { ...GOOD, maxRetries: "many" },
      undefined,
      ['`maxRetries` of the provider `eu` is "many", but takes a whole number from 0 to 100.'],
    ],
    [
      "a bad address",
      { ...GOOD, baseUrl: "https://api.example.com/v2" },
      undefined,
      [expect.stringMatching(/^`baseUrl` of the provider `eu` must end before \/v2/) as string],
    ],
    [
      "a bad secret",
      { ...GOOD, clientSecret: SECRET },
      undefined,
      ["`clientSecret` of the provider `eu` contains a line break. Was it copied with the end of its line?"],
    ],
    [
      "what a connection lacks",
      { ...GOOD, connections: half },
      "dev",
      ["`connections.dev.clientSecret` of the provider `eu` is not set. Give the argument in the program."],
    ],
    [
      "a list in place of a value",
      { ...GOOD, connections: '{"dev":{"clientId":["id"],"clientSecret":"x"}}' },
      "dev",
      ["`connections.dev.clientId` of the provider `eu` is a list, but takes a string without a colon."],
    ],
    [
      "connections that are no map",
      { connections: "[]" },
      "dev",
      [
        "`connections` of the provider `eu` is not a map of names to settings. Set each value with a path: give `connections.dev.baseUrl`, `connections.dev.clientId`, `connections.dev.clientSecret` in the program.",
      ],
    ],
    [
      "a connection where there are none",
      GOOD,
      "us",
      [
        'There is no connection "us". No connections are set: give `connections.us.baseUrl`, `connections.us.clientId`, `connections.us.clientSecret` in the program.',
      ],
    ],
  ])("is shown %s by its arguments", (_, values, connection, expected) => {
    const messages = reasons(given(values), {}, connection);
    expect(messages).toEqual(expected);
    expect(messages.join()).not.toMatch(/workflows:|pulumi config/);
    for (const form of secretForms(SECRET, GOOD.clientId)) {
      expect(messages.join()).not.toContain(form);
    }
  });

  test("is shown an invalid variable by its name", () => {
    expect(reasons(given(GOOD), { WORKFLOWS_MAX_RETRIES: "many" })).toEqual([
      '`WORKFLOWS_MAX_RETRIES` is "many", but takes a whole number from 0 to 100.',
    ]);
  });

  test("may move no cursor with its name, nor fill the screen", () => {
    const place: ConfigPlace = { kind: "arguments", provider: `\u001b[2J\u202e${"x".repeat(1000)}\nforged` };
    const [message = ""] = reasons(given({ ...GOOD, maxRetries: "many" }, place));
    expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(message.length).toBeLessThan(400);
  });
});

test("if no stack's config is read, a missing setting shows how to read one", () => {
  const place: ConfigPlace = { kind: "stack config", toReadIt: "name the stack" };
  expect(reasons(given({ ...GOOD, clientSecret: undefined }, place))).toEqual([
    "`workflows:clientSecret` is not set. Run `pulumi config set workflows:clientSecret --secret` and name the stack, or set the environment variable WORKFLOWS_CLIENT_SECRET.",
  ]);
});

const secretIn =
  (place: ConfigPlace) =>
  (key: string): ConfigPlace | undefined =>
    key === "clientSecret" ? place : undefined;
const option: ConfigPlace = { kind: "option", option: "--client-secret-fd 3" };
const onlyOption: ConfigReader = Object.assign(
  (key: string) => ({ ...GOOD, clientId: undefined })[key as keyof typeof GOOD],
  { placeOf: secretIn(option) },
);

test.each<[what: string, config: ConfigReader, connection: string | undefined, origin: string, kinds: string[]]>([
  [
    "arguments of an explicit provider",
    given(GOOD),
    undefined,
    "`clientId` (arguments of the provider `eu`) and `clientSecret` (arguments of the provider `eu`)",
    ["arguments", "arguments"],
  ],
  [
    "arguments and a variable",
    given({ ...GOOD, clientId: undefined }),
    undefined,
    "`WORKFLOWS_CLIENT_ID` (environment) and `clientSecret` (arguments of the provider `eu`)",
    ["environment", "arguments"],
  ],
  [
    "a connection of an explicit provider",
    given({ ...GOOD, connections: '{"a.b":{"clientId":"id","clientSecret":"secret"}}' }),
    "a.b",
    '`connections["a.b"].clientId` (arguments of the provider `eu`) and `connections["a.b"].clientSecret` (arguments of the provider `eu`)',
    ["arguments", "arguments"],
  ],
  [
    "a variable and an option",
    onlyOption,
    undefined,
    "`WORKFLOWS_CLIENT_ID` (environment) and `--client-secret-fd 3` (command line)",
    ["environment", "option"],
  ],
  [
    "stack config, if the reader has no place",
    (key) => GOOD[key as keyof typeof GOOD],
    undefined,
    "`workflows:clientId` (stack config) and `workflows:clientSecret` (stack config)",
    ["stack config", "stack config"],
  ],
])("the origin of credentials: %s", (_, config, connection, origin, kinds) => {
  const settings = readSettings(config, { WORKFLOWS_CLIENT_ID: "from the environment" }, connection);
  expect(settings.credentialsOrigin).toBe(origin);
  expect(settings.credentialsSources.map(({ kind }) => kind)).toEqual(kinds);
});
