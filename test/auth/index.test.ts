/** The public entry, as a program without Pulumi uses it. */
import { createTokenSource } from "../../provider/auth/index.js";
import { readSettings } from "../../provider/settings/read-settings.js";
import { serve } from "../support/client.js";
import { json } from "../support/replies.js";
import { issuesOf } from "../support/thrown.js";

const GOOD = { baseUrl: "https://api.example.com", clientId: "id", clientSecret: "secret" };

it("gives a token for an address and two strings, with the options of the transport", async () => {
  const server = await serve(json({}, 503), json({}, 503), json({ access_token: "abc", expires_in: 60 }));
  const progress: string[] = [];
  const options = {
    ...GOOD,
    baseUrl: server.url,
    headers: { "X-Gateway-Key": "key of the gateway" },
    onProgress: (line: string) => void progress.push(line),
  };
  await expect(createTokenSource({ ...options, maxRetries: 0 }).getToken()).rejects.toMatchObject({ attempts: 1 });
  const tokens = createTokenSource({ ...options, maxRetries: 1 });
  const token = await tokens.getToken();
  expect(token.value).toBe("abc");
  expect(token.expiresAt).toBeGreaterThan(Date.now() + 50_000);
  expect(progress).toEqual([expect.stringMatching(/^503 Service Unavailable, waiting .*, attempt 2 of 2$/)]);
  const keys = server.requests.map(({ headers }) => headers["x-gateway-key"]);
  expect(keys).toEqual(Array(3).fill(options.headers["X-Gateway-Key"]));
  tokens.invalidate(token);
  await tokens.getToken();
  expect(server.requests).toHaveLength(4);
});

it("getToken is a callback that takes any value", async () => {
  const server = await serve(json({ access_token: "abc" }));
  const tokens = createTokenSource({ ...GOOD, baseUrl: server.url });
  const callback = Reflect.get(tokens, "getToken") as (value: unknown) => Promise<unknown>;
  expect(await Promise.resolve("a value").then(callback)).toMatchObject({ value: "abc" });
});

it("starts no timer for a token that is kept", async () => {
  const server = await serve(json({ access_token: "abc", expires_in: 3600 }));
  const tokens = createTokenSource({ ...GOOD, baseUrl: server.url });
  await tokens.getToken();
  const startTimer = jest.spyOn(globalThis, "setTimeout");
  expect(await tokens.getToken()).toMatchObject({ value: "abc" });
  expect(startTimer).not.toHaveBeenCalled();
  startTimer.mockRestore();
});

it("names what is missing, and what it takes", () => {
  const settings = {} as unknown as Parameters<typeof createTokenSource>[0];
  expect(() => createTokenSource(settings)).toThrow(
    /^baseUrl is missing\. It takes .+\.\nclientId is missing\. It takes .+\.\nclientSecret is missing\. It takes .+\. \[settings\]$/,
  );
});

it.each([
  ["baseUrl", "http://example.com"],
  ["bearerPath", "data/token"],
  ["headers", '{"Host":"x"}'],
])("the option %s is refused as the setting is: %j", (key, value) => {
  const config: Readonly<Record<string, string>> = { ...GOOD, [key]: value };
  const ofSettings = issuesOf(() => readSettings((name) => config[name], {}));
  expect(ofSettings).toHaveLength(1);
  const options = config as unknown as Parameters<typeof createTokenSource>[0];
  expect(issuesOf(() => createTokenSource(options))).toEqual(
    ofSettings.map((reason) => reason.replace(`\`workflows:${key}\``, key)),
  );
});
