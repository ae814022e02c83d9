/** An idle connection is closed after some seconds. One that waits for a slow response is not idle. In real time. */
import { setTimeout as wait } from "node:timers/promises";
import { createDeadline, systemClock } from "../../provider/base/deadline.js";
import { createTransport } from "../../provider/auth/transport.js";
import { createAuthority, createCertificate } from "../support/certificates.js";
import { openedInTests } from "../support/opened.js";
import { startProxy } from "../support/proxy.js";
import { listingRequest } from "../support/requests.js";
import { type Reply, startFakeService, type FakeService } from "../support/fake-service.js";
import { inOrder } from "../support/replies.js";
import { until } from "../support/timers.js";

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

const { opened, variables } = openedInTests();

async function read({ url }: FakeService, ca: string): Promise<string> {
  const request = listingRequest(url, { deadline: createDeadline(60, systemClock) });
  const { text, attempts } = await createTransport({ tls: { ca } }).send(request);
  return `${text}, ${attempts} attempt`;
}

it("a slow response is read to its end, at the first attempt: directly, by TLS, and through a proxy; then all connections are closed", async () => {
  const authority = await createAuthority();
  const secure = await opened(
    startFakeService({ tls: await createCertificate(authority), isStrict: false, reply: inOrder(slow) }),
  );
  const [plain, proxy] = [
    await opened(startFakeService({ isStrict: false, reply: inOrder(slow) })),
    await opened(startProxy()),
  ];
  const direct = [read(plain, authority.cert), read(secure, authority.cert)];
  await until(() => plain.requests.length + secure.requests.length === 2);
  variables.set({ HTTPS_PROXY: proxy.url });
  const readings = await Promise.all([...direct, read(secure, authority.cert)]);
  expect(readings).toEqual(Array(3).fill("[1,2], 1 attempt"));
  expect(proxy.requests).toHaveLength(1);
  const deadline = performance.now() + CLOSED_WITHIN_MILLISECONDS;
  while (plain.open() + secure.open() + proxy.open() > 0 && performance.now() < deadline) {
    await wait(50);
  }
  expect([plain, secure, proxy].map((server) => server.open())).toEqual([0, 0, 0]);
}, 60_000);
