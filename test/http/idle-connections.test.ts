/** An idle connection is closed after some seconds. One that waits for a slow response is not idle. In real time. */
import { setTimeout as wait } from "node:timers/promises";
import { createDeadline, systemClock } from "../../provider/http/deadline.js";
import { createTransport } from "../../provider/http/transport.js";
import { type Certificate, createAuthority, createCertificate } from "../support/certificates.js";
import { startProxy, type TestProxy } from "../support/proxy.js";
import { proxyVariables } from "../support/proxy-variables.js";
import { listingRequest } from "../support/requests.js";
import { type Reply, serve, serveTls, type TestServer } from "../support/servers.js";

/** More than the time after which idle connections are closed. */
const SLOW_MILLISECONDS = 4_500;
const CLOSED_WITHIN_MILLISECONDS = 15_000;

/** It sends nothing for a while, then a part, then nothing for a while again. */
const slow: Reply = (response) => {
  setTimeout(() => {
    response.writeHead(200, { "content-type": "application/json" }).write("[1,");
    setTimeout(() => response.end("2]"), SLOW_MILLISECONDS);
  }, SLOW_MILLISECONDS);
};

const variables = proxyVariables();

let authority: Certificate;
let secure: TestServer;
let proxy: TestProxy;
let plain: TestServer;

beforeAll(async () => {
  variables.clear();
  authority = await createAuthority();
  secure = await serveTls(await createCertificate(authority), slow);
  proxy = await startProxy();
  plain = await serve(slow);
});
afterAll(async () => {
  variables.restore();
  await Promise.all([secure.close(), proxy.close(), plain.close()]);
});

async function read(server: TestServer): Promise<string> {
  const response = await createTransport({ tls: { ca: authority.cert } }).send(
    listingRequest(`${server.url}/v2/workflows`, { deadline: createDeadline(60, systemClock) }),
  );
  return `${response.text}, ${response.attempts} attempt`;
}

async function arrivalAt(server: TestServer): Promise<void> {
  while (server.requests.length === 0) {
    await wait(5);
  }
}

async function allClosed(): Promise<void> {
  const deadline = performance.now() + CLOSED_WITHIN_MILLISECONDS;
  while (plain.open() + secure.open() + proxy.open() > 0 && performance.now() < deadline) {
    await wait(50);
  }
}

test("a slow response is read to its end, at the first attempt: directly, by TLS, and through a proxy; then all connections are closed", async () => {
  const direct = [read(plain), read(secure)];
  await Promise.all([arrivalAt(plain), arrivalAt(secure)]);
  variables.set({ HTTPS_PROXY: proxy.url });
  expect(await Promise.all([...direct, read(secure)])).toEqual(Array.from({ length: 3 }, () => "[1,2], 1 attempt"));
  expect(proxy.requests).toHaveLength(1);
  await allClosed();
  expect({ plain: plain.open(), secure: secure.open(), proxy: proxy.open() }).toEqual({
    plain: 0,
    secure: 0,
    proxy: 0,
  });
}, 60_000);
