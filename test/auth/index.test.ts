/** The public entry, as a program without Pulumi uses it. */
import { AuthenticationError, createTokenSource, SettingsError } from "../../provider/auth/index.js";
import { readSettings } from "../../provider/settings/read-settings.js";
import { createHastyClock } from "../support/clocks.js";
import { json, serve } from "../support/servers.js";
import { faultsOf, rejectionOf } from "../support/thrown.js";

it("gives a token for an address and two strings", async () => {
  const server = await serve(json({ access_token: "abc", expires_in: 60 }));
  try {
    const tokens = createTokenSource({ baseUrl: server.url, clientId: "id", clientSecret: "secret" });
    const token = await tokens.getToken();
    expect(token.value).toBe("abc");
    expect(token.expiresAt).toBeGreaterThan(Date.now() + 50_000);
    expect(JSON.stringify(token)).not.toContain("abc");
    tokens.invalidate(token);
    await tokens.getToken();
    expect(server.requests).toHaveLength(2);
  } finally {
    await server.close();
  }
});

it("names all bad settings at once", () => {
  const attempt = () =>
    createTokenSource({
      baseUrl: "http://example.com",
      clientId: "a:b",
      clientSecret: " ",
      bearerPath: "/~token",
      deadlineSeconds: 0,
      maxRetries: -1,
    });
  expect(attempt).toThrow(SettingsError);
  expect(attempt).toThrow(/baseUrl .*\nclientId .*\nclientSecret .*\nbearerPath .*\ndeadlineSeconds .*\nmaxRetries /);
});

it("names what is missing, and what it takes", () => {
  const settings = {} as unknown as Parameters<typeof createTokenSource>[0];
  expect(() => createTokenSource(settings)).toThrow(
    /^baseUrl is missing\. It takes .+\.\nclientId is missing\. It takes .+\.\nclientSecret is missing\. It takes .+\.$/,
  );
});

it("settings of listings are none of its own", () => {
  const settings = {
    baseUrl: "https://api.example.com",
    clientId: "id",
    clientSecret: "secret",
    itemsPath: "/~",
  };
  expect(() => createTokenSource(settings)).not.toThrow();
});

it("the options of the transport apply to the token request", async () => {
  const server = await serve(json({}, 503), json({}, 503), json({ access_token: "abc" }));
  const progress: string[] = [];
  const slept: number[] = [];
  const options = {
    baseUrl: server.url,
    clientId: "id",
    clientSecret: "secret",
    headers: { "X-Gateway-Key": "key of the gateway" },
    clock: createHastyClock(slept),
    random: () => 0.5,
    onProgress: (line: string) => void progress.push(line),
  };
  try {
    await expect(createTokenSource({ ...options, maxRetries: 0 }).getToken()).rejects.toMatchObject({ attempts: 1 });
    expect((await createTokenSource({ ...options, maxRetries: 1 }).getToken()).value).toBe("abc");
    expect(slept).toEqual([250]);
    expect(progress).toEqual([expect.stringMatching(/^503 Service Unavailable, waiting .*, attempt 2 of 2$/)]);
    expect(server.requests.map(({ headers }) => headers["x-gateway-key"])).toEqual(
      Array(3).fill(options.headers["X-Gateway-Key"]),
    );
    await expect(createTokenSource({ ...options, maxResponseBytes: 5 }).getToken()).rejects.toMatchObject({
      code: "too-large",
    });
  } finally {
    await server.close();
  }
});

it.each(["the transport's", "its own"])("secrets are registered with %s redactor", async (whose) => {
  const known: string[] = [];
  const redactor = {
    redact: (text: string) => text,
    mask: (text: string) => text,
    add: (secret: string) => {
      known.push(secret);
      return () => undefined;
    },
  };
  const transport = { redactor, send: () => Promise.reject(new Error("no")) };
  const source = createTokenSource({
    baseUrl: "https://api.example.com",
    clientId: "id",
    clientSecret: "secret",
    headers: { "X-Gateway-Key": "key of the gateway" },
    ...(whose === "its own"
      ? { redactor }
      : { transport, redactor: { redact: String, mask: String, add: () => () => undefined } }),
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
    ["baseUrl", "https://api.example.com/v2"],
    ["baseUrl", "http://example.com"],
    ["clientId", "a:b"],
    ["clientSecret", "line\nbreak"],
    ["clientSecret", " "],
    ["bearerPath", ""],
    ["bearerPath", "data/token"],
    ["deadlineSeconds", "0"],
    ["deadlineSeconds", "90000"],
    ["requestTimeoutSeconds", "soon"],
    ["maxRetries", "1.5"],
    ["requestsPerSecond", "-1"],
    ["maxResponseBytes", "0"],
    ["allowInsecureHttp", "maybe"],
    ["headers", '{"Host":"x"}'],
    ["headers", "[]"],
  ])("%s: %j", (key, value) => {
    const config: Readonly<Record<string, string>> = { ...GOOD, [key]: value };
    const ofSettings = faultsOf(() => readSettings((name) => config[name], {}));
    expect(ofSettings).toHaveLength(1);
    const options = { ...GOOD, [key]: value } as unknown as Parameters<typeof createTokenSource>[0];
    expect(faultsOf(() => createTokenSource(options))).toEqual(
      ofSettings.map((reason) => reason.replace(`\`workflows:${key}\``, key)),
    );
  });

  it.each([
    [{ ca: "no PEM and no file" }, "tls.ca is no PEM text, and the file"],
    [{ cert: "-----BEGIN CERTIFICATE-----" }, "tls.cert contains no certificate"],
    [{ key: "no PEM and no file" }, "tls.key is no PEM text, and the file that it may name cannot be read (ENOENT)."],
    [{ passphrase: "alone" }, "tls.key is not set, but tls.passphrase is."],
  ])("tls: %j", (tls, expected) => {
    const [fault = ""] = faultsOf(() => createTokenSource({ ...GOOD, tls }));
    expect(fault.slice(0, expected.length)).toBe(expected);
  });

  it("values of the wrong type are refused, and nothing is shown of a secret", () => {
    const options = { ...GOOD, clientSecret: 12345, deadlineSeconds: [9], maxRetries: Number.NaN };
    const wrong = options as unknown as Parameters<typeof createTokenSource>[0];
    expect(faultsOf(() => createTokenSource(wrong))).toEqual([
      expect.stringMatching(/^clientSecret is stored as a number/),
      "deadlineSeconds is a list, but takes a number from 0.001 to 86400.",
      "maxRetries is NaN, but takes a whole number from 0 to 100.",
    ]);
  });
});

describe("refused credentials", () => {
  const refuse = async (clientId: string, clientSecret: string, status: number, body: unknown): Promise<Error> => {
    const server = await serve(json(body, status));
    const attempt = createTokenSource({ baseUrl: server.url, clientId, clientSecret }).getToken();
    return rejectionOf(AuthenticationError, attempt).finally(() => server.close());
  };

  it.each([
    ["my-id", "p+q", 401, "clientSecret contains"],
    ["my-id", "100%", 400, "clientSecret contains"],
    ["my id", "plain", 403, "clientId contains"],
    ["my id", "a/b", 401, "clientId and clientSecret contain"],
    ["my-id", "pässword", 200, "clientSecret contains"],
  ])(
    "%j and %j, refused with %i: the hint names the setting with characters that percent-encoding changes, and shows nothing of it",
    async (id, secret, status, subject) => {
      const error = await refuse(id, secret, status, { error: "invalid_client" });
      expect(error.message).toContain(`If they are right: ${subject} characters that percent-encoding changes`);
      expect(error.message).toMatch(/set .* to (its|their) percent-encoded forms?: for example %2B for a plus sign/);
      expect(error.message).not.toContain(secret);
      expect(error.message).not.toContain(encodeURIComponent(secret));
    },
  );

  const BLANK = "begins or ends with a space, which is sent too. Remove it.";
  const QUOTED = "begins and ends with quotation marks, which are sent too. Remove them.";
  const PLACEHOLDER = "looks like a variable or a placeholder. Set it to the value itself.";
  const TOKEN = "looks like an access token or the value of a header. Set it to what the service's dashboard shows.";
  it.each([
    ["my-id", "s3cret ", `clientSecret ${BLANK}`],
    [" my-id", '"s3cret"', `clientId ${BLANK} clientSecret ${QUOTED}`],
    ["'my-id'", "s3cret", `clientId ${QUOTED}`],
    ["YOUR_CLIENT_ID", "s3cret", `clientId ${PLACEHOLDER}`],
    ["my-id", "$WORKFLOWS_SECRET", `clientSecret ${PLACEHOLDER}`],
    ["my-id", "${{ secrets.WORKFLOWS }}", `clientSecret ${PLACEHOLDER}`],
    ["my-id", "%SECRET%", `clientSecret ${PLACEHOLDER}`],
    ["my-id", "<secret>", `clientSecret ${PLACEHOLDER}`],
    ["my-id", "[secret]", `clientSecret ${PLACEHOLDER}`],
    ["my-id", "Bearer abc", `clientSecret ${TOKEN}`],
    ["my-id", "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.", `clientSecret ${TOKEN}`],
    ["my-id", "my-id", "clientSecret is the same as clientId. Set it to the Client Secret."],
    [
      "my-id",
      "my-id:s3cret",
      "clientSecret begins with the Client ID and a colon. Set it to the part after the colon.",
    ],
    [
      "my-id",
      Buffer.from("my-id:s3cret").toString("base64"),
      "clientSecret is the base64 form of the Client ID and the Client Secret. Set it to the Client Secret alone.",
    ],
  ])("%j and %j: the hint ends with the mistake of copying", async (id, secret, mistake) => {
    const { message } = await refuse(id, secret, 401, { error: "invalid_client" });
    expect(message.endsWith(`dashboard. ${mistake}`)).toBe(true);
    expect(message).not.toContain("percent-encoding");
  });

  it("without such characters, the hint does not mention them", async () => {
    expect((await refuse("my-id", "pl4in_secret", 401, { error: "invalid_client" })).message).not.toContain("percent");
  });
});

it("wrong credentials are an AuthenticationError with status and hint", async () => {
  const server = await serve(json({ error: "invalid_client" }, 401));
  try {
    const attempt = createTokenSource({ baseUrl: server.url, clientId: "id", clientSecret: "secret" }).getToken();
    await expect(attempt).rejects.toBeInstanceOf(AuthenticationError);
    await expect(attempt).rejects.toMatchObject({ code: "token-refused", status: 401, attempts: 1 });
    await expect(attempt).rejects.toThrow(
      /Could not create an access token: POST .* returned 401 Unauthorized: invalid_client\. Check clientId/,
    );
  } finally {
    await server.close();
  }
});
