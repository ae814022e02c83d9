/** The transport: deadlines, progress, limits, connections. */
import { getEventListeners } from "node:events";
import { systemClock, createDeadline } from "../../provider/base/deadline.js";
import { createTransport, type TransportOptions } from "../../provider/auth/transport.js";
import type { ServiceRequest } from "../../provider/http/types.js";
import { inChild } from "../support/child.js";
import { createFakeClock, createHastyClock } from "../support/clocks.js";
import { openedInTests } from "../support/opened.js";
import { listingRequest } from "../support/requests.js";
import { json, redirect, reset, inOrder } from "../support/replies.js";
import { startFakeService, type Reply } from "../support/fake-service.js";

const { opened } = openedInTests();

async function send(replies: Reply[], options: TransportOptions = {}, request: Partial<ServiceRequest> = {}) {
  const server = await opened(startFakeService({ isStrict: false, reply: inOrder(...replies) }));
  const transport = createTransport({ clock: createHastyClock(), ...options });
  const deadline = createDeadline(20, options.clock ?? systemClock);
  const response = transport.send(listingRequest(`${server.url}/v2/workflows?q=1`, { deadline, ...request }));
  response.catch(() => undefined);
  return { server, transport, response };
}

it("a response has its status, headers, size, address, attempts and request id", async () => {
  const { response, server } = await send([reset, json("{}", 200, { "X-Request-ID": "abc\u00a0 1" })]);
  await expect(response).resolves.toMatchObject({ status: 200, text: "{}", bytes: 2, attempts: 2, requestId: "abc 1" });
  expect((await response).url.href).toBe(`${server.url}/v2/workflows?q=1`);
  expect((await response).headers["content-type"]).toBe("application/json");
});

it("waits and attempts share one deadline, and no wait begins that would pass it", async () => {
  const clock = createFakeClock();
  const { response, server } = await send([json("", 503, { "retry-after": "9" })], { clock });
  await expect(response).rejects.toMatchObject({ code: "unavailable", status: 503, attempts: 3 });
  await expect(response).rejects.toThrow(
    "only 2 s of the deadline of 20 s are left. If the service needs longer, raise deadlineSeconds (`workflows:deadlineSeconds`",
  );
  expect(clock.slept).toEqual([9000, 9000]);
  expect(server.requests).toHaveLength(3);
});

it("a wait of its own that would pass the deadline is reported as that", async () => {
  const clock = { ...createFakeClock(), leastRetryMs: 500 };
  const deadline = createDeadline(0.4, clock);
  const { response } = await send([json("", 503)], { clock }, { deadline });
  await expect(response).rejects.toThrow(
    "The next attempt would wait 0.5 s, but only 0.4 s of the deadline of 0.4 s are",
  );
  expect(clock.slept).toEqual([]);
});

it("after the deadline nothing is sent", async () => {
  const { response, server } = await send([json("{}")], {}, { deadline: createDeadline(0, systemClock) });
  await expect(response).rejects.toMatchObject({ code: "timeout", attempts: 0 });
  expect(server.opened()).toBe(0);
});

it("no attempt fails because its time is longer than a timer can wait", async () => {
  const deadline = createDeadline(2 ** 40, systemClock);
  const { response } = await send([json("[]")], { requestTimeoutSeconds: 2 ** 40 }, { deadline });
  await expect(response).resolves.toMatchObject({ status: 200, attempts: 1 });
});

it.each<[method: "GET" | "POST", status: number, code: string | undefined]>([
  ["GET", 200, undefined],
  ["GET", 201, "not-json"],
  ["GET", 202, "not-json"],
  ["GET", 203, undefined],
  ["GET", 204, undefined],
  ["GET", 205, "not-json"],
  ["GET", 206, undefined],
  ["POST", 200, undefined],
  ["POST", 201, undefined], // as some frameworks return it
  ["POST", 202, "not-json"],
])("%s with status %d: %s", async (method, status, code) => {
  const request = { method, ...(method === "POST" ? { body: "a=b" } : {}) };
  const { response } = await send([json(status === 204 || status === 205 ? "" : "{}", status)], {}, request);
  expect(await response.catch((error: unknown) => error)).toMatchObject(
    code === undefined ? { status } : { status, code },
  );
});

it("no listener stays on the caller's signal after the request", async () => {
  const { signal } = new AbortController();
  const deadline = createDeadline(20, systemClock, signal);
  const { response } = await send([json("{}", 503), redirect("/a"), json("{}")], {}, { deadline });
  await response;
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});

it("connections are used again, after errors too", async () => {
  const { response, server, transport } = await send([json("busy", 503), json("{}")]);
  await response;
  await transport.send(listingRequest(server.url));
  expect(server.requests).toHaveLength(3);
  expect(server.opened()).toBe(1);
});

it("a process ends after its last request, although connections are kept open", async () => {
  const server = await opened(
    startFakeService({ isStrict: false, reply: inOrder(json({ access_token: "abc" }), json({ workflows: [] })) }),
  );
  const before = performance.now();
  await expect(inChild("tls", { it: server.url })).resolves.toMatchObject({ it: { code: "listed" } });
  // The server would keep an idle connection for two minutes.
  expect(performance.now() - before).toBeLessThan(20_000);
  expect(server.opened()).toBe(1);
}, 130_000);

it.each([
  ["text/plain", "gesperrt f"],
  ["text/plain; charset=iso-8859-1", "gesperrt für Sie"],
])("the text of a refusal is shown, even if it is no UTF-8: %s", async (type, shown) => {
  const text = Buffer.from("gesperrt für Sie", "latin1");
  const reply: Reply = (response) => response.writeHead(403, { "content-type": type }).end(text);
  await expect((await send([reply], { maxRetries: 0 })).response).rejects.toThrow(shown);
});

it("no piece of a secret is shown if the connection breaks within it", async () => {
  const secret = "t0p-secret-api-key";
  const reply: Reply = (response) => {
    response.writeHead(400, { "content-type": "text/plain", "content-length": 1000 });
    response.write(`bad key ${secret.slice(0, 7)}`, () => response.destroy());
  };
  const { response } = await send([reply], { maxRetries: 0, headers: { "x-api-key": secret } });
  await expect(response).rejects.toThrow(/Bad Request: bad key\. /);
});
