/** Connections on which no response comes, or one that breaks off; and those that are used again. */
import { getEventListeners } from "node:events";
import { createDeadline, systemClock } from "../../provider/base/deadline.js";
import { createTransport } from "../support/transport.js";
import { createClient, failureOf, opened, openService, serve } from "../support/client.js";
import { hang, json } from "../support/replies.js";
import { type Reply } from "../support/fake-service.js";
import { serveRaw } from "../support/loopback.js";
import { listingRequest, requestListing } from "../support/requests.js";

const drip: Reply = (response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write(" "), 50);
  response.once("close", () => clearInterval(timer));
};

it.each<[what: string, reply: Reply]>([
  ["no response", hang],
  ["a byte now and then", drip],
])("%s is a timeout of the attempt, and repeated", async (_what, reply) => {
  const service = await openService({ token: [reply] });
  const client = createClient(service, { requestTimeoutSeconds: 0.3, maxRetries: 1 });
  await failureOf(client.tokens.getToken(), "timeout", /no complete response within 0\.3 s .*raise requestTimeout/);
  expect(service.requests).toHaveLength(2);
});

it("headers without a body end with the deadline, which comes before the attempt's own time", async () => {
  const service = await openService({ token: [(response) => response.writeHead(200).flushHeaders()] });
  const client = createClient(service, { deadlineSeconds: 0.4 });
  const message = /The deadline of 0\.4 s has passed\. If .* longer, raise deadlineSeconds/;
  const error = await failureOf(client.tokens.getToken(), "timeout", message);
  expect(error).toMatchObject({ attempts: 1, mayPass: true });
  expect(service.requests).toHaveLength(1);
});

it("an attempt that the deadline ends names what the attempt before it ended with", async () => {
  const service = await openService({ token: [json("", 503), hang] });
  const client = createClient(service, { deadlineSeconds: 0.6 });
  const message =
    /of 0\.6 s has passed; an earlier attempt ended with: 503 Service Unavailable \(after 2 attempts\)\. If the service/;
  await failureOf(client.tokens.getToken(), "timeout", message);
});

it("an error whose body never ends has its status, and does not take the attempt's whole time", async () => {
  const service = await openService({ token: [(response) => response.writeHead(400).write("{")] });
  const client = createClient(service, { requestTimeoutSeconds: 3600, deadlineSeconds: 3600 });
  await failureOf(client.tokens.getToken(), "token-refused");
});

it("a connection that is reset while the request is sent is repeated five times", async () => {
  let connections = 0;
  const server = await opened(
    serveRaw((socket) => {
      connections += 1;
      socket.resetAndDestroy();
    }),
  );
  const message = /ECONNRESET.* \(after 6 attempts\)/;
  await failureOf(createClient(server.url).tokens.getToken(), "connection", message);
  expect(connections).toBe(6);
});

it("a host whose name cannot be resolved is named, after a retry", async () => {
  // A label of 64 letters is too long for DNS: no resolver is asked.
  const client = createClient(`https://${"a".repeat(64)}.example`, { maxRetries: 1 });
  const error = await failureOf(client.tokens.getToken(), "dns", /getaddrinfo ENOTFOUND a{64}\.example.*baseUrl/);
  expect(error.attempts).toBe(2);
});

it("after the deadline nothing is sent", async () => {
  const service = await serve(json("{}"));
  const sending = requestListing(service, {}, { deadline: createDeadline(0, systemClock) });
  await expect(sending).rejects.toMatchObject({ code: "timeout", attempts: 0 });
  expect(service.opened()).toBe(0);
});

it("connections are used again, after errors too, and no listener stays on the caller's signal", async () => {
  const service = await serve(json("busy", 503), json("{}"));
  const { signal } = new AbortController();
  const transport = createTransport({ clock: { ...systemClock, leastRetryMs: 0 } });
  const request = listingRequest(service.url, { deadline: createDeadline(20, systemClock, signal) });
  await transport.send(request);
  await transport.send(request);
  expect(service.requests).toHaveLength(3);
  expect(service.opened()).toBe(1);
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});
