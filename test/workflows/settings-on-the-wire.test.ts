/** Every setting that changes what is sent, from config through a session to a socket: without it, the outcome is another one. */
import { createSession, type SessionOptions } from "../../provider/workflows/session.js";
import { createAuthority, createCertificate } from "../support/certificates.js";
import { openService, type Script, TOKEN } from "../support/client.js";
import { createFakeClock } from "../support/clocks.js";
import { hang, json } from "../support/replies.js";

type Config = Readonly<Record<string, string>>;

const CREDENTIALS = { clientId: "id", clientSecret: "a secret" };

/** What listing gives with these settings: the number of workflows, or the error's code; and how long it waited. */
async function outcomeOf(config: Config, options: Partial<SessionOptions> = {}) {
  const settings: Config = { ...CREDENTIALS, ...config };
  const clock = createFakeClock();
  const session = createSession({ config: (key) => settings[key], environment: {}, clock, ...options });
  const result = await session.list({ request: {}, view: {} }).then(
    ({ count }) => count,
    (error: unknown) => (error as { code: string }).code,
  );
  return { result, slept: clock.slept };
}

const limited = json({}, 429, { "retry-after": "50" });
const elsewhere = json({ access_token: "another", session: { key: TOKEN } });
/** Without the setting, an attempt would take half a minute. */
const ONE_SHORT_ATTEMPT: Config = { requestTimeoutSeconds: "0.2", maxRetries: "0" };

it.each<[setting: string, config: Config, script: Script, result: number | string, requests: number, slept: number[]]>([
  ["`bearerPath`: where the token is", { bearerPath: "/session/key" }, { token: [elsewhere] }, 1, 2, []],
  ["`maxRetries`: how often it is repeated", { maxRetries: "1" }, { list: [json({}, 503)] }, "unavailable", 3, []],
  ["`requestTimeoutSeconds`: of an attempt", ONE_SHORT_ATTEMPT, { token: [hang] }, "timeout", 1, []],
  ["`deadlineSeconds`, for the token", { deadlineSeconds: "40" }, { token: [limited] }, "rate-limited", 1, []],
  ["`deadlineSeconds`, for the listing", { deadlineSeconds: "40" }, { list: [limited] }, "rate-limited", 2, []],
  ["`requestsPerSecond`, the token request too", { requestsPerSecond: "0.5" }, {}, 1, 2, [2000]],
])("%s", async (_setting, config, script, result, requests, slept) => {
  const service = await openService(script);
  expect(await outcomeOf({ baseUrl: service.url, ...config })).toEqual({ result, slept });
  expect(service.requests).toHaveLength(requests);
  const tokens = service.requestsTo("listing").map(({ headers }) => headers.authorization);
  expect(tokens).toEqual(tokens.map(() => `Bearer ${TOKEN}`));
});

it("`headers`: with the token request and the listing", async () => {
  const service = await openService();
  await outcomeOf({ baseUrl: service.url, headers: '{"X-Gateway-Key":"k3y"}' });
  expect(service.requests.map(({ headers }) => headers["x-gateway-key"])).toEqual(["k3y", "k3y"]);
});

it("`caCertificates`, `clientCertificate`, `clientKey`: whom to trust, and as whom; the session masks every secret", async () => {
  const authority = await createAuthority();
  const server = await createCertificate(authority);
  const client = await createCertificate(authority, { host: "a-client" });
  const tls = { ...server, ca: authority.cert, requestCert: true, rejectUnauthorized: true };
  const { url: baseUrl } = await openService({ tls });
  const trusting = { ...CREDENTIALS, baseUrl, caCertificates: authority.cert };
  expect(await outcomeOf({ baseUrl })).toMatchObject({ result: "tls" });
  expect(await outcomeOf(trusting)).toMatchObject({ result: "tls" });
  const headers = '{"X-Gateway-Key":"k3y of the gateway"}';
  const config: Config = { ...trusting, clientCertificate: client.cert, clientKey: client.key, headers };
  const warnings: string[] = [];
  const onWarning = (message: string): void => void warnings.push(message);
  const session = createSession({ config: (key) => config[key], environment: {}, onWarning });
  expect((await session.list({ request: {}, view: {} })).count).toBe(1);
  for (const secret of [CREDENTIALS.clientSecret, "k3y of the gateway", TOKEN]) {
    session.warn(`A warning with ${secret}.`);
  }
  expect(warnings).toEqual(Array(3).fill("A warning with [secret]."));
  expect(session.secrets.clean(`A key: ${client.key}`)).not.toContain(client.key.split("\n")[1]);
});
