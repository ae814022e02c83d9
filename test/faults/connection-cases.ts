/** Cases 46, 47 and 53: no response, or one that breaks off. */
import assert from "node:assert/strict";
import { cutOff, reset } from "../support/servers.js";
import type { Reply } from "../support/servers.js";
import { failure, goodListing, goodToken, describeError } from "./bench.js";
import type { Case } from "./bench.js";

export const connectionCases: Case[] = [
  {
    number: 46,
    title: "no response at all; headers but no body; one byte a second",
    done: "did each, with 0.4 s for an attempt, then with 0.5 s for everything",
    run: async (bench) => {
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
      let result = "";
      for (const [reply, message] of replies) {
        const service = await bench.service({ token: [reply] });
        const quick = bench.client(service, { requestTimeoutSeconds: 0.4, maxRetries: 1 });
        const error = await failure(quick.tokens.getToken(), "timeout", message);
        assert.equal(service.requests.length, 2);
        result = describeError(error);

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
      return result;
    },
  },
  {
    number: 47,
    title: "reset while sending, while reading",
    done: "broke the connection on arrival, after the request, within the body",
    run: async (bench) => {
      let connections = 0;
      const raw = await bench.serveRaw((socket) => {
        connections += 1;
        socket.resetAndDestroy();
      });
      const error = await failure(
        bench.client(raw.url).tokens.getToken(),
        "connection",
        /closed the connection before it sent a response/,
      );
      assert.equal(connections, 5);
      for (const fault of [reset, cutOff]) {
        const service = await bench.service({ token: [fault, goodToken], list: [fault, goodListing] });
        assert.equal((await bench.client(service).list()).attempts, 2);
      }
      return describeError(error);
    },
  },
  {
    number: 53,
    title: "DNS failure",
    done: "connected to a host name that cannot exist",
    run: async (bench) => {
      const client = bench.client(`https://${"a".repeat(64)}.example`, { maxRetries: 1 });
      const error = await failure(client.tokens.getToken(), "dns", /could not be resolved.*baseUrl/);
      assert.equal(error.attempts, 2);
      return describeError(error).replace(/a{60,}/g, "aaa…");
    },
  },
];
