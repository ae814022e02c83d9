/** Cases 46, 47 and 53: no response, or one that breaks off. */
import assert from "node:assert/strict";
import { cutOff, reset } from "../support/servers.js";
import type { Reply } from "../support/servers.js";
import { failure, goodListing, goodToken, theCase } from "../support/client.js";

theCase(46, "no response at all; headers but no body; one byte a second", async (bench) => {
  const drip: Reply = (response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write(" "), 50);
    response.once("close", () => clearInterval(timer));
  };
  const replies: [Reply, RegExp][] = [
    [() => undefined, /connected, but no response began within 0.4 s/],
    [(response) => response.writeHead(200).flushHeaders(), /a response began, but did not end within 0.4 s/],
    [drip, /a response began, but did not end within 0.4 s/],
  ];
  for (const [reply, message] of replies) {
    const service = await bench.service({ token: [reply] });
    const quick = bench.client(service, { requestTimeoutSeconds: 0.4, maxRetries: 1 });
    await failure(quick.tokens.getToken(), "timeout", message);
    assert.equal(service.requests.length, 2);

    const began = Date.now();
    const whole = bench.client(service, { deadlineSeconds: 0.5 });
    await failure(whole.tokens.getToken(), "timeout", /deadlineSeconds/);
    assert.ok(Date.now() - began < 3000);
  }
  // An error's body that never ends does not hide its status.
  const stuck = await bench.service({ token: [(response) => response.writeHead(400).write("{")] });
  const began = Date.now();
  await failure(bench.client(stuck).tokens.getToken(), "token-refused");
  assert.ok(Date.now() - began < 8000, "it was read for as long as an attempt may take");
});

theCase(47, "reset while sending, while reading", async (bench) => {
  let connections = 0;
  const raw = await bench.serveRaw((socket) => {
    connections += 1;
    socket.resetAndDestroy();
  });
  const broke = /the connection broke before the response was complete/;
  await failure(bench.client(raw.url).tokens.getToken(), "connection", broke);
  assert.equal(connections, 5);
  for (const fault of [reset, cutOff]) {
    const service = await bench.service({ token: [fault, goodToken], list: [fault, goodListing] });
    assert.equal((await bench.client(service).list()).attempts, 2);
  }
});

theCase(53, "DNS failure", async (bench) => {
  const client = bench.client(`https://${"a".repeat(64)}.example`, { maxRetries: 1 });
  const error = await failure(client.tokens.getToken(), "dns", /could not be resolved.*baseUrl/);
  assert.equal(error.attempts, 2);
});
