/** An idle connection is closed after some seconds. One that waits for a slow response is not idle. In real time. */
import { createDeadline, systemClock } from "../../provider/base/deadline.js";
import { createAuthority, createCertificate } from "../support/certificates.js";
import { opened, serve, serveTls, setVariables } from "../support/client.js";
import { startProxy } from "../support/proxy.js";
import { requestListing } from "../support/requests.js";
import { type Reply } from "../support/fake-service.js";
import { until } from "../support/timers.js";

/** More than the time after which idle connections are closed. */
const SLOW_MILLISECONDS = 4_500;

/** It sends nothing for a while. */
const slowStart: Reply = (response) => {
  setTimeout(() => response.writeHead(200, { "content-type": "application/json" }).end("[1,2]"), SLOW_MILLISECONDS);
};
/** It sends a part, and then nothing for a while. */
const slowBody: Reply = (response) => {
  response.writeHead(200, { "content-type": "application/json" }).write("[1,");
  setTimeout(() => response.end("2]"), SLOW_MILLISECONDS);
};

it("a slow response is read to its end, at the first attempt: directly, by TLS, and through a proxy; then all connections are closed", async () => {
  const authority = await createAuthority();
  const secure = await serveTls(await createCertificate(authority), slowBody);
  const plain = await serve(slowStart);
  const proxy = await opened(startProxy());
  const read = (service: { url: string }) =>
    requestListing(service, { tls: { ca: authority.cert } }, { deadline: createDeadline(60, systemClock) });
  const direct = [read(plain), read(secure)];
  await until(() => plain.requests.length + secure.requests.length === 2);
  setVariables({ HTTPS_PROXY: proxy.url });
  const readings = await Promise.all([...direct, read(secure)]);
  expect(readings.map(({ text, attempts }) => ({ text, attempts }))).toEqual(
    Array(3).fill({ text: "[1,2]", attempts: 1 }),
  );
  expect(proxy.requests).toHaveLength(1);
  await until(() => plain.open() + secure.open() + proxy.open() === 0);
}, 60_000);
