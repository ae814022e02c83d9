/** The transport's promises that are no case of their own: deadlines, progress, limits, connections. */
import { getEventListeners } from "node:events";
import { gzipSync } from "node:zlib";
import { systemClock } from "../../provider/http/clock.js";
import { createDeadline } from "../../provider/http/deadline.js";
import { createTransport } from "../../provider/http/transport.js";
import type { ServiceRequest, TransportOptions } from "../../provider/http/types.js";
import { inChild } from "../support/child.js";
import { createFakeClock, createHastyClock } from "../support/clocks.js";
import { json, redirect, reset, serve } from "../support/servers.js";
import type { Reply, TestServer } from "../support/servers.js";

const servers: TestServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function send(replies: Reply[], options: TransportOptions = {}, request: Partial<ServiceRequest> = {}) {
  const server = await serve(...replies);
  servers.push(server);
  const transport = createTransport({ clock: createHastyClock(), ...options });
  const answer = transport.send({
    doing: "list the workflows",
    method: "GET",
    url: new URL(`${server.url}/v2/workflows?q=1`),
    headers: {},
    redirects: "same-origin",
    deadline: createDeadline(20, options.clock ?? systemClock),
    ...request,
  });
  answer.catch(() => undefined);
  return { server, transport, answer };
}

it("an answer says its status, headers, size, address, attempts and request id", async () => {
  const { answer, server } = await send([reset, json("{}", 200, { "X-Request-ID": "abc\u00a0 1" })]);
  await expect(answer).resolves.toMatchObject({ status: 200, text: "{}", bytes: 2, attempts: 2, requestId: "abc 1" });
  expect((await answer).url.href).toBe(`${server.url}/v2/workflows?q=1`);
  expect((await answer).headers["content-type"]).toBe("application/json");
});

it.each([
  [[{ status: 429, headers: { "retry-after": "12" } }], ["429 Too Many Requests, waiting 12 s, attempt 2 of 5"]],
  [
    [{ status: 503 }, { status: 502 }],
    ["503 Service Unavailable, waiting 0.3 s, attempt 2 of 5", "502 Bad Gateway, waiting 0.5 s, attempt 3 of 5"],
  ],
])("progress is told while waiting: %j", async (faults, lines) => {
  const told: string[] = [];
  const replies = [
    ...faults.map(({ status, ...rest }) => json("", status, "headers" in rest ? rest.headers : {})),
    json("{}"),
  ];
  await (
    await send(replies, { random: () => 0.5, onProgress: (line) => told.push(line) })
  ).answer;
  expect(told).toEqual(lines);
});

it("who is told of progress cannot break the request", async () => {
  const onProgress = () => {
    throw new Error("no log");
  };
  const { answer } = await send([reset, json("{}")], { onProgress });
  await expect(answer).resolves.toMatchObject({ attempts: 2 });
});

it("a Retry-After is waited for in full, and jitter where it is longer", async () => {
  const clock = createFakeClock();
  const replies = [json("", 503, { "retry-after": "3" }), json("", 503, { "retry-after": "0" }), json("{}")];
  await (
    await send(replies, { clock, random: () => 0.9 })
  ).answer;
  expect(clock.slept).toEqual([3000, 900]);
});

it("waits and attempts share one deadline, and a wait that would pass it is not begun", async () => {
  const clock = createFakeClock();
  const { answer, server } = await send([json("", 503, { "retry-after": "9" })], { clock });
  await expect(answer).rejects.toMatchObject({ code: "unavailable", status: 503, attempts: 3 });
  await expect(answer).rejects.toThrow("It asks to wait 9 s, but of the 20 s allowed only 2 s are left.");
  expect(clock.slept).toEqual([9000, 9000]);
  expect(server.requests).toHaveLength(3);
});

it("a deadline that is over sends nothing", async () => {
  const { answer, server } = await send([json("{}")], {}, { deadline: createDeadline(0, systemClock) });
  await expect(answer).rejects.toMatchObject({ code: "timeout", attempts: 0 });
  expect(server.opened()).toBe(0);
});

it.each([0, 1, 3])("with maxRetries %d there are as many repeats and no more", async (maxRetries) => {
  const { answer, server } = await send([json("", 500)], { maxRetries });
  await expect(answer).rejects.toMatchObject({ code: "unavailable", attempts: maxRetries + 1 });
  expect(server.requests).toHaveLength(maxRetries + 1);
});

it("the smaller of the transport's and the request's byte limit holds, after decompression", async () => {
  const packed = gzipSync(" ".repeat(5000));
  const reply: Reply = (response) => response.writeHead(200, { "content-encoding": "gzip" }).end(packed);
  await expect((await send([reply], { maxResponseBytes: 5000 })).answer).resolves.toMatchObject({ bytes: 5000 });
  await expect((await send([reply], { maxResponseBytes: 4999 })).answer).rejects.toMatchObject({ code: "too-large" });
  await expect((await send([reply], {}, { byteLimit: 4999 })).answer).rejects.toThrow(/more than the 4999 bytes/);
});

it.each([200, 201, 202, 204, 206])("to a GET only 200 is an answer, not %d", async (status) => {
  const { answer } = await send([json(status === 204 ? "" : "{}", status)]);
  if (status === 200) await expect(answer).resolves.toMatchObject({ status });
  else await expect(answer).rejects.toMatchObject({ code: "not-json", status });
});

it("a POST may be answered with 201, as some frameworks do", async () => {
  const { answer } = await send([json("{}", 201)], {}, { method: "POST", body: "a=b", redirects: "never" });
  await expect(answer).resolves.toMatchObject({ status: 201 });
});

it("the address in an error has no query, which may hold what should not be printed", async () => {
  const { answer } = await send([json("", 404)]);
  await expect(answer).rejects.toThrow(
    /GET http:\/\/127\.0\.0\.1:\d+\/v2\/workflows returned 404 Not Found\. Is baseUrl right/,
  );
});

it("the request's own hint for a status comes before the transport's", async () => {
  const { answer } = await send([json("", 404)], {}, { hintFor: (status) => `Look up ${status}.` });
  await expect(answer).rejects.toMatchObject({ hint: "Look up 404." });
});

it("a caller's signal is let go of with the request, however it ended", async () => {
  const { signal } = new AbortController();
  const { answer } = await send(
    [json("{}", 503), redirect("/a"), json("{}")],
    {},
    {
      deadline: createDeadline(20, systemClock, signal),
    },
  );
  await answer;
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});

it("connections are used again, after errors and redirects too", async () => {
  const { answer, server, transport } = await send([json("busy", 503), redirect("/elsewhere"), json("{}")]);
  await answer;
  await transport.send({
    doing: "list the workflows",
    method: "GET",
    url: new URL(server.url),
    headers: {},
    redirects: "never",
    deadline: createDeadline(5, systemClock),
  });
  expect(server.requests).toHaveLength(4);
  expect(server.opened()).toBe(1);
});

it("a process ends when its last request has, though connections are kept for the next", async () => {
  const server = await serve(json({ access_token: "abc" }), json({ workflows: [] }));
  servers.push(server);
  const before = performance.now();
  await expect(inChild("tls", { it: server.url })).resolves.toMatchObject({ it: { code: "listed" } });
  // The server would keep an idle connection for two minutes.
  expect(performance.now() - before).toBeLessThan(20_000);
  expect(server.opened()).toBe(1);
}, 130_000);
