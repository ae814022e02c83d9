/** Settings: which value wins, which is refused, and the messages. */
import { inspect } from "node:util";
import { readSettings, type Settings } from "../../provider/settings/read-settings.js";
import { faultsOf } from "../support/thrown.js";

const GOOD = { baseUrl: "https://api.example.com", clientId: "an id", clientSecret: "s3cret-value" };

function read(
  config: Record<string, string | undefined>,
  environment: Record<string, string | undefined> = {},
  connection?: string,
): Settings {
  return readSettings((key) => config[key], environment, connection);
}

describe("what wins", () => {
  test("config wins over the environment, and the environment over the default", () => {
    const environment = {
      WORKFLOWS_BASE_URL: "https://other.example.com",
      WORKFLOWS_MAX_RETRIES: "7",
      WORKFLOWS_DEADLINE_SECONDS: "9",
    };
    const settings = read({ ...GOOD, deadlineSeconds: "60" }, environment);
    expect(settings.baseUrl.href).toBe("https://api.example.com/");
    expect(settings).toMatchObject({ deadlineSeconds: 60, maxRetries: 7, requestTimeoutSeconds: 30 });
  });

  test("all of it may come from the environment, and the settings name the origin of the credentials", () => {
    const settings = read(
      {},
      {
        WORKFLOWS_BASE_URL: "http://localhost:8080/prefix/",
        WORKFLOWS_CLIENT_ID: "a",
        WORKFLOWS_CLIENT_SECRET: "b",
        WORKFLOWS_ALLOW_INSECURE_HTTP: "",
      },
    );
    expect(settings.baseUrl.href).toBe("http://localhost:8080/prefix");
    expect(settings.credentialsOrigin).toBe(
      "`WORKFLOWS_CLIENT_ID` (environment) and `WORKFLOWS_CLIENT_SECRET` (environment)",
    );
  });

  test("the defaults are those of the documentation", () => {
    expect(read(GOOD)).toMatchObject({
      requestTimeoutSeconds: 30,
      deadlineSeconds: 120,
      maxRetries: 4,
      requestsPerSecond: undefined,
      maxResponseBytes: 64 * 1024 * 1024,
      bearerPath: undefined,
      itemsPath: undefined,
    });
  });
});

test.each(["total, /meta/count", '["total", "/meta/count"]'])("unrelatedFields %s", (text) => {
  expect(read({ ...GOOD, unrelatedFields: text }).unrelatedFields).toEqual(["total", "/meta/count"]);
});

describe("what is refused", () => {
  test("every missing setting is named at once, with the command and the variable that set it", () => {
    expect(faultsOf(() => read({}))).toEqual([
      "`workflows:baseUrl` is not set. Run `pulumi config set workflows:baseUrl https://api.example.com`, or set the environment variable WORKFLOWS_BASE_URL.",
      "`workflows:clientId` is not set. Run `pulumi config set workflows:clientId <value>`, or set the environment variable WORKFLOWS_CLIENT_ID.",
      "`workflows:clientSecret` is not set. Run `pulumi config set workflows:clientSecret --secret`, or set the environment variable WORKFLOWS_CLIENT_SECRET.",
    ]);
  });

  test.each([
    ["requestTimeoutSeconds", "soon", '`workflows:requestTimeoutSeconds` is "soon", but takes a number from'],
    ["requestTimeoutSeconds", "0", '`workflows:requestTimeoutSeconds` is "0", but takes a number from'],
    ["deadlineSeconds", "-1", '`workflows:deadlineSeconds` is "-1", but takes a number from'],
    ["maxRetries", "1.5", '`workflows:maxRetries` is "1.5", but takes a whole number from 0 to 100.'],
    ["maxRetries", "0x10", '`workflows:maxRetries` is "0x10", but takes a whole number'],
    ["requestsPerSecond", "NaN", '`workflows:requestsPerSecond` is "NaN", but takes a number from'],
    ["maxResponseBytes", "1e30", '`workflows:maxResponseBytes` is "1e30", but takes a whole number'],
    ["allowInsecureHttp", "maybe", '`workflows:allowInsecureHttp` is "maybe", but takes true or false.'],
    [
      "bearerPath",
      "data/token",
      '`workflows:bearerPath` is "data/token", but takes a path such as /data/token or data.token. Did you mean "/data/token"?',
    ],
    ["bearerPath", "", '`workflows:bearerPath` is "", but takes a path'],
    ["headers", "{", "`workflows:headers` cannot be used. It takes a JSON object of strings such as"],
    ["pagination", "[]", '`workflows:pagination` is "[]", but takes a JSON object such as {"type":"page"}.'],
    [
      "pagination",
      '{ type: "page" }',
      '`workflows:pagination` is not valid JSON. Write keys and strings in double quotes, and no quotes around the whole: {"type":"page"}',
    ],
    ["pagination", `'{"type":"page"}'`, "`workflows:pagination` is not valid JSON."],
    ["pagination", "page", '`workflows:pagination` is "page", but takes a JSON object'],
    ["unrelatedFields", "total,,count", '`workflows:unrelatedFields` is "total,,count", but takes names'],
    ["unrelatedFields", "[1]", '`workflows:unrelatedFields` is "[1]", but takes names or JSON Pointers'],
    ["itemsPath", "/a~2", '`workflows:itemsPath` is "/a~2", but takes a path such as /data/items or data.items.'],
    ["baseUrl", "https://api.example.com/v2", "`workflows:baseUrl` must end before /v2"],
    ["baseUrl", "http://api.example.com", "`workflows:baseUrl` must begin with https://"],
    ["clientId", "id:with-colon", "`workflows:clientId` contains a colon"],
    ["clientId", "  ", "`workflows:clientId` is empty."],
    ["clientSecret", "line\n", "`workflows:clientSecret` contains a line break"],
  ])("%s %j is a fault that names the key", (key, value, expected) => {
    const found = faultsOf(() => read({ ...GOOD, [key]: value }));
    expect(found).toHaveLength(1);
    expect(found[0]?.startsWith(expected) ? expected : found[0]).toBe(expected);
  });

  test("a bad value from the environment is named by its variable", () => {
    const found = faultsOf(() => read(GOOD, { WORKFLOWS_MAX_RETRIES: "many" }));
    expect(found).toEqual(['`WORKFLOWS_MAX_RETRIES` is "many", but takes a whole number from 0 to 100.']);
  });

  test("all faults are reported at once", () => {
    expect(
      faultsOf(() => read({ clientId: "a:b", clientSecret: "ok", maxRetries: "x", bearerPath: "/~" })),
    ).toHaveLength(4);
  });

  test("faults come in the order of the settings, whatever the order of their checks", () => {
    const found = faultsOf(() => read({ baseUrl: "http://api.example.com", clientId: "a:b", maxRetries: "x" }));
    expect(found.map((reason) => /workflows:(\w+)/.exec(reason)?.[1])).toEqual([
      "baseUrl",
      "clientId",
      "clientSecret",
      "maxRetries",
    ]);
  });

  test("no error and no settings object shows the secret", () => {
    const secret = "sup3r s3cret\nvalue";
    let error: unknown;
    try {
      read({ ...GOOD, clientSecret: secret, maxRetries: "x" });
    } catch (caught) {
      error = caught;
    }
    const shown = [
      inspect(error, { depth: 9 }),
      JSON.stringify(error),
      inspect(read(GOOD), { depth: 9, showHidden: false }),
    ];
    expect(shown.join()).not.toContain("s3cret");
    expect(JSON.stringify(read(GOOD))).not.toContain("s3cret");
  });
});

describe("connections", () => {
  const connections = JSON.stringify({
    dev: { baseUrl: "https://dev.example.com", clientId: "dev-id", clientSecret: "dev-secret", maxRetries: 1 },
    prod: { clientId: "prod-id", clientSecret: "prod-secret" },
    half: { clientId: "half-id" },
  });

  test("a connection has its own settings", () => {
    const settings = read({ ...GOOD, connections }, {}, "dev");
    expect(settings.baseUrl.href).toBe("https://dev.example.com/");
    expect(settings.maxRetries).toBe(1);
    expect(settings.credentials.clientId).toBe("dev-id");
    expect(settings.credentialsOrigin).toBe(
      "`workflows:connections.dev.clientId` (stack config) and `workflows:connections.dev.clientSecret` (stack config)",
    );
  });

  test("a connection without an address uses the one outside of connections", () => {
    expect(read({ ...GOOD, connections }, {}, "prod").baseUrl.href).toBe("https://api.example.com/");
  });

  test("a connection is never given the credentials of another, nor those of the environment", () => {
    expect(faultsOf(() => read({ ...GOOD, connections }, { WORKFLOWS_CLIENT_SECRET: "x" }, "half"))).toEqual([
      "`workflows:connections.half.clientSecret` is not set. Run `pulumi config set --path 'workflows:connections.half.clientSecret' --secret`.",
    ]);
  });

  test("a wrong name lists the right ones", () => {
    expect(faultsOf(() => read({ ...GOOD, connections }, {}, "pord"))).toEqual([
      'There is no connection "pord" (did you mean "prod"?). The connections are: dev, prod, half.',
    ]);
  });

  test.each([["not json"], ["[]"], ["1"], ["null"]])("connections that are %s are refused", (text) => {
    expect(faultsOf(() => read({ connections: text }, {}, "dev"))[0]).toContain("is not a map of names to settings");
  });

  test.each([['{"eu.us": "a secret"}'], ['{"dev":{"clientId":"a"},"eu.us":1}'], ['{"eu.us":[]}'], ['{"eu.us":null}']])(
    "the connections %s are refused with the name that is no map",
    (text) => {
      const fault = faultsOf(() => read({ connections: text }, {}, "dev"))[0];
      expect(fault).toContain('The connection "eu.us" in `workflows:connections` is not a map of settings.');
      expect(fault).toContain(`pulumi config set --path 'workflows:connections["eu.us"].clientId'`);
      expect(fault).not.toContain("a secret");
    },
  );

  test("without connections, a name is refused with how to set one", () => {
    for (const text of [undefined, " "]) {
      expect(faultsOf(() => read({ ...GOOD, connections: text }, {}, "dev"))).toEqual([
        expect.stringMatching(/^There is no connection "dev"\. No connections are set: .*pulumi config set --path/),
      ]);
    }
  });

  test("null in a connection means that the setting is not set there", () => {
    const odd = JSON.stringify({ dev: { clientId: "a", clientSecret: "b", maxRetries: null, baseUrl: null } });
    const settings = read({ ...GOOD, connections: odd }, {}, "dev");
    expect(settings.maxRetries).toBe(4);
    expect(settings.baseUrl.href).toBe("https://api.example.com/");
  });

  test("a value of another kind is shown, unless it may be a secret", () => {
    const odd = JSON.stringify({ dev: { clientId: true, clientSecret: false, maxRetries: {} } });
    expect(faultsOf(() => read({ ...GOOD, connections: odd }, {}, "dev"))).toEqual([
      "`workflows:connections.dev.clientId` is true, but takes a string without a colon.",
      "`workflows:connections.dev.clientSecret` cannot be used. It takes a string.",
      expect.stringMatching(/maxRetries` is an object, but takes a whole number/),
    ]);
  });

  test("digits stay as they are, though structured config stores them as a number", () => {
    const digits =
      '{"dev":{"clientId":9007199254740993,"clientSecret":"a \\"12\\" b","maxRetries":2,"deadlineSeconds":1.5e1,"allowInsecureHttp":true}}';
    const { credentials, maxRetries, deadlineSeconds } = read({ ...GOOD, connections: digits }, {}, "dev");
    expect(credentials.clientId).toBe("9007199254740993");
    expect(credentials.clientSecret).toBe('a "12" b');
    expect({ maxRetries, deadlineSeconds }).toEqual({ maxRetries: 2, deadlineSeconds: 15 });
  });

  // The engine was seen to store twenty digits as 1.2345678901234567e+19, and a hand-written 1.10 as 1.1.
  test.each(["12345678901234567890", "1.2345678901234567e+19", "1.1", "-9223372036854775809"])(
    "a Client ID that is stored as the number %s has lost digits: it is refused",
    (digits) => {
      const connections = `{"dev":{"clientId":${digits},"clientSecret":"b"}}`;
      expect(faultsOf(() => read({ ...GOOD, connections }, {}, "dev"))).toEqual([
        "`workflows:connections.dev.clientId` is stored as a number, which can lose digits. Store it as text: with `--type string`, or in quotation marks.",
      ]);
    },
  );

  test("a list or an object in place of a value is refused, not sent, and not shown", () => {
    const odd = JSON.stringify({ dev: { clientId: ["dev-id"], clientSecret: { value: "s3cret-value" } } });
    const faults = faultsOf(() => read({ ...GOOD, connections: odd }, {}, "dev"));
    expect(faults).toEqual([
      "`workflows:connections.dev.clientId` is a list, but takes a string without a colon.",
      "`workflows:connections.dev.clientSecret` is an object, but takes a string.",
    ]);
  });

  test.each([
    ["eu.dev", `'workflows:connections["eu.dev"].clientSecret'`],
    ["o'brien", `'workflows:connections["o'\\''brien"].clientSecret'`],
    ['a"b\\c', `'workflows:connections["a\\"b\\\\c"].clientSecret'`],
    ["__proto__", "'workflows:connections.__proto__.clientSecret'"],
    ["\u001b[31mred", `'workflows:connections["[31mred"].clientSecret'`],
  ])("the command for a connection called %j can be copied", (name, path) => {
    const half = `{${JSON.stringify(name)}:{"clientId":"id"}}`;
    expect(faultsOf(() => read({ ...GOOD, connections: half }, {}, name))).toEqual([
      expect.stringContaining(`pulumi config set --path ${path} --secret`),
    ]);
  });

  test.each(["constructor", "toString", "__proto__"])("there is no connection %s that is not set", (name) => {
    expect(faultsOf(() => read({ ...GOOD, connections }, {}, name))[0]).toMatch(/^There is no connection/);
  });

  test("an unknown key in a connection stops nothing: it is a warning", () => {
    const odd = JSON.stringify({ dev: { clientId: "a", clientSecret: "b", colour: "red" } });
    expect(read({ ...GOOD, connections: odd }, {}, "dev").credentials.clientId).toBe("a");
  });
});
