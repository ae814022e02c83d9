/** Whatever a service or a proxy leaves open: the request ends in time, and the process ends by itself soon after. */
import { inChild } from "../support/child.js";
import { openedInTests } from "../support/opened.js";
import { startProxy } from "../support/proxy.js";
import { type FakeService, type Reply, startFakeService, type WireAnswer } from "../support/fake-service.js";
import { serveRaw } from "../support/loopback.js";
import { hang, inOrder, json } from "../support/replies.js";

const { opened } = openedInTests();

/** The time that the end of a process may take on a busy machine. Milliseconds. */
const SOON = 8_000;

/** Sends one request in a process of its own, and waits for the end of the process. */
async function outcomeIn(url: string, environment: Record<string, string> = {}): Promise<string> {
  const { outcome, milliseconds } = await inChild<{ outcome: string; milliseconds: number }>(
    "once",
    { url },
    { environment },
  );
  // The time of an attempt is a second.
  expect(milliseconds).toBeLessThan(1_000 + SOON);
  return outcome;
}

const SWITCH = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n";

const endlessRedirect: WireAnswer = (response) => {
  response.writeHead(302, { location: "/b" }).write("This body never ends.");
};
const endlessRefusal: WireAnswer = (response) => {
  response.writeHead(403).write("no right, and this body never ends");
};
const serve = (...replies: Reply[]): Promise<FakeService> =>
  startFakeService({ isStrict: false, reply: inOrder(...replies) });

it.each<
  [what: string, open: () => Promise<FakeService | { url: string; close: () => Promise<void> }>, outcome: string]
>([
  ["no response", () => serve(hang), "timeout -"],
  ["an unsolicited 101", () => serveRaw((socket) => socket.once("data", () => socket.write(SWITCH))), "connection -"],
  ["a redirect whose body never ends", () => serve(endlessRedirect, json("[]")), "[]"],
  ["a refusal whose body never ends", () => serve(endlessRefusal), "forbidden 403"],
])(
  "after %s",
  async (_what, open, outcome) => {
    const began = performance.now();
    const server = await opened(open());
    expect(await outcomeIn(`${server.url}/a`)).toBe(outcome);
    expect(performance.now() - began).toBeLessThan(1_000 + 2 * SOON);
  },
  30_000,
);

it("after a proxy that accepts and never answers", async () => {
  const proxy = await opened(startProxy({ refuse: "never" }));
  const began = performance.now();
  expect(await outcomeIn("https://api.example.com/a", { HTTPS_PROXY: proxy.url, NO_PROXY: "" })).toBe("timeout -");
  expect(performance.now() - began).toBeLessThan(1_000 + 2 * SOON);
  expect(proxy.requests).toEqual(["CONNECT api.example.com:443"]);
}, 30_000);
