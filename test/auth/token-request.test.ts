/** Cases 1 to 11: the token request itself. */
import assert from "node:assert/strict";
import { createTokenSource } from "../../provider/auth/index.js";
import { SettingsError } from "../../provider/base/errors.js";
import { thrownBy } from "../support/thrown.js";
import { assertContainsNone, assertNoSecret, CLIENT_ID, SECRET, settingsOf, theCase } from "../support/client.js";
import type { Bench } from "../support/client.js";

/** What Basic carried to the service for a secret. */
async function carried(bench: Bench, secret: string, clientId = CLIENT_ID): Promise<string> {
  const service = await bench.service();
  await bench.client(service, { secret, clientId }).tokens.getToken();
  const [scheme, value = ""] = (service.requests[0]?.headers.authorization ?? "").split(" ");
  assert.equal(scheme, "Basic");
  return Buffer.from(value, "base64").toString("utf8");
}

/** The faults of settings that must be refused before anything is sent. */
async function refused(bench: Bench, settings: { clientId?: string; clientSecret?: string }): Promise<string> {
  const service = await bench.service();
  const given = { baseUrl: service.url, clientId: CLIENT_ID, clientSecret: SECRET, ...settings };
  const error = thrownBy(SettingsError, () => createTokenSource(given));
  assertNoSecret(error);
  assert.equal(service.opened(), 0);
  return error.issues.map(({ property, reason }) => `${property}: ${reason}`).join(" ");
}

theCase(1, "exact method, path, body", async (bench) => {
  const service = await bench.service();
  await bench.client(service).tokens.getToken();
  const sent = service.requests.map(({ method, path, body }) => `${method} ${path} ${body}`);
  assert.deepEqual(sent, ["POST /v2/auth/token grant_type=client_credentials"]);
});

theCase(2, "Content-Type and Accept", async (bench) => {
  const service = await bench.service();
  await bench.client(service).tokens.getToken();
  const headers = service.requests[0]?.headers ?? {};
  assert.equal(headers["content-type"], "application/x-www-form-urlencoded");
  assert.equal(headers.accept, "application/json");
});

theCase(3, "raw Basic for %&+-_.!~*'() and spaces, never percent-encoded", async (bench) => {
  const secrets = ["%&+-_.!~*'()", "a b  c", "p@ss+w/%rd", "%41%3A", '"\\<>', " leading and trailing "];
  for (const secret of secrets) {
    assert.equal(await carried(bench, secret), `${CLIENT_ID}:${secret}`);
    const id = secret.replaceAll(":", "");
    assert.equal(await carried(bench, "s", id), `${id}:s`);
  }
});

theCase(4, "a UTF-8 secret", async (bench) => {
  assert.equal(await carried(bench, "pässwörd✓𝄞"), `${CLIENT_ID}:pässwörd✓𝄞`);
});

theCase(5, "a secret with `:`", async (bench) => {
  assert.equal(await carried(bench, ":a:b:"), `${CLIENT_ID}::a:b:`);
});

theCase(6, "an id with `:` refused", async (bench) => {
  assert.match(await refused(bench, { clientId: "a:b" }), /^clientId: .*colon/);
});

theCase(7, "empty or blank id or secret refused before any I/O", async (bench) => {
  for (const blank of ["", " ", "\t", "\u00a0"]) {
    assert.match(await refused(bench, { clientId: blank }), /^clientId: .*empty/);
    assert.match(await refused(bench, { clientSecret: blank }), /^clientSecret: .*empty/);
  }
  assert.match(await refused(bench, { clientId: "", clientSecret: "" }), /clientId: .*clientSecret: /);
});

theCase(8, "CR/LF refused", async (bench) => {
  for (const text of ["a\rb", "a\nb", "secret\r\n"]) {
    assert.match(await refused(bench, { clientId: text }), /^clientId: .*line break/);
    assert.match(await refused(bench, { clientSecret: text }), /^clientSecret: .*line break/);
  }
  assert.match(await refused(bench, { clientSecret: "a\u0000b" }), /no header can carry/);
  assert.match(await refused(bench, { clientSecret: "a\ud800b" }), /no header can carry/);
  return refused(bench, { clientSecret: `${SECRET}\n` });
});

theCase(9, "base URL with trailing slash, with a path prefix", async (bench) => {
  const service = await bench.service();
  for (const [given, prefix] of Object.entries({ "/": "", "/prefix": "/prefix", "/a/b//": "/a/b" })) {
    await bench.client(`${service.url}${given}`).list();
    const sent = service.requests.splice(0).map(({ path }) => path);
    assert.deepEqual(sent, [`${prefix}/v2/auth/token`, `${prefix}/v2/workflows`]);
  }
  for (const given of ["/v2", "/v2/", "/a/V2", "/v2/workflows"]) {
    assert.throws(() => settingsOf(`https://x.example${given}`), /must end before \/v2/);
  }
});

theCase(10, "plain http refused but to loopback", () => {
  for (const host of ["localhost", "127.0.0.1:8080", "127.255.0.1", "[::1]:80", "127.1", "LOCALHOST"]) {
    settingsOf(`http://${host}`);
  }
  for (const host of ["api.example.com", "localhost.example", "127.0.0.1.example", "10.0.0.1", "[::2]", "128.0.0.1"]) {
    assert.throws(() => settingsOf(`http://${host}`), /must begin with https:.*allowInsecureHttp/);
    settingsOf(`http://${host}`, { allowInsecureHttp: true });
  }
  for (const url of ["ftp://x", "api.example.com", "https://", "https://u:p@x", "https://x?key=1", "https://x#y", ""]) {
    assert.throws(() => settingsOf(url, { allowInsecureHttp: true }), SettingsError);
  }
  return Promise.resolve();
});

theCase(11, "credentials never in a URL or a body", async (bench) => {
  const service = await bench.service();
  await bench.client(service).list();
  for (const { path, body, headers } of service.requests) {
    assertContainsNone(`${path} ${body} ${JSON.stringify({ ...headers, authorization: "" })}`);
    assert.ok(!`${path}${body}`.includes("id+1"));
  }
});
