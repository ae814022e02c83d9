/** No error shows a secret, HTTP Basic or a token, whatever the service sends back: not in its message, stack, cause or properties. */
import { createTokenSource } from "../../provider/auth/index.js";
import { WorkflowsError } from "../../provider/base/errors.js";
import type { Secrets } from "../../provider/base/secrets.js";
import {
  CLIENT_ID,
  createClient,
  expectNoSecretIn,
  expectNoSecretInText,
  openService,
  SECRET,
  settingsOf,
  TOKEN,
} from "../support/client.js";
import { EXACT_FORMS, spellingsIn } from "../support/secret-spellings.js";
import { json, html } from "../support/replies.js";
import { type Reply } from "../support/fake-service.js";
import { rejectionOf } from "../support/thrown.js";

const PAIR = `${CLIENT_ID}:${SECRET}`;

/** All that the service has received when it replies. The token endpoint has not given out a token yet. */
const repeated = (path: string): string[] =>
  [SECRET, Buffer.from(PAIR).toString("base64"), ...(path.endsWith("/token") ? [] : [TOKEN])].flatMap((secret) =>
    Object.values(EXACT_FORMS).map((spell) => spell(secret)),
  );

const OPTIONS = { maxRetries: 0, requestTimeoutSeconds: 2 };
/** Shows everything: with it, a test sees whether there was something to redact. */
const BLIND: Secrets = {
  clean: String,
  add: () => undefined,
  addClientSecret: () => undefined,
  addToken: () => undefined,
};

let printed: string[];
beforeEach(() => {
  printed = [];
  jest.spyOn(process.stderr, "write").mockImplementation((chunk) => printed.push(String(chunk)) > 0);
});
afterEach(() => {
  jest.restoreAllMocks();
  expectNoSecretInText(printed.join(""));
});

const ECHOES: readonly (readonly [what: string, reply: Reply])[] = [
  [
    "in an error of OAuth",
    (_, { path }) => json({ error: "invalid", error_description: repeated(path).join(" ") }, 400),
  ],
  [
    "the header Authorization in a text",
    (response, { headers }) => response.writeHead(404).end(`no such thing for ${headers.authorization ?? ""}`),
  ],
  [
    "the header Authorization as the request's id",
    (response, { headers }) => response.writeHead(418, { "x-request-id": headers.authorization ?? "" }).end(SECRET),
  ],
  ["a token with status 202", json({ access_token: TOKEN }, 202)],
  [
    "the secret, cut where the excerpt of an error ends",
    (response) => response.writeHead(500).end(" ".repeat(16 * 1024 - 6) + SECRET),
  ],
  ["in a page's title", html(`<title>${SECRET} ${PAIR}</title>`)],
  ["the secret as a key and as an error", json({ [SECRET]: 1, error: SECRET })],
  ["JSON that is cut off in a token", json(`{"access_token":"${TOKEN}`)],
];

it.each(ECHOES)("no error shows a secret if the token endpoint repeats %s", async (_what, reply) => {
  const service = await openService({ token: [reply] });
  expectNoSecretIn(await rejectionOf(Error, createClient(service, OPTIONS).tokens.getToken()));
});

it.each(ECHOES)("no error shows a secret if the listing repeats %s", async (_what, reply) => {
  const service = await openService({ list: [reply] });
  const outcome = await createClient(service, OPTIONS)
    .list()
    .catch((error: unknown) => error);
  if (outcome instanceof Error) {
    expectNoSecretIn(outcome);
  }
});

it.each(ECHOES.slice(0, 3))("without secrets, an error shows what the listing repeats %s", async (_what, reply) => {
  const service = await openService({ list: [reply] });
  const error = await rejectionOf(Error, createClient(service, { ...OPTIONS, secrets: BLIND }).list());
  expect(spellingsIn(JSON.stringify(error, Object.getOwnPropertyNames(error)), [SECRET, TOKEN])).not.toEqual([]);
});

/** A token that the client has never seen, so that it is no registered secret. */
const FRESH = "fresh-T0ken.5uGx9-Qz";

it.each<[what: string, body: unknown, contentType: string]>([
  ["known fields of an error", { error: "invalid_client", access_token: FRESH }, "application/json"],
  ["unknown fields", { token: FRESH, data: { access_token: FRESH } }, "application/json"],
  ["a text", `You sent ${FRESH}.`, "text/plain"],
])("of a refused token request with %s, known fields of an error alone are quoted", async (_what, body, type) => {
  for (const status of [401, 403, 500]) {
    const service = await openService({ token: [json(body, status, { "content-type": type })] });
    const { message } = await rejectionOf(WorkflowsError, createClient(service, OPTIONS).tokens.getToken());
    expect(message).not.toContain(FRESH);
    expect(message.includes("invalid_client")).toBe(typeof body === "object" && "error" in (body ?? {}));
  }
});

it("a code of OAuth shows no part of a secret", async () => {
  const clientSecret = "words_in_a_secret";
  const { url } = await openService({ token: [json({ error: clientSecret.slice(0, -1) }, 400)] });
  const asked = createTokenSource({ baseUrl: url, clientId: CLIENT_ID, clientSecret }).getToken();
  expectNoSecretIn(await rejectionOf(WorkflowsError, asked), [clientSecret.slice(0, -1)]);
});

it("a token source, its settings and its token print no secret", async () => {
  const { url } = await openService();
  const source = createTokenSource({ baseUrl: url, clientId: CLIENT_ID, clientSecret: SECRET });
  expectNoSecretIn(Object.assign(new Error(), { source, settings: settingsOf(url), token: await source.getToken() }));
});
