/** The token request as it reaches the service, and credentials that are refused before anything is sent. */
import { CLIENT_ID, createClient, expectNoSecretInText, openService } from "../support/client.js";

/** What HTTP Basic carried to the service, decoded. */
async function sentCredentials(secret: string, clientId = CLIENT_ID): Promise<string> {
  const service = await openService();
  await createClient(service, { secret, clientId }).tokens.getToken();
  const [scheme, value = ""] = (service.requests[0]?.headers.authorization ?? "").split(" ");
  expect(scheme).toBe("Basic");
  return Buffer.from(value, "base64").toString("utf8");
}

it("the token request is a POST to /v2/auth/token with one parameter, and a form", async () => {
  const service = await openService();
  await createClient(service).tokens.getToken();
  const sent = service.requests.map(({ method, path, body }) => `${method} ${path} ${body}`);
  expect(sent).toEqual(["POST /v2/auth/token grant_type=client_credentials"]);
  expect(service.requests[0]?.headers).toMatchObject({
    "content-type": "application/x-www-form-urlencoded",
    accept: "application/json",
  });
});

it.each(["%&+-_.!~*'()", "p@ss+w/%rd", "%41%3A", '"\\<>', " leading and trailing ", "pässwörd✓𝄞"])(
  "HTTP Basic carries `%s` as it is, in the secret and in the client ID",
  async (text) => {
    expect(await sentCredentials(text)).toBe(`${CLIENT_ID}:${text}`);
    expect(await sentCredentials("s", text)).toBe(`${text}:s`);
  },
);

it.each([
  ["/", ""],
  ["/a/b//", "/a/b"],
])("a base URL that ends in %s leads to %s/v2", async (end, prefix) => {
  const service = await openService();
  await createClient(`${service.url}${end}`).list();
  expect(service.requests.map(({ path }) => path)).toEqual([`${prefix}/v2/auth/token`, `${prefix}/v2/workflows`]);
});

it("credentials are in no URL, no body and no header but Authorization", async () => {
  const service = await openService();
  await createClient(service).list();
  expect(service.requests).toHaveLength(2);
  for (const { path, body, headers } of service.requests) {
    expectNoSecretInText(`${path} ${body} ${JSON.stringify({ ...headers, authorization: "" })}`);
    expect(`${path}${body}`).not.toContain("id+1");
  }
});
