/** One request and its response, without retries. */
import { getEventListeners } from "node:events";
import { createDeadline, systemClock } from "../../provider/http/deadline.js";
import { type Exchange, openExchange } from "../../provider/http/exchange.js";
import { createRouter } from "../../provider/http/proxy.js";
import { proxyVariables } from "../support/proxy-variables.js";
import { listingRequest } from "../support/requests.js";
import { json, reset, type Reply, serve, type TestServer } from "../support/servers.js";
import { activeTimers, until } from "../support/timers.js";

const variables = proxyVariables();
let server: TestServer;

beforeEach(() => variables.clear());
afterEach(() => server.close());
afterAll(() => variables.restore());

async function open(reply: Reply, signal?: AbortSignal): Promise<Exchange> {
  server = await serve(reply);
  const request = listingRequest(server.url, { deadline: createDeadline(20, systemClock, signal) });
  const route = await createRouter()(request.url);
  return openExchange(request, { url: request.url, route, timeoutMs: 20_000, tls: {} });
}

it("a signal that has aborted before ends it before anything is sent", async () => {
  const exchange = await open(json("[]"), AbortSignal.abort());
  await expect(exchange.response).rejects.toThrow();
  expect(exchange.isAborted()).toBe(true);
  expect(exchange.stage()).toBe("no connection was made");
  exchange.release();
  expect(server.requests).toEqual([]);
});

it("a connection that breaks is an error of the response, at the first attempt, and no abort", async () => {
  const exchange = await open(reset);
  await expect(exchange.response).rejects.toMatchObject({ code: "ECONNRESET" });
  expect(exchange.isAborted()).toBe(false);
  expect(exchange.stage()).toBe("connected, but no response began");
  expect(exchange.tls()).toBeUndefined();
  exchange.release();
  expect(server.requests).toHaveLength(1);
});

it("its release closes what is unfinished, and leaves neither a timer nor a listener", async () => {
  const { signal } = new AbortController();
  const timers = activeTimers();
  const exchange = await open((response) => response.writeHead(200).write("["), signal);
  await expect(exchange.response).resolves.toMatchObject({ statusCode: 200 });
  expect(exchange.stage()).toBe("a response began, but did not end");
  exchange.release();
  await until(() => server.open() === 0);
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
  expect(activeTimers()).toBe(timers);
  expect(exchange.isAborted()).toBe(false);
});

it("a response that switches to another protocol is an error, and its connection is closed", async () => {
  const exchange = await open((response) => {
    response.socket?.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\nhello");
  });
  await expect(exchange.response).rejects.toMatchObject({ code: "ERR_UPGRADED" });
  exchange.release();
  await until(() => server.open() === 0);
  expect(exchange.isAborted()).toBe(false);
});
