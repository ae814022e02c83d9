/** The public entry, as a program without Pulumi uses it. */
import { createTokenSource } from "../../provider/auth/index.js";
import { createSecrets } from "../../provider/base/secrets.js";
import { readSettings } from "../../provider/settings/read-settings.js";
import { createHastyClock } from "../support/clocks.js";
import { openedInTests } from "../support/opened.js";
import { json, inOrder } from "../support/replies.js";
import { startFakeService } from "../support/fake-service.js";
import { issuesOf } from "../support/thrown.js";

const { opened } = openedInTests();

it("gives a token for an address and two strings", async () => {
  const server = await opened(
    startFakeService({ isStrict: false, reply: inOrder(json({ access_token: "abc", expires_in: 60 })) }),
  );
  const tokens = createTokenSource({ baseUrl: server.url, clientId: "id", clientSecret: "secret" });
  const token = await tokens.getToken();
  expect(token.value).toBe("abc");
  expect(token.expiresAt).toBeGreaterThan(Date.now() + 50_000);
  expect(JSON.stringify(token)).not.toContain("abc");
  tokens.invalidate(token);
  await tokens.getToken();
  expect(server.requests).toHaveLength(2);
});

it("names what is missing, and what it takes", () => {
  const settings = {} as unknown as Parameters<typeof createTokenSource>[0];
  expect(() => createTokenSource(settings)).toThrow(
    /^baseUrl is missing\. It takes .+\.\nclientId is missing\. It takes .+\.\nclientSecret is missing\. It takes .+\. \[settings\]$/,
  );
});

it("the options of the transport apply to the token request", async () => {
  const server = await opened(
    startFakeService({ isStrict: false, reply: inOrder(json({}, 503), json({}, 503), json({ access_token: "abc" })) }),
  );
  const progress: string[] = [];
  const options = {
    baseUrl: server.url,
    clientId: "id",
    clientSecret: "secret",
    headers: { "X-Gateway-Key": "key of the gateway" },
    clock: createHastyClock(),
    onProgress: (line: string) => void progress.push(line),
  };
  const getToken = (more: object) => createTokenSource({ ...options, ...more }).getToken();
  await expect(getToken({ maxRetries: 0 })).rejects.toMatchObject({ attempts: 1 });
  expect((await getToken({ maxRetries: 1 })).value).toBe("abc");
  expect(progress).toEqual([expect.stringMatching(/^503 Service Unavailable, waiting .*, attempt 2 of 2$/)]);
  const keys = server.requests.map(({ headers }) => headers["x-gateway-key"]);
  expect(keys).toEqual(Array(3).fill(options.headers["X-Gateway-Key"]));
});

it.each(["the transport's", "its own"])("secrets are registered with %s secrets", async (whose) => {
  const known: string[] = [];
  const secrets = { ...createSecrets(), add: (secret: string) => void known.push(secret) };
  const transport = { secrets, send: () => Promise.reject(new Error("no")) };
  const source = createTokenSource({
    baseUrl: "https://api.example.com",
    clientId: "id",
    clientSecret: "secret",
    headers: { "X-Gateway-Key": "key of the gateway" },
    ...(whose === "its own" ? { secrets } : { transport, secrets: createSecrets() }),
  });
  expect(known).toEqual(expect.arrayContaining(["secret"]));
  if (whose !== "its own") {
    await expect(source.getToken()).rejects.toThrow("no");
    expect(known).toContain(Buffer.from("id:secret").toString("base64"));
  }
});

describe("a setting is checked as everywhere else", () => {
  const GOOD = { baseUrl: "https://api.example.com", clientId: "id", clientSecret: "secret" };

  it.each([
    ["baseUrl", "http://example.com"],
    ["clientId", "a:b"],
    ["clientSecret", " "],
    ["bearerPath", "data/token"],
    ["maxRetries", "1.5"],
    ["headers", '{"Host":"x"}'],
  ])("the option %s is refused as the setting is: %j", (key, value) => {
    const config: Readonly<Record<string, string>> = { ...GOOD, [key]: value };
    const ofSettings = issuesOf(() => readSettings((name) => config[name], {}));
    expect(ofSettings).toHaveLength(1);
    const options = { ...GOOD, [key]: value } as unknown as Parameters<typeof createTokenSource>[0];
    expect(issuesOf(() => createTokenSource(options))).toEqual(
      ofSettings.map((reason) => reason.replace(`\`workflows:${key}\``, key)),
    );
  });

  it.each([[{ caCertificates: "no PEM and no file" }, "caCertificates is not PEM text, and the file"]])(
    "the options %j are refused: %s",
    (given, expected) => {
      const [issue = ""] = issuesOf(() => createTokenSource({ ...GOOD, ...given }));
      expect(issue.slice(0, expected.length)).toBe(expected);
    },
  );

  it("values of the wrong type are refused, and nothing is shown of a secret", () => {
    const options = { ...GOOD, clientSecret: 12345, deadlineSeconds: [9], maxRetries: Number.NaN };
    const wrong = options as unknown as Parameters<typeof createTokenSource>[0];
    expect(issuesOf(() => createTokenSource(wrong))).toEqual([
      expect.stringMatching(/^clientSecret is stored as a number/),
      "deadlineSeconds is a list, but takes a number from 0.001 to 86400.",
      "maxRetries is NaN, but takes a whole number from 0 to 100.",
    ]);
  });
});
