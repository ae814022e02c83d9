/** Cases 51 and 52: certificates and proxies. */
import assert from "node:assert/strict";
import { createAuthority, createCertificate } from "../support/certificates.js";
import { inChild } from "../support/child.js";
import { until } from "../support/timers.js";
import { failure, goodListing, goodToken, theCase } from "../support/client.js";
import type { Bench } from "../support/client.js";

/** What a child listed, by the names of the addresses. */
type Listed = Record<string, { code: string; message: string }>;

theCase(51, "TLS: unknown CA, wrong name, expired: not retried, with different messages", async (bench) => {
  const authority = await createAuthority();
  const replies = [goodToken, goodListing];
  const servers = {
    unknown: await bench.serveTls(await createCertificate(undefined), ...replies),
    good: await bench.serveTls(await createCertificate(authority), ...replies),
    wrongName: await bench.serveTls(await createCertificate(authority, { host: "other.example" }), ...replies),
    expired: await bench.serveTls(await createCertificate(authority, { expired: true }), ...replies),
    plain: await bench.serve(goodToken),
  };
  const urls = Object.fromEntries(Object.entries(servers).map(([name, { url }]) => [name, url]));
  await failure(bench.client(servers.good).tokens.getToken(), "tls", /NODE_EXTRA_CA_CERTS/);
  const input = { ...urls, plain: (urls.plain ?? "").replace("http:", "https:") };
  const result = await inChild<Listed>("tls", input, { authority: authority.cert });
  const expected: Record<string, RegExp> = {
    unknown: /^tls .*not signed by an authority known here/,
    good: /^listed /,
    wrongName: /^tls .*is for another host \(ERR_TLS_CERT_ALTNAME_INVALID: .*DNS:other\.example/,
    expired: /^tls .*has expired/,
    plain: /^tls /,
  };
  for (const [name, pattern] of Object.entries(expected)) {
    assert.match(`${result[name]?.code} ${result[name]?.message}`, pattern, name);
  }
  for (const server of [servers.unknown, servers.wrongName, servers.expired, servers.plain]) {
    assert.equal(server.requests.length, 0);
    assert.ok(server.opened() <= 1, "a TLS error was retried");
  }
});

theCase(52, "a proxy, a proxy that refuses, `NO_PROXY`", async (bench) => {
  const authority = await createAuthority();
  const secure = await bench.serveTls(await createCertificate(authority), goodToken, goodListing);
  const proxy = await bench.proxy();
  const environment = { HTTPS_PROXY: proxy.url.replace("//", "//me:pr%40xy-pass@"), NO_PROXY: "" };
  const child = { authority: authority.cert, environment };
  const through = await inChild<Listed>("tls", { good: secure.url }, child);
  assert.equal(through.good?.code, "listed", JSON.stringify(through));
  // An address: names are passed on by the library itself.
  const wrong = await bench.serveTls(await createCertificate(authority, { host: "localhost" }), goodToken);
  const other = { ...environment, HTTPS_PROXY: (await bench.proxy()).url };
  const refused = await inChild<Listed>("tls", { address: wrong.url }, { ...child, environment: other });
  assert.match(JSON.stringify(refused), /"code":"tls","message":".*is for another host .*DNS:localhost/);
  assert.equal(wrong.requests.length, 0);
  // One tunnel serves both requests.
  assert.deepEqual(proxy.requests, [`CONNECT 127.0.0.1:${secure.port}`]);
  assert.equal(proxy.authorizations[0], `Basic ${Buffer.from("me:pr@xy-pass").toString("base64")}`);
  return refusals(bench, secure.port);
});

async function refusals(bench: Bench, securePort: number): Promise<void> {
  const target = `https://127.0.0.1:${securePort}`;
  for (const [status, attempts] of [
    [403, 1],
    [407, 1],
    [502, 3],
  ] as const) {
    const refusing = await bench.proxy({ refuse: status });
    bench.environment({ https_proxy: refusing.url.replace("//", "//me:pr%40xy-pass@") });
    const { tokens } = bench.client(target, { maxRetries: 2 });
    const error = await failure(tokens.getToken(), "proxy", /proxy .* refused .*\d{3}/);
    assert.equal(refusing.requests.length, attempts);
    assert.ok(!/pr@xy|pr%40xy/.test(error.message + (error.stack ?? "")));
  }
  for (const raw of ["", "HTTP/1.1\r\n\r\n", "no proxy\r\n\r\n", "HTTP/1.1 200 OK\r\nno header\r\n\r\n"]) {
    const odd = await bench.proxy({ raw });
    bench.environment({ https_proxy: odd.url });
    const { tokens } = bench.client(target, { maxRetries: 1 });
    const error = await failure(tokens.getToken(), "proxy", /did not respond as a proxy does \(after 2 attempts\)/);
    assert.equal(error.status, undefined);
    assert.equal(odd.requests.length, 2);
  }
  const silent = await bench.proxy({ refuse: "never" });
  bench.environment({ https_proxy: silent.url });
  const hurried = bench.client(target, { requestTimeoutSeconds: 0.2, maxRetries: 0 });
  await failure(hurried.tokens.getToken(), "timeout", /no connection was made/);
  await until(() => silent.open() === 0);

  const gone = await bench.proxy();
  await gone.close();
  bench.environment({ https_proxy: gone.url });
  await failure(bench.client(target, { maxRetries: 0 }).tokens.getToken(), "proxy", /could not be reached/);
  bench.environment({ https_proxy: "socks5://127.0.0.1:1" });
  await failure(bench.client(target).tokens.getToken(), "proxy", /not the address of an HTTP proxy/);

  // Plain http, and a proxy without a scheme. A name that only the proxy can resolve shows that it did.
  const service = await bench.service();
  const tunnel = await bench.proxy({ to: service.port });
  bench.environment({ https_proxy: "", HTTP_PROXY: tunnel.url.replace("http://", "") });
  const far = `${"a".repeat(64)}.example`;
  await bench.client(`http://${far}`, { allowInsecureHttp: true }).list();
  assert.deepEqual(tunnel.requests, [`CONNECT ${far}:80`]);
  assert.equal(service.requests.length, 2);
  for (const noProxy of ["127.0.0.1", "*", `127.0.0.1:${service.port}`]) {
    bench.environment({ NO_PROXY: noProxy });
    await bench.client(service).list();
  }
  assert.equal(tunnel.requests.length, 1, "NO_PROXY was not kept to");
}
