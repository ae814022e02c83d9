/** Every setting that changes what is sent, from config through a session to a socket: without it, the outcome is another one. */
import { createSession, type SessionOptions } from "../../provider/workflows/session.js";
import { type Certificate, createAuthority, createCertificate } from "../support/certificates.js";
import { createFakeClock, createHastyClock } from "../support/clocks.js";
import { type Reply } from "../support/fake-service.js";
import { openService, TOKEN } from "../support/client.js";
import { json } from "../support/replies.js";

type Config = Readonly<Record<string, string>>;

const CREDENTIALS = { clientId: "id", clientSecret: "a secret" };

/** What listing gives with these settings: the number of workflows, or the error's code. */
async function outcomeOf(config: Config, options: Partial<SessionOptions> = {}, connection?: string) {
  const settings: Config = { ...CREDENTIALS, ...config };
  const clock = createHastyClock();
  const session = createSession({ config: (key) => settings[key], environment: {}, clock, ...options });
  return session.list({ connection, request: {}, view: {} }).then(
    ({ count }) => count,
    (error: unknown) => (error as { code: string }).code,
  );
}

/** A page that names the next one, `size` workflows each. */
const pageOf =
  (size: number): Reply =>
  (_response, _request, index) => {
    const workflows = Array.from({ length: size }, (_, place) => ({ id: `${index}-${place}` }));
    return json({ workflows, next: index < 2 ? `/v2/workflows?page=${index + 2}` : null });
  };

it("`bearerPath`: where the token is", async () => {
  const service = await openService({ token: [json({ access_token: "another", session: { key: TOKEN } })] });
  expect(await outcomeOf({ baseUrl: service.url, bearerPath: "/session/key" })).toBe(1);
  expect(service.requestsTo("listing")[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
});

it("`headers`: with the token request and the listing", async () => {
  const service = await openService();
  await outcomeOf({ baseUrl: service.url, headers: '{"X-Gateway-Key":"k3y"}' });
  expect(service.requests.map(({ headers }) => headers["x-gateway-key"])).toEqual(["k3y", "k3y"]);
});

it("`maxRetries`: how often a failure is repeated", async () => {
  const service = await openService({ list: [json({}, 503)] });
  expect(await outcomeOf({ baseUrl: service.url, maxRetries: "1" })).toBe("unavailable");
  expect(service.requestsTo("listing")).toHaveLength(2);
});

it("`requestTimeoutSeconds`: how long an attempt may take", async () => {
  // Without the setting, it would be half a minute.
  const service = await openService({ token: [() => undefined] });
  expect(await outcomeOf({ baseUrl: service.url, requestTimeoutSeconds: "0.2", maxRetries: "0" })).toBe("timeout");
  expect(service.requests).toHaveLength(1);
});

it("`deadlineSeconds`: how long the token and the listing may take, with all waits", async () => {
  const limited = json({}, 429, { "retry-after": "50" });
  const token = await openService({ token: [limited] });
  expect(await outcomeOf({ baseUrl: token.url, deadlineSeconds: "40" })).toBe("rate-limited");
  expect(token.requests).toHaveLength(1);
  const listing = await openService({ list: [limited] });
  expect(await outcomeOf({ baseUrl: listing.url, deadlineSeconds: "40" })).toBe("rate-limited");
  expect(listing.requestsTo("listing")).toHaveLength(1);
});

it("`requestsPerSecond`: how long a request waits for its turn, the token request too", async () => {
  const service = await openService({ list: [pageOf(1)] });
  const clock = createFakeClock();
  expect(await outcomeOf({ baseUrl: service.url, requestsPerSecond: "0.5" }, { clock })).toBe(3);
  expect(clock.slept).toEqual([2000, 2000, 2000]);
});

describe("over TLS", () => {
  let authority: Certificate;
  let server: Certificate;
  let client: Certificate;

  beforeAll(async () => {
    authority = await createAuthority();
    server = await createCertificate(authority);
    client = await createCertificate(authority, { host: "a-client" });
  });

  const demanding = () => ({ ...server, ca: authority.cert, requestCert: true, rejectUnauthorized: true });

  it("`caCertificates`: whom to trust", async () => {
    const { url: baseUrl } = await openService({ tls: server });
    expect(await outcomeOf({ baseUrl })).toBe("tls");
    expect(await outcomeOf({ baseUrl, caCertificates: authority.cert })).toBe(1);
  });

  it("the session masks every secret of the settings, and the token", async () => {
    const { url: baseUrl } = await openService({ tls: demanding() });
    const config: Config = {
      ...{ ...CREDENTIALS, baseUrl, caCertificates: authority.cert },
      ...{ clientCertificate: client.cert, clientKey: client.key, headers: '{"X-Gateway-Key":"k3y of the gateway"}' },
    };
    const warnings: string[] = [];
    const session = createSession({
      config: (key) => config[key],
      environment: {},
      onWarning: (message) => warnings.push(message),
    });
    await session.list({ request: {}, view: {} });
    for (const secret of [CREDENTIALS.clientSecret, "k3y of the gateway", TOKEN]) {
      session.warn(`A warning with ${secret}.`);
    }
    expect(warnings).toEqual(Array(3).fill("A warning with [secret]."));
    expect(session.secrets.clean(`A key: ${client.key}`)).not.toContain(client.key.split("\n")[1]);
  });
});
