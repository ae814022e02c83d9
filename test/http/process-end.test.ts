/** Whatever a service or a proxy leaves open: the request ends in time, and the process ends by itself soon after. */
import { inChild } from "../support/child.js";
import { opened, serve } from "../support/client.js";
import { startProxy } from "../support/proxy.js";
import { type Reply } from "../support/fake-service.js";
import { serveRaw } from "../support/loopback.js";
import { hang, json } from "../support/replies.js";

/** The time of the attempt is a second. A process on a busy machine may take some more to begin and to end. Milliseconds. */
const SOON = 17_000;

const SWITCH = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n";

const endlessRedirect: Reply = (response) => {
  response.writeHead(302, { location: "/b" }).write("This body never ends.");
};

it.each<[what: string, open: () => Promise<{ url: string }>, outcome: string]>([
  ["a response whose connection is kept open", () => serve(json("[]")), "[]"],
  ["no response", () => serve(hang), "timeout -"],
  [
    "an unsolicited 101",
    () => opened(serveRaw((socket) => socket.once("data", () => socket.write(SWITCH)))),
    "connection -",
  ],
  ["a redirect whose body never ends", () => serve(endlessRedirect, json("[]")), "[]"],
])("after %s", async (_what, open, outcome) => {
  const { url } = await open();
  const began = performance.now();
  expect(await inChild("once", { url })).toBe(outcome);
  expect(performance.now() - began).toBeLessThan(SOON);
});

it("after a proxy that accepts and never answers", async () => {
  const proxy = await opened(startProxy({ refuse: "never" }));
  const environment = { HTTPS_PROXY: proxy.url, NO_PROXY: "" };
  const began = performance.now();
  expect(await inChild("once", { url: "https://api.example.com" }, { environment })).toBe("timeout -");
  expect(performance.now() - began).toBeLessThan(SOON);
  expect(proxy.requests).toEqual(["CONNECT api.example.com:443"]);
});
